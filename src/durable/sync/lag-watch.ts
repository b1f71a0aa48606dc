import type { Instant } from '../../domain/instant';
import { addLag, summariseLag, type LagHour, type LagSummary } from '../../domain/sync/lag';

/** Of so many of the latest writes, and of the last minutes alone: what was slow before says nothing of how it is now. */
const RECENT_WRITES = 20;
const RECENT_MS = 5 * 60_000;

/** How long changes took from their own time on one platform to being written on the other, over the last day. */
export class LagWatch {
  #hours: readonly LagHour[];
  /** The latest writes of this instance; an object that starts again has none, and none is slow. */
  #recent: readonly { readonly at: Instant; readonly lagMs: number }[] = [];

  constructor(hours: readonly LagHour[]) {
    this.#hours = hours;
  }

  /** A change has arrived after so long (ms). */
  arrived(lagMs: number, now: Instant): void {
    this.#hours = addLag(this.#hours, lagMs, now);
    this.#recent = [...this.#recent.slice(1 - RECENT_WRITES), { at: now, lagMs }];
  }

  /** Nineteen of twenty of the latest writes took no longer (ms); null when there were none in the last five minutes. */
  recentP95(now: Instant): number | null {
    const lags = this.#recent.filter(({ at }) => now - at < RECENT_MS).map(({ lagMs }) => lagMs);
    return lags.sort((a, b) => a - b)[Math.ceil(lags.length * 0.95) - 1] ?? null;
  }

  /** When the latest writes are not recent any more; null when there are none that are. */
  recentUntil(now: Instant): Instant | null {
    const last = this.#recent.at(-1);
    return last === undefined || now - last.at >= RECENT_MS ? null : last.at + RECENT_MS;
  }

  /** The last day's hours, to be stored. */
  hours(): readonly LagHour[] {
    return this.#hours;
  }

  /** The last day in three numbers; null when nothing was written. */
  summary(now: Instant): LagSummary | null {
    return summariseLag(this.#hours, now);
  }
}
