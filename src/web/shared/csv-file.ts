import Papa from 'papaparse';

import { err, ok, type Result } from '../../domain/result';
import { MAX_FILE_BYTES, MAX_ROWS, type FileProblem, type FileRow, type FileTable } from './csv-rows';

/** First bytes of a zip file, which a current workbook is, and of an old workbook. */
const WORKBOOKS: readonly (readonly number[])[] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** Reads the bytes of a CSV file. Commas, semicolons, or tabs may separate its cells; it is UTF-8, or UTF-16 with a byte order mark. */
export function readTable(bytes: Uint8Array): Result<FileTable, FileProblem> {
  if (bytes.byteLength > MAX_FILE_BYTES) return err('too-large');
  if (WORKBOOKS.some((start) => start.every((byte, index) => bytes[index] === byte))) return err('workbook');
  const text = decode(bytes);
  if (text === null) return err('encoding');
  // One row more than allowed, below the columns' names, tells that there are too many.
  const { data, errors } = Papa.parse<string[]>(text, { preview: MAX_ROWS + 2, delimiter: delimiterOf(text) });
  if (errors.some(({ type }) => type === 'Quotes')) return err('open-quote');
  const rows = data.map((cells, index): FileRow => ({ row: index + 1, cells: cells.map((cell) => cell.trim()) }));
  const [head, ...rest] = rows.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (head === undefined || rest.length === 0) return err('empty');
  if (rest.length > MAX_ROWS) return err('too-many-rows');
  if (head.cells.length < 2) return err('no-columns');
  return ok({ columns: head.cells, rows: rest });
}

/** Returns what separates the names of the columns. The library's own guess fails where a line is blank. */
function delimiterOf(text: string): string {
  const cells = (delimiter: string): number => {
    const { data } = Papa.parse<string[]>(text, { preview: 1, delimiter, skipEmptyLines: 'greedy' });
    return data[0]?.length ?? 0;
  };
  return [';', '\t'].reduce((best, next) => (cells(next) > cells(best) ? next : best), ',');
}

/** Returns the text; null where the bytes are in no encoding that can be told. */
function decode(bytes: Uint8Array): string | null {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
