import { writerKey } from '../account/other-writers';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { LedgerChange, LoggedChange, NamedApp } from './logged-change';
import type { Maker } from './maker';
import { mirrorsOneWay, type MirrorFacts } from './mirror';
import { numberAfter } from './square-number';
import { copyOf, EARLY_MS, originalsOf, pairCopies, SLOWEST_MS, WIDEST, type CopyWindow, type SquareOriginal } from './square-originals';

/** What is known of one variant since another app began to change its stock. */
export interface ProposalInput {
  /** Both numbers at the last moment at which nothing was on its way; null when that is not known. */
  readonly start: { readonly shopify: Quantity; readonly square: Quantity } | null;
  readonly shopifyNow: Quantity;
  readonly squareNow: Quantity;
  /** Shopify's changes since the start that we did not make, oldest first. */
  readonly changes: readonly LedgerChange[];
  /** All changes at Square since the start, our own included. */
  readonly log: readonly LoggedChange[];
  /** When the other app's latest known change was made; null when none is known. */
  readonly lastCopyAt: Instant | null;
  readonly now: Instant;
  /** The app, where it is known; without it, all changes by applications must be those of one. */
  readonly app?: NamedApp | null;
  /** Who made the last of `changes`, by Shopify's quantities; null when that is not known. */
  readonly lastMaker?: Maker | null;
  /** Since when nothing is written to the variant; null while it is. */
  readonly heldAt?: Instant | null;
  /** When the merchant turned the app off, if they have stated it: until then it copied everything. */
  readonly offAt?: Instant | null;
}

/** The number that both sides should have. */
export interface Proposal {
  /** Null when it cannot be told. */
  readonly quantity: Quantity | null;
  /** Why there is no number. `active`: the app may still be changing stock. `unclear`: the changes do not add up to one number. */
  readonly why: '' | 'active' | 'unclear';
  /** What was really changed at Shopify, in sum; null without a number, as the next two. */
  readonly shopify: Quantity | null;
  /** What was really changed at Square, in sum. */
  readonly square: Quantity | null;
  /** What the other app changed on both sides, in sum. */
  readonly copied: Quantity | null;
}

/** The most changes that are explained; an incident has a few dozen. */
const MOST_CHANGES = 1_000;
/** Fewer changes at Square by others than this are no proof that an app copies in both directions. */
const FEWEST_ORIGINALS = 2;
/** The most that chance may contribute where an app that works one way would explain the numbers as well. */
const MOST_CHANCE = 1e-3;
/** How much slower than its slowest known copy, in relation and in ms, an app may be. */
const SLOWER = 1.5;
const SLOWER_MS = 3_000;
/** How much later than any later copy, in ms, the first may come. */
const SLOWER_START_MS = 1_000;

/** What is known, in sums where their times do not matter. */
interface Facts extends MirrorFacts {
  /** What we wrote to Shopify. */
  readonly written: Quantity;
  /** All of `changes`. */
  readonly outside: Quantity;
  /** The app's changes at Square, their sum, and the time of the last. */
  readonly own: readonly LoggedChange[];
  readonly apps: Quantity;
  readonly lastApps: Instant;
  /** How long all of it took, in ms. */
  readonly spanMs: number;
}

/**
 * Proposes the number that both sides should have; none when several are possible.
 *
 * Both numbers were N at the start. Since then
 *
 *     Shopify now = N + O + Ws        O: changes that we did not make = Gs (real ones) + Rs (by the app)     Ws: our writes
 *     Square now  = N + Gq + Rq + Wq  real changes, the app's, and ours: Square's log names all three
 *
 * and the number is N + Gs + Gq. Only the parts of O are unknown: Shopify does not tell who made a change. An app is one of three kinds:
 *
 * - One way: Rs = 0, so that Gs = O, whatever is still on its way. Its changes at Square must add up: Rq is the sum of Shopify's decreases
 *   (it copies orders), or of all of O, or O + Ws (it copies our writes as well). And it must be shown that it is not of the other kind: a
 *   change at Square which it did not copy to Shopify although it was on.
 * - Two ways: it copies what it did not make itself, our writes included. Once it has finished, Rs = Wq + Gq and Rq = Gs + Ws, which give Gs
 *   twice. That these agree proves nothing where as much is missing on both sides, as after one sale on each since it was turned off.
 *   So each change at Square must have its own copy among Shopify's changes, at the right time, up to the moment at which the app was
 *   turned off, and nothing that looks like a copy, on either side, may follow. A sale at Shopify that comes right after one at Square
 *   looks like a copy too, if the app was no longer on: a pair counts only if the app is known to have been on after it, by a later change
 *   in Square's log or by the merchant's word, or if Shopify's quantities say that its half at Shopify was no order.
 * - A mirror sets Square's number to Shopify's. Whatever its counts overwrote, Rs = 0 and Gs = O, if it certainly never sets Shopify's number.
 *
 * After a physical count by anyone else since the start, nothing can be told: what was counted includes some of these changes and not others.
 */
export function propose(input: ProposalInput): Proposal {
  const { start } = input;
  const none = (why: 'active' | 'unclear'): Proposal => ({ quantity: null, why, shopify: null, square: null, copied: null });
  if (isActive(input)) return none('active');
  const isApps = appsOf(input);
  if (start === null || isApps === null) return none('unclear');
  const log = input.log.toSorted((a, b) => a.created - b.created);
  if (!isWhole({ ...input, log }, isApps)) return none('unclear');
  const own = log.filter(isApps);
  if (own.length === 0) return none('unclear');
  const facts = factsOf({ ...input, log }, start.shopify, isApps, own);
  const shopify = own.some(isCount) ? mirrored(facts) : (oneWay(facts) ?? twoWays(facts));
  if (shopify === null) return none('unclear');
  const square = sumOf(log.filter((change) => change.author !== 'ours' && !isApps(change)));
  return { quantity: start.shopify + shopify + square, why: '', shopify, square, copied: facts.apps + facts.outside - shopify };
}

/** Returns whether something happened so shortly ago that the app may still be about to copy it. */
function isActive({ changes, log, lastCopyAt, now }: ProposalInput): boolean {
  const times = [lastCopyAt ?? -Infinity, ...changes.map(({ at }) => at), ...log.map(({ created }) => created)];
  return times.some((at) => !(at <= now - SLOWEST_MS));
}

/** Returns whether both sides started with one number, and the changes are complete and lead to the numbers now. */
function isWhole({ start, shopifyNow, squareNow, changes, log }: ProposalInput, isApps: (change: LoggedChange) => boolean): boolean {
  return (
    start !== null &&
    start.shopify === start.square &&
    changes.length + log.length <= MOST_CHANGES &&
    log.every((change) => !isCount(change) || isApps(change)) &&
    numberAfter(start.square, log) === squareNow &&
    Number.isFinite(shopifyNow) &&
    changes.every(({ delta, before, after, at }, place) => before + delta === after && at >= (changes[place - 1]?.at ?? at))
  );
}

/** Returns what tells the app's changes at Square; null when it is not known which of several applications it is. */
function appsOf({ log, app = null }: ProposalInput): ((change: LoggedChange) => boolean) | null {
  const keyOf = (one: NamedApp | null): string => (one === null ? '' : writerKey(one));
  const keys = new Set(log.flatMap((change) => (change.author === 'app' ? [keyOf(change.app)] : [])));
  if (app === null) return keys.size > 1 ? null : ({ author }) => author === 'app';
  return keys.has('') ? null : (change) => change.author === 'app' && keyOf(change.app) === keyOf(app);
}

function factsOf(
  { shopifyNow, squareNow, changes, log, now, lastMaker = null, heldAt = null, offAt = null }: ProposalInput,
  start: Quantity,
  isApps: (change: LoggedChange) => boolean,
  own: readonly LoggedChange[],
): Facts {
  const outside = sumOfLines(changes);
  const lastApps = Math.max(...own.map(({ created }) => created));
  return {
    start,
    log,
    isApps,
    heldAt,
    changes,
    lastMaker,
    shopifyNow,
    originals: originalsOf(log, changes, isApps),
    written: shopifyNow - start - outside,
    outside,
    own,
    // A count is worth what it changed, with what happened before it and came in later.
    apps: squareNow - start - sumOf(log.filter((change) => !isApps(change))),
    lastApps,
    onFrom: Math.min(...own.map(({ created }) => created)),
    onUntil: Math.max(lastApps, offAt ?? lastApps),
    spanMs: now - Math.min(...changes.map(({ at }) => at), ...log.map(({ created }) => created)),
  };
}

/** Returns the sum of Shopify's real changes, if the app sets Square's number alone. */
function mirrored(facts: Facts): Quantity | null {
  return facts.own.every(isCount) && mirrorsOneWay(facts) ? facts.outside : null;
}

/** Returns the sum of Shopify's real changes, if the app certainly never changed Shopify. */
function oneWay(facts: Facts): Quantity | null {
  const { changes, originals, outside, apps, onFrom, onUntil } = facts;
  if (!addsUpOneWay(facts)) return null;
  const hasCopy = (original: SquareOriginal): boolean => copyOf(original, changes, WIDEST) !== null;
  if (!originals.some(hasCopy)) return outside;
  const isOn = ({ created }: SquareOriginal): boolean => created >= onFrom && created <= onUntil - SLOWEST_MS - EARLY_MS;
  const shown = originals.filter((original) => isOn(original) && !hasCopy(original));
  if (shown.length === 0) return null;
  // An app that copies sales alone would have to be missing as much at Square as it added at Shopify, but both are decreases.
  const hasIncrease = [...changes, ...originals.filter(({ isOurs }) => !isOurs)].some(({ delta }) => delta > 0);
  if (!hasIncrease && apps === outside) return outside;
  // An app may copy sales alone, or nothing that an application made.
  const areShown = [-1, 1].every((sign) => {
    const alike = ({ isOurs, delta }: SquareOriginal): boolean => !isOurs && Math.sign(delta) === sign;
    return !originals.some((original) => alike(original) && hasCopy(original)) || shown.some(alike);
  });
  return areShown ? outside : null;
}

/** Returns whether the app's changes at Square add up to Shopify's changes that it may have copied, if it made none of these. */
function addsUpOneWay({ changes, written, apps, lastApps }: Facts): boolean {
  const orders = changes.filter(({ delta }) => delta < 0);
  return isSumOf(apps, orders, lastApps) || isSumOf(apps, changes, lastApps) || isSumOf(apps - written, changes, lastApps);
}

/** Returns whether the app copied these of Shopify's changes: all of them but some of the latest, for which there was no time. */
function isSumOf(copied: Quantity, changes: readonly LedgerChange[], lastApps: Instant): boolean {
  let sum = sumOfLines(changes);
  for (const { at, delta } of changes.toReversed()) {
    if (sum === copied || at <= lastApps - SLOWEST_MS - EARLY_MS) break;
    sum -= delta;
  }
  return sum === copied;
}

/** Returns the sum of Shopify's real changes, if the app copied everything in both directions until it was turned off, or until now. */
function twoWays(facts: Facts): Quantity | null {
  const { changes, originals, lastApps } = facts;
  const moments = [...changes.map(({ at }) => at), ...originals.map(({ created }) => created)];
  const ends = [Infinity, ...moments.filter((end) => end > lastApps - SLOWEST_MS - EARLY_MS)];
  for (const end of ends.toSorted((a, b) => b - a)) {
    const found = twoWaysUntil(facts, end);
    if (found !== null) return found.isProven ? found.real : null;
  }
  return null;
}

/**
 * Returns that sum if everything before `end` was copied and nothing after it; null where the changes contradict that. `isProven`: whether
 * the app is known to have been on after each change at Square that it seems to have copied.
 */
function twoWaysUntil(facts: Facts, end: Instant): { readonly real: Quantity; readonly isProven: boolean } | null {
  const { changes, lastMaker, shopifyNow, written, outside, apps, lastApps } = facts;
  const originals = facts.originals.filter(({ created }) => created < end);
  // An order is no copy.
  const candidates = lastMaker === 'shop' ? changes.slice(0, -1) : changes;
  const paired = originals.length < FEWEST_ORIGINALS ? null : pairCopies(originals, candidates);
  if (paired === null) return null;
  const { window, copies } = paired;
  const slowest = window.afterMs + 1_000;
  const used = new Set(copies);
  const real = changes.filter((_, place) => !used.has(place));
  const uncopied = real.filter(({ at }) => at >= end);
  const isConsistent =
    changes.every(({ at }, place) => !used.has(place) || at < end + slowest) &&
    // What came after the app's last change at Square was not copied there.
    real.every(({ at }) => at <= lastApps + EARLY_MS || at >= end) &&
    uncopied.every((change) => !facts.own.some((copy) => isCopyAtSquare(copy, change))) &&
    facts.originals.slice(originals.length).every((original) => copyOf(original, candidates, WIDEST) === null) &&
    // We wrote nothing more that it would have had to copy.
    changes.every(({ at, after }, place) => at < end || after === (changes[place + 1]?.before ?? shopifyNow));
  // Where the app may as well work one way, its copies at Shopify must be more than the sales that fall into such windows by chance.
  const chance = Math.min(1, (changes.length * (slowest + window.beforeMs)) / facts.spanMs) ** originals.length;
  if (chance > MOST_CHANCE && addsUpOneWay(facts)) return null;
  const sum = outside - originals.reduce((total, { delta }) => total + delta, 0);
  if (!isConsistent || apps - written + sumOfLines(uncopied) !== sum) return null;
  return { real: sum, isProven: areProven(facts, originals, { copies, slowest }) && wasOn(facts, originals, { candidates, window }) };
}

/**
 * Returns whether the app copied what came before its first change at Square as well: it may have been turned on in between, and a sale on each side that
 * it missed looks like one and its copy. These copies must come as soon as those that came while it was on.
 */
function wasOn(
  { onFrom }: Facts,
  originals: readonly SquareOriginal[],
  { candidates, window }: { readonly candidates: readonly LedgerChange[]; readonly window: CopyWindow },
): boolean {
  const later = originals.filter(({ created }) => created >= onFrom);
  if (later.length === originals.length) return true;
  const paired = later.length < FEWEST_ORIGINALS ? null : pairCopies(later, candidates);
  return paired !== null && window.afterMs <= paired.window.afterMs + SLOWER_START_MS;
}

/** Returns whether the app is known to have been on after each change at Square that it seems to have copied. */
function areProven(
  { changes, lastMaker, onUntil }: Facts,
  originals: readonly SquareOriginal[],
  { copies, slowest }: { readonly copies: readonly number[]; readonly slowest: number },
): boolean {
  // What is no order, and comes when a copy must, is one: the app was on then.
  const last = lastMaker === 'adjusted' ? changes.length - 1 : -1;
  const isOn = copies.includes(last);
  const proven = Math.max(onUntil, isOn ? (changes[last]?.at ?? 0) : 0) - SLOWER * slowest - SLOWER_MS;
  return originals.every(({ created }, place) => created <= proven || (isOn && copies[place] === last));
}

/** Returns whether a change at Square may be the copy of one at Shopify. */
function isCopyAtSquare({ created, effect }: LoggedChange, { at, delta }: LedgerChange): boolean {
  return effect.quantity === delta && created >= at - EARLY_MS && created <= at + SLOWEST_MS;
}

const isCount = ({ effect }: LoggedChange): boolean => effect.kind === 'count';
const sumOf = (log: readonly LoggedChange[]): Quantity => log.reduce((total, { effect }) => total + effect.quantity, 0);
const sumOfLines = (changes: readonly LedgerChange[]): Quantity => changes.reduce((total, { delta }) => total + delta, 0);
