import { readFileSync, writeFileSync } from 'node:fs';

import type { Measured } from './point';

const PAGE = 'docs/scale.md';
const [BEGIN, END] = ['<!-- measured -->', '<!-- /measured -->'];

/** Returns the row of a point, as the page shows it. */
export function rowOf(measured: Measured, what: string): string {
  const figures = Object.entries(measured.figures).map(
    ([name, value]) => `${name}: ${typeof value === 'number' ? value.toLocaleString('en', { maximumFractionDigits: 3 }) : value}`,
  );
  const cells = [`\`${measured.point}\``, what, figures.join('; '), `${measured.date}, ${measured.seconds} s on ${measured.machine}`];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Returns the page with these rows in place of those of the same points; other rows stay as they were measured. */
export function withRows(page: string, rows: readonly string[], order: readonly string[]): string {
  const [before = '', rest = ''] = page.split(BEGIN);
  const [table = '', after] = rest.split(END);
  if (after === undefined) throw new Error(`${PAGE} has no place for what was measured`);
  const nameOf = (row: string): string => /^\| *`(?<name>[^`]+)`/u.exec(row)?.groups?.['name'] ?? '';
  const known = table.split('\n').filter((row) => nameOf(row) !== '');
  const kept = known.filter((row) => !rows.some((one) => nameOf(one) === nameOf(row)));
  const sorted = [...kept, ...rows].toSorted((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)));
  const head = ['| point | what | measured | when and where |', '| --- | --- | --- | --- |'];
  return `${before}${BEGIN}\n\n${[...head, ...sorted].join('\n')}\n\n${END}${after}`;
}

/** Writes rows into the page. */
export function writeRows(rows: readonly string[], order: readonly string[]): void {
  writeFileSync(PAGE, withRows(readFileSync(PAGE, 'utf8'), rows, order));
}
