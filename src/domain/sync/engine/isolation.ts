import type { Source } from '../../source';
import { waitsToClassify } from '../decrease';
import { sendable } from '../flush';
import type { LevelEntry } from './context';
import type { WriterWatch } from './writer-watch';

/** Whether an item can be sent now, must wait for a read or an answer first, or has nothing to send. */
export type SendState = 'ready' | 'wait' | 'idle';

/** Returns the state of the variant that holds a stock id. */
export function sendState(entry: LevelEntry | null, source: Source, watch: Pick<WriterWatch, 'portion' | 'isHeld'>): SendState {
  if (entry === null) return 'idle';
  if (sendable(entry.level, source) !== 0) {
    if (watch.portion(entry, source) !== 0) return 'ready';
    // A test ends within seconds. What is on hold may stay so for days: its neighbors must not wait for it.
    return watch.isHeld(entry) ? 'idle' : 'wait';
  }
  const side = entry.level[source];
  const { inFlight, needsRead, reading, indeterminate } = side;
  return !indeterminate && (inFlight !== null || needsRead || reading || waitsToClassify(side)) ? 'wait' : 'idle';
}

/**
 * Tracks items that must not share a request with others for now. A request that was refused as a whole, or that a
 * platform fails on, is retried in halves until the failing item is alone. Kept in memory: after a restart it is found
 * again.
 */
export class Isolation {
  #groups: (readonly string[])[] = [];
  readonly #members = new Set<string>();

  /** Adds these stock ids as a group that is sent alone. */
  add(stockIds: readonly string[]): void {
    if (stockIds.length === 0) return;
    this.#groups.push(stockIds);
    for (const id of stockIds) this.#members.add(id);
  }

  /** Splits a request into halves that are each sent alone. */
  split(stockIds: readonly string[]): void {
    const middle = Math.ceil(stockIds.length / 2);
    this.add(stockIds.slice(0, middle));
    this.add(stockIds.slice(middle));
  }

  /** Returns whether an item belongs to an isolated group. */
  has(stockId: string): boolean {
    return this.#members.has(stockId);
  }

  /** Allows this item to share a request with others again. */
  release(stockId: string): void {
    this.#members.delete(stockId);
  }

  /** Takes the first group that has something to send; its items stay isolated until released. Releases idle items. */
  take(state: (stockId: string) => SendState): readonly string[] | null {
    for (const group of this.#groups) {
      for (const id of group) if (state(id) === 'idle') this.release(id);
      const ready = readyOf(group, state);
      if (ready === null) continue;
      this.#groups = this.#groups.filter((one) => one !== group);
      if (ready.length > 0) return ready;
    }
    return null;
  }

  /** Returns what `take` would return. */
  next(state: (stockId: string) => SendState): readonly string[] | null {
    return this.#groups.map((group) => readyOf(group, state)).find((ready) => ready !== null && ready.length > 0) ?? null;
  }

  /** True while a group waits to be sent. */
  get waiting(): boolean {
    return this.#groups.length > 0;
  }

  clear(): void {
    this.#groups = [];
    this.#members.clear();
  }
}

/** Returns a group's items that can be sent now; null while one of them must wait for a read or an answer first. */
function readyOf(group: readonly string[], state: (stockId: string) => SendState): string[] | null {
  const states = group.map((id) => ({ id, is: state(id) }));
  return states.some(({ is }) => is === 'wait') ? null : states.filter(({ is }) => is === 'ready').map(({ id }) => id);
}
