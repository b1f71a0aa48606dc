/** One cell: text, a number, or nothing. */
export type CsvCell = string | number | undefined;

/** What makes a spreadsheet take a text for a formula when it stands first in a cell. */
const FORMULA = /^[=+\-@\t\r]/u;

/** Text as it stands in a CSV file: never a formula, quoted where it must be. A number is written bare. */
function cell(value: CsvCell): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  // A leading apostrophe is how spreadsheets mark text; product names come from outside and must not run as formulas.
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A table as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(cell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** Gives the reader a text as a file of that name. */
export function downloadCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken hold of the file by the next task.
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}
