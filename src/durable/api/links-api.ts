import type { VariantPair } from '../../domain/catalog/merge-plan';
import type { Answer } from '../../domain/result';
import type { PackSizes } from '../../domain/sync/pack-size';
import type { Editor } from './edits-api';

/** A pair of variants to link. */
export interface PairToLink extends VariantPair {
  /** How many pieces one unit of each side holds. Absent: as it was, equal units for a new pair. */
  readonly packs?: PackSizes;
}

/** What became of a pair that was to be linked. */
export interface LinkOutcome {
  readonly pair: VariantPair;
  /** Why it could not be linked, for a shop owner; '' when it is linked. */
  readonly problem: string;
}

/** What came of pairs that were to be linked. */
export interface Linked {
  /** The number of the bulk change, by which it can be undone; null when nothing was linked. */
  readonly bulkChange: number | null;
  readonly outcomes: readonly LinkOutcome[];
}

/** The account object's methods for links that a person makes or ends. Nothing is written to a platform. */
export interface LinksApi {
  /**
   * Links pairs of variants by their ids, whatever their SKUs are; pairs that were kept separate no longer are. Both sides are read first. Returns
   * an outcome for each pair, in order; a pair that is linked already is no error, and its pack sizes apply from now on. New links are kept for 30 days as a
   * bulk change, or as more rows of the one that they continue. `unavailable`: a platform could not be read, and nothing was linked.
   */
  saveLinks(pairs: readonly PairToLink[], by: Editor, bulkChange?: number | null): Promise<Answer<Linked>>;
  /**
   * Keeps pairs of variants separate, or no longer. A link between them ends, once what is pending or in flight for it is settled; those that are
   * separate no longer are linked if they have the same SKU.
   */
  keepSeparate(pairs: readonly VariantPair[], separate: boolean, by: Editor): Promise<void>;
}
