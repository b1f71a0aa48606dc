import { otherPlatform, type Platform } from './outside';
import type { LinkInterval, Truth } from './truth';

/** How late changes were, in ms, from when the account had taken in the first report of each until nothing was pending. */
export interface Lateness {
  readonly longestMs: number;
  /** Changes later than the bound. */
  readonly late: number;
}

/** A generous limit on lateness, in ms: a minute, one quarantine for an unanswered attempt, and one for its repetition. */
const BOUND_MS = 60_000 + 2 * 120_000;

/** Measures the pairs that were linked all the time, and no others. Pure. */
export function latenessOf(truth: Truth): Lateness {
  const whole = truth.links.filter(({ from, to }) => from === 0 && to === Infinity);
  const all = whole.flatMap((link) => [...waits(truth, link, 'shopify'), ...waits(truth, link, 'square')]);
  return { longestMs: Math.max(0, ...all), late: all.filter((ms) => ms > BOUND_MS).length };
}

/**
 * Returns for each change of a side how long it took until the other side had everything reported by then. Leaves out a side with a change
 * that was never reported, because the time at which reconciliation found it is not known here.
 */
function waits(truth: Truth, link: LinkInterval, changed: Platform): number[] {
  const other = otherPlatform(changed);
  const changes = truth.changes.filter((change) => change.platform === changed && change.stock === link[changed]);
  const reports = changes.flatMap(({ reportedAt, delta }) => (reportedAt === null ? [] : [{ at: reportedAt, owed: delta }]));
  if (reports.length < changes.length) return [];
  const moves = truth.moves.filter((move) => move.platform === other && move.stock === link[other] && move.by === 'app');
  const steps = [...reports, ...moves.map(({ at, delta }) => ({ at, owed: -delta }))].toSorted((a, b) => a.at - b.at);
  const settledAt: number[] = [];
  let owed = 0;
  for (const step of steps) {
    owed += step.owed;
    if (owed === 0) settledAt.push(step.at);
  }
  return reports.flatMap(({ at }) => {
    const settled = settledAt.find((time) => time >= at);
    return settled === undefined ? [] : [settled - at];
  });
}
