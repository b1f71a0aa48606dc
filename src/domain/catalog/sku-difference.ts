import type { Instant } from '../instant';
import { otherSource, SOURCES, type Source } from '../source';
import type { KnownRow, SkuDifference } from './joined';
import { isBlankSku, skusDiffer, type SkuHolder } from './match';
import type { SideVariant } from './side-variant';

/** How long a link holds after its SKUs were first observed to differ. */
export interface Grace {
  readonly now: Instant;
  readonly ms: number;
  /** No link ends when it is over: a side may not have been read since. */
  readonly waits?: true;
}

type Pair = Readonly<Record<Source, SideVariant>>;

/** Returns the current difference of a row's SKUs, with the time when it was first observed; null when they are the same. */
export function differenceOf(row: KnownRow, pair: Pair, now: Instant): SkuDifference | null {
  if (!skusDiffer(pair.shopify.sku, pair.square.sku)) return null;
  if (row.skusDiffer !== null) return row.skusDiffer;
  const before = row.shopify?.sku ?? '';
  return { since: now, before: skusDiffer(before, row.square?.sku ?? '') ? '' : before };
}

/**
 * Returns whether a link has to end because its SKUs differ: the grace period is over and does not wait, or the SKU that one side gave up
 * is now on another variant of that side while the partner still has it.
 */
export function hasToEnd({ since, before }: SkuDifference, pair: Pair, grace: Grace, isHeld: (holder: SkuHolder) => boolean): boolean {
  if (grace.waits !== true && grace.now - since >= grace.ms) return true;
  if (isBlankSku(before)) return false;
  return SOURCES.some(
    (side) =>
      skusDiffer(pair[side].sku, before) &&
      !skusDiffer(pair[otherSource(side)].sku, before) &&
      isHeld({ source: side, sku: before, productStatus: pair[side].productStatus }),
  );
}
