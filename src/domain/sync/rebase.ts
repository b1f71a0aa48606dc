import type { HistoryFact, Originator } from '../history/fact';
import { otherSource, SOURCES, type Source } from '../source';
import { NEVER_STATED, rebased, withSide, type LinkedLevel, type SetRequest } from './linked-level';
import type { Step } from './observe';

/**
 * Takes a person's number. It waits until nothing is in flight and both sides have been read anew, so that sales made
 * meanwhile count on top of it. What was held is dropped, what was refused or frozen begins again: a frozen op's fate no
 * longer matters, since the read shows what it left.
 */
export function requestSet(cell: LinkedLevel, wish: SetRequest): LinkedLevel {
  let next: LinkedLevel = { ...cell, setRequest: wish };
  for (const source of wish.sides) {
    const frozen = next[source].indeterminate ? { inFlight: null, indeterminate: false } : {};
    next = withSide(next[source].indeterminate ? rebased(next) : next, source, { needsRead: true, blocked: null, ...frozen });
  }
  return next;
}

/**
 * Grants the wish once both sides are known and quiet: what is owed to each side is whatever brings it there. The writes
 * go the way of all others, by compare-and-swap and adjustments, so that a sale in between survives on both sides.
 */
export function applySet(cell: LinkedLevel): Step {
  const { setRequest } = cell;
  if (setRequest === null || setRequest.sides.some((source) => !quiet(cell, source))) return { cell, facts: [] };
  let next: LinkedLevel = rebased({ ...cell, setRequest: null });
  for (const source of setRequest.sides) {
    // A side that was never counted begins at nothing, until the platform states what was there after all.
    const accounted = cell[source].accounted ?? 0;
    next = withSide(next, source, {
      accounted,
      observedAt: cell[source].observedAt ?? NEVER_STATED,
      pending: setRequest.to - accounted,
      held: 0,
    });
  }
  const fact: HistoryFact = {
    kind: 'set',
    to: setRequest.to,
    by: setRequest.by,
    shopify: setRequest.sides.includes('shopify') ? cell.shopify.accounted : null,
    square: setRequest.sides.includes('square') ? cell.square.accounted : null,
  };
  return { cell: next, facts: [fact] };
}

function quiet(cell: LinkedLevel, source: Source): boolean {
  const side = cell[source];
  return side.inFlight === null && !side.needsRead && !side.reading;
}

/** Sends what was held: from now on it is owed like everything else. */
export function sendHeld(cell: LinkedLevel, by: Originator): Step {
  return eachHeld(cell, (side) => ({ pending: side.pending + side.held, held: 0 }), 'sent', by);
}

/** Drops what was held: the sides stay that far apart, as the merchant says. */
export function dropHeld(cell: LinkedLevel, by: Originator): Step {
  return eachHeld(cell, () => ({ held: 0 }), 'dropped', by);
}

function eachHeld(
  cell: LinkedLevel,
  change: (side: LinkedLevel[Source]) => Partial<LinkedLevel[Source]>,
  fate: 'sent' | 'dropped',
  by: Originator,
): Step {
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
