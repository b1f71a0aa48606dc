import type { Instant } from '../instant';

/** A change at Shopify that may have been copied. */
export interface Original {
  /** Shopify's own time, in whole seconds. */
  readonly at: Instant;
  /** What a copy of it states: the same amount, or the number after it. */
  readonly value: number;
}

/** A change by one application at Square that may be a copy. */
export interface Claim {
  /** Square's own time. */
  readonly at: Instant;
  readonly value: number;
}

/** How strongly the latest of an application's changes look like copies. */
export interface Evidence {
  /**
   * The decimal logarithm of the evidence: an application that has nothing to do with Shopify's changes reaches W with a probability of at
   * most 10^-W, for one choice of the delay and of the first change.
   */
  readonly weight: number;
  /** How many of the application's changes were considered. */
  readonly claims: number;
  /** The share of the decreases among the originals, from the first that has a copy until the last that must have one by now, that have one. */
  readonly covered: number;
  /** Which changes are copies of which, by their places in the lists that were given. */
  readonly pairs: readonly { readonly claim: number; readonly original: number }[];
}

/** How long after its original a copy may be made, in ms: an app that copies takes about as long each time. */
export interface Delay {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** The longest delay that is tried, in ms: a copy that takes longer is too far from its original to say anything. */
export const LONGEST_DELAY_MS = 60_000;

/** The delays that are tried: up to so many seconds, and of slow apps, which queue or poll, from half of that on. */
export const DELAYS: readonly Delay[] = [
  ...[2, 3, 4, 6, 8, 12, 16, 24, 32, 45, 60].map((most) => ({ leastMs: 0, mostMs: most * 1_000 })),
  ...[32, 45, 60].map((most) => ({ leastMs: most * 500, mostMs: most * 1_000 })),
];
/** How much earlier than Shopify's whole second a copy may seem to be made, in ms: the platforms' clocks differ. */
const EARLY_MS = 1_000;
/** The share of a bet that an application's next change is a copy; the rest is what a change costs that is none. */
const BET = 0.9;
/** Without a change at Shopify for this long, in ms, a longer time makes a coincidence no less likely: nobody knows what else was going on. */
const LONGEST_GAP_MS = 600_000;

/**
 * Weighs whether the claims are copies of the originals; both lists oldest first. Returns the strongest evidence of all delays.
 *
 * Each claim is matched to the oldest original of the same value that has no copy yet and is as old as the delay says. The evidence is a
 * product with one factor per claim: a bet, of which an application that is independent of Shopify loses as much as it wins. A claim that
 * matches nothing leaves 0.1 of it. One that matches an original multiplies it by 0.1 + 0.9 gap / window, where `window` is how long around
 * an original a claim would match it, and `gap` the time between the original and the one before it. Because these gaps add up to the
 * whole time, the mean factor over all moments is at most 1, however unevenly Shopify's changes are distributed: of customers who come in
 * a burst, only the first can be evidence. Where the one before is so near that anything matches, the factor is 1. By Ville's inequality
 * the product of such factors ever reaches X with a probability of at most 1/X. It starts again whenever it falls below 1, so that an
 * application counts from when it starts to copy; the number of possible starts is for the caller to charge.
 */
export function weigh(claims: readonly Claim[], originals: readonly Original[]): Evidence | null {
  const gaps = gapsOf(originals);
  let best: Evidence | null = null;
  for (const delay of DELAYS) {
    const evidence = weighDelay(claims, originals, gaps, delay);
    if (evidence !== null && (best === null || evidence.weight > best.weight)) best = evidence;
  }
  return best;
}

function weighDelay(claims: readonly Claim[], originals: readonly Original[], gaps: readonly number[], delay: Delay): Evidence | null {
  const { leastMs, mostMs } = delay;
  const matched = match(claims, originals, delay);
  const windowMs = mostMs - leastMs + EARLY_MS;
  let weight = 0;
  let first = 0;
  for (const [claim, original] of matched.entries()) {
    const gap = original === null ? 0 : Math.min(gaps[original] ?? 0, LONGEST_GAP_MS);
    if (original === null) weight += Math.log10(1 - BET);
    else if (gap > windowMs) weight += Math.log10(1 - BET + (BET * gap) / windowMs);
    if (weight >= 0) continue;
    weight = 0;
    first = claim + 1;
  }
  const pairs = [...matched.entries()].flatMap(([claim, original]) => (original === null || claim < first ? [] : [{ claim, original }]));
  if (pairs.length === 0) return null;
  const from = Math.min(...pairs.map(({ original }) => original));
  const until = (claims.at(-1)?.at ?? 0) - mostMs;
  const due = originals.flatMap(({ at, value }, place) => (place >= from && at <= until && value < 0 ? [place] : []));
  const copied = new Set(pairs.map(({ original }) => original));
  const covered = due.length === 0 ? 0 : due.filter((place) => copied.has(place)).length / due.length;
  return { weight, claims: claims.length - first, covered, pairs };
}

/** Matches each claim to the oldest original of its value that has no copy yet and is older by the delay. */
function match(claims: readonly Claim[], originals: readonly Original[], { leastMs, mostMs }: Delay): (number | null)[] {
  const byValue = new Map<number, { readonly places: number[]; next: number }>();
  for (const [place, { value }] of originals.entries()) {
    const known = byValue.get(value);
    if (known === undefined) byValue.set(value, { places: [place], next: 0 });
    else known.places.push(place);
  }
  return claims.map(({ at, value }) => {
    const queue = byValue.get(value);
    if (queue === undefined) return null;
    const timeOf = (index: number): Instant => originals[queue.places[index] ?? -1]?.at ?? Infinity;
    while (timeOf(queue.next) < at - mostMs) queue.next += 1;
    if (timeOf(queue.next) > at - leastMs + EARLY_MS) return null;
    queue.next += 1;
    return queue.places[queue.next - 1] ?? null;
  });
}

/** Returns how long after the one before it each original came, in ms; 0 for the first, of which that is not known. */
function gapsOf(originals: readonly Original[]): number[] {
  return originals.map(({ at }, place) => at - (originals[place - 1]?.at ?? at));
}

/** Periods of jobs that run by the clock, in ms, as far as they divide a minute; longer ones end on the minute. */
const PERIODS_MS: readonly number[] = [60_000, 30_000, 20_000, 15_000, 10_000];

/**
 * Returns whether all moments lie within a quarter of a period of a clock. Two jobs that both run on the full minute meet again and again
 * without knowing of each other; people buy at any second.
 */
export function isByTheClock(moments: readonly Instant[]): boolean {
  return PERIODS_MS.some((period) => {
    const phases = moments.map((at) => at % period).toSorted((a, b) => a - b);
    const [first = 0] = phases;
    return phases.some((phase, index) => (phases[index + 1] ?? first + period) - phase >= 0.75 * period);
  });
}
