/** A cell: text, a number, or empty. */
export type CsvCell = string | number | undefined;

/** A cell that a spreadsheet treats as a formula: it starts with one of these characters (owasp.org/www-community/attacks/CSV_Injection). */
const FORMULA = /^\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/**
 * The same characters after a possible cell separator within a text. A spreadsheet that splits at semicolons or tabs ignores our
 * quotes, because they are not at the start of what it treats as a cell.
 */
const INNER_FORMULA = /(?<=[;\t\r\n])([^\S\t\r\n]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/gu;

/** Formats a cell: text never becomes a formula and is quoted if necessary; a number stays as it is. */
function cell(value: CsvCell): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  // A leading apostrophe marks text in spreadsheets; product names are untrusted and must not run as formulas.
  const inner = value.replaceAll(INNER_FORMULA, "$1'");
  const text = FORMULA.test(value) || /^[\t\r\n]/u.test(value) ? `'${inner}` : inner;
  return /[",;\t\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a table as CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. */
export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [header, ...rows].map((row) => row.map(cell).join(','));
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}

/** Downloads a text as a file. */
export function downloadCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has started the download.
  window.setTimeout(() => URL.revokeObjectURL(url), 1000);
}
