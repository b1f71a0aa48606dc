import { round, type Finding } from './measure';
import { lastLine, run } from './programs';

/** The output of `load.ts`: medians, but the worst of shift and requests. */
interface Loaded {
  /** ms from the start of the navigation. */
  readonly rows: number;
  readonly blocking: number;
  readonly shift: number;
  readonly rounds: number;
  readonly requests: number;
  readonly bytes: number;
}

/** Measures P25: the inventory list of 3,000 variants, loaded in Chromium over a slow connection. */
export async function loading(): Promise<Finding[]> {
  const { code, output } = await run(['scripts/bench/load.ts']);
  if (code !== 0) throw new Error(output);
  const { rows, blocking, shift, rounds, requests, bytes } = JSON.parse(lastLine(output)) as Loaded;
  return [
    { id: 'P25 rows', value: round(rows), shown: `${round(rows / 1_000)} s`, note: 'median of 5 loads with an empty cache' },
    { id: 'P25 blocking', value: round(blocking), shown: `${Math.round(blocking)} ms`, note: 'beyond 50 ms of each long task' },
    { id: 'P25 shift', value: Math.round(shift * 1_000) / 1_000, note: 'the worst load' },
    { id: 'P25 rounds', value: rounds, note: 'each sent after the one before it was answered' },
    { id: 'P25 requests', value: requests, note: `${Math.round(bytes / 1_000)} KB compressed; without repeated polls` },
  ];
}
