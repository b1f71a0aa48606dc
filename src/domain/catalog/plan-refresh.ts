import { otherSource, SOURCES, type Source } from '../source';
import { isLinked, type KnownRow } from './joined';
import { isBlankSku, SkuIndex } from './match';
import { planMerge, type MergeInput, type MergePlan } from './plan-merge';
import type { SideVariant } from './side-variant';
import type { Grace } from './sku-difference';

/** Touched variants of one side as just read, and those that are gone. */
export interface Refreshed {
  readonly source: Source;
  readonly fresh: readonly SideVariant[];
  /** Stock ids that the platform no longer has. */
  readonly gone: readonly string[];
}

/**
 * The SKUs whose holders may change through a refresh: of variants that are new, gone, or named otherwise than before, and
 * of the partners of those that are gone. Empty when nothing can be linked or unlinked, so that no other row need be read.
 */
export function changedSkus(reads: readonly Refreshed[], rows: readonly KnownRow[]): string[] {
  const skus = new Set<string>();
  for (const { source, fresh, gone } of reads) {
    const known = new Map(rows.flatMap((row) => (row[source] === null ? [] : [[row[source].stockId, row]])));
    for (const side of fresh) {
      const before = known.get(side.stockId)?.[source]?.sku;
      if (before === side.sku) continue;
      skus.add(side.sku);
      if (before !== undefined) skus.add(before);
    }
    for (const stockId of gone) {
      const row = known.get(stockId);
      skus.add(row?.[source]?.sku ?? '');
      skus.add(row?.[otherSource(source)]?.sku ?? '');
    }
  }
  return [...skus].filter((sku) => !isBlankSku(sku));
}

/**
 * Plans a refresh. `rows` are those of the touched variants and every other holder of the `touchedSkus`; what is linked by any
 * other SKU stays as it is. Links that have to end because of their SKUs are listed as `due` and end by `planRelink`.
 */
export function planRefresh(reads: readonly Refreshed[], rows: readonly KnownRow[], skus: readonly string[], grace: Grace): MergePlan {
  const gone = { shopify: new Set<string>(), square: new Set<string>() };
  for (const read of reads) for (const stockId of read.gone) gone[read.source].add(stockId);
  const fresh = reads.flatMap((read) => read.fresh);
  const isGone = (source: Source, stockId: string): boolean => gone[source].has(stockId);
  return planMerge({ rows, fresh, isGone, ...judge(skus, indexAfter(fresh, rows, isGone)), grace, mayEnd: () => false });
}

/** The SKUs of joined rows, whose holders `planRelink` has to know. */
export function joinedSkus(rows: readonly KnownRow[]): string[] {
  const skus = rows.flatMap(({ shopify, square }) => (shopify === null || square === null ? [] : [shopify.sku, square.sku]));
  return [...new Set(skus)].filter((sku) => !isBlankSku(sku));
}

/**
 * Plans what becomes of links whose SKUs differ, with nothing read: those that have to end and may are ended, and their sides
 * are linked where the SKUs say so. `rows` are those in question and every other holder of their `joinedSkus`.
 */
export function planRelink(rows: readonly KnownRow[], skus: readonly string[], grace: Grace, mayEnd: MergeInput['mayEnd']): MergePlan {
  const isGone = (): boolean => false;
  const known = new Set(skus);
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return planMerge({
    rows,
    fresh: [],
    isGone,
    ...judge(skus, indexAfter([], rows, isGone)),
    grace,
    mayEnd: (key, why) => {
      const row = byKey.get(key);
      // A row that was read as another holder alone: not all is known that it could be linked with.
      if (row === undefined || !joinedSkus([row]).every((sku) => known.has(sku))) return false;
      return !isLinked(row) || mayEnd(key, why);
    },
  });
}

/**
 * Of the links that are to end, those that may end now: all that share a SKU end together, so that no side waits unlinked for
 * its next partner. `settled` says of each that was asked whether it could end by itself.
 */
export function endTogether(rows: readonly KnownRow[], settled: ReadonlyMap<number, boolean>): Set<number> {
  const ready = new Set([...settled].flatMap(([key, is]) => (is ? [key] : [])));
  const waiting = new Set(rows.filter(({ key }) => settled.get(key) === false).flatMap((row) => joinedSkus([row])));
  for (let before = -1; before !== ready.size;) {
    before = ready.size;
    for (const row of rows) {
      const skus = joinedSkus([row]);
      if (!ready.has(row.key) || !skus.some((sku) => waiting.has(sku))) continue;
      ready.delete(row.key);
      for (const sku of skus) waiting.add(sku);
    }
  }
  return ready;
}

/** Judges SKUs of which every holder is known, and no others. */
function judge(skus: readonly string[], index: SkuIndex): Pick<MergeInput, 'linkable' | 'isHeld'> {
  const known = new Set(skus);
  return {
    linkable: (sku) => known.has(sku) && index.linkable(sku),
    isHeld: (source, sku) => known.has(sku) && index.holds(source, sku),
  };
}

function indexAfter(
  fresh: readonly SideVariant[],
  rows: readonly KnownRow[],
  isGone: (source: Source, stockId: string) => boolean,
): SkuIndex {
  const index = new SkuIndex();
  const read = { shopify: new Map<string, SideVariant>(), square: new Map<string, SideVariant>() };
  for (const side of fresh) read[side.source].set(side.stockId, side);
  for (const source of SOURCES) for (const side of read[source].values()) index.add(source, side.sku);
  for (const row of rows) {
    for (const side of [row.shopify, row.square]) {
      if (side !== null && !isGone(side.source, side.stockId) && !read[side.source].has(side.stockId)) index.add(side.source, side.sku);
    }
  }
  return index;
}
