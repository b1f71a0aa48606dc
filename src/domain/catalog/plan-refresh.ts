import type { Source } from '../source';
import type { Joined, KnownRow } from './joined';
import { isBlankSku, SkuIndex } from './match';
import { planMerge, type MergePlan } from './plan-merge';
import type { SideVariant } from './side-variant';

/** Touched variants as just read, and those that are gone. */
export interface Refreshed {
  readonly source: Source;
  readonly fresh: readonly SideVariant[];
  /** Stock ids that the platform no longer has. */
  readonly gone: readonly string[];
}

/**
 * The SKUs whose holders may change through a refresh: of variants that are new, gone, or named otherwise than before.
 * Empty when nothing can be linked or unlinked, so that no other row need be looked at.
 */
export function touchedSkus({ source, fresh, gone }: Refreshed, rows: readonly KnownRow[]): string[] {
  const known = new Map<string, string>();
  for (const row of rows) {
    const side = row[source];
    if (side !== null) known.set(side.stockId, side.sku);
  }
  const skus = new Set<string>();
  for (const side of fresh) {
    const before = known.get(side.stockId);
    if (before === side.sku) continue;
    skus.add(side.sku);
    if (before !== undefined) skus.add(before);
  }
  for (const stockId of gone) skus.add(known.get(stockId) ?? '');
  return [...skus].filter((sku) => !isBlankSku(sku));
}

/**
 * Plans a refresh. `rows` are those of the touched variants and every other holder of the `touchedSkus`; what is linked
 * by any other SKU stays as it is.
 */
export function planRefresh(refreshed: Refreshed, rows: readonly KnownRow[], skus: readonly string[]): MergePlan {
  const gone = new Set(refreshed.gone);
  const isGone = (source: Source, stockId: string): boolean => source === refreshed.source && gone.has(stockId);
  const judged = new Set(skus);
  const index = indexAfter(refreshed, rows, isGone);
  const linked = new Set(rows.flatMap(linkedSku));
  return planMerge({
    rows,
    fresh: refreshed.fresh,
    isGone,
    linkable: (sku) => (judged.has(sku) ? index.linkable(sku) : linked.has(sku)),
  });
}

function indexAfter(
  { source, fresh }: Refreshed,
  rows: readonly KnownRow[],
  isGone: (source: Source, stockId: string) => boolean,
): SkuIndex {
  const index = new SkuIndex();
  const read = new Map(fresh.map((side) => [side.stockId, side]));
  for (const side of read.values()) index.add(source, side.sku);
  for (const row of rows) {
    for (const side of [row.shopify, row.square]) {
      if (side === null || isGone(side.source, side.stockId) || (side.source === source && read.has(side.stockId))) continue;
      index.add(side.source, side.sku);
    }
  }
  return index;
}

function linkedSku({ shopify, square }: Joined): string[] {
  return shopify !== null && square !== null ? [shopify.sku] : [];
}
