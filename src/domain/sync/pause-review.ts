import type { HistoryFact } from '../history/fact';
import { STEPS_PER_UNIT, type Quantity } from '../quantity';
import { otherSource, type Source } from '../source';
import type { LevelEntry } from './engine/context';
import { withSide, type LinkedLevel } from './linked-level';
import type { Step } from './observe';

/** The bounds above which changes that a pause has kept are reviewed before they are sent. */
export interface ReviewBounds {
  /** Units of one variant, whole packs if its sides count different units: a variant with more of them waits for review. */
  readonly units: number;
  /** Number of variants: above it, all wait. */
  readonly variants: number;
}

/** The product's bounds: over 50 units of a variant, or packs, or over 100 variants. */
export const REVIEW_AFTER_PAUSE: ReviewBounds = { units: 50, variants: 100 };

/**
 * Holds the pending changes to `side` that are large at the end of a pause, like a change over the merchant's maximum:
 * they wait to be sent or dropped. Everything pending counts, whenever it arrived. What is in flight does not: it was
 * sent before, and only its key reveals its outcome.
 */
export function holdForReview(
  entries: readonly LevelEntry[],
  side: Source,
  bounds: ReviewBounds = REVIEW_AFTER_PAUSE,
): readonly (readonly [key: number, step: Step])[] {
  const waiting = entries.filter(({ level }) => level[side].pending !== 0);
  const large =
    waiting.length > bounds.variants
      ? waiting
      : waiting.filter(({ level }) => Math.abs(level[side].pending) > bounds.units * unitOf(level, side));
  return large.map(({ key, level }) => {
    const { pending, held, inFlight, pendingSince, shrinkage, heldShrinkage, unclassified } = level[side];
    const fact: HistoryFact = { kind: 'review', side, amount: pending };
    const kept = { pending: 0, held: held + pending, pendingSince: inFlight === null ? null : pendingSince };
    const known = {
      shrinkage: 0,
      heldShrinkage: heldShrinkage + shrinkage,
      unclassified: unclassified === null ? null : { ...unclassified, held: true },
    };
    return [key, { cell: withSide(level, side, { ...kept, ...known }), facts: [fact] }];
  });
}

/**
 * Returns what counts as one unit of what is pending to a side. A pack that was sold is one, however many pieces it takes off the other side, as
 * for the merchant's maximum.
 */
function unitOf({ packs }: LinkedLevel, side: Source): Quantity {
  return packs[otherSource(side)] * STEPS_PER_UNIT;
}
