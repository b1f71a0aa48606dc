import type { CheckedVariant } from '../../../domain/catalog/check-variant';
import { SOURCES, type Source } from '../../../domain/source';
import { isPacked } from '../../../domain/sync/pack-size';
import type { InventoryProduct, InventoryVariant, LevelOutcome, LevelStep } from '../../../gen/sh/inventory_pb';
import { packsOf } from '../../shared/pack-text';
import { checkedOf } from './checked-variant';

/** The most variants leveled at once, as on the server. */
export const MAX_LEVELED = 5_000;

/** A variant of the list with its product's name. */
export interface ListedVariant {
  readonly productName: string;
  readonly variant: InventoryVariant;
}

/** Returns whether a platform may not track a listed variant: what it has instead of a status of its quantities does not say. */
export function mayBeUntracked({ variant: { status, standing } }: ListedVariant): boolean {
  return standing === 'not_tracked' || status === 'untracked' || status === 'missing_sku' || status === 'duplicate_sku';
}

/** Returns the variants of products, in their order. */
export function listVariants(products: readonly InventoryProduct[]): readonly ListedVariant[] {
  return products.flatMap((product) => product.variants.map((variant) => ({ productName: product.name, variant })));
}

/** What variants are leveled to: a platform's quantities, or one quantity for all. */
export type LevelTarget = { readonly kind: 'platform'; readonly source: Source } | { readonly kind: 'number'; readonly units: number };

/** Plans steps to one quantity for the variants that sync and have another quantity on a side. */
export function planQuantity(variants: readonly InventoryVariant[], units: number): LevelStep[] {
  return variants.flatMap((variant) => {
    const { id, shopifyQuantity, squareQuantity } = variant;
    // One quantity for both sides means two different stocks of a pack.
    if (!isSynced(checkedOf(variant)) || isPacked(packsOf(variant))) return [];
    if (shopifyQuantity === units && squareQuantity === units) return [];
    return [
      {
        id,
        ...(shopifyQuantity === undefined ? {} : { shopifyQuantity }),
        ...(squareQuantity === undefined ? {} : { squareQuantity }),
        to: units,
      },
    ];
  });
}

/** Returns whether changes of a variant sync between the platforms. */
export function isSynced({ standing }: CheckedVariant): boolean {
  return standing === 'in_sync' || standing === 'out_of_sync' || standing === 'uncounted';
}

/** The size of a plan. */
export interface PlanCounts {
  readonly variants: number;
  /** Variants whose quantity changes on that platform. */
  readonly shopify: number;
  readonly square: number;
}

/** Counts a plan's changes. */
export function countPlan(steps: readonly LevelStep[]): PlanCounts {
  return {
    variants: steps.length,
    shopify: steps.filter((step) => step.shopifyQuantity !== step.to).length,
    square: steps.filter((step) => step.squareQuantity !== step.to).length,
  };
}

/** Units that a plan adds to and takes from a platform, and variants that it sets to zero. Unknown quantities count as no change. */
export interface MovedUnits {
  readonly source: Source;
  readonly more: number;
  readonly fewer: number;
  readonly toZero: number;
}

/** Sums up what a plan changes on each platform. */
export function movedUnits(steps: readonly LevelStep[]): readonly MovedUnits[] {
  return SOURCES.map((source) => {
    let [more, fewer, toZero] = [0, 0, 0];
    for (const step of steps) {
      const before = source === 'shopify' ? step.shopifyQuantity : step.squareQuantity;
      const { to = 0 } = step;
      if (before === undefined || before === to) continue;
      more += Math.max(0, to - before);
      fewer += Math.max(0, before - to);
      if (to === 0) toZero += 1;
    }
    return { source, more, fewer, toZero };
  });
}

/** The results of a plan's rows. */
export interface OutcomeCounts {
  readonly taken: number;
  readonly stale: number;
  readonly refused: number;
}

/** Counts outcomes. */
export function countOutcomes(outcomes: readonly LevelOutcome[]): OutcomeCounts {
  const of = (kind: string) => outcomes.filter((one) => one.outcome === kind).length;
  return { taken: of('taken'), stale: of('stale'), refused: of('refused') };
}
