import { STATUSES, statusOf, type SideFacts, type InventoryView } from '../../domain/catalog/joined';
import { isBlankSku } from '../../domain/catalog/match';
import { SOURCES, type Source } from '../../domain/source';
import type { Database } from '../store/database';

/** What is known of a row in one number: a bit each. */
export const BIT = {
  shopify: 1,
  square: 2,
  missing: { shopify: 4, square: 8 },
  duplicate: { shopify: 16, square: 32 },
  untracked: { shopify: 64, square: 128 },
} as const;

/** Rows to a read: bounds the memory that a scan of a large catalogue takes at once. */
const SCAN_ROWS = 5_000;

type ScanRow = {
  readonly key: number;
  readonly item_id: number | null;
  readonly variation_id: string | null;
  readonly shopify_sku: string | null;
  readonly square_sku: string | null;
  readonly shopify_tracked: number | null;
  readonly square_tracked: number | null;
  readonly shopify_quantity: number | null;
  readonly square_quantity: number | null;
};

/** The whole catalogue in a few numbers a row, in the order of keys. About 21 bytes a variant. */
export interface Index {
  readonly keys: Int32Array;
  readonly flags: Uint8Array;
  /** NaN where not known. */
  readonly shopify: Float64Array;
  readonly square: Float64Array;
}

/** Reads every row once and keeps these few numbers of it. */
export function scan(db: Database): Index {
  const keys: number[] = [];
  const flags: number[] = [];
  const quantities: Record<Source, number[]> = { shopify: [], square: [] };
  const holders: Record<Source, SkuHolders> = { shopify: new SkuHolders(), square: new SkuHolders() };
  for (let after = -1; ;) {
    const rows = db.rows<ScanRow>(
      `select key, item_id, variation_id, shopify_sku, square_sku, shopify_tracked, square_tracked, shopify_quantity, square_quantity
        from variant where key > ? order by key limit ${SCAN_ROWS}`,
      after,
    );
    for (const row of rows) {
      const at = keys.push(row.key) - 1;
      flags.push(flagsOf(row));
      quantities.shopify.push(row.shopify_quantity ?? Number.NaN);
      quantities.square.push(row.square_quantity ?? Number.NaN);
      if (row.item_id !== null) holders.shopify.add(at, row.shopify_sku ?? '');
      if (row.variation_id !== null) holders.square.add(at, row.square_sku ?? '');
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < SCAN_ROWS) break;
    after = last.key;
  }
  const index: Index = {
    keys: Int32Array.from(keys),
    flags: Uint8Array.from(flags),
    shopify: Float64Array.from(quantities.shopify),
    square: Float64Array.from(quantities.square),
  };
  for (const source of SOURCES) {
    for (const at of holders[source].duplicates()) index.flags[at] = (index.flags[at] ?? 0) | BIT.duplicate[source];
  }
  return index;
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
  return flags;
}

/** Finds the places whose SKU another place holds too. */
class SkuHolders {
  readonly #first = new Map<string, number>();
  readonly #found = new Set<number>();

  add(at: number, sku: string): void {
    if (isBlankSku(sku)) return;
    const first = this.#first.get(sku);
    if (first === undefined) {
      this.#first.set(sku, at);
    } else {
      this.#found.add(first);
      this.#found.add(at);
    }
  }

  duplicates(): Iterable<number> {
    return this.#found;
  }
}

/** Which of the views, besides 'all', a row stands in: by the sides that it has, and whether both show the same number. */
export function viewAt({ flags, shopify, square }: Index, at: number): Exclude<InventoryView, 'all'> {
  const flag = flags[at] ?? 0;
  if ((flag & BIT.shopify) === 0) return 'square_only';
  if ((flag & BIT.square) === 0) return 'shopify_only';
  return Object.is(shopify[at], square[at]) || shopify[at] === square[at] ? 'in_sync' : 'out_of_sync';
}

/** Where a row stands in full: the order of statuses as a number. */
export function statusAt(index: Index, at: number): number {
  const flag = index.flags[at] ?? 0;
  return STATUSES.indexOf(statusOf(factsOf(flag, 'shopify'), factsOf(flag, 'square'), viewAt(index, at) === 'in_sync'));
}

function factsOf(flag: number, source: Source): SideFacts | null {
  if ((flag & BIT[source]) === 0) return null;
  return {
    missing: (flag & BIT.missing[source]) !== 0,
    duplicate: (flag & BIT.duplicate[source]) !== 0,
    tracked: (flag & BIT.untracked[source]) === 0,
  };
}

/** The place of a key among sorted ones, or -1. */
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
