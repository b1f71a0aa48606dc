import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';

/** How long after a change of one side the same change of the other side looks like its copy, in ms. */
export const COPY_WITHIN_MS = 60_000;
/** How many such changes of one variant, within which time in ms, are worth a look at Square's log. */
export const WORTH_A_LOOK = 2;
export const WORTH_WITHIN_MS = 600_000;

/** The most variants that are remembered: those that changed last. */
const MOST_REMEMBERED = 1_000;

interface Seen {
  /** Changes that no later one resembles yet. */
  readonly open: readonly { readonly side: Source; readonly delta: Quantity; readonly at: Instant }[];
  /** When changes looked like copies. */
  readonly alike: readonly Instant[];
}

/** Notices variants whose two sides change by the same amounts one after the other. In memory only: it decides nothing but whether to look. */
export class Resemblances {
  readonly #seen = new Map<string, Seen>();

  /** Notes a change from outside. Returns whether the variant's changes now look as if an app copied them. `at`: our clock. */
  changed(variant: string, side: Source, delta: Quantity, at: Instant): boolean {
    const known = this.#seen.get(variant) ?? { open: [], alike: [] };
    const open = known.open.filter((one) => at - one.at <= COPY_WITHIN_MS);
    const original = open.find((one) => one.side !== side && one.delta === delta);
    const recent = known.alike.filter((one) => at - one <= WORTH_WITHIN_MS);
    const next: Seen =
      original === undefined
        ? { open: [...open, { side, delta, at }], alike: recent }
        : { open: open.filter((one) => one !== original), alike: [...recent, at].slice(-WORTH_A_LOOK) };
    // The latest go last: the first are dropped when there are too many.
    this.#seen.delete(variant);
    this.#seen.set(variant, next);
    for (const oldest of this.#seen.keys()) {
      if (this.#seen.size <= MOST_REMEMBERED) break;
      this.#seen.delete(oldest);
    }
    return original !== undefined && next.alike.length >= WORTH_A_LOOK;
  }

  /** Forgets everything: other locations are paired. */
  clear(): void {
    this.#seen.clear();
  }
}
