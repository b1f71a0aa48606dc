import type { Instant } from '../../instant';
import { backoff, throttlePause, type BackoffLimits } from '../backoff';
import { FAILURES_BEFORE_PAUSE } from '../limits';

/**
 * How fast a lane may go, learned from the platform's answers: it rests as long as it is told to, longer each time that
 * did not help, and once several calls in a row got no answer. Kept in memory: a restarted object learns it again.
 */
export class Pace {
  readonly #limits: BackoffLimits;
  readonly #random: () => number;
  #pausedUntil: Instant = 0;
  #unanswered = 0;
  #throttled = 0;
  #aheadMs = 0;

  /** `random`: 0 to 1, drawn for each pause so that accounts do not retry at the same moments. */
  constructor(limits: BackoffLimits, random: () => number) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Nothing goes out before. */
  get pausedUntil(): Instant {
    return this.#pausedUntil;
  }

  /** By how much our clock is known to be ahead of the platform's, in ms: what is stated to it must not lie in its future. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** A call got an answer, or none. Answers whether the platform can be reached: not while it is down, which one unlucky request does not say. */
  heard(answered: boolean, now: Instant): boolean {
    this.#unanswered = answered ? 0 : this.#unanswered + 1;
    if (this.#unanswered < FAILURES_BEFORE_PAUSE) return true;
    this.#pause(now, backoff(this.#unanswered - FAILURES_BEFORE_PAUSE + 1, this.#limits, this.#random()));
    return false;
  }

  /** The platform took a call, or said that there are too many and how long to wait; null for the former. */
  throttled(afterMs: number | null, now: Instant): void {
    this.#throttled = afterMs === null ? 0 : this.#throttled + 1;
    if (afterMs !== null) this.#pause(now, throttlePause(afterMs, this.#throttled, this.#limits));
  }

  /** The platform said that a time we stated has not come yet. */
  ahead(byMs: number): void {
    this.#aheadMs = Math.max(this.#aheadMs, byMs);
  }

  /** Whatever comes now may go out at once. The clocks stay as they are. */
  clear(): void {
    this.#pausedUntil = 0;
    this.#unanswered = 0;
    this.#throttled = 0;
  }

  #pause(now: Instant, ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + ms);
  }
}
