import type { HistoryFact, Originator } from '../history/fact';
import { otherSource, SOURCES, type Source } from '../source';
import { NEVER_STATED, rebased, withSide, type Cell, type Wish } from './cell';
import type { Step } from './observe';

/**
 * Takes a person's number. It waits until nothing is in flight and both sides have been read anew, so that sales made
 * meanwhile count on top of it. What was held is dropped, what was refused or frozen begins again: a frozen op's fate no
 * longer matters, since the read shows what it left.
 */
export function takeWish(cell: Cell, wish: Wish): Cell {
  let next: Cell = { ...cell, wish };
  for (const source of wish.sides) {
    const frozen = next[source].frozen ? { op: null, frozen: false } : {};
    next = withSide(next[source].frozen ? rebased(next) : next, source, { doubt: true, blocked: null, ...frozen });
  }
  return next;
}

/**
 * Grants the wish once both sides are known and quiet: what is owed to each side is whatever brings it there. The writes
 * go the way of all others, by compare-and-swap and adjustments, so that a sale in between survives on both sides.
 */
export function grantWish(cell: Cell): Step {
  const { wish } = cell;
  if (wish === null || wish.sides.some((source) => !quiet(cell, source))) return { cell, facts: [] };
  let next: Cell = rebased({ ...cell, wish: null });
  for (const source of wish.sides) {
    // A side that was never counted begins at nothing, until the platform states what was there after all.
    const acc = cell[source].acc ?? 0;
    next = withSide(next, source, { acc, seen: cell[source].seen ?? NEVER_STATED, pend: wish.to - acc, held: 0 });
  }
  const fact: HistoryFact = {
    kind: 'set',
    to: wish.to,
    by: wish.by,
    shopify: wish.sides.includes('shopify') ? cell.shopify.acc : null,
    square: wish.sides.includes('square') ? cell.square.acc : null,
  };
  return { cell: next, facts: [fact] };
}

function quiet(cell: Cell, source: Source): boolean {
  const side = cell[source];
  return side.op === null && !side.doubt && !side.reading;
}

/** Sends what was held: from now on it is owed like everything else. */
export function sendHeld(cell: Cell, by: Originator): Step {
  return eachHeld(cell, (side) => ({ pend: side.pend + side.held, held: 0 }), 'sent', by);
}

/** Drops what was held: the sides stay that far apart, as the merchant says. */
export function dropHeld(cell: Cell, by: Originator): Step {
  return eachHeld(cell, () => ({ held: 0 }), 'dropped', by);
}

function eachHeld(cell: Cell, change: (side: Cell[Source]) => Partial<Cell[Source]>, fate: 'sent' | 'dropped', by: Originator): Step {
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
