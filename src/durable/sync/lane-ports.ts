import type { HistoryFact } from '../../domain/history/fact';
import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { BackoffLimits } from '../../domain/sync/backoff';
import type { Rules } from '../../domain/sync/observe';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../../domain/sync/write';
import type { LevelStore } from './level-store';

/** One platform's stock, as a lane asks and tells it. Expected failures are answers; nothing here throws or retries. */
export interface StockPort {
  adjust(request: WriteRequest): Promise<WriteAnswer>;
  levels(stockIds: readonly string[], locationId: string): Promise<ReadAnswer>;
  /** Whether each change of a write of ours took effect; null where the platform cannot tell, 'later' when it cannot be asked now. */
  lookUp(request: WriteRequest): Promise<readonly (boolean | null)[] | 'later'>;
}

/** What a lane needs from its account. */
export interface LaneAccount {
  readonly store: LevelStore;
  /** What decides the fate of outside changes of this variant. */
  rules(key: number): Rules;
  /** False while nothing may be sent: not entitled, auto-sync off, no pair, not connected. */
  mayWrite(source: Source): boolean;
  mayRead(source: Source): boolean;
  locationId(source: Source): string;
  epoch(): number;
  now(): Instant;
  /** A fresh key. */
  uuid(): string;
  /** 0 to 1. */
  random(): number;
  readonly backoff: BackoffLimits;
  line(key: number, fact: HistoryFact): void;
  /** Runs `work` as one turn: everything it changes is stored before anything else goes out. */
  turn(work: () => void): void;
  /** Come back at `at` if nothing happens before. */
  wake(at: Instant): void;
  reached(source: Source, reachable: boolean): void;
  alert(message: string): void;
}
