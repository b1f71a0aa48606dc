import type { Cause, CauseKind } from '../causes/cause';
import { formatDecimal, type Quantity } from '../quantity';
import { otherSource, sourceName } from '../source';
import type { HistoryFact } from './fact';

type Change = Extract<HistoryFact, { kind: 'change' }>;

/**
 * Returns the sentence for a change from outside: what it was, if the platform has told, and what followed, e.g. "Sold 2
 * on Square (Square Point of Sale): Shopify 14 → 12". Without a cause it says only by how much the number changed.
 */
export function describeChange(fact: Change, cause: Cause | null): string {
  const what = describeCause(fact, cause);
  const then = describeFate(fact);
  if (fact.fate === 'held') return `${what}, ${then}`;
  return what.includes(': ') ? `${what}. ${then.charAt(0).toUpperCase()}${then.slice(1)}` : `${what}: ${then}`;
}

function describeFate(fact: Change): string {
  const there = sourceName(otherSource(fact.side));
  const ahead = aheadOf(fact, there);
  switch (fact.fate) {
    case 'sent':
      return ahead;
    case 'held':
      return `over your maximum of ${fact.maximum ?? 0}: not sent to ${there}. It waits until you send or drop it.`;
    case 'owed':
      return `${ahead} once syncing resumes`;
    case 'unlinked':
      return `not sent to ${there}, the variant was not linked`;
    case 'kept':
      return `not sent to ${there}, there is no active subscription`;
    case 'watched':
      return `not sent to ${there}, syncing had not been started`;
    case 'untracked':
      return `not sent to ${there}, inventory tracking is not on for both platforms`;
    case 'uncounted':
      return `not sent to ${there}, which has never counted this variant`;
  }
}

/** Describes the effect on the other side: both numbers, or only the change while its number is unknown. */
function aheadOf({ otherBefore, otherAfter, delta }: Change, there: string): string {
  if (otherBefore === null || otherAfter === null) return `${there} ${signed(delta)}`;
  return `${there} ${formatDecimal(otherBefore)} → ${formatDecimal(otherAfter)}`;
}

const AMOUNTS: Readonly<Record<Exclude<CauseKind, 'counted' | 'merged'>, readonly [string, string]>> = {
  sold: ['Sold', 'on'],
  reserved: ['Reserved', 'for an order on'],
  returned: ['Returned', 'on'],
  received: ['Received', 'from a vendor on'],
  added: ['Added', 'on'],
  lost: ['Damaged or lost:', 'on'],
  transferred: ['Moved', 'between locations on'],
  removed: ['Taken from stock:', 'on'],
  ordered: ['Ordered', 'on'],
  canceled: ['Order canceled:', 'back on'],
  'set-aside': ['Set aside', 'on'],
  released: ['Put back', 'on'],
};

const PARTS: Readonly<Record<CauseKind, string>> = {
  sold: 'sold',
  reserved: 'reserved for an order',
  returned: 'returned',
  counted: 'counted',
  received: 'received',
  added: 'added',
  lost: 'damaged or lost',
  transferred: 'moved between locations',
  removed: 'taken from stock',
  ordered: 'ordered',
  canceled: 'order canceled',
  'set-aside': 'set aside',
  released: 'put back',
  merged: 'several',
};

/** Returns what a change was, e.g. "Sold 2 on Square (Square Point of Sale)"; only by how much the number changed while that is not known. */
export function describeCause(
  { side, delta, before, after }: Pick<Change, 'side' | 'delta' | 'before' | 'after'>,
  cause: Cause | null,
): string {
  const here = sourceName(side);
  if (cause === null) return `${here} changed by ${signed(delta)}`;
  const by = describeAuthor(cause);
  if (cause.kind === 'counted') return `Counted on ${here}: ${formatDecimal(before)} → ${formatDecimal(after)}${by}`;
  if (cause.kind === 'merged') {
    const parts = (cause.parts ?? []).map((part) => PARTS[part]);
    return `${here} changed by ${signed(delta)} in several changes${parts.length === 0 ? '' : ` (${parts.join(', ')})`}${cause.person === undefined ? '' : by}`;
  }
  const [verb, where] = AMOUNTS[cause.kind];
  return `${verb} ${formatDecimal(Math.abs(delta))} ${where} ${here}${by}`;
}

/** Describes who made a change, with what, or which order: " (by Dana R., Square Point of Sale)", " (#1042)"; '' when nothing is known. */
function describeAuthor({ by, person = '', order }: Cause): string {
  const parts = [...(person === '' ? [] : [`by ${person}`]), ...(by === '' ? [] : [by]), ...(order === undefined ? [] : [order.name])];
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`;
}

/** Formats a difference with its sign. */
export function signed(quantity: Quantity): string {
  return quantity > 0 ? `+${formatDecimal(quantity)}` : formatDecimal(quantity);
}
