import { setImmediate } from 'node:timers';

/** Whose code runs in a turn. Planned events of a dead owner are dropped: it receives no more callbacks, timers, or responses. */
export interface Owner {
  readonly name: string;
  alive: boolean;
}

/** One event at its virtual time. */
export interface Planned {
  readonly at: number;
  readonly order: number;
  readonly owner: Owner;
  readonly run: () => void;
  /** Runs instead of `run` when the owner is dead by then. */
  readonly dropped: (() => void) | null;
  cancelled: boolean;
  /** Runs when the turn that planned this is rolled back. */
  undone: (() => void) | null;
}

/** The simulation's own owner: never dies. */
export const SYSTEM: Owner = { name: 'system', alive: true };

/** Observes turns; both methods run outside of turns. */
export interface TurnObserver {
  before(owner: Owner): void;
  /** `created`: the events that the turn has planned; canceling them rolls the turn's effects back. */
  after(owner: Owner, created: readonly Planned[]): void;
}

/**
 * The only scheduler, seeded: events run in order of virtual time, and in planning order where times are equal. A turn is an event and
 * everything that follows from it without waiting: microtasks drain before the next event is picked.
 */
export class Scheduler {
  readonly #heap: Planned[] = [];
  #order = 0;
  #created: Planned[] = [];
  /** Virtual time, ms since 1970. */
  now: number;
  /** The owner of the current turn. */
  current: Owner = SYSTEM;
  /** The number of turns so far, for measurements. */
  turns = 0;
  observer: TurnObserver | null = null;

  constructor(now: number) {
    this.now = now;
  }

  /** Plans an event at `at` (ms), not before now. */
  plan(at: number, owner: Owner, run: () => void, dropped: (() => void) | null = null): Planned {
    this.#order += 1;
    const planned: Planned = { at: Math.max(at, this.now), order: this.#order, owner, run, dropped, cancelled: false, undone: null };
    this.#created.push(planned);
    this.#push(planned);
    return planned;
  }

  /** Runs events up to and including `end`, or until `stop` returns true after a turn. */
  async runUntil(end: number, stop: (() => boolean) | null = null): Promise<void> {
    for (let next = this.#heap[0]; next !== undefined && next.at <= end; next = this.#heap[0]) {
      this.#pop();
      if (next.cancelled) continue;
      this.now = next.at;
      if (!next.owner.alive) {
        next.dropped?.();
        continue;
      }
      await this.#turn(next);
      if (stop?.() === true) return;
    }
    this.now = Math.max(this.now, end);
  }

  async #turn(planned: Planned): Promise<void> {
    this.turns += 1;
    this.current = planned.owner;
    this.#created = [];
    this.observer?.before(planned.owner);
    planned.run();
    await quiescence();
    const owner = this.current;
    this.current = SYSTEM;
    this.observer?.after(owner, this.#created);
  }

  #push(planned: Planned): void {
    const heap = this.#heap;
    let index = heap.push(planned) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = heap[parent];
      if (above === undefined || !isBefore(planned, above)) break;
      heap[index] = above;
      index = parent;
    }
    heap[index] = planned;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let index = 0;
    for (;;) {
      const left = heap[2 * index + 1];
      const right = heap[2 * index + 2];
      if (left === undefined) break;
      const least = right !== undefined && isBefore(right, left) ? right : left;
      if (!isBefore(least, last)) break;
      heap[index] = least;
      index = least === left ? 2 * index + 1 : 2 * index + 2;
    }
    heap[index] = last;
  }
}

/** Resolves when no microtask is left: a macrotask of the real event loop runs after all of them. */
function quiescence(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function isBefore(a: Planned, b: Planned): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}
