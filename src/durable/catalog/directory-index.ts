import { STATUSES, statusOf, viewOf, type SideFacts, type VIEWS } from '../../domain/catalog/joined';
import { isBlankSku, rankOf } from '../../domain/catalog/match';
import { parseProductStatus } from '../../domain/catalog/side-variant';
import { otherSource, SOURCES, type Source } from '../../domain/source';
import type { Database } from '../store/database';

/** A row's facts as bits of one number. */
export const BIT = {
  shopify: 1,
  square: 2,
  missing: { shopify: 4, square: 8 },
  duplicate: { shopify: 16, square: 32 },
  untracked: { shopify: 64, square: 128 },
  /** For a row of one side: the other side has its SKU, on a variant that it is not matched with. */
  taken: 256,
  /** All its sides are of archived products. */
  archived: 512,
} as const;

/** Rows per read: bounds the memory that a scan of a large catalog uses at once. */
const SCAN_ROWS = 5_000;

type ScanRow = {
  readonly key: number;
  readonly item_id: number | null;
  readonly variation_id: string | null;
  readonly shopify_sku: string | null;
  readonly square_sku: string | null;
  readonly shopify_status: string | null;
  readonly square_status: string | null;
  readonly shopify_tracked: number | null;
  readonly square_tracked: number | null;
  readonly shopify_quantity: number | null;
  readonly square_quantity: number | null;
};

/** The whole catalog as a few numbers per row, ordered by key. About 22 bytes per variant. */
export interface Index {
  readonly keys: Int32Array;
  readonly flags: Uint16Array;
  /** NaN where not known. */
  readonly shopify: Float64Array;
  readonly square: Float64Array;
}

/** Builds the index in one read of every row. */
export function scan(db: Database): Index {
  const keys: number[] = [];
  const flags: number[] = [];
  const quantities: Record<Source, number[]> = { shopify: [], square: [] };
  const holders: Record<Source, SkuHolders> = { shopify: new SkuHolders(), square: new SkuHolders() };
  for (let after = -1; ;) {
    const rows = db.rows<ScanRow>(
      `select key, item_id, variation_id, shopify_sku, square_sku, shopify_status, square_status, shopify_tracked, square_tracked,
        shopify_quantity, square_quantity
        from variant where key > ? order by key limit ${SCAN_ROWS}`,
      after,
    );
    for (const row of rows) {
      const at = keys.push(row.key) - 1;
      flags.push(flagsOf(row));
      quantities.shopify.push(row.shopify_quantity ?? Number.NaN);
      quantities.square.push(row.square_quantity ?? Number.NaN);
      if (row.item_id !== null) holders.shopify.add(at, row.shopify_sku ?? '', row.shopify_status);
      if (row.variation_id !== null) holders.square.add(at, row.square_sku ?? '', row.square_status);
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < SCAN_ROWS) break;
    after = last.key;
  }
  const index: Index = {
    keys: Int32Array.from(keys),
    flags: Uint16Array.from(flags),
    shopify: Float64Array.from(quantities.shopify),
    square: Float64Array.from(quantities.square),
  };
  for (const source of SOURCES) markSkus(index, source, holders);
  return index;
}

/** Marks the rows of a side that share their SKU with another row, or whose SKU the other side has on a separate variant. */
function markSkus({ flags }: Index, source: Source, holders: Readonly<Record<Source, SkuHolders>>): void {
  const other = otherSource(source);
  const isJoined = (at: number): boolean => ((flags[at] ?? 0) & BIT[other]) !== 0;
  for (const at of holders[source].duplicates(isJoined)) flags[at] = (flags[at] ?? 0) | BIT.duplicate[source];
  for (const at of holders[source].shared(holders[other])) if (!isJoined(at)) flags[at] = (flags[at] ?? 0) | BIT.taken;
}

function flagsOf(row: ScanRow): number {
  let flags = 0;
  if (row.item_id !== null) {
    flags |= BIT.shopify;
    if (isBlankSku(row.shopify_sku ?? '')) flags |= BIT.missing.shopify;
    if (row.shopify_tracked !== 1) flags |= BIT.untracked.shopify;
  }
  if (row.variation_id !== null) {
    flags |= BIT.square;
    if (isBlankSku(row.square_sku ?? '')) flags |= BIT.missing.square;
    if (row.square_tracked !== 1) flags |= BIT.untracked.square;
  }
  const isSold = (id: number | string | null, status: string | null): boolean => id !== null && status !== 'archived';
  if (!isSold(row.item_id, row.shopify_status) && !isSold(row.variation_id, row.square_status)) flags |= BIT.archived;
  return flags;
}

/** The positions of one side's variants that compete for each SKU. Most SKUs have one: the others have a list of their own. */
class SkuHolders {
  readonly #first = new Map<string, number>();
  readonly #more = new Map<string, number[]>();
  readonly #drafts = new Set<number>();

  add(at: number, sku: string, status: string | null): void {
    const rank = rankOf(parseProductStatus(status ?? '') ?? 'active');
    if (rank === null || isBlankSku(sku)) return;
    if (rank === 'draft') this.#drafts.add(at);
    const name = sku.trim();
    const first = this.#first.get(name);
    if (first === undefined) this.#first.set(name, at);
    else this.#more.set(name, [...(this.#more.get(name) ?? [first]), at]);
  }

  /** Yields the positions whose SKU is not theirs alone, except the one that has it by right: the linked one, or the only one on sale. */
  *duplicates(isJoined: (at: number) => boolean): Iterable<number> {
    for (const places of this.#more.values()) {
      const onSale = places.filter((at) => !this.#drafts.has(at));
      for (const at of places) if (!isJoined(at) && !(onSale.length === 1 && onSale[0] === at)) yield at;
    }
  }

  /** Yields the first position of each SKU that the other side also has. */
  *shared(other: SkuHolders): Iterable<number> {
    for (const [sku, at] of this.#first) if (other.#first.has(sku)) yield at;
  }
}

/** Returns whether a row is of archived products alone. */
export function isArchivedAt({ flags }: Index, at: number): boolean {
  return ((flags[at] ?? 0) & BIT.archived) !== 0;
}

/** Returns which of the views by sides and numbers a row belongs to. */
export function viewAt(index: Index, at: number): (typeof VIEWS)[number] {
  const flag = index.flags[at] ?? 0;
  return viewOf(factsOf(flag, 'shopify'), factsOf(flag, 'square'), sameNumbersAt(index, at));
}

/** Returns a row's full status as a number: its position in the order of statuses. */
export function statusAt(index: Index, at: number): number {
  const { shopify, square } = sidesAt(index, at);
  return STATUSES.indexOf(statusOf(shopify, square, sameNumbersAt(index, at)));
}

/** Returns the known facts about a row's sides and its SKU. */
export function sidesAt(
  { flags }: Index,
  at: number,
): { readonly shopify: SideFacts | null; readonly square: SideFacts | null; readonly skuTaken: boolean; readonly archived: boolean } {
  const flag = flags[at] ?? 0;
  const [skuTaken, archived] = [(flag & BIT.taken) !== 0, (flag & BIT.archived) !== 0];
  return { shopify: factsOf(flag, 'shopify'), square: factsOf(flag, 'square'), skuTaken, archived };
}

/** Returns whether both quantities are known and equal: NaN equals nothing. */
function sameNumbersAt({ shopify, square }: Index, at: number): boolean {
  return shopify[at] === square[at];
}

/** Every combination of a side's facts, created once: lists request a hundred thousand of them. */
const FACTS: readonly SideFacts[] = Array.from({ length: 8 }, (_, bits) => ({
  missing: (bits & 1) !== 0,
  duplicate: (bits & 2) !== 0,
  tracked: (bits & 4) === 0,
}));

function factsOf(flag: number, source: Source): SideFacts | null {
  if ((flag & BIT[source]) === 0) return null;
  const bits = Number((flag & BIT.missing[source]) !== 0) | (Number((flag & BIT.duplicate[source]) !== 0) << 1);
  return FACTS[bits | (Number((flag & BIT.untracked[source]) !== 0) << 2)] ?? null;
}

/** Returns the position of a key in a sorted array, or -1. */
export function placeOf(keys: Int32Array, key: number): number {
  let low = 0;
  let high = keys.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = keys[middle] ?? 0;
    if (found === key) return middle;
    if (found < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
