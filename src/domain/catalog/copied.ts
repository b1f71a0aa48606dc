import type { HistoryFact } from '../history/fact';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { otherSource, type Source } from '../source';
import { rebased, withSide, type LinkedLevel } from '../sync/linked-level';
import { observe, type Rules, type Step } from '../sync/observe';

/** What a variant's copy began from. */
export interface CopiedFrom {
  /** The side copied from. */
  readonly source: Source;
  /** The number accounted there when the copy was planned, and its time. */
  readonly quantity: Quantity;
  readonly at: Instant;
  /** The number that the new variant was made with; 0 where it was made without one. */
  readonly written: Quantity;
}

/**
 * When the number that a variant was made with counts as stated: before everything that its platform says of it. It is not
 * `NEVER_STATED`: nothing stood there before we made it, so whatever is found there since is a change.
 */
const MADE: Instant = 1;

/**
 * The cell of a variant that was just linked with its copy. It begins from what was written, not from what stands there by
 * now: what either side sold in between is then an outside change like any other, and what could not be written with the
 * variant (a part of a unit, a number below zero, all of it at Square) is owed to it.
 */
export function startCopied(cell: LinkedLevel, from: CopiedFrom, rules: Rules): Step {
  const target = otherSource(from.source);
  let next = withSide(rebased(cell), from.source, { accounted: from.quantity, observedAt: from.at });
  next = withSide(next, target, { accounted: from.written, observedAt: MADE, pending: from.quantity - from.written });
  const facts: HistoryFact[] = [];
  for (const side of [from.source, target]) {
    const { accounted, observedAt } = cell[side];
    if (accounted === null || observedAt === null) continue;
    const step = observe(next, side, { value: accounted, at: observedAt, direct: true }, 'refresh', rules);
    next = step.cell;
    facts.push(...step.facts);
  }
  return { cell: next, facts };
}
