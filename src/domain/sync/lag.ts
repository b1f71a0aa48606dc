import type { Instant } from '../instant';

/** Upper bounds of the lag classes, in ms: each about a quarter wider than the one before, up to about 18 hours. */
const BOUNDS: readonly number[] = Array.from({ length: 64 }, (_, index) => Math.round(50 * 1.25 ** index));

const HOUR_MS = 3_600_000;
/** Hours that are counted: the last day. */
const HOURS = 24;

/** Lag of one hour's writes: how many in each class, and the longest (ms). Small enough to be stored with a checkpoint. */
export interface LagHour {
  /** Hours since 1970-01-01 UTC. */
  readonly hour: number;
  /** Number of writes by class; classes without any are left out. */
  readonly classes: Readonly<Record<number, number>>;
  readonly longest: number;
}

/** The lag that merchants experience: from the platform's own time of a change to its write on the other side, in ms. */
export interface LagSummary {
  readonly count: number;
  /** Accurate to within a quarter of its value. */
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
}

/** Adds one write's lag (ms; clocks may differ, so negative counts as 0). Drops hours older than the last day. */
export function addLag(hours: readonly LagHour[], lagMs: number, now: Instant): LagHour[] {
  const hour = Math.floor(now / HOUR_MS);
  const lag = Math.max(0, lagMs);
  const index = BOUNDS.findIndex((bound) => lag <= bound);
  const place = index === -1 ? BOUNDS.length - 1 : index;
  const recent = hours.filter((one) => one.hour > hour - HOURS);
  const present = recent.find((one) => one.hour === hour) ?? { hour, classes: {}, longest: 0 };
  const next: LagHour = {
    hour,
    classes: { ...present.classes, [place]: (present.classes[place] ?? 0) + 1 },
    longest: Math.max(present.longest, lag),
  };
  return [...recent.filter((one) => one.hour !== hour), next];
}

/** Summarizes the last day in three numbers; null when nothing was written. */
export function summariseLag(hours: readonly LagHour[], now: Instant): LagSummary | null {
  const oldest = Math.floor(now / HOUR_MS) - HOURS;
  const recent = hours.filter((one) => one.hour > oldest);
  const totals = BOUNDS.map((_, index) => recent.reduce((sum, one) => sum + (one.classes[index] ?? 0), 0));
  const count = totals.reduce((sum, one) => sum + one, 0);
  if (count === 0) return null;
  const longest = Math.max(...recent.map((one) => one.longest));
  const atRank = (rank: number): number => {
    let passed = 0;
    const place = totals.findIndex((total) => {
      passed += total;
      return passed >= rank;
    });
    return Math.min(longest, BOUNDS[place] ?? longest);
  };
  return { count, p50: atRank(Math.ceil(count * 0.5)), p95: atRank(Math.ceil(count * 0.95)), longest };
}
