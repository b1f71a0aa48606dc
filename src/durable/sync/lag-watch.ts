import type { Instant } from '../../domain/instant';
import { SOURCES, type Source } from '../../domain/source';
import { addLag, summariseLag, type LagHour, type LagSummary } from '../../domain/sync/lag';
import type { LinkedLevel } from '../../domain/sync/linked-level';

/**
 * Measures what merchants feel: from a change's own time on its platform to being written on the other. What is under
 * way is memory's alone: a restart loses figures, never units.
 */
export class LagWatch {
  readonly #since: Readonly<Record<Source, Map<number, Instant>>> = { shopify: new Map(), square: new Map() };
  #hours: readonly LagHour[];

  constructor(hours: readonly LagHour[]) {
    this.#hours = hours;
  }

  /** A change of this moment is owed to a side of a cell. The oldest counts. */
  began(side: Source, key: number, at: Instant): void {
    if (!this.#since[side].has(key)) this.#since[side].set(key, at);
  }

  /** Looks which of these cells owe nothing any more. */
  look(keys: ReadonlySet<number>, cellOf: (key: number) => LinkedLevel | null, now: Instant): void {
    for (const source of SOURCES) {
      for (const [key, since] of this.#since[source]) {
        if (!keys.has(key)) continue;
        const side = cellOf(key)?.[source];
        if (side !== undefined && (side.inFlight !== null || side.pending !== 0)) continue;
        this.#since[source].delete(key);
        this.#hours = addLag(this.#hours, now - since, now);
      }
    }
  }

  /** Nothing is under way any more. */
  clear(): void {
    for (const source of SOURCES) this.#since[source].clear();
  }

  /** The last day's hours, to be stored. */
  hours(): readonly LagHour[] {
    return this.#hours;
  }

  /** The last day in three numbers; null when nothing was written. */
  summary(now: Instant): LagSummary | null {
    return summariseLag(this.#hours, now);
  }

  /** When the oldest change that is still on its way began, by its platform's clock; null when none is. */
  oldest(): Instant | null {
    const times = SOURCES.flatMap((source) => [...this.#since[source].values()]);
    return times.length === 0 ? null : Math.min(...times);
  }
}
