import { isBlankSku, rankOf } from '../../domain/catalog/match';
import { parseProductStatus } from '../../domain/catalog/side-variant';
import { otherSource, SOURCES, type Source } from '../../domain/source';
import type { Database } from '../store/database';
import { BIT, packBits, type Index, type Shape } from './directory-index';
import { packsOf } from './row';

/** Rows per slice: bounds how long other work waits, and the memory of one read. */
const SLICE_ROWS = 5_000;

type ScanRow = {
  readonly key: number;
  readonly item_id: number | null;
  readonly product_id: string | null;
  readonly shopify_product: string | null;
  readonly shopify_name: string | null;
  readonly shopify_sku: string | null;
  readonly shopify_status: string | null;
  readonly shopify_tracked: number | null;
  readonly shopify_quantity: number | null;
  readonly variation_id: string | null;
  readonly square_item_id: string | null;
  readonly square_product: string | null;
  readonly square_name: string | null;
  readonly square_sku: string | null;
  readonly square_status: string | null;
  readonly square_tracked: number | null;
  readonly square_quantity: number | null;
  readonly excluded: number | null;
  readonly shopify_pack: number | null;
  readonly square_pack: number | null;
};

/** Digits of a position at the end of a sorted text. */
const PLACE_DIGITS = 8;

/**
 * Builds the directory's shape in one read of every row, slice by slice. The catalog's structure must not change in between; quantities may,
 * if the rows concerned are read again afterward.
 */
export class DirectoryBuilder {
  readonly #db: Database;
  readonly #keys: number[] = [];
  readonly #flags: number[] = [];
  readonly #quantities: Record<Source, number[]> = { shopify: [], square: [] };
  readonly #holders: Record<Source, SkuHolders> = { shopify: new SkuHolders(), square: new SkuHolders() };
  readonly #skus: string[] = [];
  /** Sorted texts by name, each ended by a position; the lists get shorter from first to last. */
  readonly #runs: string[][] = [];
  #after = -1;
  #isComplete = false;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Reads the next slice; returns true once all rows are read. */
  step(): boolean {
    if (this.#isComplete) return true;
    const rows = this.#db.rows<ScanRow>(
      `select key, item_id, cast(product_id as text) as product_id, shopify_product, shopify_name, shopify_sku, shopify_status,
        shopify_tracked, shopify_quantity, variation_id, square_item_id, square_product, square_name, square_sku, square_status,
        square_tracked, square_quantity, coalesce(shopify_excluded, square_excluded) as excluded,
        shopify_pack, square_pack
        from variant where key > ? order by key limit ${SLICE_ROWS}`,
      this.#after,
    );
    this.#addRun(rows.map((row) => this.#add(row)).sort());
    this.#after = rows.at(-1)?.key ?? this.#after;
    this.#isComplete = rows.length < SLICE_ROWS;
    return this.#isComplete;
  }

  /** Reads what `step` has not read yet and returns the shape. */
  finish(): Shape {
    while (!this.step());
    const index: Index = {
      keys: Int32Array.from(this.#keys),
      flags: Uint16Array.from(this.#flags),
      shopify: Float64Array.from(this.#quantities.shopify),
      square: Float64Array.from(this.#quantities.square),
    };
    for (const source of SOURCES) markSkus(index, source, this.#holders);
    const names = Int32Array.from(
      this.#runs.reduceRight<string[]>((sorted, run) => merged(run, sorted), []),
      placeIn,
    );
    const bySku = Array.from(names, (at, rank) => `${this.#skus[at] ?? ''}${digits(rank)}`).sort();
    return { index, names, skus: Int32Array.from(bySku, (text) => names[placeIn(text)] ?? 0) };
  }

  /** Adds a row; returns its text by name. */
  #add(row: ScanRow): string {
    const at = this.#keys.push(row.key) - 1;
    this.#flags.push(flagsOf(row));
    this.#quantities.shopify.push(row.shopify_quantity ?? Number.NaN);
    this.#quantities.square.push(row.square_quantity ?? Number.NaN);
    if (row.excluded !== 1) this.#hold(row, at);
    this.#skus.push(part(row.shopify_sku === null || row.shopify_sku === '' ? (row.square_sku ?? '') : row.shopify_sku));
    const product = part(row.shopify_product ?? row.square_product);
    const id = row.product_id === null ? `~${row.square_item_id ?? ''}\0` : `${row.product_id.padStart(20, '0')}\0`;
    return `${product}${id}${part(row.shopify_name ?? row.square_name)}${digits(at)}`;
  }

  /** Notes the SKUs that a row competes for. */
  #hold({ item_id, variation_id, shopify_sku, square_sku, shopify_status, square_status }: ScanRow, at: number): void {
    if (item_id !== null) this.#holders.shopify.add(at, shopify_sku ?? '', shopify_status);
    if (variation_id !== null) this.#holders.square.add(at, square_sku ?? '', square_status);
  }

  #addRun(run: string[]): void {
    let last = run;
    for (let before = this.#runs.at(-1); before !== undefined && before.length <= last.length; before = this.#runs.at(-1)) {
      this.#runs.pop();
      last = merged(before, last);
    }
    this.#runs.push(last);
  }
}

/**
 * Returns a part of a sorted text that compares as the text does in SQLite: by code point, without the case of ASCII letters, absent ones
 * first, and a text before the longer ones that start with it.
 */
function part(text: string | null): string {
  if (text === null) return '\0';
  const folded = text.replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase());
  return `\u0001${folded.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '\uffff$&')}\0`;
}

const digits = (place: number): string => String(place).padStart(PLACE_DIGITS, '0');
const placeIn = (text: string): number => Number(text.slice(-PLACE_DIGITS));

/** Merges two sorted lists. */
function merged(a: readonly string[], b: readonly string[]): string[] {
  const all: string[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [one, other] = [a[i], b[j]];
    if (other === undefined || (one !== undefined && one <= other)) {
      all.push(one ?? '');
      i += 1;
    } else {
      all.push(other);
      j += 1;
    }
  }
  return all;
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
  if (row.excluded === 1) flags |= BIT.excluded;
  return flags | packBits(packsOf(row), { shopify: row.shopify_quantity, square: row.square_quantity });
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
