import type { Instant } from '../instant';
import type { PackSizes } from '../sync/pack-size';
import type { SideVariant } from './side-variant';

/** One variant as both platforms state it; one side is null where a platform has no such variant or it is not linked. */
export interface Joined {
  readonly shopify: SideVariant | null;
  readonly square: SideVariant | null;
}

/** The two sides of a row have different SKUs: the row stays joined for a grace period. */
export interface SkuDifference {
  /** When the difference was first observed, by our clock. */
  readonly since: Instant;
  /** The SKU that both sides had before the difference; '' when they had none. */
  readonly before: string;
}

/** A stored row: a joined variant and its key. `level` of a side is the value last accounted, with its platform's time. */
export interface KnownRow extends Joined {
  readonly key: number;
  /** Null while the SKUs are the same, for a manual link, and for a row of one side. */
  readonly skusDiffer: SkuDifference | null;
  /** A person has linked both sides by their ids: whatever their SKUs are, the link stays. False for a row of one side. */
  readonly isManual: boolean;
  /** How many pieces one unit of each side holds. Absent where both count the same units, and for a row of one side. */
  readonly packs?: PackSizes;
}

/**
 * Returns whether the two sides' stock is synced: linked and tracked on both. The level need not be known: a side that
 * was never counted has a linked level without a number, and starts from its first count.
 */
export function isLinked({ shopify, square }: Joined): boolean {
  return shopify !== null && square !== null && shopify.tracked && square.tracked;
}

/** The statuses of a variant, in display order: those that need action first. */
export const STATUSES = ['missing_sku', 'duplicate_sku', 'untracked', 'out_of_sync', 'in_sync', 'only_shopify', 'only_square'] as const;

export type VariantStatus = (typeof STATUSES)[number];

/** The facts that the status of a side depends on. */
export interface SideFacts {
  /** The side's SKU is blank. */
  readonly missing: boolean;
  /** Another variant of the same side has the same SKU. */
  readonly duplicate: boolean;
  readonly tracked: boolean;
}

/**
 * Returns the status of a joined variant; the first that applies of: no SKU, duplicate, untracked, one side only,
 * numbers. `sameNumbers`: both are known and equal.
 */
export function statusOf(shopify: SideFacts | null, square: SideFacts | null, sameNumbers: boolean): VariantStatus {
  const sides = [shopify, square].filter((side) => side !== null);
  if (sides.every((side) => side.missing)) return 'missing_sku';
  if (sides.some((side) => side.duplicate)) return 'duplicate_sku';
  if (sides.some((side) => !side.tracked)) return 'untracked';
  if (square === null) return 'only_shopify';
  if (shopify === null) return 'only_square';
  return sameNumbers ? 'in_sync' : 'out_of_sync';
}

/** The views that divide the inventory list: each variant belongs to exactly one. */
export const VIEWS = ['in_sync', 'out_of_sync', 'shopify_only', 'square_only', 'not_tracked'] as const;

/** The views of what needs a person, by its reason. They overlap the others. */
export const TROUBLE_VIEWS = ['needs_attention', 'held', 'another_writer'] as const;

/**
 * The views of the inventory list. `needs_attention`: changes that are held, refused or stopped, and variants on hold; `held` and `another_writer`
 * are the first and the last of them. `archived` holds the variants of archived products, and `excluded` what the merchant excludes; only the views of
 * what needs a person show these besides.
 */
export const ALL_VIEWS = ['all', ...VIEWS, ...TROUBLE_VIEWS, 'archived', 'excluded'] as const;

/** A view of the inventory list. */
export type InventoryView = (typeof ALL_VIEWS)[number];

/**
 * Returns the view that a variant belongs to: by the sides that it has, whether both track its stock, and whether they
 * are known to have the same number. If one does not track it, equal numbers mean nothing; an unknown number equals
 * none.
 */
export function viewOf(shopify: SideFacts | null, square: SideFacts | null, sameNumbers: boolean): (typeof VIEWS)[number] {
  if (shopify === null) return 'square_only';
  if (square === null) return 'shopify_only';
  if (!shopify.tracked || !square.tracked) return 'not_tracked';
  return sameNumbers ? 'in_sync' : 'out_of_sync';
}
