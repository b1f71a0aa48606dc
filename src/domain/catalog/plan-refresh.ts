import { otherSource, SOURCES, type Source } from '../source';
import { isLinked, type KnownRow } from './joined';
import { foldSku, isBlankSku, SkuIndex } from './match';
import type { MergePlan } from './merge-plan';
import { planMerge, type LinkRules, type MergeInput } from './plan-merge';
import type { SideVariant } from './side-variant';

/** Variants of one side from the refresh queue as just read, and those that are gone. */
export interface Refreshed {
  readonly source: Source;
  readonly fresh: readonly SideVariant[];
  /** Stock ids that the platform no longer has. */
  readonly gone: readonly string[];
}

/**
 * Returns the SKUs whose variants may change through a refresh: those of variants that are new, gone or renamed or whose
 * product changed its status, and of the partners of gone variants. Empty when nothing can be linked or unlinked, so that no other row needs to be read.
 */
export function changedSkus(reads: readonly Refreshed[], rows: readonly KnownRow[]): string[] {
  const skus = new Set<string>();
  for (const { source, fresh, gone } of reads) {
    const known = new Map(rows.flatMap((row) => (row[source] === null ? [] : [[row[source].stockId, row]])));
    for (const side of fresh) for (const sku of concernedBy(known.get(side.stockId)?.[source] ?? null, side)) skus.add(sku);
    for (const stockId of gone) {
      const row = known.get(stockId);
      skus.add(row?.[source]?.sku ?? '');
      skus.add(row?.[otherSource(source)]?.sku ?? '');
    }
  }
  return [...skus].filter((sku) => !isBlankSku(sku));
}

/** Returns the SKUs whose competition a read of one side changes. */
function concernedBy(before: SideVariant | null, read: SideVariant): string[] {
  if (before === null) return [read.sku];
  const isSame = before.sku === read.sku && before.productStatus === read.productStatus;
  return isSame && (before.isExcluded === true) === (read.isExcluded === true) ? [] : [read.sku, before.sku];
}

/**
 * Plans a refresh. `rows` are those of the refreshed variants and every other variant that has one of the `skus`, in
 * whatever case; links
 * by any other SKU stay as they are. Links that have to end because of their SKUs are listed as `due`, and `planRelink`
 * ends them.
 */
export function planRefresh(reads: readonly Refreshed[], rows: readonly KnownRow[], skus: readonly string[], rules: LinkRules): MergePlan {
  const gone = { shopify: new Set<string>(), square: new Set<string>() };
  for (const read of reads) for (const stockId of read.gone) gone[read.source].add(stockId);
  const fresh = reads.flatMap((read) => read.fresh);
  const isGone = (source: Source, stockId: string): boolean => gone[source].has(stockId);
  return planMerge({ rows, fresh, isGone, ...judge(skus, indexAfter(fresh, rows, isGone)), ...rules, mayEnd: () => false });
}

/** Returns the SKUs of both sides of rows, each once, without blank ones. */
export function skusOf(rows: readonly KnownRow[]): string[] {
  const skus = rows.flatMap(({ shopify, square }) => [shopify?.sku ?? '', square?.sku ?? '']);
  return [...new Set(skus)].filter((sku) => !isBlankSku(sku));
}

/** Returns the SKUs of joined rows; `planRelink` needs every variant that has one of them. */
export function joinedSkus(rows: readonly KnownRow[]): string[] {
  return skusOf(rows.filter(({ shopify, square }) => shopify !== null && square !== null));
}

/**
 * Plans the changes to links whose SKUs differ, without a read: those that have to end and may are ended, and their
 * sides are linked according to the SKUs. `rows` are the rows in question and every other variant with one of their
 * `joinedSkus`.
 */
export function planRelink(rows: readonly KnownRow[], skus: readonly string[], rules: LinkRules, mayEnd: MergeInput['mayEnd']): MergePlan {
  const isGone = (): boolean => false;
  const known = new Set(skus.map(foldSku));
  const byKey = new Map(rows.map((row) => [row.key, row]));
  return planMerge({
    rows,
    fresh: [],
    isGone,
    ...judge(skus, indexAfter([], rows, isGone)),
    ...rules,
    mayEnd: (key, why) => {
      const row = byKey.get(key);
      // The row was only read because it shares a SKU: not all of its possible partners are known.
      if (row === undefined || !joinedSkus([row]).every((sku) => known.has(foldSku(sku)))) return false;
      return !isLinked(row) || mayEnd(key, why);
    },
  });
}

/**
 * Plans links by hand: `pairs` are Square's stock IDs by Shopify's, `rows` those of their variants. A pair of which a side is gone or has a partner
 * is left alone.
 */
export function planManualLinks(rows: readonly KnownRow[], pairs: ReadonlyMap<string, string>, rules: LinkRules): MergePlan {
  const isGone = (): boolean => false;
  return planMerge({ rows, fresh: [], isGone, ...judge([], new SkuIndex()), ...rules, manual: pairs, mayEnd: () => false });
}

/**
 * Returns the links that may end now: links that share a SKU end together, so that no side waits unlinked for its next
 * partner. `settled` states for each requested link whether it could end on its own.
 */
export function endTogether(rows: readonly KnownRow[], settled: ReadonlyMap<number, boolean>): Set<number> {
  const ready = new Set([...settled].flatMap(([key, is]) => (is ? [key] : [])));
  const waiting = new Set(rows.filter(({ key }) => settled.get(key) === false).flatMap((row) => joinedSkus([row]).map(foldSku)));
  for (let before = -1; before !== ready.size;) {
    before = ready.size;
    for (const row of rows) {
      const skus = joinedSkus([row]).map(foldSku);
      if (!ready.has(row.key) || !skus.some((sku) => waiting.has(sku))) continue;
      ready.delete(row.key);
      for (const sku of skus) waiting.add(sku);
    }
  }
  return ready;
}

/** Judges only SKUs of which every variant is known. */
function judge(skus: readonly string[], index: SkuIndex): Pick<MergeInput, 'matchKey' | 'isHeld'> {
  const known = new Set(skus.map(foldSku));
  return {
    matchKey: (holder) => (known.has(foldSku(holder.sku)) ? index.matchKey(holder) : null),
    isHeld: (holder) => known.has(foldSku(holder.sku)) && index.holds(holder),
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
  for (const source of SOURCES) for (const side of read[source].values()) index.add(side);
  for (const row of rows) {
    for (const side of [row.shopify, row.square]) {
      if (side !== null && !isGone(side.source, side.stockId) && !read[side.source].has(side.stockId)) index.add(side);
    }
  }
  return index;
}
