import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { SOURCES, type Source } from '../source';

/** A change that waits, or what is left of it. */
interface Part {
  amount: Quantity;
  readonly since: Instant;
}

/**
 * What waits for each side while a variant is tested, change by change: each has its own deadline. A return takes back the latest of the sales that
 * wait, so that all parts of a side have the same sign.
 */
export class WaitingChanges {
  readonly #parts: Readonly<Record<Source, Part[]>> = { shopify: [], square: [] };

  /** True while nothing waits for either side. */
  get isEmpty(): boolean {
    return SOURCES.every((source) => this.#parts[source].length === 0);
  }

  /** Returns since when the oldest change has waited for a side; null when nothing waits. */
  since(source: Source): Instant | null {
    return this.#parts[source][0]?.since ?? null;
  }

  /** Notes how much waits for a side now, in all. */
  note(source: Source, amount: Quantity, now: Instant): void {
    const parts = this.#parts[source];
    const left = take(parts, amount - sumOf(parts), -1);
    if (left !== 0) parts.push({ amount: left, since: now });
  }

  /** Notes that the oldest of it, by this amount, is being sent. */
  sent(source: Source, amount: Quantity): void {
    take(this.#parts[source], -amount, 0);
  }

  /** Returns how much has waited for a side since `from` at least. */
  due(source: Source, from: Instant): Quantity {
    return sumOf(this.#parts[source].filter(({ since }) => since <= from));
  }

  /** Returns since when the oldest change has waited that came after `from`; Infinity when there is none. */
  firstAfter(from: Instant): Instant {
    return Math.min(...SOURCES.map((source) => this.#parts[source].find(({ since }) => since > from)?.since ?? Infinity));
  }
}

const sumOf = (parts: readonly Part[]): Quantity => parts.reduce((sum, { amount }) => sum + amount, 0);

/** Takes an amount from the parts of the other sign, the oldest (0) or the latest (-1) first. Returns what is left of it. */
function take(parts: Part[], amount: Quantity, end: 0 | -1): Quantity {
  let left = amount;
  for (let part = parts.at(end); part !== undefined && part.amount * left < 0; part = parts.at(end)) {
    const taken = Math.sign(left) * Math.min(Math.abs(left), Math.abs(part.amount));
    part.amount += taken;
    left -= taken;
    if (part.amount === 0) parts.splice(end, 1);
  }
  return left;
}
