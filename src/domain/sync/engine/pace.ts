import type { Instant } from '../../instant';
import { backoff, throttlePause, type BackoffLimits } from '../backoff';
import { FAILURES_BEFORE_PAUSE } from '../limits';

/**
 * Paces a lane by the platform's answers: pauses as long as the platform asks, longer each time that does not help, and
 * also after several calls in a row without an answer. Kept in memory: a restarted object learns it again.
 */
export class Pace {
  readonly #limits: BackoffLimits;
  readonly #random: () => number;
  #pausedUntil: Instant = 0;
  #unanswered = 0;
  #throttled = 0;
  #aheadMs = 0;

  /** `random` returns 0 to 1, drawn for each pause so that accounts do not retry at the same moments. */
  constructor(limits: BackoffLimits, random: () => number) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Nothing is sent before this moment. */
  get pausedUntil(): Instant {
    return this.#pausedUntil;
  }

  /**
   * How far our clock is known to be ahead of the platform's, in ms: times that we state must not lie in the platform's
   * future.
   */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /**
   * Records whether a call got an answer. Returns whether the platform can be reached: false only after several
   * unanswered calls in a row, since a single failure does not mean that it is down.
   */
  heard(answered: boolean, now: Instant): boolean {
    this.#unanswered = answered ? 0 : this.#unanswered + 1;
    if (this.#unanswered < FAILURES_BEFORE_PAUSE) return true;
    this.#pause(now, backoff(this.#unanswered - FAILURES_BEFORE_PAUSE + 1, this.#limits, this.#random()));
    return false;
  }

  /** Records whether the platform throttled a call: how long it asks to wait (ms), or null when it accepted the call. */
  throttled(afterMs: number | null, now: Instant): void {
    this.#throttled = afterMs === null ? 0 : this.#throttled + 1;
    if (afterMs !== null) this.#pause(now, throttlePause(afterMs, this.#throttled, this.#limits));
  }

  /** Records that the platform rejected a stated time as `byMs` ahead of its clock. */
  ahead(byMs: number): void {
    this.#aheadMs = Math.max(this.#aheadMs, byMs);
  }

  /** Allows the next call at once. The clock difference is kept. */
  clear(): void {
    this.#pausedUntil = 0;
    this.#unanswered = 0;
    this.#throttled = 0;
  }

  #pause(now: Instant, ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, now + ms);
  }
}
