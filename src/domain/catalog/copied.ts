import type { HistoryFact } from '../history/fact';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import { otherSource, type Source } from '../source';
import { MADE, rebased, withSide, type LinkedLevel } from '../sync/linked-level';
import { observe, type Rules, type Step } from '../sync/observe';

/** The number that a variant's copy started from. */
export interface CopiedFrom {
  /** The side copied from. */
  readonly source: Source;
  /** The number accounted there when the copy was planned, and its time. */
  readonly quantity: Quantity;
  readonly at: Instant;
  /** The number that the new variant was created with; 0 when it was created without one. */
  readonly written: Quantity;
}

/**
 * Returns the first step of a variant that was just linked with its copy. The level starts from what was written, not
 * from the current number: sales on either side in between are then ordinary outside changes. What could not be written
 * with the variant (a fraction of a unit, a number below zero, everything at Square) is pending to it.
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
