import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';

/** For how long (ms) changes tell how often customers make them. */
const REMEMBERED_MS = 600_000;
/** The shorter time (ms) over which the rate counts as well: customers come in bursts. */
const BURST_MS = 45_000;
/** The most changes that are remembered. */
const MOST_REMEMBERED = 120;
/** No two changes are told apart by less than this, in ms. */
const LEAST_MS = 500;
/** Nothing counts as less likely than this: what is not known about customers is more than that. */
const LEAST_CHANCE = 1e-3;

/** A change from outside, as the journal has it: when we learned of it, by our clock. */
export interface PastChange {
  readonly source: Source;
  readonly delta: Quantity;
  readonly at: Instant;
}

/** How often the customers of one variant make which change, from what they did in the last ten minutes. */
export class ChangeRates {
  #changes: PastChange[] = [];
  #history: (() => readonly PastChange[]) | null;

  /** `history` returns the changes of the last ten minutes before now, oldest first; called at most once. */
  constructor(history: () => readonly PastChange[]) {
    this.#history = history;
  }

  /** Notes a change. */
  add(change: PastChange): void {
    this.#changes = [...this.#changes.filter(({ at }) => change.at - at <= REMEMBERED_MS), change].slice(-MOST_REMEMBERED);
  }

  /** Returns the number of changes since then, of whatever kind. */
  countSince(from: Instant): number {
    return this.#changes.filter(({ at }) => at > from).length;
  }

  /** Returns when a side changed last before a time; null when that is not known. */
  lastOf(source: Source, before: Instant): Instant | null {
    return this.#changes.findLast((one) => one.source === source && one.at < before)?.at ?? null;
  }

  /** Returns how often customers change a side by just this much, per ms, by what they did before a time. */
  rate(source: Source, delta: Quantity, before: Instant): number {
    const same = this.#changes.filter((one) => one.source === source && one.delta === delta && one.at < before);
    const lately = same.filter(({ at }) => at > before - BURST_MS).length;
    return Math.max((same.length + 0.5) / REMEMBERED_MS, lately / BURST_MS);
  }

  /** Adds what happened before this was made, if it has not been added: only then is it known how often customers buy. */
  recall(): void {
    if (this.#history === null) return;
    const from = this.#changes[0]?.at ?? Infinity;
    const past = this.#history().filter(({ at }) => at < from);
    this.#history = null;
    this.#changes = [...past, ...this.#changes].slice(-MOST_REMEMBERED);
  }
}

/** Returns the chance that something which happens at a rate (per ms) does so within a time (ms); never less than one in a thousand. */
export function chanceWithin(rate: number, withinMs: number): number {
  return Math.max(LEAST_CHANCE, 1 - Math.exp(-rate * Math.max(withinMs, LEAST_MS)));
}
