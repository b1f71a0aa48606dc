/** One row of the table: what is measured, its target, and its ceiling. */
export interface Budget {
  readonly id: string;
  readonly what: string;
  readonly target: number | null;
  readonly ceiling: number | null;
  /** True for counts, which are the same on any machine and can fail the bench. Times and throughputs are only shown. */
  readonly counted: boolean;
  /** How to show target and ceiling where the numbers alone are not clear. */
  readonly reads?: readonly [target: string, ceiling: string];
}

const count = (id: string, what: string, target: number, ceiling: number = target): Budget => ({
  id,
  what,
  target,
  ceiling,
  counted: true,
});
const time = (id: string, what: string, reads: readonly [string, string]): Budget => ({
  id,
  what,
  target: null,
  ceiling: null,
  counted: false,
  reads,
});

/** The budgets. A row whose id starts with another row's id belongs to it: `--only P1` measures all of P1. */
export const BUDGETS: readonly Budget[] = [
  count('P1 0.1 s', 'object rows written per synced sale, all told, 1,000 sales 0.1 s apart', 4, 6),
  count('P1 10 s', 'the same, 10 s apart', 4, 6),
  count('P1 10 min', 'the same, 10 min apart', 6),
  count('P1b', 'D1 rows written per synced sale', 0.5, 1),
  count('P2 1k', 'object rows read per synced sale at 1,000 variants', 6, 12),
  count('P2 10k', 'the same at 10,000 variants', 6, 12),
  count('P2 100k', 'the same at 100,000 variants', 6, 12),
  count('P2 10 s', 'the same over 1,000 sales 10 s apart at 1,000 variants, alarms and all', 6, 12),
  { ...count('P2 equal', 'largest of the three over the smallest', 1.1), reads: ['1', 'equal'] },
  count('P3', 'external calls per synced sale without faults', 1.05, 1.2),
  count('P4', 'external writes caused by echoes, duplicates and stale webhooks', 0),
  count('P5', 'Worker and object invocations per synced sale, 10 s apart', 4, 6),
  count('P6', 'queue operations and D1 writes in the webhook path', 0),
  { ...count('P7', 'list price of 1,000,000 synced sales, from the counts at 10 s', 5, 6.6), reads: ['$5', '$6.60'] },
  count('P8', 'calls for a 10-line order to reach the other side', 1, 2),
  time('P9', 'webhook received to write sent, inside, platform time excluded', ['p50 100 ms, p99 1 s', '']),
  { ...count('P10', 'first snapshot of 100,000 variants: peak heap of the parser, MB', 32, 64), reads: ['32 MB old space', '64 MB'] },
  count('P11', 'first snapshot: object rows written per linked variant, both sides and link', 4, 5),
  count('P12', 'second snapshot with c changes: rows written per change', 5),
  count('P13', 'Shopify calls per snapshot of 100,000 variants', 4, 5),
  count('P14', 'Square calls per snapshot of 100,000 variations', 205),
  { ...count('P15', 'snapshot interrupted: work redone beyond a chunk a kill, or wrong rows', 0), reads: ['resumes, 0', '0'] },
  count('P16', 'rows read for an inventory page of 500 at 100,000 variants, the worst of all views', 502, 1_100),
  count('P16 cold', 'rows read for the first page of 500 and the view counts by an object that has just started', 1_000, 10_000),
  count('P17', 'rows read for view counts and the duplicate list on a warm object', 0),
  time('P18', 'search at 100,000 variants, ms', ['20 ms', '30 ms']),
  time('P19', 'call dispatch over a bare handler, empty reply, µs of CPU', ['5 µs', '10 µs']),
  time('P20', 'webhook ingest into one object, per second', ['3,000/s', '1,000/s']),
  { ...count('P21', 'forged webhooks: object, D1 and queue calls, and answers other than 401', 0), reads: ['0', '0'] },
  count('P22 Worker', "the Worker's bundle, KB gzip", 300, 500),
  count('P22 page', "the first page's JavaScript, KB gzip", 110, 150),
  time('P23', 'table of 1,000 rows, scripted scroll in Chromium: longest frame, ms', ['no frame over 50 ms', '']),
  { ...count('P23 rows', 'the same: rows in the document at most', 60, 100), reads: ['bounded: 60', '100'] },
  time('P24', 'webhook received to write sent while both sides of 100,000 variants are read again, platform time excluded, p99', [
    '10 ms',
    '100 ms',
  ]),
  time('P25 rows', 'inventory of 3,000 variants, 150 ms round trips, 1.6 Mbit/s, 4x CPU slowdown, Chromium: first rows', ['2.5 s', '4 s']),
  time('P25 blocking', 'the same: time that long tasks block the page', ['200 ms', '300 ms']),
  count('P25 shift', 'the same: cumulative layout shift', 0.02, 0.1),
  count('P25 rounds', 'the same: requests in a row', 3, 4),
  count('P25 requests', 'the same: requests', 10, 16),
  count('R1', 'wrong final stock in simulated histories', 0),
  count('R2', 'mutants of the algorithm that survive', 0),
  {
    ...count('R3', 'variants still wrong an hour and a sweep after ten minutes without webhooks', 0),
    reads: ['gone within one sweep', '0'],
  },
];

/** How a measurement compares with its budget. Only `over` fails the bench. */
export type Standing = 'on target' | 'within the ceiling' | 'over' | 'shown' | 'not measured';

/** Compares a value with its budget. */
export function standing({ target, ceiling }: Budget, value: number | null): Standing {
  if (value === null) return 'not measured';
  if (ceiling !== null && value > ceiling) return 'over';
  if (target === null) return 'shown';
  return value <= target ? 'on target' : 'within the ceiling';
}
