import type { Instant } from '../../instant';
import type { Source } from '../../source';
import type { LevelEntry } from './context';
import { Isolation, sendState, type SendState } from './isolation';
import type { LaneEngine } from './lane-engine';
import { NewWrites, type Permission } from './new-writes';

/** One platform's levels with something to send: which of them go together, which alone, and whether new writes may begin at all. */
export class SendQueue {
  readonly #source: Source;
  readonly #engine: LaneEngine;
  readonly #keys = new Set<number>();
  readonly #isolation = new Isolation();
  readonly #newWrites: NewWrites;

  constructor(source: Source, engine: LaneEngine) {
    this.#source = source;
    this.#engine = engine;
    this.#newWrites = new NewWrites(() => engine.context.random());
  }

  /** Notes a level that may have something to send. */
  touch(entry: LevelEntry): void {
    if (this.#engine.watch.portion(entry, this.#source) !== 0) this.#keys.add(entry.key);
  }

  /** Returns whether new writes may begin now. */
  permission(now: Instant): Permission {
    return this.#newWrites.permission(now);
  }

  /** Records whether a call to the platform was answered. */
  heard(kind: 'read' | 'write', answered: boolean): void {
    this.#newWrites.heard(kind, answered);
  }

  /** Something to this side has waited for so long that the platform may be down: a read and a single write come first. */
  doubt(): void {
    this.#newWrites.doubt();
  }

  /**
   * Returns when a new write may begin, or the read that has to come first; Infinity while nothing waits. `pausedUntil`: when the lane's own
   * pause ends; `reads`: true when levels are to be read anyway, which tell the same as a read that comes first.
   */
  nextAt(now: Instant, { pausedUntil, reads }: { readonly pausedUntil: Instant; readonly reads: boolean }): Instant {
    const permission = this.permission(now);
    if (permission === 'all') return this.#keys.size > 0 || (this.#isolation.waiting && pausedUntil > now) ? now : Infinity;
    if ((permission === 'read-first' && reads) || this.first() === null) return Infinity;
    return Math.max(now, this.#newWrites.trialAt);
  }

  /** Returns a level that could be sent; null when there is none. */
  first(): LevelEntry | null {
    const { levels, watch } = this.#engine;
    for (const key of this.#keys) {
      const entry = levels.byKey(key);
      const stockId = entry?.stock[this.#source] ?? null;
      if (entry === null || stockId === null || this.#isolation.has(stockId)) continue;
      if (watch.portion(entry, this.#source) !== 0) return entry;
    }
    const [stockId] = this.#isolation.next(this.#state) ?? [];
    return stockId === undefined ? null : levels.byStock(this.#source, stockId);
  }

  /** Takes the levels of the next request: an isolated group alone, otherwise as many as it may carry. Empty when none may begin. */
  take(now: Instant): LevelEntry[] {
    const { context, levels } = this.#engine;
    const permission = this.permission(now);
    if (permission === 'wait' || permission === 'read-first') return [];
    const isTrial = permission === 'one';
    const group = this.#isolation.take(this.#state);
    const entries =
      group === null
        ? this.#takeKeys(isTrial ? 1 : context.batch[this.#source])
        : group.flatMap((id) => levels.byStock(this.#source, id) ?? []);
    if (isTrial && entries.length > 0) this.#newWrites.tries(now);
    return entries;
  }

  /** Adds these stock ids as a group that is sent alone. */
  isolate(stockIds: readonly string[]): void {
    this.#isolation.add(stockIds);
  }

  /** Handles the items of a request that was settled: `done` may share requests again, `returned` wait, in halves that go alone if `split`. */
  settled(done: readonly string[], returned: readonly string[], split: boolean): void {
    for (const stockId of done) this.#isolation.release(stockId);
    if (split) this.#isolation.split(returned);
    else this.#isolation.add(returned.filter((stockId) => this.#isolation.has(stockId)));
  }

  clear(): void {
    this.#keys.clear();
    this.#isolation.clear();
    this.#newWrites.clear();
  }

  readonly #state = (stockId: string): SendState => {
    const { levels, watch } = this.#engine;
    return sendState(levels.byStock(this.#source, stockId), this.#source, watch);
  };

  #takeKeys(most: number): LevelEntry[] {
    const entries: LevelEntry[] = [];
    for (const key of this.#keys) {
      if (entries.length >= most) break;
      this.#keys.delete(key);
      const entry = this.#engine.levels.byKey(key);
      const stockId = entry?.stock[this.#source] ?? null;
      if (entry === null || stockId === null || this.#isolation.has(stockId)) continue;
      if (this.#engine.watch.portion(entry, this.#source) !== 0) entries.push(entry);
    }
    return entries;
  }
}
