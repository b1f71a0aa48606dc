import type { Quantity } from '../quantity';
import type { LoggedChange } from './logged-change';

/** Returns Square's number after changes, in the order in which they came in. */
export function numberAfter(start: Quantity, log: readonly LoggedChange[]): Quantity {
  return sumOf(
    start,
    log.toSorted((a, b) => a.occurred - b.occurred),
  );
}

function sumOf(start: Quantity, happened: readonly LoggedChange[]): Quantity {
  const count = happened.findLastIndex(({ effect }) => effect.kind === 'count');
  const counted = happened[count]?.effect.quantity ?? start;
  return happened.slice(count + 1).reduce((sum, { effect }) => sum + effect.quantity, counted);
}

/**
 * Square's number as changes come in. It is the last physical count plus the moves after it, in the order in which they happened (`occurred_at` in Square's
 * Inventory API): what comes in late, but happened before a count, changes nothing, since the count includes it.
 */
export class SquareNumber {
  readonly #start: Quantity;
  /** In the order in which they happened. */
  readonly #happened: LoggedChange[] = [];

  constructor(start: Quantity) {
    this.#start = start;
  }

  /** Adds a change that came in after all others, and returns the number then. */
  after(change: LoggedChange): Quantity {
    this.#happened.splice(this.#happened.findLastIndex(({ occurred }) => occurred <= change.occurred) + 1, 0, change);
    return sumOf(this.#start, this.#happened);
  }
}
