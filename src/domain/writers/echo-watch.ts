import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { otherSource, SOURCES, type Source } from '../source';
import { AskedChanges, noteMaker } from './asked';
import { ChangeRates, chanceWithin, type PastChange } from './change-rates';
import { CopyScores } from './copy-scores';
import type { Maker, TimedChange } from './maker';
import {
  ALONE_MS,
  IN_A_ROW_MS,
  STRAGGLERS_MS,
  areHonest,
  countOf,
  isComplete,
  LISTEN_MS,
  listenMs,
  longestWaitMs,
  mayBeCopied,
  probeAt,
  provenAt,
  type Match,
  type Original,
  type SilenceTest,
} from './silence-test';
import type { CopiedChange } from './verdict';

/** How long after a change (ms) another app may copy it and we may hear of the copy. Slower apps are known only by their name. */
const COPIED_WITHIN_MS = 8_000;
/** How long matches in a row may be another app's, in ms. */
const LONGEST_CHAIN_MS = 60_000;
/** A match starts a test only when customers would make it by chance less often than this. */
const SURPRISING = 0.25;
/** The pause after a test that proved nothing (ms), doubled each time up to the most. */
const PAUSE_MS = { first: 30_000, most: 1_800_000 } as const;
/** From this sum for our own writes on, a test follows a test that failed without a pause. */
const RETEST_SCORE = 7;
/** For how long (ms) copies are kept as evidence, and how many at most. */
const KEPT = { ms: 600_000, most: 20 } as const;

/** How much of what is pending may be sent now. */
export type Portion = 'all' | 'unit' | 'none';

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
  /** Since when something waits for each side. */
  readonly #waiting = new Map<Source, Instant>();
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
    if (rest === 0) this.#waiting.delete(source);
    const write: Original = { source, delta, at: now, ours: key, times: null, isAlone: this.#isAlone(now) };
    this.#originals.push(write);
    const test = this.#test;
    if (test === null) return;
    test.awaited = write;
    test.quietSince = now;
  }

  /** Notes that a write of ours has had no effect after all. */
  returned(key: string): void {
    this.#originals = this.#originals.filter(({ ours }) => ours !== key);
    if (this.#test?.awaited?.ours === key) this.#test.awaited = null;
  }

  /** Notes who made a change that was asked about. */
  madeBy(id: number, maker: Maker): void {
    noteMaker([...(this.#test?.matches ?? []), ...(this.#echo === null ? [] : [this.#echo.match])], id, maker);
  }

  /** Notes a change from outside, as we learn of it; `times` are its platform's. */
  changed(source: Source, delta: Quantity, now: Instant, times: TimedChange = { at: now, since: null }): void {
    this.#forget(now);
    const isCopied = (one: Original): boolean => mayBeCopied(one, source, delta, times.at);
    const awaited = this.#test?.awaited ?? null;
    const index = awaited !== null && isCopied(awaited) ? this.#originals.indexOf(awaited) : this.#originals.findIndex(isCopied);
    const original = this.#originals[index];
    if (original !== undefined) this.#rates.recall();
    const rate = original === undefined ? 0 : this.#rates.rate(source, delta, this.#calmUntil(original, now));
    const from = otherSource(source);
    if (original?.ours === null) this.#scores.copied(from, original.at, this.#rates.lastOf(from, original.at));
    else this.#scores.notCopied(from);
    this.#rates.add({ source, delta, at: now });
    if (original === undefined) {
      this.#unmatched(now);
      this.#originals.push({ source, delta, at: now, ours: null, times, isAlone: false });
    } else this.#matched(original, index, { side: source, delta, at: now }, rate, times);
  }

  /** Notes that nothing is pending to a side any more. */
  nothingWaits(source: Source): void {
    this.#waiting.delete(source);
  }

  /** Returns how much of what waits for a side may be sent. */
  portion(source: Source, now: Instant): Portion {
    const test = this.#test;
    if (test === null) return 'all';
    if (!this.#waiting.has(source)) this.#waiting.set(source, now);
    if (test.awaited !== null || isComplete(test) || now < probeAt(test)) return 'none';
    const [first] = SOURCES.toSorted((a, b) => this.#urgency(test, b) - this.#urgency(test, a));
    return source === first ? 'unit' : 'none';
  }

  /** Returns when `advance` has something to do, or a unit may be written; null while nothing is tested. */
  nextAt(now: Instant): Instant | null {
    const test = this.#test;
    if (test === null) return null;
    if (areHonest(test)) return now;
    if (isComplete(test)) return provenAt(test);
    const deadline = Math.min(this.#deadline(test), this.#unusedAt(test));
    if (test.awaited !== null) return Math.min(test.awaited.at + listenMs(test), deadline);
    // Once a unit may be written, its turn comes by itself.
    return probeAt(test) > now ? Math.min(probeAt(test), deadline) : deadline;
  }

  /** Ends what time alone ends: a test whose write nobody copied, that nothing waits for any more, or for which something has waited too long. */
  advance(now: Instant): void {
    const test = this.#test;
    if (test === null) return;
    if (isComplete(test) && !areHonest(test)) {
      if (now >= provenAt(test)) this.#prove();
      return;
    }
    if (test.awaited !== null && now >= test.awaited.at + listenMs(test)) {
      if (test.awaited.isAlone) {
        this.#end(now);
        return;
      }
      test.awaited = null;
    }
    if (areHonest(test) || now >= Math.min(this.#deadline(test), this.#unusedAt(test))) this.#end(now);
  }

  /** Returns whether a write that is sent now follows a silence: at most the change that it passes on has happened. */
  #isAlone(now: Instant): boolean {
    return this.#test === null ? this.#rates.countSince(now - ALONE_MS) <= 1 : this.#test.awaited === null;
  }

  /**
   * Returns until when changes tell how often customers buy: what may be copies does not. A chain that lasts is no other app, since that
   * would be proven by then.
   */
  #calmUntil(original: Original, now: Instant): Instant {
    return Math.max(Math.min(this.#chainSince ?? now, original.at), now - LONGEST_CHAIN_MS);
  }

  #matched(original: Original, index: number, copy: CopiedChange, rate: number, times: TimedChange): void {
    this.#originals.splice(index, 1);
    this.#copies = [...this.#copies, copy].slice(-KEPT.most);
    this.#chainSince ??= original.at;
    const longest = copy.at - original.at;
    if (original.ours !== null) this.#scores.writeRepeated(rate, longest);
    this.#suspect();
    const chance = chanceWithin(rate, longest);
    const test = this.#test;
    if (test === null) {
      if (chance < SURPRISING && (copy.at >= this.#pausedUntil || this.#scores.ours >= RETEST_SCORE))
        this.#begin(original, copy, chance, times);
      return;
    }
    test.longest = Math.max(test.longest, longest);
    test.quietSince = copy.at;
    if (original !== test.awaited) {
      // A copy of what had happened before our first write disturbs nothing; anything else may be a customer.
      if (test.awaited !== null && countOf(test) > 0) test.awaited.isAlone = false;
      if (copy.at > test.since + test.longest + STRAGGLERS_MS) test.customers += 0.5;
      return;
    }
    test.awaited = null;
    if (original.isAlone) test.matches.push(this.asked.match(original, this.#copies, times, chance));
  }

  /**
   * Begins a test. Two customers of one platform, seconds apart, buy the same: the second looks like a copy of what we wrote for the first. Only
   * the second such match in a row begins a test.
   */
  #begin(original: Original, copy: CopiedChange, chance: number, times: TimedChange): void {
    const match = this.asked.match(original, this.#copies, times, chance);
    const echo = original.ours === null ? null : { at: copy.at, match };
    const first = this.#echo !== null && copy.at - this.#echo.at <= IN_A_ROW_MS ? this.#echo : null;
    this.#echo = echo;
    if (echo !== null && first === null) return;
    this.#test = {
      longest: copy.at - original.at,
      matches: first === null ? [match] : [first.match, match],
      customers: 0,
      awaited: this.#originals.findLast(({ ours }) => ours !== null) ?? null,
      since: copy.at,
      quietSince: copy.at,
    };
  }

  /** A customer has bought: silence starts again, and what was awaited proves nothing. */
  #unmatched(now: Instant): void {
    for (const one of this.#originals) one.isAlone = false;
    if (this.#test === null) return;
    this.#test.customers += 1;
    this.#test.quietSince = now;
  }

  /** A side whose writes were not copied yet goes first, then the one for which something has waited longer. */
  #urgency(test: SilenceTest, source: Source): number {
    const since = this.#waiting.get(source);
    if (since === undefined) return -Infinity;
    return countOf(test, otherSource(source)) === 0 ? Number.MAX_SAFE_INTEGER : -since;
  }

  /** Returns when something has waited long enough. */
  #deadline(test: SilenceTest): Instant {
    return Math.min(...this.#waiting.values()) + longestWaitMs(test);
  }

  /** Returns when a test ends that has nothing to write. */
  #unusedAt({ awaited, quietSince }: SilenceTest): Instant {
    return awaited === null && this.#waiting.size === 0 ? quietSince + LISTEN_MS.most : Infinity;
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
