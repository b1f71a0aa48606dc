import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { LedgerChange, LoggedChange } from './logged-change';

/** How much earlier than its original a copy at Shopify may seem to be made, in ms: Shopify's whole seconds, and clocks that differ. */
export const EARLY_MS = 2_000;
/** The slowest app that is considered, in ms: what it has not copied by then, it will not. */
export const SLOWEST_MS = 30_000;

/** How long before and after a change at Square its copy at Shopify is expected, in ms. */
export interface CopyWindow {
  readonly beforeMs: number;
  readonly afterMs: number;
}

/** The widest window. */
export const WIDEST: CopyWindow = { beforeMs: EARLY_MS, afterMs: SLOWEST_MS };
/** The windows that are tried, the narrowest first. */
const WINDOWS: readonly CopyWindow[] = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 30]
  .flatMap((after) => [0, 1, 2].map((before) => ({ beforeMs: before * 1_000, afterMs: after * 1_000 })))
  .toSorted((a, b) => a.beforeMs + a.afterMs - (b.beforeMs + b.afterMs));

/** A change at Square that an app which works in both directions copies to Shopify: our own, and that of a person or a till. */
export interface SquareOriginal {
  readonly created: Instant;
  readonly delta: Quantity;
  readonly isOurs: boolean;
  /** The place of the first line at Shopify that can be its copy: of our own write, one after the lines that it passed on. */
  readonly from: number;
}

/** Returns the changes at Square that the app did not make, the oldest first. `changes`: Shopify's lines, oldest first. */
export function originalsOf(
  log: readonly LoggedChange[],
  changes: readonly LedgerChange[],
  isApps: (change: LoggedChange) => boolean,
): SquareOriginal[] {
  const passedOn = new PassedOn(changes);
  const others = log.filter((change) => !isApps(change)).toSorted((a, b) => a.created - b.created);
  return others.map(({ created, author, effect: { quantity: delta } }) => {
    const isOurs = author === 'ours';
    return { created, delta, isOurs, from: isOurs ? passedOn.by(delta) : 0 };
  });
}

/** Which of Shopify's lines our writes to Square pass on: each once, in their order, together, or in parts as a test by silence does. */
class PassedOn {
  readonly #changes: readonly LedgerChange[];
  /** The first line that is not passed on yet, and what of it is. */
  #next = 0;
  #part: Quantity = 0;

  constructor(changes: readonly LedgerChange[]) {
    this.#changes = changes;
  }

  /** Returns the place after the last line of which the next write passes on something. */
  by(delta: Quantity): number {
    const first = this.#changes[this.#next]?.delta ?? 0;
    if (Math.sign(delta) === Math.sign(first - this.#part) && Math.abs(delta) < Math.abs(first - this.#part)) {
      this.#part += delta;
      return this.#next + 1;
    }
    let sum = -this.#part;
    for (let place = this.#next; place < this.#changes.length; place += 1) {
      sum += this.#changes[place]?.delta ?? 0;
      if (sum !== delta) continue;
      this.#next = place + 1;
      this.#part = 0;
      return place + 1;
    }
    return 0;
  }
}

/** Returns the place of the first line that may be the copy of a change at Square and that `isFree`; null when there is none. */
export function copyOf(
  { created, delta, from }: SquareOriginal,
  changes: readonly LedgerChange[],
  { beforeMs, afterMs }: CopyWindow,
  isFree: (place: number) => boolean = () => true,
): number | null {
  for (let place = Math.max(from, firstAt(changes, created - beforeMs)); place < changes.length; place += 1) {
    const change = changes[place];
    if (change === undefined || change.at > created + afterMs) return null;
    if (change.delta === delta && isFree(place)) return place;
  }
  return null;
}

/** Returns the place of the first line of this time or later. */
function firstAt(changes: readonly LedgerChange[], at: Instant): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.at ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Changes at Square, all of which have a copy at Shopify. */
export interface PairedCopies {
  readonly window: CopyWindow;
  /** For each change at Square the place of the line at Shopify that is its copy. */
  readonly copies: readonly number[];
}

/** Finds a copy of each change at Square, each line being one copy at most, within the narrowest window; null where one has none. */
export function pairCopies(originals: readonly SquareOriginal[], changes: readonly LedgerChange[]): PairedCopies | null {
  const widest = pairWithin(originals, changes, WIDEST);
  if (widest === null) return null;
  for (const window of WINDOWS) {
    const copies = pairWithin(originals, changes, window);
    if (copies !== null) return { window, copies };
  }
  return { window: WIDEST, copies: widest };
}

function pairWithin(originals: readonly SquareOriginal[], changes: readonly LedgerChange[], window: CopyWindow): number[] | null {
  const used = new Set<number>();
  for (const original of originals) {
    const place = copyOf(original, changes, window, (free) => !used.has(free));
    if (place === null) return null;
    used.add(place);
  }
  return [...used];
}
