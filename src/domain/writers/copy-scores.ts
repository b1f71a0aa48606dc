import type { Instant } from '../instant';
import type { Source } from '../source';

/** The share of our writes that an app which copies is taken to copy, at any time within the time that counts. */
const COPIES = 0.9;
/** What is left of the evidence against an app after a change of its side that copies nothing. */
const LEFT = 0.1;
/** What is left of it after a change of the other side that nobody copied. */
const LEFT_UNCOPIED = 0.5;
/** No pause between two changes counts for more than this, in ms. */
const LONGEST_GAP_MS = 600_000;
/** The evidence from which an app is suspected, as a power of ten. */
const SUSPECTED = 6;

/**
 * What speaks for an app that copies one variant's changes from one side to the other.
 *
 * Customers' changes are judged by a bet that nobody can win by chance: a change that comes right after one of the other side multiplies the
 * evidence by the pause before that one, in units of the time that counts, and any other leaves a tenth of it. For changes that come whenever
 * they like, the mean factor is one at most, in whatever bursts the other side's come. It never falls below one.
 *
 * Our own writes follow customers, so that does not hold for them: they have a sum of log likelihood ratios (CUSUM), by which only
 * the next test is decided.
 */
export class CopyScores {
  readonly #withinMs: number;
  /** By the side that is copied, as a power of ten. */
  readonly #evidence: Record<Source, number> = { shopify: 0, square: 0 };
  #ours = 0;

  /** `withinMs`: how long after a change its copy counts. */
  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  /** Notes a change that repeats one of the side `from`, made at `at`; `before` is when that side changed before, null when that is not known. */
  copied(from: Source, at: Instant, before: Instant | null): void {
    const gap = before === null ? 0 : Math.min(LONGEST_GAP_MS, at - before);
    this.#multiply(from, LEFT + (1 - LEFT) * (gap / this.#withinMs));
  }

  /** Notes a change that repeats nothing of the side `from`. */
  notCopied(from: Source): void {
    this.#multiply(from, LEFT);
  }

  /** Notes a change of the side `from` that nobody repeated. */
  ignored(from: Source): void {
    this.#multiply(from, LEFT_UNCOPIED);
  }

  /** Notes that a write of ours was repeated after `afterMs`; `rate` is how often customers make that change anyway, per ms. */
  writeRepeated(rate: number, afterMs: number): void {
    this.#ours = Math.max(0, this.#ours + Math.log(COPIES / this.#withinMs / rate) + rate * afterMs);
  }

  /** Notes that a write of ours was not repeated in time. */
  writeIgnored(rate: number): void {
    this.#ours = Math.max(0, this.#ours + Math.log(1 - COPIES) + rate * this.#withinMs);
  }

  /** How much speaks for an app that copies our writes; 0: nothing. */
  get ours(): number {
    return this.#ours;
  }

  get isSuspicious(): boolean {
    return Math.max(...Object.values(this.#evidence)) >= SUSPECTED;
  }

  /** True when nothing speaks for an app that copies customers' changes. */
  get isClear(): boolean {
    return Math.max(...Object.values(this.#evidence)) === 0;
  }

  #multiply(from: Source, factor: number): void {
    this.#evidence[from] = Math.max(0, this.#evidence[from] + Math.log10(factor));
  }
}
