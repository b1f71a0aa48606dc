import type { HistoryFact } from '../history/fact';
import { STEPS_PER_UNIT } from '../quantity';
import type { Source } from '../source';
import type { LevelEntry } from './engine/context';
import { withSide } from './linked-level';
import type { Step } from './observe';

/** From what on the changes that a pause has kept are reviewed before they are sent. */
export interface ReviewBounds {
  /** Units of one variant: one with more of them waits for review. */
  readonly units: number;
  /** Variants: with more of them, all wait. */
  readonly variants: number;
}

/** The bounds of the product: over 50 units of a variant, or over 100 variants. */
export const REVIEW_AFTER_PAUSE: ReviewBounds = { units: 50, variants: 100 };

/**
 * The levels whose pending changes to `side` are large at the end of a pause: these changes become held, as one over the
 * merchant's maximum does, and wait to be sent or dropped. All that is pending counts, whenever it came. What is in flight
 * does not: it was sent before, and its key alone says what became of it.
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
      : waiting.filter(({ level }) => Math.abs(level[side].pending) > bounds.units * STEPS_PER_UNIT);
  return large.map(({ key, level }) => {
    const { pending, held, inFlight, pendingSince } = level[side];
    const fact: HistoryFact = { kind: 'review', side, amount: pending };
    const kept = { pending: 0, held: held + pending, pendingSince: inFlight === null ? null : pendingSince };
    return [key, { cell: withSide(level, side, kept), facts: [fact] }];
  });
}
