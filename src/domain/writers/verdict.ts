import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';

/** An outside change that looks as if another app had copied a change of the other side. */
export interface CopiedChange {
  /** The side that the other app changed. */
  readonly side: Source;
  readonly delta: Quantity;
  /** When we learned of it, by our clock. */
  readonly at: Instant;
}

/** What the engine has found out about other apps that change a variant's stock. */
export interface WriterVerdict {
  /** The row of the variant. */
  readonly key: number;
  /**
   * `suspected`: changes look copied, but silence proves nothing yet. `proven`: the variant's writes must be held. `cleared`: a suspicion has
   * turned out to be wrong.
   */
  readonly kind: 'suspected' | 'proven' | 'cleared';
  /** The changes that look copied, the oldest first; empty when cleared. */
  readonly copies: readonly CopiedChange[];
}
