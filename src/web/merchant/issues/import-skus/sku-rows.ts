import { readSku } from '../../../../domain/catalog/sku';
import type { Source } from '../../../../domain/source';
import type { ColumnPair } from '../../../shared/components/csv-columns-stage';
import { onlyColumn, unguarded, type FileTable } from '../../../shared/csv-rows';

/** Names of columns with variant IDs, in small letters: that of the issues' export, and those that belong to one platform. */
const ID_NAMES: readonly string[] = ['variant id'];
const OWN_ID_NAMES: Readonly<Record<Source, readonly string[]>> = {
  shopify: ['shopify variant id', 'variant gid', 'admin graphql api id'],
  square: ['square variation id', 'variation id'],
};
/** Names of columns with SKUs. With two of them, only a person knows which one was filled in. */
const SKU_NAMES: readonly string[] = ['sku', 'new sku', 'variant sku', 'item sku', 'stock keeping unit'];

/** Returns the places of the columns with IDs and SKUs, as far as their names tell. */
export function guessColumns(table: FileTable, source: Source): ColumnPair {
  return [onlyColumn(table, ID_NAMES) ?? onlyColumn(table, OWN_ID_NAMES[source]), onlyColumn(table, SKU_NAMES)];
}

/** Why a row cannot be imported. `refused`: no variant may have such a SKU. */
export type RowProblem = 'no-id' | 'damaged-id' | 'no-such-id' | 'damaged-sku' | 'refused' | 'repeated-id' | 'repeated-sku';

/** A row that cannot be imported; `value` is what it holds, or for `refused` the reason. */
export interface WrongRow {
  readonly row: number;
  readonly problem: RowProblem;
  readonly value: string;
}

/** A SKU for a variant. */
export interface SkuRow {
  readonly row: number;
  /** The platform's ID as calls answer it: Shopify's is a GID. */
  readonly id: string;
  readonly sku: string;
}

/** A file's rows: the SKUs, the rows that are wrong, and how many have no SKU and are left out. */
export interface ReadSkus {
  readonly skus: readonly SkuRow[];
  readonly wrong: readonly WrongRow[];
  readonly blank: number;
}

/** Reads the SKU of every row. A blank one is none: no SKU is ever removed. */
export function readSkus(table: FileTable, columns: { readonly id: number; readonly sku: number }, source: Source): ReadSkus {
  const skus: SkuRow[] = [];
  const wrong: WrongRow[] = [];
  const seen = { ids: new Set<string>(), skus: new Set<string>() };
  let blank = 0;
  for (const { row, cells } of table.rows) {
    const [idCell, sku] = [unguarded(cells[columns.id] ?? ''), unguarded(cells[columns.sku] ?? '')];
    if (sku === '') {
      blank += 1;
      continue;
    }
    const id = readId(idCell, source);
    const problem = problemOf(idCell, id, sku) ?? repetition(id, sku, seen);
    seen.ids.add(id);
    seen.skus.add(sku);
    if (problem === null) skus.push({ row, id, sku });
    else wrong.push({ row, ...problem });
  }
  return { skus, wrong, blank };
}

type Problem = Pick<WrongRow, 'problem' | 'value'>;

function problemOf(idCell: string, id: string, sku: string): Problem | null {
  if (idCell === '') return { problem: 'no-id', value: sku };
  if (id === '') return { problem: SHORTENED.test(idCell) ? 'damaged-id' : 'no-such-id', value: idCell };
  if (SHORTENED.test(sku)) return { problem: 'damaged-sku', value: sku };
  const read = readSku(sku);
  return read.ok ? null : { problem: 'refused', value: read.error.message };
}

function repetition(id: string, sku: string, seen: { readonly ids: Set<string>; readonly skus: Set<string> }): Problem | null {
  if (seen.ids.has(id)) return { problem: 'repeated-id', value: id };
  return seen.skus.has(sku) ? { problem: 'repeated-sku', value: sku } : null;
}

/** What spreadsheets make of long numbers, such as '4.12E+13': the rest of the digits is lost. */
const SHORTENED = /^\d+(?:[.,]\d+)?E\+\d+$/iu;

const SHOPIFY_VARIANT = 'gid://shopify/ProductVariant/';
/** The longest Square ID, as the server reads it, in characters. */
const MAX_SQUARE_ID = 192;

/** Reads an ID as the server does: a GID or a number for Shopify, any short text for Square; '' when it is none. */
function readId(cell: string, source: Source): string {
  if (SHORTENED.test(cell)) return '';
  if (source === 'square') return cell.length > MAX_SQUARE_ID || cell.includes('://') ? '' : cell;
  const number = cell.startsWith(SHOPIFY_VARIANT) ? cell.slice(SHOPIFY_VARIANT.length) : cell;
  return /^\d{1,19}$/u.test(number) ? `${SHOPIFY_VARIANT}${number}` : '';
}
