import type { Instant } from '../instant';
import { SOURCES, type Source } from '../source';

/** Calls that one change earns: an account with a sale a minute or more makes at most this many per sale. */
const CALLS_PER_CHANGE = 0.05;
/** The most calls that may be saved up. */
const MOST_CREDIT = 5;
/** How often an account with fewer changes reads, in ms. */
export const QUIET_READ_MS = 3_600_000;
/** How long an account waits for another reason to be awake before it wakes for a reading alone, in ms. */
const PATIENCE_MS = 20 * 60_000;

/** How many calls the account may make to learn causes, and when it last did. */
export interface ReadBudget {
  readonly credit: number;
  readonly readAt: Instant;
}

/** What waits on one side. */
export interface Waiting {
  /** How many calls a reading needs; 0 when nothing waits. */
  readonly calls: number;
  readonly lines: number;
  /** When the oldest line was written, by our clock. */
  readonly oldest: Instant;
}

/** Returns the budget after this many more changes. */
export function earn({ credit, readAt }: ReadBudget, changes: number): ReadBudget {
  return { credit: Math.min(MOST_CREDIT, credit + changes * CALLS_PER_CHANGE), readAt };
}

/** Returns the budget after a reading. */
export function spend({ credit }: ReadBudget, calls: number, now: Instant): ReadBudget {
  return { credit: Math.max(0, credit - calls), readAt: now };
}

/** Returns whether the account has not read for so long that it reads now, whatever that costs. */
export function isQuiet({ readAt }: ReadBudget, now: Instant): boolean {
  return now - readAt >= QUIET_READ_MS;
}

/**
 * Returns the sides to read now. A busy account reads a side whenever its changes have earned the calls for it; one that
 * has not read for an hour reads both.
 */
export function sidesToRead(budget: ReadBudget, waiting: Readonly<Record<Source, Waiting>>, now: Instant): Source[] {
  const asked = SOURCES.filter((source) => waiting[source].calls > 0);
  if (isQuiet(budget, now)) return asked;
  // Rounded: a sum of twentieths is a little less than it should be.
  const affordable = asked.filter((source) => waiting[source].calls <= Math.round(budget.credit * 1_000) / 1_000);
  const [first] = affordable.toSorted((a, b) => urgency(waiting[b], now) - urgency(waiting[a], now));
  return first === undefined ? [] : [first];
}

/** The side with the most lines goes first, unless the other has waited for an hour. */
function urgency({ lines, oldest }: Waiting, now: Instant): number {
  return now - oldest >= QUIET_READ_MS ? Number.MAX_SAFE_INTEGER : lines;
}

/** Returns when to wake for a reading if nothing else wakes the account by then; null when nothing waits. */
export function wakeToRead(budget: ReadBudget, waiting: Readonly<Record<Source, Waiting>>): Instant | null {
  return SOURCES.some((source) => waiting[source].calls > 0) ? budget.readAt + QUIET_READ_MS + PATIENCE_MS : null;
}
