import type { Instant } from '../../domain/instant';

/**
 * The cells of a lane whose level must be read, and when. One that stays in doubt, because the place that answers lags or
 * gives no answer, is read again after a pause of its own: meanwhile the lane is free for the others.
 */
export class ReadQueue {
  readonly #cells = new Map<number, { readonly dueAt: Instant; readonly reads: number }>();

  get size(): number {
    return this.#cells.size;
  }

  /** Notes whether a cell is in doubt now. */
  note(key: number, doubted: boolean): void {
    if (!doubted) this.#cells.delete(key);
    else if (!this.#cells.has(key)) this.#cells.set(key, { dueAt: 0, reads: 0 });
  }

  /** The cells to read now, in the order in which they came into doubt. */
  due(now: Instant): number[] {
    return [...this.#cells].filter(([, { dueAt }]) => dueAt <= now).map(([key]) => key);
  }

  /** A read of this cell goes out: until it is answered there is no other. */
  begin(key: number): void {
    this.#cells.set(key, { dueAt: Infinity, reads: (this.#cells.get(key)?.reads ?? 0) + 1 });
  }

  drop(key: number): void {
    this.#cells.delete(key);
  }

  /** The read has not ended the doubt: again at `now` and a pause, told from how many reads there were in a row. */
  again(key: number, now: Instant, pause: (reads: number) => number): void {
    const reads = Math.max(1, this.#cells.get(key)?.reads ?? 1);
    this.#cells.set(key, { dueAt: now + pause(reads), reads });
  }

  /** When the next read is due; Infinity when none is. */
  nextAt(): Instant {
    return Math.min(Infinity, ...[...this.#cells.values()].map(({ dueAt }) => dueAt));
  }

  clear(): void {
    this.#cells.clear();
  }
}
