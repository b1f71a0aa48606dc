import type { Source } from '../source';

/** The share of changes that an app which copies is taken to copy, at any time within the time that counts. */
const COPIES = 0.9;
/** The sum of log likelihood ratios from which an app is suspected: some six repetitions that surprise. */
const SUSPECTED = 22;

/** What may be copied: changes of a platform's own customers, or our writes. */
export type Copied = Source | 'ours';

/**
 * How much more likely it is that an app copies changes than that customers make the same ones by chance: sums of log likelihood ratios that
 * never fall below 0 (CUSUM), one for each kind of change that may be copied.
 */
export class CopyScores {
  readonly #sums: Record<Copied, number> = { shopify: 0, square: 0, ours: 0 };
  readonly #withinMs: number;

  /** `withinMs`: how long after a change its copy counts. */
  constructor(withinMs: number) {
    this.#withinMs = withinMs;
  }

  /** Notes that a change was repeated after `afterMs`; `rate` is how often customers make that change anyway, per ms. */
  repeated(kind: Copied, rate: number, afterMs: number): void {
    this.#add(kind, Math.log(COPIES / this.#withinMs / rate) + rate * afterMs);
  }

  /** Notes that a change was not repeated in time. */
  ignored(kind: Copied, rate: number): void {
    this.#add(kind, Math.log(1 - COPIES) + rate * this.#withinMs);
  }

  of(kind: Copied): number {
    return this.#sums[kind];
  }

  get isSuspicious(): boolean {
    return Math.max(...Object.values(this.#sums)) >= SUSPECTED;
  }

  /** True when nothing speaks for an app. */
  get isClear(): boolean {
    return Math.max(...Object.values(this.#sums)) === 0;
  }

  #add(kind: Copied, step: number): void {
    this.#sums[kind] = Math.max(0, this.#sums[kind] + step);
  }
}
