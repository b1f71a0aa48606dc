import type { InventoryView } from '../../domain/catalog/joined';
import type { Quantity } from '../../domain/quantity';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { QuantityKind } from '../../domain/sync/bulk-change';
import type { BulkChangeApi } from './bulk-change-api';
import type { Editor } from './edits-api';

/** One variant's leveling: both sides are set to `to`. The quantities are those that the merchant was shown. */
export interface LevelStep {
  readonly key: number;
  readonly shopify: Quantity | null;
  readonly square: Quantity | null;
  readonly to: Quantity;
}

/** The result of one step: `taken` (being written), `stale` (the quantities have changed, so plan again) or `refused`. */
export interface LevelOutcome {
  readonly key: number;
  readonly outcome: 'taken' | 'stale' | 'refused';
  /** Why it was refused, for a shop owner; '' otherwise. */
  readonly problem: string;
}

/** Whose plan it is, and which bulk change it continues; null begins one. */
export interface LevelPart {
  readonly by: Editor;
  readonly kind: QuantityKind;
  readonly bulkChange: number | null;
}

/** What came of a plan. */
export interface Leveled {
  /** The number of the bulk change, by which it can be undone; null when nothing was changed. */
  readonly bulkChange: number | null;
  readonly outcomes: readonly LevelOutcome[];
}

/** A quantity that a person sets for a variant of a platform. */
export interface QuantityToSave {
  readonly source: Source;
  readonly variantId: string;
  readonly quantity: Quantity;
  readonly by: Editor;
}

/** The account object's methods for manual stock changes. */
export interface HandApi extends BulkChangeApi {
  /**
   * Sets a variant's quantity on both sides, or on the one it exists on. Returns once it is written, or when a platform refuses it; after a
   * few seconds it returns in any case while the write continues. Sales made in the meantime are added to it.
   */
  saveQuantity(wanted: QuantityToSave): Promise<Answer<null>>;
  /** Returns the out-of-sync variants among those requested (all in the view and the search, or named ones), with both quantities. */
  planLevelling(request: {
    keys: readonly number[];
    view: InventoryView;
    query: string;
    take: Source;
  }): Promise<Answer<readonly LevelStep[]>>;
  /** Applies a plan, and keeps it for 30 days so that it can be undone. */
  level(steps: readonly LevelStep[], part: LevelPart): Promise<Answer<Leveled>>;
  /** Sends or drops the held changes of these variants; without keys, of all. Returns how many there were. */
  resolveHeld(keys: readonly number[], send: boolean, by: Editor): Promise<Answer<number>>;
  /** Records that the merchant approves a snapshot or reconciliation that was held back as implausible. */
  approve(source: Source): Promise<Answer<null>>;
}
