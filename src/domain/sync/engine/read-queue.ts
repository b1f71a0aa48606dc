import type { Instant } from '../../instant';

/** What is known after a read that does not suffice. */
export interface ReadOutcome {
  readonly numberAt: Instant | null;
  readonly isNews: boolean;
}

interface Waiting {
  readonly dueAt: Instant;
  /** Reads in a row of the same number. */
  readonly reads: number;
  /** The platform's time of the number after the last read; absent before the first. */
  readonly numberAt?: Instant | null;
}

/**
 * The levels of a lane to be read, by stock id, and when. A level that still needs a read afterward, because the
 * answering replica lags or there is no answer, is read again after its own pause; meanwhile the lane is free for the
 * others.
 */
export class ReadQueue {
  readonly #waiting = new Map<string, Waiting>();
  readonly #notBefore: (stockId: string) => Instant;

  /** `notBefore`: returns when a stock ID may be read at the earliest; 0: at any time. */
  constructor(notBefore: (stockId: string) => Instant = () => 0) {
    this.#notBefore = notBefore;
  }

  /** Records whether a level needs a read now. */
  note(stockId: string, needsRead: boolean): void {
    if (!needsRead) this.#waiting.delete(stockId);
    else if (!this.#waiting.has(stockId)) this.#waiting.set(stockId, { dueAt: 0, reads: 0 });
  }

  /** Returns the levels to read now, in order of arrival. */
  due(now: Instant): string[] {
    const due: string[] = [];
    for (const [stockId, { dueAt }] of this.#waiting) if (Math.max(dueAt, this.#notBefore(stockId)) <= now) due.push(stockId);
    return due;
  }

  /** Marks a level as being read: no other read of it starts until this one is answered. */
  begin(stockId: string): void {
    const waiting = this.#waiting.get(stockId);
    this.#waiting.set(stockId, { ...waiting, dueAt: Infinity, reads: (waiting?.reads ?? 0) + 1 });
  }

  drop(stockId: string): void {
    this.#waiting.delete(stockId);
  }

  /**
   * Schedules another read of a level at `now` plus a pause, derived from the number of reads in a row of the same number. A number that moves is
   * not a replica that lags: `numberAt` is the platform's time of it now, and `isNews` says that the need comes from what arrived during the read.
   */
  again(stockId: string, now: Instant, { numberAt, isNews }: ReadOutcome, pause: (reads: number) => number): void {
    const before = this.#waiting.get(stockId);
    const reads = before === undefined || before.numberAt !== numberAt || isNews ? 1 : before.reads;
    this.#waiting.set(stockId, { dueAt: now + pause(reads), reads, numberAt });
  }

  /** Returns when the next read is due; Infinity when none is. */
  nextAt(): Instant {
    let soonest = Infinity;
    for (const [stockId, { dueAt }] of this.#waiting) soonest = Math.min(soonest, Math.max(dueAt, this.#notBefore(stockId)));
    return soonest;
  }

  /** True when no level needs a read. */
  get empty(): boolean {
    return this.#waiting.size === 0;
  }

  clear(): void {
    this.#waiting.clear();
  }
}
