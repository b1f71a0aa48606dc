/** The largest file that is read, in bytes. */
export const MAX_FILE_BYTES = 10_000_000;
/** The most rows that are read, as many as a large catalog has variants. */
export const MAX_ROWS = 100_000;

/** Why a file cannot be read as a table. */
export type FileProblem = 'unreadable' | 'too-large' | 'workbook' | 'encoding' | 'too-many-rows' | 'open-quote' | 'no-columns' | 'empty';

/** A row of a file. `row` is the number that a spreadsheet shows beside it. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** A file as a table: the names of its columns, and the rows below them that are not blank. */
export interface FileTable {
  readonly columns: readonly string[];
  readonly rows: readonly FileRow[];
}

/** Returns the place of the only column with one of these names, in small letters; null when there is none or more than one. */
export function onlyColumn({ columns }: FileTable, names: readonly string[]): number | null {
  const found = columns.flatMap((name, place) => (names.includes(name.toLowerCase()) ? [place] : []));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** An apostrophe that our exports put before text that a spreadsheet would take for a formula: the reverse of csv.ts. */
const GUARD = /^'(?=\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/u;
const INNER_GUARD = /(?<=[;\t\r\n][^\S\t\r\n]*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** Returns a cell without the apostrophes that our own exports add. */
export function unguarded(cell: string): string {
  return cell.replace(GUARD, '').replaceAll(INNER_GUARD, '').trim();
}
