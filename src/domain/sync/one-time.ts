import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import { LONGEST_LAG_MS, TRUSTED_AHEAD_MS } from './limits';
import { withSide, type LevelSide, type LinkedLevel, type StartingSide } from './linked-level';

// Shopify's times are whole seconds, so a side may have had several values at one time. What is known of them tells a read from a replica that
// lags from one that shows the newest (decision 0017).

/** The most values of one time that are remembered, replaced or announced; the oldest are dropped first. */
const MOST_VALUES = 8;

/** The `replaced` of a side that has had only one value at its time. */
const NONE_REPLACED: readonly Quantity[] = [];

/** A value and the platform's time of it. */
interface Seen {
  readonly value: Quantity;
  readonly at: Instant;
}

/** Returns a side's fields after a value was stated for a time, with its other values of that time. */
export function stated(
  { accounted, observedAt, replaced, doubted, announced: before }: LevelSide,
  value: Quantity,
  at: Instant,
): Pick<LevelSide, 'accounted' | 'observedAt' | 'replaced' | 'doubted' | 'announced' | 'landedAfter'> {
  const landedAfter = null;
  const announced = before !== null && at > before.at ? null : before;
  if (at !== observedAt)
    return { accounted: value, observedAt: at, replaced: NONE_REPLACED, doubted: stillDoubted(doubted, value), announced, landedAfter };
  if (value === accounted) return { accounted, observedAt, replaced, doubted, announced, landedAfter };
  const former = accounted === null ? replaced : [...replaced, accounted];
  const others = former.filter((one) => one !== value).slice(-MOST_VALUES);
  return { accounted: value, observedAt, replaced: others, doubted, announced, landedAfter };
}

/**
 * Returns a side's `doubted` after a newer value than the doubted one has come. The read that was due for the doubt is due still, up to a minute
 * away, and until then a write tells as well as before.
 */
export function stillDoubted(doubted: Quantity | null, value: Quantity): Quantity | null {
  return doubted === null ? null : value;
}

/**
 * Returns whether an observation states a value that this side had earlier in the very second of its present one, recently by our clock: it
 * may come from a lagging replica, or be a change back. A later read tells.
 */
export function mayBeReplaced({ observedAt, replaced }: LevelSide, { value, at }: Seen, now: Instant): boolean {
  return at === observedAt && replaced.includes(value) && at > now - LONGEST_LAG_MS && at <= now + TRUSTED_AHEAD_MS;
}

/** Returns remembered values with others after them, each once. */
export function withLast(values: readonly Quantity[], last: readonly Quantity[]): readonly Quantity[] {
  return [...values.filter((one) => !last.includes(one)), ...last].slice(-MOST_VALUES);
}

/**
 * Remembers the values of one time that webhooks stated and that this time cannot order. They are to be read, and a replica that lags behind the
 * webhooks must not answer that. Does nothing for no values, and for those of an older time.
 */
export function announce(level: LinkedLevel, source: Source, values: readonly Quantity[], at: Instant): LinkedLevel {
  const { announced } = level[source];
  if (values.length === 0 || (announced !== null && at < announced.at)) return level;
  const known = announced?.at === at ? announced.values : [];
  return withSide(level, source, { announced: { at, values: withLast(known, values) } });
}

/**
 * Returns the announced value that may be newer than what a read has shown; null when there is none. `side` is the side before the read. Webhooks
 * mostly arrive in their order, so a read of the last one is believed; one that states a value from before the present one is mostly late. The
 * end of a link is final: it believes a read only if nothing else was announced for its time. After the longest lag, every read is believed.
 */
export function unseen({ announced, replaced }: LevelSide, { value, at }: Seen, isFinal: boolean, now: Instant): Quantity | null {
  if (announced === null || at > announced.at || announced.at <= now - LONGEST_LAG_MS) return null;
  const { values } = announced;
  if (at < announced.at) return values.at(-1) ?? null;
  const last = values.findLast((one) => !replaced.includes(one)) ?? value;
  if (last !== value) return last;
  return isFinal ? (values.findLast((one) => one !== value) ?? null) : null;
}

/**
 * Returns whether a link's first read of a side may be older than what its platform has stated, recently by our clock: replicas lag by seconds.
 * `known` is the number before the read: another one of the same time may be the older or the newer.
 */
export function mayBeOlder(side: LevelSide, known: StartingSide['known'], seen: Seen, now: Instant): boolean {
  const { observedAt } = side;
  const isBehind = observedAt !== null && seen.at < observedAt && observedAt > now - LONGEST_LAG_MS && observedAt <= now + TRUSTED_AHEAD_MS;
  const contradicts = known !== undefined && seen.at === known.at && seen.value !== known.quantity && seen.at > now - LONGEST_LAG_MS;
  return isBehind || contradicts || unseen(side, seen, false, now) !== null;
}
