import { describeExclusion, type KeptExclusion } from '../catalog/exclusion';
import type { VariantPair } from '../catalog/merge-plan';
import type { Originator } from '../history/fact';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import type { SideAmounts } from './adjust';

/** For how long a bulk change can be undone, in ms. */
export const UNDO_WITHIN_MS = 30 * 86_400_000;

/** The bulk changes of quantities: both sides set to one of them, or to counts from a file. */
export type QuantityKind = 'level' | 'count';

/**
 * What a person did at once: to the quantities of many variants, links made by hand, SKUs that were set, tracking that was turned on, what was
 * excluded, or products that were copied.
 */
export type BulkKind = QuantityKind | 'link' | 'sku' | 'tracking' | 'exclude' | 'copy';

/**
 * What became of one row. `set`: changed. `stale`: its quantities had changed since the plan was shown. `refused`: it cannot be changed, or was so already.
 * `undone`: changed, and taken back later. `unconfirmed`: sent to a platform that has not answered, so that it may be changed.
 */
export type RowState = 'set' | 'stale' | 'refused' | 'undone' | 'unconfirmed';

/** What every row of a bulk change has. */
interface RowOutcome {
  readonly state: RowState;
  /** Why it was refused, or could not be undone, for a shop owner; '' otherwise. */
  readonly problem: string;
  /** True where it can never be undone, which `problem` explains. */
  readonly isFinal?: boolean;
}

/** One variant of a bulk change of quantities. Quantities in 1/100,000 unit. */
export interface QuantityRow extends RowOutcome {
  readonly kind?: undefined;
  readonly key: number;
  /** Both stock IDs, by which it is known that the variant is still the same; '' for a side without one. */
  readonly stock: Readonly<Record<Source, string>>;
  readonly sku: string;
  /** The sides' quantities before, as the person saw them; null while one was not known. */
  readonly before: Readonly<Record<Source, Quantity | null>>;
  readonly to: Quantity;
  /** What was added to each side; null when the variant was set outright instead, which cannot be undone. */
  readonly amounts: SideAmounts | null;
}

/** Two variants that were to be linked by hand. */
export interface LinkRow extends RowOutcome {
  readonly kind: 'link';
  readonly pair: VariantPair;
  /** Shopify's SKU, or Square's where Shopify has none; '' where there is none, or a side is gone. */
  readonly sku: string;
}

/** A variant of one platform that was to get a SKU. */
export interface SkuRow extends RowOutcome {
  readonly kind: 'sku';
  readonly source: Source;
  /** The variant's own ID on its platform. */
  readonly id: string;
  /** The SKU that the platform had; '' for none. */
  readonly before: string;
  readonly after: string;
  /** Shopify's barcode before, where it was set to the SKU as well; null where it was left alone. */
  readonly barcode: string | null;
}

/** A variant of one platform whose tracking was to be turned on. A bulk change has one row of each. */
export interface TrackingRow extends RowOutcome {
  readonly kind: 'tracking';
  readonly source: Source;
  /** The variant's own ID on its platform. */
  readonly id: string;
  /** Its SKU at that time; '' for none. */
  readonly sku: string;
  /** True once undoing has asked the platform to turn it off: if it is off after a kill, that was us. */
  readonly isEnding?: boolean;
}

/** A product, or a label of products, that was excluded. */
export interface ExclusionRow extends RowOutcome {
  readonly kind: 'exclude';
  readonly excluded: KeptExclusion;
  /** How many variants that concerned, and how many links ended. */
  readonly variants: number;
  readonly links: number;
}

/** A variant that was to be created on the other platform. It is always final: what was created may have sold there. */
export interface CopyRow extends RowOutcome {
  readonly kind: 'copy';
  /** The platform that it was created on. */
  readonly source: Source;
  /** Its stock ID on the platform that it was copied from. */
  readonly id: string;
  readonly sku: string;
  /** The names that it was created with. */
  readonly product: string;
  readonly name: string;
}

/** One row of a bulk change. */
export type BulkRow = QuantityRow | LinkRow | SkuRow | TrackingRow | ExclusionRow | CopyRow;

/** The size of a bulk change. */
export interface BulkCounts {
  readonly rows: number;
  /** Rows that were changed or may have been, whether or not they were undone since. */
  readonly set: number;
  readonly undone: number;
  /** Rows that were changed and can still be undone. */
  readonly undoable: number;
}

/** A bulk change without its rows. */
export interface BulkChange {
  readonly id: number;
  readonly at: Instant;
  readonly by: Originator;
  readonly kind: BulkKind;
  readonly counts: BulkCounts;
  /** By which the caller continues it, where it chose one. */
  readonly key?: string;
}

/** Counts rows. */
export function countRows(rows: readonly BulkRow[]): BulkCounts {
  const of = (isCounted: (row: BulkRow) => boolean): number => rows.filter(isCounted).length;
  return {
    rows: rows.length,
    set: of((row) => isChanged(row) || row.state === 'undone'),
    undone: of(({ state }) => state === 'undone'),
    undoable: of(isUndoable),
  };
}

const isChanged = ({ state }: BulkRow): boolean => state === 'set' || state === 'unconfirmed';

/**
 * Returns whether a row was changed, or may have been, in a way that can be taken back, and was not yet: a quantity by known amounts, anything else
 * unless it is final.
 */
export function isUndoable(row: BulkRow): boolean {
  return isChanged(row) && row.isFinal !== true && (row.kind !== undefined || row.amounts !== null);
}

/** Returns what a row has changed, as a text: two rows that changed the same have the same. */
export function changedBy(row: BulkRow): string {
  switch (row.kind) {
    case 'link':
      return `link ${row.pair.shopify} ${row.pair.square}`;
    case 'sku':
      return `sku ${row.source} ${row.id}`;
    case 'tracking':
      return `tracking ${row.source} ${row.id}`;
    case 'exclude':
      return `exclude ${describeExclusion(row.excluded)}`;
    case 'copy':
      return `copy ${row.source} ${row.id}`;
    case undefined:
      return `quantity ${row.key}`;
  }
}

/** Returns whether a bulk change has changed quantities. */
export function isOfQuantities(kind: BulkKind): kind is QuantityKind {
  return kind === 'level' || kind === 'count';
}
