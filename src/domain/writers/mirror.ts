import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { LedgerChange, LoggedChange } from './logged-change';
import type { Maker } from './maker';
import { SquareNumber } from './square-number';
import { EARLY_MS, SLOWEST_MS, type SquareOriginal } from './square-originals';

/** What is known of another app since both sides had one number. Times are in ms. */
export interface MirrorFacts {
  readonly start: Quantity;
  readonly shopifyNow: Quantity;
  /** Shopify's changes that we did not make, oldest first. */
  readonly changes: readonly LedgerChange[];
  /** Who made the last of them; null when that is not known. */
  readonly lastMaker: Maker | null;
  /** All changes at Square, in the order in which they came in; nobody but the app counted. */
  readonly log: readonly LoggedChange[];
  /** Those of them that the app did not make, in the same order. */
  readonly originals: readonly SquareOriginal[];
  /** What tells the app's changes at Square. */
  readonly isApps: (change: LoggedChange) => boolean;
  /** Between these two, the app was certainly on: before its first change, it may not have been. */
  readonly onFrom: Instant;
  readonly onUntil: Instant;
  /** Since when nothing is written to the variant; null while it is. */
  readonly heldAt: Instant | null;
}

/** How long after the hold what was on its way has arrived, in ms. */
const ARRIVED_MS = 10_000;
/** So many changes at Square that the app left alone at Shopify show that it does so: it may miss one. */
const LEFT_ALONE = 2;
/** How long before its change at Shopify the app may have read Square's number, in ms. */
const READ_MS = 5_000;

/** Square's number from one change on. */
interface Level {
  readonly created: Instant;
  readonly number: Quantity;
  /** By how much it changed. */
  readonly delta: Quantity;
  readonly by: 'app' | 'ours' | 'others';
  /** The place of the first line at Shopify that may be set to this number: what the number itself follows came before it. */
  readonly from: number;
}

/**
 * Returns whether an app sets Square's number to Shopify's, and certainly never Shopify's to Square's. An app that works both ways sets Shopify
 * after a change at Square, to the number that Square had then or has since. So no change at Shopify may reach such a number, unless it is an order,
 * or changes at Square show that the app leaves Shopify alone: it was on, and Shopify's number stayed another one for as long as the slowest app takes.
 */
export function mirrorsOneWay(facts: MirrorFacts): boolean {
  const levels = levelsOf(facts);
  if (levels.some((level) => level.by === 'app' && !isShopifys(facts, levels, level))) return false;
  const { changes, lastMaker } = facts;
  const candidates = lastMaker === 'shop' ? changes.slice(0, -1) : changes;
  const sets = candidates.filter((change, place) => isPossibleSet(change, place, levels));
  if (sets.length === 0) return true;
  return levels.filter((level) => isLeftAlone(facts, levels, level)).length >= LEFT_ALONE;
}

function levelsOf({ start, changes, log, originals, isApps }: MirrorFacts): Level[] {
  const square = new SquareNumber(start);
  let number = start;
  let next = 0;
  return log.map((change) => {
    const { created } = change;
    const delta = square.after(change) - number;
    number += delta;
    if (isApps(change)) return { created, number, delta, by: 'app', from: afterMirrored({ start, changes }, created, number) };
    const original = originals[next];
    next += 1;
    return { created, number, delta, by: original?.isOurs === true ? 'ours' : 'others', from: original?.from ?? 0 };
  });
}

/** Returns the place of the first line after Shopify's number, as known, was the one that a count of the app repeats; 0 when it was not. */
function afterMirrored({ start, changes }: Pick<MirrorFacts, 'start' | 'changes'>, created: Instant, number: Quantity): number {
  const first = changes.findIndex(({ at }) => at >= created - SLOWEST_MS - EARLY_MS);
  const until = created + EARLY_MS;
  for (let place = first; place >= 0 && (changes[place]?.at ?? Infinity) <= until; place += 1) {
    const { before, after } = changes[place] ?? { before: start, after: start };
    if (isBetween(number, changes[place - 1]?.after ?? start, before)) return place;
    if (isBetween(number, before, after)) return number === after ? place + 1 : place;
  }
  return 0;
}

const isBetween = (number: Quantity, one: Quantity, other: Quantity): boolean => (number - one) * (number - other) <= 0;

/** Returns whether a count of the app states a number that Shopify may have had shortly before. */
function isShopifys({ start, shopifyNow, changes, heldAt }: MirrorFacts, levels: readonly Level[], { created, number }: Level): boolean {
  const since = created - SLOWEST_MS - EARLY_MS;
  const first = changes.findIndex(({ at }) => at >= since);
  const from = first < 0 ? changes.length : first;
  const later = changes.findIndex(({ at }) => at > created + EARLY_MS);
  const until = later < 0 ? changes.length : later;
  const shown = changes.slice(from, until).flatMap(({ before, after }) => [before, after]);
  const numbers = [changes[from - 1]?.after ?? start, ...shown, changes[until]?.before ?? shopifyNow];
  // Between two lines, Shopify's number also took what we wrote: in any order, what was changed at Square.
  const isHeld = heldAt !== null && since > heldAt + ARRIVED_MS;
  const passed = isHeld
    ? []
    : levels.filter((level) => level.by !== 'ours' && level.created >= since - SLOWEST_MS && level.created < created);
  const up = passed.reduce((sum, { delta }) => sum + Math.max(delta, 0), 0);
  const down = passed.reduce((sum, { delta }) => sum + Math.min(delta, 0), 0);
  return number >= Math.min(...numbers) + down && number <= Math.max(...numbers) + up;
}

/**
 * Returns whether a change at Shopify may be, or include, the app's setting of Square's number: to the number after a change that it did not make, as it
 * was notified, or to the number that it read.
 */
function isPossibleSet({ at, before, after }: LedgerChange, place: number, levels: readonly Level[]): boolean {
  const known = levels.filter(({ created, from }) => from <= place && created <= at + EARLY_MS);
  const notified = known.filter(({ by, delta, created }) => by !== 'app' && delta !== 0 && created >= at - SLOWEST_MS - EARLY_MS);
  if (notified.length === 0) return false;
  // What it read stood until then, or came since.
  const readings = known.slice(
    Math.max(
      0,
      known.findLastIndex(({ created }) => created < at - READ_MS),
    ),
  );
  // Several changes at Shopify may be known as one.
  return [...notified, ...readings].some(({ number }) => number !== before && isBetween(number, before, after));
}

/**
 * Returns whether an app that sets Shopify would have had to do so after a change at Square that neither it nor we made, and has not. False where that is
 * not certain, or the app may not have been on.
 */
function isLeftAlone(facts: MirrorFacts, levels: readonly Level[], { created, by, delta }: Level): boolean {
  const { start, shopifyNow, changes, onFrom, onUntil, heldAt } = facts;
  const until = created + SLOWEST_MS + EARLY_MS;
  // Before the hold, our own write may have left an app that is slower nothing to set.
  const from = Math.max(onFrom, (heldAt ?? Infinity) + ARRIVED_MS);
  if (by !== 'others' || delta === 0 || created < from || until > onUntil) return false;
  const next = changes.findIndex(({ at }) => at >= created - EARLY_MS);
  const place = next < 0 ? changes.length : next;
  const number = changes[place - 1]?.after ?? start;
  const isStill = (changes[place]?.at ?? Infinity) > until && (changes[place]?.before ?? shopifyNow) === number;
  return isStill && levels.every((level) => level.created < created || level.created > until || level.number !== number);
}
