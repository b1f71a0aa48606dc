import type { Instant } from '../instant';
import { STEPS_PER_UNIT, type Quantity } from '../quantity';
import type { Source } from '../source';

/** The silence (ms) before we write the next unit; `oneSided`: where only one platform's changes were copied. */
const SILENCE_MS = { least: 1_000, most: 2_500, oneSided: 4_000 } as const;
/** How long we listen after it, in ms. */
export const LISTEN_MS = { least: 4_500, most: 5_000 } as const;
/** Silence after the last repetition (ms): customers go on buying, another app has nothing to copy. */
const LAST_SILENCE_MS = { usual: 5_000, oneSided: 8_000 } as const;
/** How many of our writes must have been copied in a row, and how unlikely that must be if customers did it. */
const LEAST_ECHOES = 3;
const LEAST_ECHOES_ONE_SIDED = 5;
const PROVEN_CHANCE = 1e-7;
/** Every change by a customer amid the test asks for this many repetitions more. */
const MORE_PER_CUSTOMER = 1;
/** So many customers amid a test end it: an app that copies would be silent. */
const HONEST_CUSTOMERS = 2;
/** Below this chance, customers are hardly the ones who repeat what we write. */
const UNLIKELY_CHANCE = 1e-5;

/** How much later than usual (ms) copies of what had happened before a test may come. */
export const STRAGGLERS_MS = 1_000;
/** How long (ms) before a write nothing but the change that it passes on may have happened. */
export const ALONE_MS = 6_000;
/** Within this time (ms) of each other, two matches are in a row. */
export const IN_A_ROW_MS = 30_000;

/** A change of one side that another app may copy to the other. */
export interface Original {
  readonly source: Source;
  readonly delta: Quantity;
  readonly at: Instant;
  /** The key of our own write; null for a change from outside. */
  readonly ours: string | null;
  /** Of a write of ours: whether nothing else happened before it, and until now. Its copy proves something only then. */
  isAlone: boolean;
}

/** A test by silence: only single units are written, each after a silence, until customers or another app have answered. */
export interface SilenceTest {
  /** The longest time between a change and its copy so far, in ms. */
  longest: number;
  /** How many of our writes in a row were copied to each side, and the chance that customers did it. */
  readonly echoes: Record<Source, number>;
  chance: number;
  customers: number;
  /** Our write whose copy is awaited. */
  awaited: Original | null;
  readonly since: Instant;
  /** Since when nothing has happened. */
  quietSince: Instant;
}

/** Returns whether customers are buying: an app that copies would be silent. */
export function areHonest({ customers }: SilenceTest): boolean {
  return customers >= HONEST_CUSTOMERS;
}

/** Returns whether our writes were copied so often that, once silence follows, another app is proven. */
export function isComplete(test: SilenceTest): boolean {
  // Customers of one platform alone can repeat what we write to the other: where copies came to one side only, more are needed.
  const least = isOneSided(test) ? LEAST_ECHOES_ONE_SIDED : LEAST_ECHOES;
  return countOf(test) >= least + MORE_PER_CUSTOMER * test.customers && test.chance < PROVEN_CHANCE;
}

/** Returns whether more than two copies have come that customers would hardly have made: two come by chance in one of 200 hot variants. */
export function isUnlikely(test: SilenceTest): boolean {
  return countOf(test) > 2 && test.chance < UNLIKELY_CHANCE;
}

/** Returns when there was enough silence for the next unit. */
export function probeAt(test: SilenceTest): Instant {
  const usual = Math.min(SILENCE_MS.most, Math.max(SILENCE_MS.least, test.longest / 3)) + SILENCE_MS.least * test.customers;
  return test.quietSince + (isOneSided(test) && countOf(test) > 1 ? Math.max(usual, SILENCE_MS.oneSided) : usual);
}

/** Returns when a complete test is proof, if nothing happens before. */
export function provenAt(test: SilenceTest): Instant {
  return test.quietSince + (isOneSided(test) ? LAST_SILENCE_MS.oneSided : LAST_SILENCE_MS.usual) * (1 + test.customers);
}

/** Returns how long a copy of our write is awaited, in ms. */
export function listenMs({ longest }: SilenceTest): number {
  return Math.min(LISTEN_MS.most, Math.max(LISTEN_MS.least, 2 * longest + 1_500));
}

/** Returns how many of our writes were copied. */
export function countOf({ echoes }: SilenceTest): number {
  return echoes.shopify + echoes.square;
}

function isOneSided({ echoes }: SilenceTest): boolean {
  return echoes.shopify === 0 || echoes.square === 0;
}

/** Returns the part of a sendable amount that a test writes: one unit, or less if there is less. */
export function unitOf(amount: Quantity): Quantity {
  return Math.sign(amount) * Math.min(Math.abs(amount), STEPS_PER_UNIT);
}
