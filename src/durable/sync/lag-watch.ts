import type { Instant } from '../../domain/instant';
import { addLag, summariseLag, type LagHour, type LagSummary } from '../../domain/sync/lag';

/** How long changes took from their own time on one platform to being written on the other, over the last day. */
export class LagWatch {
  #hours: readonly LagHour[];

  constructor(hours: readonly LagHour[]) {
    this.#hours = hours;
  }

  /** A change has arrived after so long (ms). */
  arrived(lagMs: number, now: Instant): void {
    this.#hours = addLag(this.#hours, lagMs, now);
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
