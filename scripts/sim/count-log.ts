/**
 * Square's log of one item: adjustments and physical counts in the order of their `occurred_at`. The level is the last count plus the
 * adjustments after it, so a count that is reported after it was taken overwrites earlier changes.
 */
export class CountLog {
  #value: number;
  #countedAt = -Infinity;
  #adjustments: { readonly at: number; readonly delta: number }[] = [];

  constructor(value: number) {
    this.#value = value;
  }

  get value(): number {
    return this.#value;
  }

  /** Adds an adjustment; returns false when a count has already overwritten it. */
  adjust(delta: number, at: number): boolean {
    if (at < this.#countedAt) return false;
    this.#adjustments.push({ at, delta });
    this.#value += delta;
    return true;
  }

  count(value: number, at: number): void {
    if (at < this.#countedAt) return;
    this.#countedAt = at;
    this.#adjustments = this.#adjustments.filter((adjustment) => adjustment.at > at);
    this.#value = this.#adjustments.reduce((sum, { delta }) => sum + delta, value);
  }
}
