import type { Instant } from '../../domain/instant';
import { addLag, summariseLag, type LagHour, type LagSummary } from '../../domain/sync/lag';

/** How many of the latest writes count, and for how long (ms): earlier slow writes say nothing about the current state. */
const RECENT_WRITES = 20;
const RECENT_MS = 5 * 60_000;

/** Measures how long changes took from their own time on one platform to being written on the other, over the last day. */
export class LagWatch {
  #hours: readonly LagHour[];
  /** The latest writes of this instance; a restarted object has none, so none is slow. */
  #recent: readonly { readonly at: Instant; readonly lagMs: number }[] = [];

  constructor(hours: readonly LagHour[]) {
    this.#hours = hours;
  }

  /** Records that a change has arrived after this time (ms). */
  arrived(lagMs: number, now: Instant): void {
    this.#hours = addLag(this.#hours, lagMs, now);
    this.#recent = [...this.#recent.slice(1 - RECENT_WRITES), { at: now, lagMs }];
  }

  /** Returns the time within which 95% of the latest writes arrived (ms); null when there were none in the last five minutes. */
  recentP95(now: Instant): number | null {
    const lags = this.#recent.filter(({ at }) => now - at < RECENT_MS).map(({ lagMs }) => lagMs);
    return lags.sort((a, b) => a - b)[Math.ceil(lags.length * 0.95) - 1] ?? null;
  }

  /** Returns when the latest writes stop being recent; null when none are. */
  recentUntil(now: Instant): Instant | null {
    const last = this.#recent.at(-1);
    return last === undefined || now - last.at >= RECENT_MS ? null : last.at + RECENT_MS;
  }

  /** Returns the last day's hours, to be stored. */
  hours(): readonly LagHour[] {
    return this.#hours;
  }

  /** Returns the last day's summary in three numbers; null when nothing was written. */
  summary(now: Instant): LagSummary | null {
    return summariseLag(this.#hours, now);
  }
}
