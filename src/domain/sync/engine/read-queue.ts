import type { Instant } from '../../instant';

/**
 * The levels of a lane that must be read, by stock id, and when. One that still needs a read afterwards, because the replica
 * that answers lags or there is no answer, is read again after a pause of its own: meanwhile the lane is free for the others.
 */
export class ReadQueue {
  readonly #waiting = new Map<string, { readonly dueAt: Instant; readonly reads: number }>();

  /** Notes whether a level needs a read now. */
  note(stockId: string, needsRead: boolean): void {
    if (!needsRead) this.#waiting.delete(stockId);
    else if (!this.#waiting.has(stockId)) this.#waiting.set(stockId, { dueAt: 0, reads: 0 });
  }

  /** The levels to read now, in the order in which they came. */
  due(now: Instant): string[] {
    const due: string[] = [];
    for (const [stockId, { dueAt }] of this.#waiting) if (dueAt <= now) due.push(stockId);
    return due;
  }

  /** A read of this level goes out: until it is answered there is no other. */
  begin(stockId: string): void {
    this.#waiting.set(stockId, { dueAt: Infinity, reads: (this.#waiting.get(stockId)?.reads ?? 0) + 1 });
  }

  drop(stockId: string): void {
    this.#waiting.delete(stockId);
  }

  /** A read is still needed: again at `now` and a pause, derived from how many reads there were in a row. */
  again(stockId: string, now: Instant, pause: (reads: number) => number): void {
    const reads = Math.max(1, this.#waiting.get(stockId)?.reads ?? 1);
    this.#waiting.set(stockId, { dueAt: now + pause(reads), reads });
  }

  /** When the next read is due; Infinity when none is. */
  nextAt(): Instant {
    let soonest = Infinity;
    for (const { dueAt } of this.#waiting.values()) soonest = Math.min(soonest, dueAt);
    return soonest;
  }

  clear(): void {
    this.#waiting.clear();
  }
}
