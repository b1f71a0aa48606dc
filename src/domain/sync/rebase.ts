import type { HistoryFact, Originator } from '../history/fact';
import { otherSource, SOURCES, type Source } from '../source';
import { NEVER_STATED, rebased, withSide, type LevelSide, type LinkedLevel, type SetRequest } from './linked-level';
import type { Step } from './observe';
import { fromPieces, isPacked } from './pack-size';

/**
 * Takes a set request. It waits until nothing is in flight and both sides have been read again, so that sales made
 * meanwhile count on top of it. Held amounts are dropped, refused and indeterminate ones start again: the outcome of an
 * indeterminate write no longer matters, since the read shows its result.
 */
export function requestSet(cell: LinkedLevel, request: SetRequest): LinkedLevel {
  let next: LinkedLevel = { ...cell, setRequest: request };
  for (const source of request.sides) {
    const { indeterminate } = next[source];
    const cleared = indeterminate ? { inFlight: null, indeterminate: false } : {};
    next = withSide(indeterminate ? rebased(next) : next, source, { needsRead: true, blocked: null, retry: null, ...cleared });
  }
  return next;
}

/**
 * Applies the set request once both sides are known and quiet: the delta to the requested number becomes pending on
 * each side. Its writes use compare-and-swap and adjustments like all others, so that a sale in between survives on
 * both sides.
 */
export function applySet(cell: LinkedLevel): Step {
  const { setRequest } = cell;
  if (setRequest === null || setRequest.sides.some((source) => !quiet(cell, source))) return { cell, facts: [] };
  let next: LinkedLevel = rebased({ ...cell, setRequest: null, starting: null });
  for (const source of setRequest.sides) {
    // A side that was never counted starts from zero, until the platform states its actual number.
    const known = cell[source].accounted;
    const accounted = known ?? 0;
    const observedAt = known === null ? NEVER_STATED : (cell[source].observedAt ?? NEVER_STATED);
    const pending = fromPieces(cell.packs, source, setRequest.to) - accounted;
    // A person's number is no sale.
    const shrinkage = source === 'square' ? Math.min(0, pending) : 0;
    next = withSide(next, source, { accounted, observedAt, pending, held: 0, shrinkage, heldShrinkage: 0, unclassified: null });
  }
  const fact: HistoryFact = {
    kind: 'set',
    to: setRequest.to,
    by: setRequest.by,
    ...(isPacked(cell.packs) && { packs: cell.packs }),
    shopify: setRequest.sides.includes('shopify') ? cell.shopify.accounted : null,
    square: setRequest.sides.includes('square') ? cell.square.accounted : null,
  };
  return { cell: next, facts: [fact] };
}

function quiet(cell: LinkedLevel, source: Source): boolean {
  const side = cell[source];
  return side.inFlight === null && !side.needsRead && !side.reading;
}

/** Sends what was held: from now on it is pending. */
export function sendHeld(cell: LinkedLevel, by: Originator): Step {
  return eachHeld(
    cell,
    (side) => ({
      pending: side.pending + side.held,
      held: 0,
      shrinkage: side.shrinkage + side.heldShrinkage,
      heldShrinkage: 0,
      unclassified: side.unclassified === null ? null : { ...side.unclassified, held: false },
    }),
    'sent',
    by,
  );
}

/** Drops what was held: the sides keep that difference, as the merchant decided. */
export function dropHeld(cell: LinkedLevel, by: Originator): Step {
  return eachHeld(cell, () => ({ held: 0, heldShrinkage: 0 }), 'dropped', by);
}

function eachHeld(cell: LinkedLevel, change: (side: LevelSide) => Partial<LevelSide>, fate: 'sent' | 'dropped', by: Originator): Step {
  const facts: HistoryFact[] = [];
  let next = cell;
  for (const source of SOURCES) {
    const side = cell[source];
    if (side.held === 0) continue;
    next = withSide(fate === 'dropped' ? rebased(next) : next, source, change(side));
    facts.push({ kind: 'held', side: otherSource(source), amount: side.held, fate, by });
  }
  return { cell: next, facts };
}
