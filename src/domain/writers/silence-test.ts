import type { Instant } from '../instant';
import { STEPS_PER_UNIT, type Quantity } from '../quantity';
import { otherSource, SOURCES, type Source } from '../source';
import { chanceWithin } from './change-rates';
import type { Maker, TimedChange } from './maker';
import type { WaitingChanges } from './waiting-changes';

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
/** What proof asks for. */
interface Wanted {
  readonly least: number;
  readonly odds: number;
}
/**
 * How many of our writes must have been copied in a row, and below what the odds must be that customers did all of it; `oneSided`: where they were
 * copied to one platform only, since that platform's customers alone can repeat what we write to the other.
 */
const PROOF: Readonly<Record<Word, Readonly<Record<'usual' | 'oneSided', Wanted>>>> = {
  nothing: { usual: { least: 3, odds: 4e-7 }, oneSided: { least: 5, odds: 2e-6 } },
  one: { usual: { least: 3, odds: 4e-6 }, oneSided: { least: 4, odds: 6e-5 } },
  both: { usual: { least: 2, odds: 4e-5 }, oneSided: { least: 3, odds: 2e-4 } },
};
/** A copy that customers make with a chance above one in so many speaks against an app: a product of chances falls even where all are high. */
const AGAINST = 3;
/** No change waits longer for a test than this (ms), usually, and near proof; only the last silence of a complete one may take longer. */
const WAIT_MS = { usual: 9_700, near: 29_700 } as const;
/**
 * So many copies less, and so many times the odds that proof asks for, are near it; `costlyOdds`: once copies of our writes have cost so many units,
 * since what waits would go as a whole between single units.
 */
const NEAR = { copies: 1, odds: 10, costlyUnits: 6, costlyOdds: 30 } as const;
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
  readonly delta: Quantity;
  /** Whether it repeats a write of ours that stood alone: only that counts. */
  readonly isEcho: boolean;
  /** How often customers make that change, per ms, and how long after what it repeats it came, in ms. */
  readonly rate: number;
  readonly afterMs: number;
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
  /** Our writes whose copies are awaited, the oldest first. */
  awaited: Original[];
  readonly since: Instant;
  /** Since when nothing has happened. */
  quietSince: Instant;
}

/** Returns a test that begins with what looks like copies. `awaited`: our writes whose copies may still come. */
export function newTest(matches: Match[], awaited: Original[], now: Instant): SilenceTest {
  return { longest: Math.max(...matches.map(({ afterMs }) => afterMs)), matches, customers: 0, awaited, since: now, quietSince: now };
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
  const { least, odds } = wantedFor(test);
  return countOf(test) >= least + MORE_PER_CUSTOMER * customersOf(test) && oddsOf(test) < odds;
}

/** Returns how long a change may wait for a test, in ms: longer where hardly anything is missing for proof, and no customer has bought. */
export function longestWaitMs(test: SilenceTest): number {
  if (customersOf(test) > 0) return WAIT_MS.usual;
  if (isComplete(test)) return Infinity;
  const { least, odds } = wantedFor(test);
  const near = costOf(test) >= NEAR.costlyUnits * STEPS_PER_UNIT ? NEAR.costlyOdds : NEAR.odds;
  return countOf(test) >= least - NEAR.copies && oddsOf(test) < near * odds ? WAIT_MS.near : WAIT_MS.usual;
}

/** Returns to which side the next unit goes: to one whose writes were not copied yet, else to the one for which something has waited longer. */
export function sideToProbe(test: SilenceTest, waiting: Pick<WaitingChanges, 'since'>): Source | undefined {
  const urgency = (source: Source): number => {
    const since = waiting.since(source);
    if (since === null) return -Infinity;
    return countOf(test, otherSource(source)) === 0 ? Number.MAX_SAFE_INTEGER : -since;
  };
  return SOURCES.toSorted((a, b) => urgency(b) - urgency(a))[0];
}

/** Returns when there was enough silence for the next unit. */
export function probeAt(test: SilenceTest): Instant {
  const usual = Math.min(SILENCE_MS.most, Math.max(SILENCE_MS.least, test.longest / 3)) + SILENCE_MS.least * customersOf(test);
  const oneSided = wordOf(test) === 'nothing' ? SILENCE_MS.oneSided : SILENCE_MS.oneSidedTold;
  const least = isOneSided(test) && countOf(test) > 1 ? oneSided : 0;
  return test.quietSince + Math.max(usual, least);
}

/** Returns when what is awaited was awaited long enough, or the next unit may be written. */
export function stepAt(test: SilenceTest): Instant {
  const [first] = test.awaited;
  return first === undefined ? probeAt(test) : first.at + listenMs(test);
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

/** Returns how much the copies of our writes have changed, whatever their signs. */
function costOf(test: SilenceTest): Quantity {
  return evidenceOf(test).reduce((sum, { isEcho, delta }) => (isEcho ? sum + Math.abs(delta) : sum), 0);
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

/** Returns the odds that customers made all that looks like copies, below one where more speaks for an app. */
function oddsOf(test: SilenceTest): number {
  return evidenceOf(test).reduce((odds, match) => odds * chanceOf(match, test) * AGAINST, 1);
}

/** Returns the chance that customers made a copy. An app takes about as long each time: what comes sooner counts as half of the longest time. */
function chanceOf({ rate, afterMs }: Match, { longest }: SilenceTest): number {
  return chanceWithin(rate, Math.max(afterMs, longest / 2));
}

function wantedFor(test: SilenceTest): Wanted {
  return PROOF[wordOf(test)][isOneSided(test) ? 'oneSided' : 'usual'];
}

function isOneSided(test: SilenceTest): boolean {
  return SOURCES.some((side) => countOf(test, side) === 0);
}

/** Returns the part of a sendable amount that a test writes: one unit, or less if there is less. */
export function unitOf(amount: Quantity): Quantity {
  return Math.sign(amount) * Math.min(Math.abs(amount), STEPS_PER_UNIT);
}
