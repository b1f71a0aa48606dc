import { readFileSync } from 'node:fs';
import { arch, availableParallelism, platform, totalmem } from 'node:os';

import { BUDGETS, standing, type Budget, type Standing } from './budgets';
import { round, type Finding } from './measure';
import type { Ending } from './worlds';

/** One row of the table, as `--json` prints it. */
export interface Line {
  readonly id: string;
  readonly what: string;
  readonly target: string;
  readonly ceiling: string;
  readonly measured: string;
  readonly value: number | null;
  readonly standing: Standing;
  readonly note: string;
}

/** What the bench found, in both output formats. */
export interface Report {
  readonly command: string;
  readonly date: string;
  readonly machine: string;
  readonly seconds: number;
  readonly lines: readonly Line[];
  readonly peers: readonly Ending[];
}

const text = (number: number | null): string => (number === null ? '' : number.toLocaleString('en', { maximumFractionDigits: 2 }));

function lineOf(budget: Budget, finding: Finding | undefined): Line {
  const { id, what, target, ceiling, reads } = budget;
  const value = finding?.value ?? null;
  const measured = finding === undefined || value === null ? 'not measured' : (finding.shown ?? text(value));
  const found = standing(budget, value);
  return {
    id,
    what,
    target: reads?.[0] ?? text(target),
    ceiling: reads?.[1] ?? text(ceiling),
    measured,
    value,
    standing: found,
    note: finding?.note ?? '',
  };
}

/** Returns the rows of all requested budgets. */
export function linesOf(findings: readonly Finding[], wanted: (id: string) => boolean): Line[] {
  return BUDGETS.filter((budget) => wanted(budget.id)).map((budget) =>
    lineOf(
      budget,
      findings.find((finding) => finding.id === budget.id),
    ),
  );
}

/** Describes this machine, enough to judge the times by. */
export function machine(): string {
  const manifest: unknown = JSON.parse(readFileSync('node_modules/workerd/package.json', 'utf8'));
  const { version } = manifest as { version: string };
  return `${availableParallelism()} cores, ${round(totalmem() / 2 ** 30)} GB, ${platform()} ${arch()}, Node ${process.versions.node}, workerd ${version}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

const endingRow = (ending: Ending): string[] => [
  ending.world,
  ending.name,
  text(ending.phantom),
  text(ending.missing),
  text(ending.wrongVariants),
  text(ending.writesPerSale) + (ending.restless ? ', and still writing' : ''),
];

const ENDING_HEAD = ['world', 'who', 'phantom units', 'missing units', 'wrong variants', 'write calls per sale'];

/** Returns the page `docs/benchmarks.md`. */
export function page(report: Report): string {
  const lines = report.lines.map((line) => [line.id, line.what, line.target, line.ceiling, line.measured, line.standing, line.note]);
  return `# Benchmarks

Written by \`${report.command}\` on ${report.date}, in ${Math.round(report.seconds)} s on ${report.machine}. Not to be edited by hand.

The built Worker, its account object, D1 and queues run in the local runtime beside the sandbox, and are counted from outside:
rows as the database's cursors and D1's answers state them (one more for each alarm that is set), calls as they leave the
runtime. Time between sales is simulated by moving both clocks. Counts repeat on any machine, and a counted ceiling that is
broken fails the command. Times (P9, P18 to P20, P24) are this machine's and are printed beside a peer of the same run.

${table(['', 'what', 'target', 'ceiling', 'measured', 'standing', 'note'], lines)}
${report.peers.length === 0 ? '' : peers(report.peers)}`;
}

const peers = (endings: readonly Ending[]): string => `
## Beside a naive mirror

The same sales, restocks and delays (webhooks up to 2 s late, platforms answering within 0.15 s; nothing lost, nothing
doubled) against the same emulated platforms: once with Shelfbridge, once with a mirror that sets a webhook's number on the
other side, as a first script does (\`scripts/bench/inside/naive-mirror.ts\`). Phantom units are for sale and do not exist;
missing ones exist and are not for sale; both sides are counted.

${table(ENDING_HEAD, endings.map(endingRow))}
`;

/** Returns the same report for a terminal. */
export function plain(report: Report): string {
  const rows = report.lines.map((line) => [line.id, line.measured, line.target, line.ceiling, line.standing, line.what, line.note]);
  const head = ['', 'measured', 'target', 'ceiling', 'standing', 'what', 'note'];
  const peersToo = report.peers.length === 0 ? [] : ['', columns(ENDING_HEAD, report.peers.map(endingRow))];
  return [columns(head, rows), ...peersToo, '', `${Math.round(report.seconds)} s on ${report.machine}`].join('\n');
}

function columns(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
