/** One cell: text, a number, or nothing. */
export type CsvCell = string | number | undefined;

/** A cell that a spreadsheet takes for a formula: one of these characters comes first (owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * The same within a text, behind what a spreadsheet may take for the end of a cell. One that is set to semicolons or tabs does not
 * see our quotes, for they do not stand where it sees a cell begin.
 */
const INNER_FORMULA = /(?<=[;\t\r\n])([^\S\t\r\n]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** Text as it stands in a CSV file: never a formula, quoted where it must be. A number is written bare. */
function cell(value: CsvCell): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  // A leading apostrophe is how spreadsheets mark text; product names come from outside and must not run as formulas.
  const inner = value.replaceAll(INNER_FORMULA, "$1'");
  const text = FORMULA.test(value) || /^[\t\r\n]/u.test(value) ? `'${inner}` : inner;
  return /[",;\t\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
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
