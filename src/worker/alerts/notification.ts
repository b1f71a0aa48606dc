import type { Instant } from '../../domain/instant';

const MINUTE = 60_000;
/** How long one run may take for a notification before another run retries it, ms. */
export const LEASE_MS = 2 * MINUTE;
/** The pause after the first failure, doubled with each further one. */
const FIRST_WAIT_MS = MINUTE;
const LONGEST_WAIT_MS = 60 * MINUTE;

/** Returns how long to wait after this many failures in a row, ms. */
export function waitAfter(tries: number): Instant {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(Math.max(0, tries - 1), 10));
}
