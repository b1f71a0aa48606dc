import type { HistoryFact } from '../../history/fact';
import type { Instant } from '../../instant';
import type { Source } from '../../source';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../write';

/** A call to a platform, to be made once the turn that planned it is stored. Its answer comes back under the same `id`. */
export type OutgoingRequest = { readonly id: number; readonly source: Source } & (
  | { readonly kind: 'write'; readonly request: WriteRequest }
  | { readonly kind: 'look-up'; readonly request: WriteRequest }
  | { readonly kind: 'read'; readonly stockIds: readonly string[]; readonly locationId: string }
);

/** Whether each change of a write took effect; null where the platform cannot tell, 'later' when it cannot be asked now. */
export type LookUpAnswer = readonly (boolean | null)[] | 'later';

/** The answer to an outgoing request. */
export type IncomingAnswer =
  | { readonly kind: 'write'; readonly answer: WriteAnswer }
  | { readonly kind: 'look-up'; readonly answer: LookUpAnswer }
  | { readonly kind: 'read'; readonly answer: ReadAnswer };

/** A ledger line for a variant. The SKU is the one it had when the line was made. */
export interface EffectLine {
  readonly key: number;
  readonly sku: string;
  readonly fact: HistoryFact;
}

/** All that a turn brings about beside the levels it changed. */
export interface Effects {
  /** Rows whose level was given a next state, even the same one. */
  readonly put: ReadonlySet<number>;
  readonly lines: readonly EffectLine[];
  /** To be sent after the turn is stored. */
  readonly requests: readonly OutgoingRequest[];
  /** Come back at this moment if nothing happens before; null when nothing is waited for. */
  readonly wakeAt: Instant | null;
  /** Whether a platform can be reached, as far as this turn's answers say. */
  readonly reached: readonly { readonly source: Source; readonly reachable: boolean }[];
  /** Items of which the platform now contradicts the catalog: what is known of them is to be read again. */
  readonly outdated: readonly { readonly source: Source; readonly stockId: string }[];
  /** What operators must hear about at once. */
  readonly alerts: readonly string[];
  /** Links that may end now: both sides are certain and nothing of before is on its way. */
  readonly ended: readonly number[];
  /** How long changes took that this turn found to have arrived, in ms. */
  readonly lags: readonly number[];
}
