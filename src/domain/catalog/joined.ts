import { isBlankSku } from './match';
import type { SideVariant } from './side-variant';

/** What both platforms tell of one variant; one side is null where a platform has no such variant or it is not linked. */
export interface Joined {
  readonly shopify: SideVariant | null;
  readonly square: SideVariant | null;
}

/** A stored row: a joined variant and its key. `level` of a side is the value last accounted, with its platform's time. */
export interface KnownRow extends Joined {
  readonly key: number;
}

/**
 * Whether the two sides' stock is kept in step: linked and counted on both. Whether a level is known does not matter: a
 * side that was never counted has a cell without a number, and takes its first count as the number to start from.
 */
export function keepsCell({ shopify, square }: Joined): boolean {
  return shopify !== null && square !== null && shopify.tracked && square.tracked;
}

/** Where a variant stands, for lists and for people. The first that applies counts. */
export type VariantStatus = 'missing_sku' | 'duplicate_sku' | 'untracked' | 'only_shopify' | 'only_square' | 'in_sync' | 'out_of_sync';

/** The status of a joined variant; `duplicated` says whether a side holds its SKU more than once. */
export function statusOf(joined: Joined, duplicated: boolean): VariantStatus {
  const { shopify, square } = joined;
  const sides = [shopify, square].filter((side) => side !== null);
  if (sides.every((side) => isBlankSku(side.sku))) return 'missing_sku';
  if (duplicated) return 'duplicate_sku';
  if (sides.some((side) => !side.tracked)) return 'untracked';
  if (square === null) return 'only_shopify';
  if (shopify === null) return 'only_square';
  return sameQuantity(joined) ? 'in_sync' : 'out_of_sync';
}

/** Whether both sides show the same number; two unknown numbers show the same. */
export function sameQuantity({ shopify, square }: Joined): boolean {
  return (shopify?.level?.quantity ?? null) === (square?.level?.quantity ?? null);
}
