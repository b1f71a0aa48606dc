import type { Instant } from '../instant';
import { STEPS_PER_UNIT, type Quantity } from '../quantity';
import { otherSource, type Source } from '../source';
import { AskedChanges, noteMaker } from './asked';
import { ChangeRates, chanceWithin, type PastChange } from './change-rates';
import { CopyScores } from './copy-scores';
import type { Maker, TimedChange } from './maker';
import {
  ALONE_MS,
  IN_A_ROW_MS,
  STRAGGLERS_MS,
  areHonest,
  isComplete,
  LISTEN_MS,
  listenMs,
  longestWaitMs,
  mayBeCopied,
  newTest,
  probeAt,
  provenAt,
  sideToProbe,
  stepAt,
  unitOf,
  type Match,
  type Original,
  type SilenceTest,
} from './silence-test';
import type { CopiedChange } from './verdict';
import { WaitingChanges } from './waiting-changes';

/** How long after a change (ms) another app may copy it and we may hear of the copy. Slower apps are known only by their name. */
const COPIED_WITHIN_MS = 8_000;
/** How long matches in a row may be another app's, in ms. */
const LONGEST_CHAIN_MS = 60_000;
/** A match starts a test only when customers would make it by chance less often than this. */
const SURPRISING = 0.25;
/**
 * Below this chance, one `echo` of a write of ours starts a test, or one of `several` units, since the next costs as much; and a `copy` amid a test
 * counts though none was awaited.
 */
const STRIKING = { copy: 0.05, echo: 0.03, several: 0.1 } as const;
/** The pause after a test that proved nothing (ms), doubled each time up to the most. */
const PAUSE_MS = { first: 30_000, most: 1_800_000 } as const;
/** From this sum for our own writes on, a test follows a test that failed without a pause. */
const RETEST_SCORE = 7;
/** For how long (ms) copies are kept as evidence, and how many at most. */
const KEPT = { ms: 600_000, most: 20 } as const;

/** What a watch has found out since it was last asked. */
export type Finding = 'proven' | 'suspected' | 'cleared' | null;

/**
 * Watches one variant for another app that copies changes from one platform to the other. Such an app copies our own writes as well: what we
 * write to one side appears, with the same amount, on the other. Customers can make that happen by chance, so a surprising match starts a test by
 * silence: one unit is written after a silence, to one side, and we listen. Customers buy whenever they like; an app that copies has nothing to
 * copy, falls silent, and speaks right after our write. When that has happened often enough to be no chance, it is proven.
 *
 * Times are ours, in ms. All state is memory: a restart begins another watch.
 */
export class EchoWatch {
  /** The changes that look copied, for the platforms to say who made them. */
  readonly asked = new AskedChanges();
  #originals: Original[] = [];
  readonly #rates: ChangeRates;
  #copies: CopiedChange[] = [];
  readonly #scores = new CopyScores(COPIED_WITHIN_MS);
  #test: SilenceTest | null = null;
  #pausedUntil: Instant = 0;
  /** What waits for each side during a test. */
  readonly #waiting = new WaitingChanges();
  /** Until when time has passed: what came due before then is done. */
  #advanced: Instant = 0;
  /** Since when each of our writes has been followed by a change like it; null when the last one was not. */
  #chainSince: Instant | null = null;
  /** The last change that repeated a write of ours and surprised. */
  #echo: { readonly at: Instant; readonly match: Match } | null = null;
  #failed = 0;
  #isSuspected = false;
  #finding: Finding = null;

  /** `history` returns the changes of the last ten minutes before now, oldest first; called at most once, when something looks copied. */
  constructor(history: () => readonly PastChange[]) {
    this.#rates = new ChangeRates(history);
  }

  /** The changes that looked copied, the oldest first, at most twenty. */
  get copies(): readonly CopiedChange[] {
    return this.#copies;
  }

  /** True while a test is under way. */
  get testing(): boolean {
    return this.#test !== null;
  }

  /** Returns what was found out since the last call. */
  take(): Finding {
    const finding = this.#finding;
    this.#finding = null;
    return finding;
  }

  /** Notes a write of ours that is being sent; `rest` is what still waits for that side. */
  wrote(source: Source, { key, delta }: { readonly key: string; readonly delta: Quantity }, rest: Quantity, now: Instant): void {
    this.#forget(now);
    this.#waiting.sent(source, delta);
    if (rest === 0) this.nothingWaits(source);
    const write: Original = { source, delta, at: now, ours: key, times: null, isAlone: this.#isAlone(now) };
    this.#originals.push(write);
    const test = this.#test;
    if (test === null) return;
    test.awaited.push(write);
    test.quietSince = now;
  }

  /** Notes that a write of ours has had no effect after all. */
  returned(key: string): void {
    this.#originals = this.#originals.filter(({ ours }) => ours !== key);
    if (this.#test !== null) this.#test.awaited = this.#test.awaited.filter(({ ours }) => ours !== key);
  }

  /** Notes who made a change that was asked about. */
  madeBy(id: number, maker: Maker): void {
    this.#advanced = 0;
    noteMaker([...(this.#test?.matches ?? []), ...(this.#echo === null ? [] : [this.#echo.match])], id, maker);
  }

  /** Notes a change from outside, as we learn of it; `times` are its platform's. */
  changed(source: Source, delta: Quantity, now: Instant, times: TimedChange = { at: now, since: null }): void {
    this.#forget(now);
    this.#advanced = 0;
    const isCopied = (one: Original): boolean => mayBeCopied(one, source, delta, times.at);
    const original = this.#test?.awaited.find(isCopied) ?? this.#originals.find(isCopied);
    if (original !== undefined) this.#rates.recall();
    const rate = original === undefined ? 0 : this.#rates.rate(source, delta, this.#calmUntil(original, now));
    const from = otherSource(source);
    if (original?.ours === null) this.#scores.copied(from, original.at, this.#rates.lastOf(from, original.at));
    else this.#scores.notCopied(from);
    this.#rates.add({ source, delta, at: now });
    if (original === undefined) {
      this.#unmatched(now);
      this.#originals.push({ source, delta, at: now, ours: null, times, isAlone: false });
    } else this.#matched(original, { side: source, delta, at: now }, rate, times);
  }

  /** Notes that nothing is pending to a side any more. */
  nothingWaits(source: Source): void {
    this.#waiting.note(source, 0, 0);
  }

  /** Returns how much may be sent of the amount that waits for a side, if it can be: during a test what has waited long enough, or one unit after a silence. */
  portion(source: Source, amount: Quantity, now: Instant): Quantity {
    const test = this.#test;
    if (test === null) return amount;
    this.#waiting.note(source, amount, now);
    const due = this.#waiting.due(source, now - longestWaitMs(test));
    if (due !== 0) return due;
    if (test.awaited.length > 0 || isComplete(test) || now < probeAt(test) || source !== sideToProbe(test, this.#waiting)) return 0;
    // What has to go before an answer to this may have come goes with it: two writes at a time are hard to tell apart in what an app makes of them.
    const soon = this.#waiting.due(source, now + listenMs(test) - longestWaitMs(test));
    return soon === 0 ? unitOf(amount) : soon;
  }

  /** Returns when `advance` has something to do, or something may be written; null while nothing is tested. */
  nextAt(now: Instant): Instant | null {
    const test = this.#test;
    if (test === null) return null;
    if (areHonest(test)) return now;
    const waitMs = longestWaitMs(test);
    // What has come due was sent, or waits for the answer to what is on its way.
    const due = this.#waiting.firstAfter(this.#advanced - waitMs) + waitMs;
    if (isComplete(test)) return Math.min(provenAt(test), due);
    const step = stepAt(test) > this.#advanced ? stepAt(test) : Infinity;
    return Math.min(step, this.#unusedAt(test), due);
  }

  /** Ends what time alone ends: a test whose write nobody copied, or that nothing waits for any more. */
  advance(now: Instant): void {
    const test = this.#test;
    this.#advanced = now;
    if (test === null) return;
    if (isComplete(test) && !areHonest(test)) {
      if (now >= provenAt(test)) this.#prove();
      return;
    }
    const unheard = test.awaited.filter(({ at }) => now >= at + listenMs(test));
    test.awaited = test.awaited.filter((one) => !unheard.includes(one));
    if (unheard.some(({ isAlone }) => isAlone) || areHonest(test) || now >= this.#unusedAt(test)) this.#end(now);
  }

  /** Returns whether the copy of a write that is sent now tells something: at most the change that it passes on has happened, or it is part of a test. */
  #isAlone(now: Instant): boolean {
    return this.#test !== null || this.#rates.countSince(now - ALONE_MS) <= 1;
  }

  /**
   * Returns until when changes tell how often customers buy: what may be copies does not. A chain that lasts is no other app, since that
   * would be proven by then.
   */
  #calmUntil(original: Original, now: Instant): Instant {
    return Math.max(Math.min(this.#chainSince ?? now, original.at), now - LONGEST_CHAIN_MS);
  }

  #matched(original: Original, copy: CopiedChange, rate: number, times: TimedChange): void {
    this.#originals = this.#originals.filter((one) => one !== original);
    this.#copies = [...this.#copies, copy].slice(-KEPT.most);
    this.#chainSince ??= original.at;
    const longest = copy.at - original.at;
    if (original.ours !== null) this.#scores.writeRepeated(rate, longest);
    this.#suspect();
    const chance = chanceWithin(rate, longest);
    const test = this.#test;
    if (test === null) {
      if (chance < SURPRISING && (copy.at >= this.#pausedUntil || this.#scores.ours >= RETEST_SCORE))
        this.#begin(original, copy, rate, times);
      return;
    }
    test.longest = Math.max(test.longest, longest);
    test.quietSince = copy.at;
    if (!test.awaited.includes(original)) {
      // A copy of what had happened before the test disturbs nothing; anything else may be a customer.
      const isLate = copy.at > test.since + test.longest + STRAGGLERS_MS;
      if (isLate) for (const one of test.awaited) one.isAlone = false;
      if (chance < STRIKING.copy) this.#explained(test, original, this.asked.match(original, this.#copies, times, rate));
      else if (isLate) test.customers += 0.5;
      return;
    }
    test.awaited = test.awaited.filter((one) => one !== original);
    if (original.isAlone) test.matches.push(this.asked.match(original, this.#copies, times, rate));
  }

  /**
   * Begins a test. Two customers of one platform, seconds apart, buy the same: the second looks like a copy of what we wrote for the first. One such
   * match begins a test only where it is striking, else the second in a row.
   */
  #begin(original: Original, copy: CopiedChange, rate: number, times: TimedChange): void {
    const match = this.asked.match(original, this.#copies, times, rate);
    const echo = original.ours === null ? null : { at: copy.at, match };
    const first = this.#echo !== null && copy.at - this.#echo.at <= IN_A_ROW_MS ? this.#echo : null;
    this.#echo = echo;
    const striking = Math.abs(copy.delta) > STEPS_PER_UNIT ? STRIKING.several : STRIKING.echo;
    if (echo !== null && first === null && chanceWithin(rate, match.afterMs) >= striking) return;
    const awaited = this.#originals.filter(({ ours }) => ours !== null).slice(-1);
    this.#test = newTest(first === null ? [match] : [first.match, match], awaited, copy.at);
  }

  /** What a customer did amid a test was copied: an app would do so. */
  #explained(test: SilenceTest, original: Original, match: Match): void {
    test.matches.push(match);
    if (original.ours === null && original.at > test.since) test.customers -= 1;
  }

  /** A customer has bought: silence starts again, and what was awaited proves nothing. */
  #unmatched(now: Instant): void {
    for (const one of this.#originals) one.isAlone = false;
    if (this.#test === null) return;
    this.#test.customers += 1;
    this.#test.quietSince = now;
  }

  /** Returns when a test ends that has nothing to write. */
  #unusedAt({ awaited, quietSince }: SilenceTest): Instant {
    return awaited.length === 0 && this.#waiting.isEmpty ? quietSince + LISTEN_MS.most : Infinity;
  }

  #prove(): void {
    this.#test = null;
    this.#finding = 'proven';
  }

  #end(now: Instant): void {
    this.#test = null;
    this.#failed += 1;
    this.#pausedUntil = now + Math.min(PAUSE_MS.most, PAUSE_MS.first * 2 ** (this.#failed - 1));
  }

  #suspect(): void {
    if (this.#isSuspected || !this.#scores.isSuspicious) return;
    this.#isSuspected = true;
    this.#finding = 'suspected';
  }

  /** Forgets what is too old to be copied: a change that nobody copied speaks against an app. */
  #forget(now: Instant): void {
    const old = this.#originals.filter(({ at }) => now - at > COPIED_WITHIN_MS);
    if (old.length > 0) this.#originals = this.#originals.filter((one) => !old.includes(one));
    for (const { source, delta, ours } of old) {
      if (ours === null) this.#scores.ignored(source);
      else {
        this.#chainSince = null;
        this.#scores.writeIgnored(this.#rates.rate(otherSource(source), delta, now));
      }
      if (!this.#isSuspected || !this.#scores.isClear) continue;
      this.#isSuspected = false;
      this.#finding ??= 'cleared';
    }
    if (this.#copies[0] !== undefined && now - this.#copies[0].at > KEPT.ms)
      this.#copies = this.#copies.filter(({ at }) => now - at <= KEPT.ms);
  }
}
