import type { Quantity } from '../quantity';
import { isSameStock, type PackSizes } from '../sync/pack-size';
import { viewOf, type SideFacts } from './joined';

/** Why a variant needs a person's decision; '' when it does not. `another_writer`: another app changes its stock as well, and it is on hold. */
export type LevelProblem = '' | 'another_writer' | 'held' | 'blocked' | 'frozen';

/** How the two sides of a variant compare. */
export const STANDINGS = ['in_sync', 'out_of_sync', 'uncounted', 'not_tracked', 'only_shopify', 'only_square'] as const;
export type Standing = (typeof STANDINGS)[number];

/** Why a variant has a partner on the other platform, or has none. */
export const MATCHINGS = ['matched', 'unmatched', 'no_sku', 'excluded', 'archived', 'duplicate_sku', 'sku_taken'] as const;
export type Matching = (typeof MATCHINGS)[number];

/** Everything that is known about a variant. */
export interface VariantFacts {
  /** Null where the platform has no such variant, or it is not matched. */
  readonly shopify: SideFacts | null;
  readonly square: SideFacts | null;
  /** Null when unknown (never counted), which is not zero. */
  readonly shopifyQuantity: Quantity | null;
  readonly squareQuantity: Quantity | null;
  readonly packs: PackSizes;
  /** For a variant of one side: the other platform has this SKU on a variant that is not matched with this one. */
  readonly skuTaken: boolean;
  /** All its sides are of archived products. */
  readonly archived: boolean;
  /** The merchant excludes one of its sides. */
  readonly excluded: boolean;
  readonly trouble: LevelProblem;
  /** A change is still to be sent or read. */
  readonly underWay: boolean;
}

/** The checked state of a variant. Every sentence about a variant on a screen or in a file is derived from all of this. */
export interface CheckedVariant {
  /**
   * `uncounted`: both platforms track it, and at least one has never stated a number. `not_tracked`: it exists on both
   * platforms but is not tracked on both, so nothing is passed on.
   */
  readonly standing: Standing;
  /** `excluded`, `archived`, `duplicate_sku` and `sku_taken` apply only to a variant without a partner; of them, only the first ends a link. */
  readonly matching: Matching;
  /** The SKU of one of the sides belongs to another variant of the same platform, or is on several. */
  readonly duplicate: boolean;
  readonly trouble: LevelProblem;
  readonly underWay: boolean;
}

/** Derives the checked state of a variant: how its sides compare, why it is matched or not, and what it waits for. */
export function checkVariant(facts: VariantFacts): CheckedVariant {
  const { shopify, square, trouble, underWay } = facts;
  return {
    standing: standingOf(facts),
    matching: matchingOf(facts),
    duplicate: shopify?.duplicate === true || square?.duplicate === true,
    trouble,
    underWay,
  };
}

function standingOf({ shopify, square, shopifyQuantity, squareQuantity, packs }: VariantFacts): Standing {
  const view = viewOf(shopify, square, isSameStock(packs, shopifyQuantity, squareQuantity));
  if (view === 'shopify_only') return 'only_shopify';
  if (view === 'square_only') return 'only_square';
  if (view === 'not_tracked') return view;
  return shopifyQuantity === null || squareQuantity === null ? 'uncounted' : view;
}

function matchingOf({ shopify, square, skuTaken, archived, excluded }: VariantFacts): Matching {
  if (shopify !== null && square !== null) return 'matched';
  if (excluded) return 'excluded';
  const side = shopify ?? square;
  if (side === null || side.missing) return 'no_sku';
  if (archived) return 'archived';
  if (side.duplicate) return 'duplicate_sku';
  return skuTaken ? 'sku_taken' : 'unmatched';
}
