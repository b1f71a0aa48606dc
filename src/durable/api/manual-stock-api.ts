import type { InventoryView } from '../../domain/catalog/joined';
import type { Quantity } from '../../domain/quantity';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';

/** What levelling would do to one variant: both sides to `to`. Numbers are those that the merchant was shown. */
export interface LevelStep {
  readonly key: number;
  readonly shopify: Quantity | null;
  readonly square: Quantity | null;
  readonly to: Quantity;
}

/** What became of one step: `taken` (on its way), `stale` (the numbers have changed, plan anew) or `refused`. */
export interface LevelOutcome {
  readonly key: number;
  readonly outcome: 'taken' | 'stale' | 'refused';
  /** For a shop owner: why it was refused; '' otherwise. */
  readonly problem: string;
}

/** What a person can do to numbers, as the object is asked. */
export interface HandApi {
  /**
   * Sets a variant's number on both sides, or on the one it exists on. Answers once it is there, or when a platform refuses;
   * after some seconds it answers all the same, and the number is on its way. Sales made meanwhile count on top of it.
   */
  saveQuantity(source: Source, variantId: string, quantity: Quantity): Promise<Answer<null>>;
  /** The out-of-step variants among those asked for (all that the view and the search hold, or named ones), with both numbers. */
  planLevelling(request: {
    keys: readonly number[];
    view: InventoryView;
    query: string;
    take: Source;
  }): Promise<Answer<readonly LevelStep[]>>;
  level(steps: readonly LevelStep[]): Promise<Answer<readonly LevelOutcome[]>>;
  /** Sends or drops what is held of these variants; no keys: of all. Answers how many there were. */
  resolveHeld(keys: readonly number[], send: boolean): Promise<Answer<number>>;
  /** The merchant says that a snapshot or a sweep that was doubted is right. */
  approve(source: Source): Promise<Answer<null>>;
}
