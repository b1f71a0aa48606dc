import { onlyColumn, unguarded, type FileTable } from '../../../shared/csv-rows';

/** The largest count that the server takes, in units. */
export const MAX_COUNT = 1_000_000;

/** Names of columns that hold SKUs or counts, in small letters; the inventory's own export is among them. */
const SKU_NAMES: readonly string[] = ['sku', 'variant sku', 'item sku', 'stock keeping unit'];
const COUNT_NAMES: readonly string[] = [
  'count',
  'new count',
  'counted',
  'inventory count',
  'quantity',
  'new quantity',
  'qty',
  'stock',
  'available',
  'on hand',
];

/** The places of the two columns that are read, from 0; null for one that is to be chosen. */
export interface Columns {
  readonly sku: number | null;
  readonly count: number | null;
}

/** Returns the columns that are named as such, if one of each is. */
export function guessColumns(table: FileTable): Columns {
  return { sku: onlyColumn(table, SKU_NAMES), count: onlyColumn(table, COUNT_NAMES) };
}

/** Why a row's count cannot be taken. */
export type RowProblem = 'no-sku' | 'no-number' | 'negative' | 'not-whole' | 'too-large' | 'repeated';

/** A row whose count cannot be taken; `value` is what it holds instead. */
export interface WrongRow {
  readonly row: number;
  readonly problem: RowProblem;
  readonly value: string;
}

/** A count, in whole units. */
export interface CountedSku {
  readonly row: number;
  readonly sku: string;
  readonly count: number;
}

/** A file's rows: the counts, the rows that are wrong, and how many hold no count and are left out. */
export interface ReadCounts {
  readonly counts: readonly CountedSku[];
  readonly wrong: readonly WrongRow[];
  readonly blank: number;
}

/** Reads every row's count. A blank count is none, and never zero. */
export function readCounts(table: FileTable, columns: { readonly sku: number; readonly count: number }): ReadCounts {
  const counts: CountedSku[] = [];
  const wrong: WrongRow[] = [];
  const seen = new Set<string>();
  let blank = 0;
  for (const { row, cells } of table.rows) {
    const sku = unguarded(cells[columns.sku] ?? '');
    const cell = cells[columns.count] ?? '';
    if (cell === '') {
      blank += 1;
      continue;
    }
    const count = readCount(cell);
    const problem = sku === '' ? 'no-sku' : typeof count !== 'number' ? count : seen.has(sku) ? 'repeated' : null;
    seen.add(sku);
    if (problem !== null) wrong.push({ row, problem, value: problem === 'repeated' ? sku : cell });
    else if (typeof count === 'number') counts.push({ row, sku, count });
  }
  return { counts, wrong, blank };
}

/** Reads whole units; decimals that are zero are what some spreadsheets write. */
function readCount(cell: string): number | RowProblem {
  const parts = /^(?<sign>-?)(?<whole>\d{1,15})(?:\.(?<decimals>\d{1,15}))?$/u.exec(cell)?.groups;
  if (parts === undefined) return 'no-number';
  const { sign = '', whole = '', decimals = '' } = parts;
  if (/[^0]/u.test(decimals)) return 'not-whole';
  const count = Number(whole);
  if (sign !== '' && count > 0) return 'negative';
  return count > MAX_COUNT ? 'too-large' : count;
}
