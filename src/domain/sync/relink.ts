import type { Quantity } from '../quantity';
import { SOURCES, type Source } from '../source';
import { waitsToClassify } from './decrease';
import { MADE, rebased, sideAtRest, sideIsCertain, withSide, type LevelSide, type LinkedLevel, type StartingSide } from './linked-level';

/** Returns a side as its link ends. What a decrease was is no longer asked: the next link may be with another variant of Shopify's. */
export function endedSide(level: LinkedLevel, source: Source): LevelSide {
  return { ...level[source], unlinkedAt: numberAtEnd(level, source), unclassified: null };
}

/**
 * Returns the number of a side at the end of its link, with everything pending and in flight; null when it never had one. A link that ends
 * before it has read its numbers passes on what the link before it had: the stock id was linked, and its next link must not take what was
 * stated earlier for changes of a new product.
 */
function numberAtEnd(level: LinkedLevel, source: Source): Quantity | null {
  const { accounted, pending, inFlight } = level[source];
  if (accounted !== null) return accounted + pending + (inFlight?.delta ?? 0);
  const { before, known } = level.starting?.[source] ?? {};
  if (typeof before === 'number') return before + pending;
  return inFlight === null || known === undefined ? null : known.quantity + pending + inFlight.delta;
}

/**
 * Returns the level that a new link starts from. `unread` sides, and those with anything open, are read before it starts: a link never
 * starts from a stored number that may have changed.
 */
export function startingLevel(level: LinkedLevel, unread: readonly Source[]): LinkedLevel {
  let next: LinkedLevel = rebased({ ...level, ending: null });
  let waits = false;
  for (const source of SOURCES) {
    const known = !unread.includes(source) && sideAtRest(next[source]);
    next = withSide(next, source, { unlinkedAt: null });
    if (known) continue;
    // The time stays, because a read with an older one comes from a lagging replica.
    next = withSide(next, source, { accounted: null, needsRead: true });
    waits = true;
  }
  return waits
    ? { ...next, starting: { shopify: startOf(level.shopify, next.shopify), square: startOf(level.square, next.square) } }
    : next;
}

/** Returns a side's starting point: what is still pending for it has not arrived, and the result of an in-flight write is unknown. */
function startOf({ unlinkedAt, pending, inFlight, accounted, observedAt }: LevelSide, next: LevelSide): StartingSide {
  return {
    before: unlinkedAt === null || inFlight !== null ? null : unlinkedAt - pending,
    began: next.accounted,
    ...(accounted !== null && observedAt !== null && { known: { quantity: accounted, at: observedAt } }),
  };
}

/**
 * Returns the level after its platform answered a read of this side without a count. A link that starts with a side whose platform never
 * stated a number (a copy made without one, a number that a person set) starts from the number the side was made with: what is pending
 * to it is its first count. Any other side stays unknown.
 */
export function startUncounted(level: LinkedLevel, source: Source): LinkedLevel {
  const { starting } = level;
  const known = starting?.[source].known;
  if (starting === null || known === undefined || known.at > MADE || level[source].accounted !== null) return level;
  const numbered = withSide(level, source, { accounted: known.quantity, observedAt: known.at });
  return { ...numbered, starting: { ...starting, [source]: { ...starting[source], began: known.quantity } } };
}

/** Returns whether an ending link may end: both sides are certain, and neither a set request nor a write waits for a reading. */
export function endsNow(level: LinkedLevel): boolean {
  if (level.ending === null || level.setRequest !== null || waitsToClassify(level.square)) return false;
  return sideIsCertain(level.shopify) && sideIsCertain(level.square);
}
