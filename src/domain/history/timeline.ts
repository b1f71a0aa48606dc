import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { otherSource, type Source } from '../source';
import { sidesOfSet, type HistoryFact } from './fact';
import type { StoredLine } from './packed';

/** A value for each platform's number, in 1/100,000 unit. */
export type Amounts = Readonly<Record<Source, Quantity>>;
/** The same; null where the ledger does not tell. */
export type Numbers = Readonly<Record<Source, Quantity | null>>;

/** A line of one SKU with the numbers after it. */
export interface TimelineEntry<L extends StoredLine = StoredLine> {
  readonly line: L;
  /** What each platform shows once everything on its way has arrived. */
  readonly numbers: Numbers;
  /** The numbers just before what the line reports, as far as it states them. */
  readonly stated: Numbers;
  /** By how much each number changed between the previous line and this one without a line; 0 when it did not. */
  readonly gaps: Amounts;
  /** What the line sends to each platform at once. */
  readonly sent: Amounts;
  /** What is to be sent to each platform later, as far as no line shows that it has arrived. */
  readonly owed: Amounts;
}

/** What is known of a platform's number. */
interface Known {
  /** With everything on its way; null while it is not known. */
  readonly number: Quantity | null;
  /** What was sent to it and may not have arrived, the newest last. */
  readonly onItsWay: readonly Sent[];
  readonly owed: Quantity;
  /** Amounts may arrive without a line: a number that differs next is no gap. */
  readonly loose: boolean;
}

/** An amount that a line sends, and when the line was written. */
interface Sent {
  readonly amount: Quantity;
  readonly at: Instant;
}

type State = Readonly<Record<Source, Known>>;

/** A state after a line, and what the entry says about the line. */
interface Step extends Pick<TimelineEntry, 'gaps' | 'sent' | 'stated'> {
  readonly state: State;
}

/** A side as a line states it, and the change that has no line. */
interface Compared {
  readonly known: Known;
  readonly gap: Quantity;
}

const UNKNOWN: Known = { number: null, onItsWay: [], owed: 0, loose: false };
const NONE: Amounts = { shopify: 0, square: 0 };
const NOT_STATED: Numbers = { shopify: null, square: null };
/** How many amounts may be on their way at once, at most; a longer burst has arrived in parts. */
const MOST_ON_ITS_WAY = 50;
/** For how long after its line an amount may have arrived in part, in ms: a test for another app sends one unit of it first, and waits half a minute at most. */
const IN_PARTS_MS = 60_000;

/**
 * Derives both numbers after each line of one SKU from the lines, the oldest first. Where a line states another number than the lines before it
 * explain, something changed that has no line, e.g. while a platform was not connected: a gap.
 */
export function timelineOf<L extends StoredLine>(lines: readonly L[]): TimelineEntry<L>[] {
  let state: State = { shopify: UNKNOWN, square: UNKNOWN };
  return lines.map((line) => {
    const { state: next, gaps, sent, stated } = follow(state, line);
    state = next;
    const { shopify, square } = state;
    return {
      line,
      numbers: { shopify: shopify.number, square: square.number },
      stated,
      gaps,
      sent,
      owed: { shopify: shopify.owed, square: square.owed },
    };
  });
}

function follow(state: State, { at, fact }: Pick<StoredLine, 'at' | 'fact'>): Step {
  switch (fact.kind) {
    case 'change':
      return followChange(state, fact, at);
    case 'set':
    case 'undone':
      return followSet(state, fact, at);
    case 'held':
      return fact.fate === 'sent' ? sendHeld(state, otherSource(fact.side), { amount: fact.amount, at }) : quiet(state);
    case 'review':
      // What waited for this side is held: it does not arrive until the merchant sends it.
      return quiet({ ...state, [fact.side]: { ...passed(state[fact.side], { amount: -fact.amount, at }), owed: 0 } });
    case 'frozen':
    case 'dropped':
      return quiet({ ...state, [fact.side]: UNKNOWN });
    case 'copied':
      return quiet({ ...state, [fact.side]: { ...UNKNOWN, number: fact.quantity } });
    case 'linked':
      return followLinked(fact);
    case 'unlinked':
      return followUnlinked(state, fact, at);
    // 'refused', 'sku', 'tracking', 'pair', 'exclusion', 'skus-differ': no number changes.
    default:
      return quiet(state);
  }
}

function followChange(state: State, fact: Extract<HistoryFact, { kind: 'change' }>, at: Instant): Step {
  const { side, delta, before, after, otherBefore, otherAfter, fate } = fact;
  // In the other side's units, which may be packs of this side's.
  const crossed = otherBefore === null || otherAfter === null ? delta : otherAfter - otherBefore;
  const other = otherSource(side);
  const here = asShown(state[side], before, at);
  const there = asExpected(state[other], otherBefore);
  const arrives = fate === 'sent' || fate === 'owed' ? crossed : 0;
  const otherNext = passed(there.known, { amount: arrives, at });
  return {
    state: sides(side, {
      here: { ...here.known, number: here.known.number === null ? after : here.known.number + delta },
      there: otherAfter === null ? UNKNOWN : { ...otherNext, number: otherAfter, owed: otherNext.owed + (fate === 'owed' ? crossed : 0) },
    }),
    gaps: sides(side, { here: here.gap, there: there.gap }),
    sent: sides(side, { here: 0, there: fate === 'sent' ? crossed : 0 }),
    stated: sides(side, { here: before, there: otherBefore }),
  };
}

/** A side without a number before was not set, or never counted: the line does not tell which, so that its number is not known. */
function followSet(state: State, fact: Extract<HistoryFact, { kind: 'set' | 'undone' }>, at: Instant): Step {
  const { shopify, square } = fact;
  const to = fact.kind === 'set' ? sidesOfSet(fact) : { shopify: fact.shopifyTo, square: fact.squareTo };
  const set = (number: Quantity | null, next: Quantity): Known =>
    number === null ? UNKNOWN : { ...UNKNOWN, number: next, onItsWay: [{ amount: next - number, at }] };
  return {
    state: { shopify: set(shopify, to.shopify), square: set(square, to.square) },
    gaps: { shopify: asShown(state.shopify, shopify, at).gap, square: asShown(state.square, square, at).gap },
    sent: { shopify: to.shopify - (shopify ?? to.shopify), square: to.square - (square ?? to.square) },
    stated: { shopify, square },
  };
}

function followLinked({ shopify, square, shopifyBefore, squareBefore }: Extract<HistoryFact, { kind: 'linked' }>): Step {
  const gap = (now: Quantity | null, before: Quantity | null | undefined): Quantity => (now === null ? 0 : now - (before ?? now));
  return {
    // A pair that was linked before may still get what was on its way.
    state: { shopify: loose(shopify), square: loose(square) },
    gaps: { shopify: gap(shopify, shopifyBefore), square: gap(square, squareBefore) },
    sent: NONE,
    stated: { shopify, square },
  };
}

function followUnlinked(state: State, { shopify = null, square = null }: Extract<HistoryFact, { kind: 'unlinked' }>, at: Instant): Step {
  return {
    // What is in flight arrives, without a line; what is owed may not.
    state: { shopify: loose(shopify), square: loose(square) },
    gaps: { shopify: asShown(state.shopify, shopify, at).gap, square: asShown(state.square, square, at).gap },
    sent: NONE,
    stated: { shopify, square },
  };
}

function sendHeld(state: State, side: Source, sent: Sent): Step {
  return { ...quiet({ ...state, [side]: passed(state[side], sent) }), sent: sides(side, { here: sent.amount, there: 0 }) };
}

/**
 * Compares what is known of a side with the number that its platform shows. That number may lack what is on its way: the newest amounts that
 * were sent, as they arrive in their order. Of the oldest of them, a part may have arrived.
 */
function asShown(known: Known, number: Quantity | null, at: Instant): Compared {
  if (number === null) return { known: UNKNOWN, gap: 0 };
  if (known.number === null) return { known: { ...UNKNOWN, number }, gap: 0 };
  const missing = known.number - number;
  if (missing === 0) return { known: { ...UNKNOWN, number }, gap: 0 };
  const onItsWay = missingOf(known.onItsWay, missing, at);
  if (onItsWay !== null) return { known: { ...known, onItsWay, loose: false }, gap: 0 };
  return { known: { ...UNKNOWN, number }, gap: known.loose ? 0 : -missing };
}

/** Returns the newest amounts that together are missing from a number, the oldest of them perhaps in part; null where no such are on their way. */
function missingOf(onItsWay: readonly Sent[], missing: Quantity, at: Instant): readonly Sent[] | null {
  let sum = 0;
  let part: readonly Sent[] | null = null;
  for (const [place, sent] of [...onItsWay.entries()].toReversed()) {
    const rest = missing - sum;
    sum += sent.amount;
    if (sum === missing) return onItsWay.slice(place);
    const isPart = Math.sign(rest) === Math.sign(sent.amount) && Math.abs(rest) < Math.abs(sent.amount) && at - sent.at <= IN_PARTS_MS;
    if (isPart) part ??= [{ ...sent, amount: rest }, ...onItsWay.slice(place + 1)];
  }
  return part;
}

/** Compares what is known of a side with the number that it will show once everything on its way has arrived. */
function asExpected(known: Known, number: Quantity | null): Compared {
  if (number === null) return { known: UNKNOWN, gap: 0 };
  if (known.number === number) return { known: { ...known, loose: false }, gap: 0 };
  return { known: { ...UNKNOWN, number }, gap: known.number === null || known.loose ? 0 : number - known.number };
}

/** Returns a side after something was sent to it. */
function passed(known: Known, sent: Sent): Known {
  if (sent.amount === 0 || known.number === null) return known;
  return { ...known, number: known.number + sent.amount, onItsWay: [...known.onItsWay, sent].slice(-MOST_ON_ITS_WAY) };
}

function loose(number: Quantity | null): Known {
  return { ...UNKNOWN, number, loose: true };
}

function quiet(state: State): Step {
  return { state, gaps: NONE, sent: NONE, stated: NOT_STATED };
}

function sides<T>(side: Source, { here, there }: { readonly here: T; readonly there: T }): Readonly<Record<Source, T>> {
  return side === 'shopify' ? { shopify: here, square: there } : { shopify: there, square: here };
}
