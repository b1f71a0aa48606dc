import type { Instant } from '../instant';
import { STEPS_PER_UNIT, type Quantity } from '../quantity';
import { SOURCES, type Source } from '../source';
import type { Maker, TimedChange } from './maker';

/** The silence (ms) before we write the next unit; `oneSided`: where only one platform's changes were copied. */
const SILENCE_MS = { least: 1_000, most: 2_500, oneSided: 4_000, oneSidedTold: 2_500 } as const;
/** How long we listen after it, in ms. */
export const LISTEN_MS = { least: 4_500, most: 5_000 } as const;
/** Silence after the last repetition (ms): customers go on buying, another app has nothing to copy. */
const LAST_SILENCE_MS = { usual: 5_000, oneSided: 8_000 } as const;
/**
 * What the platforms say of the copies: `nothing`, or not enough; of several that they are not the shop's own business, `one` platform; `both`.
 */
type Word = 'nothing' | 'one' | 'both';
/** So many copies that are not the shop's own are no chance. */
const TOLD = 2;
/**
 * How many of our writes must have been copied in a row; `oneSided`: where they were copied to one platform only, since that platform's customers
 * alone can repeat what we write to the other. How unlikely all of it must be if customers did it. And from which chance on a test may take longer.
 */
const PROOF: Readonly<
  Record<Word, { readonly least: number; readonly oneSided: number; readonly chance: number; readonly likely: number }>
> = {
  nothing: { least: 3, oneSided: 5, chance: 1e-8, likely: 1e-5 },
  one: { least: 3, oneSided: 3, chance: 1e-7, likely: 1e-6 },
  both: { least: 2, oneSided: 3, chance: 1e-6, likely: 1e-5 },
};
/** No write waits longer for a test than this, in ms. */
const WAIT_MS = { usual: 9_700, likely: 29_700 } as const;
/** Every change by a customer amid the test asks for this many repetitions more. */
const MORE_PER_CUSTOMER = 1;
/** So many customers amid a test end it: an app that copies would be silent. */
const HONEST_CUSTOMERS = 2;
/** How much later than usual (ms) copies of what had happened before a test may come. */
export const STRAGGLERS_MS = 1_000;
/** How long (ms) before a write nothing but the change that it passes on may have happened. */
export const ALONE_MS = 6_000;
/** Within this time (ms) of each other, two matches are in a row. */
export const IN_A_ROW_MS = 30_000;
/** By how much (ms) a platform's clock may differ from ours. */
const CLOCKS_DIFFER_MS = 1_000;

/** A change of one side that another app may copy to the other. */
export interface Original {
  readonly source: Source;
  readonly delta: Quantity;
  readonly at: Instant;
  /** The key of our own write; null for a change from outside. */
  readonly ours: string | null;
  /** Its platform's times; null for a write of ours. */
  readonly times: TimedChange | null;
  /** Of a write of ours: whether nothing else happened before it, and until now. Its copy proves something only then. */
  isAlone: boolean;
}

/** One of the changes that make a match. */
export interface MatchedChange {
  /** Its number in the watch, by which its platform's word about it comes back. */
  readonly id: number;
  /** Who made it, by its platform; null while that is not known. */
  maker: Maker | null;
}

/** A change that looks like a copy. */
export interface Match {
  readonly side: Source;
  /** Whether it repeats a write of ours that stood alone: only that counts. */
  readonly isEcho: boolean;
  /** How likely customers were to make it. */
  readonly chance: number;
  /** The change, and the one that it repeats unless that is our own: we may hear of the copy first, so either may be the copy. */
  readonly changes: readonly MatchedChange[];
}

/** A test by silence: only single units are written, each after a silence, until customers or another app have answered. */
export interface SilenceTest {
  /** The longest time between a change and its copy so far, in ms. */
  longest: number;
  /** What looks like a copy, the oldest first. */
  readonly matches: Match[];
  /** Changes by customers amid the test. */
  customers: number;
  /** Our write whose copy is awaited. */
  awaited: Original | null;
  readonly since: Instant;
  /** Since when nothing has happened. */
  quietSince: Instant;
}

/**
 * Returns whether a change of a side may be a copy of what happened before: the same, on the other side, and not dated by its platform before we
 * sent it. A whole second, as Shopify states, may be its end.
 */
export function mayBeCopied({ ours, source, delta, at: sentAt }: Original, side: Source, change: Quantity, statedAt: Instant): boolean {
  const latest = statedAt % 1_000 === 0 ? statedAt + 999 : statedAt;
  return source !== side && delta === change && (ours === null || latest + CLOCKS_DIFFER_MS >= sentAt);
}

/** Returns whether customers are buying, where an app that copies would be silent, or whether all that looked copied is the shop's own. */
export function areHonest(test: SilenceTest): boolean {
  return customersOf(test) >= HONEST_CUSTOMERS || (test.matches.length > 0 && evidenceOf(test).length === 0);
}

/** Returns whether our writes were copied so often that, once silence follows, another app is proven. */
export function isComplete(test: SilenceTest): boolean {
  const { least, oneSided, chance } = PROOF[wordOf(test)];
  const wanted = isOneSided(test) ? oneSided : least;
  return countOf(test) >= wanted + MORE_PER_CUSTOMER * customersOf(test) && chanceOf(test) < chance;
}

/** Returns how long a write may wait for a test, in ms: longer where the copies are hardly the shop's own. */
export function longestWaitMs(test: SilenceTest): number {
  return chanceOf(test) < PROOF[wordOf(test)].likely ? WAIT_MS.likely : WAIT_MS.usual;
}

/** Returns when there was enough silence for the next unit. */
export function probeAt(test: SilenceTest): Instant {
  const usual = Math.min(SILENCE_MS.most, Math.max(SILENCE_MS.least, test.longest / 3)) + SILENCE_MS.least * customersOf(test);
  const oneSided = wordOf(test) === 'nothing' ? SILENCE_MS.oneSided : SILENCE_MS.oneSidedTold;
  const least = isOneSided(test) && countOf(test) > 1 ? oneSided : 0;
  return test.quietSince + Math.max(usual, least);
}

/** Returns when a complete test is proof, if nothing happens before. */
export function provenAt(test: SilenceTest): Instant {
  return test.quietSince + (isOneSided(test) ? LAST_SILENCE_MS.oneSided : LAST_SILENCE_MS.usual) * (1 + customersOf(test));
}

/** Returns how long a copy of our write is awaited, in ms. */
export function listenMs({ longest }: SilenceTest): number {
  return Math.min(LISTEN_MS.most, Math.max(LISTEN_MS.least, 2 * longest + 1_500));
}

/** Returns how many of our writes were copied: to one side, or to both. */
export function countOf(test: SilenceTest, to: Source | null = null): number {
  return evidenceOf(test).filter(({ isEcho, side }) => isEcho && (to === null || side === to)).length;
}

/** Returns what looks like a copy and is not known to be the shop's own business. */
function evidenceOf({ matches }: SilenceTest): Match[] {
  return matches.filter(({ changes }) => changes.some(({ maker }) => maker !== 'shop'));
}

function wordOf(test: SilenceTest): Word {
  const makers = evidenceOf(test).map(({ changes }) => changes.find(({ maker }) => maker === 'app' || maker === 'adjusted')?.maker ?? null);
  const told = makers.filter((maker) => maker !== null);
  return told.length < TOLD ? 'nothing' : new Set(told).size > 1 ? 'both' : 'one';
}

/** Returns the changes by customers: those that were none of ours, and those that looked like copies of ours. */
function customersOf(test: SilenceTest): number {
  return test.customers + test.matches.length - evidenceOf(test).length;
}

/** Returns the chance that customers made all that looks like a copy. */
function chanceOf(test: SilenceTest): number {
  return evidenceOf(test).reduce((chance, match) => chance * match.chance, 1);
}

function isOneSided(test: SilenceTest): boolean {
  return SOURCES.some((side) => countOf(test, side) === 0);
}

/** Returns the part of a sendable amount that a test writes: one unit, or less if there is less. */
export function unitOf(amount: Quantity): Quantity {
  return Math.sign(amount) * Math.min(Math.abs(amount), STEPS_PER_UNIT);
}
