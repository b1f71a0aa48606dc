import type { LevelQuantities } from '../../causes/shopify';
import type { HistoryFact } from '../../history/fact';
import type { Instant } from '../../instant';
import type { Source } from '../../source';
import type { LoggedChange } from '../../writers/logged-change';
import type { WriterVerdict } from '../../writers/verdict';
import type { ReadAnswer, WriteAnswer, WriteRequest } from '../write';

/** A call to a platform, to be made once the turn that planned it is stored. Its answer comes back under the same `id`. */
export type OutgoingRequest = { readonly id: number; readonly source: Source } & (
  | { readonly kind: 'write'; readonly request: WriteRequest }
  | { readonly kind: 'look-up'; readonly request: WriteRequest }
  | { readonly kind: 'read'; readonly stockIds: readonly string[]; readonly locationId: string }
  /** Of Shopify alone: what changed these levels. Its answer is not waited for beyond its time. */
  | { readonly kind: 'classify'; readonly stockIds: readonly string[]; readonly locationId: string }
  /** Of Square alone: who changed these levels since a time of Square's. */
  | { readonly kind: 'log'; readonly stockIds: readonly string[]; readonly locationId: string; readonly since: Instant }
);

/** Whether each change of a write took effect; null where the platform cannot tell, 'later' when it cannot be asked now. */
export type LookUpAnswer = readonly (boolean | null)[] | 'later';

/** Shopify's quantities by stock id; items without readable ones are left out. 'later' when they cannot be read now. */
export type QuantitiesAnswer = ReadonlyMap<string, LevelQuantities> | 'later';

/** Square's log of changes by stock id; items without readable ones are left out. 'later' when it cannot be read now. */
export type LogAnswer = ReadonlyMap<string, readonly LoggedChange[]> | 'later';

/** The answer to an outgoing request. */
export type IncomingAnswer =
  | { readonly kind: 'write'; readonly answer: WriteAnswer }
  | { readonly kind: 'look-up'; readonly answer: LookUpAnswer }
  | { readonly kind: 'read'; readonly answer: ReadAnswer }
  | { readonly kind: 'classify'; readonly answer: QuantitiesAnswer }
  | { readonly kind: 'log'; readonly answer: LogAnswer };

/** A history line for a variant. The SKU is the one at the time the line was made. */
export interface EffectLine {
  readonly key: number;
  readonly sku: string;
  readonly fact: HistoryFact;
}

/** Everything that a turn results in, in addition to the levels it changed. */
export interface Effects {
  /** Rows whose level was given a next state, even the same one. */
  readonly put: ReadonlySet<number>;
  readonly lines: readonly EffectLine[];
  /** To be sent after the turn is stored. */
  readonly requests: readonly OutgoingRequest[];
  /** When to run the next turn if nothing happens before; null when nothing is waiting. */
  readonly wakeAt: Instant | null;
  /** Whether a platform can be reached, as far as this turn's answers show. */
  readonly reached: readonly { readonly source: Source; readonly reachable: boolean }[];
  /** Items for which the platform now contradicts the catalog: read them again. */
  readonly outdated: readonly { readonly source: Source; readonly stockId: string }[];
  /** Messages that operators must receive at once. */
  readonly alerts: readonly string[];
  /** Links that may end now: both sides are certain and nothing from before is in flight. */
  readonly ended: readonly number[];
  /** How long the changes took that this turn found to have arrived, in ms. */
  readonly lags: readonly number[];
  /** What this turn has found out about other apps that change the same stock. */
  readonly writers: readonly WriterVerdict[];
}
