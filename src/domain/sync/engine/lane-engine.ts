import type { HistoryFact } from '../../history/fact';
import type { Instant } from '../../instant';
import type { Source } from '../../source';
import type { Rules } from '../observe';
import type { EngineContext, LevelEntry, Levels } from './context';
import type { InFlightRequest } from './in-flight-request';
import type { WriterWatch } from './writer-watch';

/** A call that a lane puts on the wire. */
export type Job =
  | { readonly kind: 'write' | 'look-up'; readonly sentAt: Instant; readonly carried: InFlightRequest }
  | { readonly kind: 'read'; readonly stockIds: readonly string[]; readonly epoch: number };

/** What a lane needs from its engine. */
export interface LaneEngine {
  readonly levels: Levels;
  readonly context: EngineContext;
  /** Decides how much may be sent to a variant while another app may be copying changes. */
  readonly watch: WriterWatch;
  /** Returns the rules that decide what happens to outside changes of this variant. */
  rules(entry: LevelEntry): Rules;
  /** False while nothing may be sent: not entitled, auto-sync off, no pair, not connected. */
  mayWrite(source: Source): boolean;
  line(key: number, fact: HistoryFact): void;
  alert(message: string): void;
  reached(source: Source, reachable: boolean): void;
  /**
   * Reports an item for which the platform contradicts the catalog: it is gone, not tracked, or refused for another
   * known reason. Does nothing for null.
   */
  outdated(source: Source, stockId: string | null): void;
}
