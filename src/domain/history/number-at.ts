import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import type { HistoryFact } from './fact';
import type { StoredLine } from './packed';
import type { TimelineEntry } from './timeline';

type Change = Extract<HistoryFact, { kind: 'change' }>;

/** A platform's number at a time. Quantities in 1/100,000 unit. */
export interface NumberAt {
  /** With everything on its way; null when it is not known. */
  readonly number: Quantity | null;
  /** The part of it that may not have arrived yet. */
  readonly arriving: Quantity;
  /** Where it is not known: the numbers before and after the unknown time, and when the later one was recorded; null where no line tells. */
  readonly before: Quantity | null;
  readonly after: Quantity | null;
  readonly knownFrom: Instant | null;
}

/** For how long after its line a change counts as on its way, in ms: what a platform that is slow, or limits our calls, may take. */
const ON_ITS_WAY_MS = 10_000;

/**
 * Returns both platforms' numbers at a time. `entries`: the lines of a SKU, the oldest first, with some that are newer than the time. A change
 * counts from the time that its platform states, even where its line was written later; what it sends to the other side counts from its line on.
 */
export function numbersAt(entries: readonly TimelineEntry[], at: Instant): Readonly<Record<Source, NumberAt>> {
  return { shopify: numberAt(entries, 'shopify', at), square: numberAt(entries, 'square', at) };
}

function numberAt(entries: readonly TimelineEntry[], side: Source, at: Instant): NumberAt {
  const written = entries.filter(({ line }) => line.at <= at);
  const last = written.at(-1);
  const { number, unsure, lost, seen } = lookAhead(entries.slice(written.length), side, at, last?.numbers[side] ?? null);
  if (seen !== null) return seen;
  if (number === null) return unknown(null, null, null);
  const recent = written.filter(({ line }) => at - line.at < ON_ITS_WAY_MS).map(({ sent }) => sent[side]);
  const onItsWay = most([last?.owed[side] ?? 0, ...recent.toReversed()]);
  return { ...known(number), arriving: most([Math.abs(lost) > Math.abs(onItsWay) ? lost : onItsWay, unsure]) };
}

/** What later lines tell of an earlier time. */
interface Ahead {
  /** The number with what had happened by then, though its line came later; null while it is not known. */
  readonly number: Quantity | null;
  /** The part of it that may have happened a little later: Shopify states whole seconds. */
  readonly unsure: Quantity;
  /** The part of it that was sent and given up later: it never arrived. */
  readonly lost: Quantity;
  /** Where a later line states what the platform had: the answer. */
  readonly seen: NumberAt | null;
}

function lookAhead(later: readonly TimelineEntry[], side: Source, at: Instant, known: Quantity | null): Ahead {
  let number = known;
  let unsure = 0;
  let sent = 0;
  for (const entry of later) {
    const { fact } = entry.line;
    const own = ownChange(entry, side);
    if (own !== null && changedAt(entry.line) <= at) {
      number = number === null ? own.after : number + entry.gaps[side] + own.delta;
      if (isWithinSecond(own, at)) unsure += own.delta;
    } else if (entry.stated[side] !== null) {
      const seen = asStatedLater(entry, side, at, number);
      if (seen !== null) return { number, unsure, lost: 0, seen };
      // Until the platform itself states what it had, a later line may report an earlier change.
      if (own !== null) break;
    } else if (fact.kind === 'dropped' && fact.side === side) {
      // What was sent last was given up first.
      return { number, unsure, lost: fact.amount - sent, seen: null };
    }
    sent += entry.sent[side];
  }
  return { number, unsure, lost: 0, seen: null };
}

/** Returns whether a change is dated to the whole second in which a time is, so that it may have happened after it. */
function isWithinSecond({ at: changed }: Change, at: Instant): boolean {
  return changed % 1_000 === 0 && at < changed + 1_000;
}

/** Returns the sum of the first of these amounts that differs most from 0: the last ones of them may have arrived. */
function most(amounts: readonly Quantity[]): Quantity {
  let sum = 0;
  let found = 0;
  for (const amount of amounts) {
    sum += amount;
    if (Math.abs(sum) > Math.abs(found)) found = sum;
  }
  return found;
}

/** Returns what the next line that states a side's number says about an earlier time; null where it agrees with what is known of that time. */
function asStatedLater(entry: TimelineEntry, side: Source, at: Instant, number: Quantity | null): NumberAt | null {
  const { stated, gaps, line } = entry;
  const own = ownChange(entry, side);
  // The platform says since when it had the number before its change.
  const had = own !== null && (own.since ?? Infinity) <= at ? own : null;
  if (had !== null && isUntold(had)) return unknown(number ?? had.before, had.after, line.at);
  if (number !== null && gaps[side] === 0) return null;
  return had === null ? unknown(number, stated[side], line.at) : known(had.before);
}

function ownChange({ line: { fact } }: TimelineEntry, side: Source): Change | null {
  return fact.kind === 'change' && fact.side === side ? fact : null;
}

/**
 * Returns whether no webhook reported a change: an answer to a call of ours, or reading everything, showed another number. It may be several changes, at
 * any time since the number before.
 */
function isUntold({ via }: Change): boolean {
  return via !== 'webhook';
}

function unknown(before: Quantity | null, after: Quantity | null, knownFrom: Instant | null): NumberAt {
  return { number: null, arriving: 0, before, after, knownFrom };
}

function known(number: Quantity): NumberAt {
  return { number, arriving: 0, before: null, after: null, knownFrom: null };
}

/** Returns when a line's change took place, as its platform states; when the line was written for other lines, or where that clock is ahead of ours. */
export function changedAt({ at, fact }: Pick<StoredLine, 'at' | 'fact'>): Instant {
  return fact.kind === 'change' ? Math.min(fact.at, at) : at;
}
