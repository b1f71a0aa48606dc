import type { LevelQuantities } from '../causes/shopify';
import type { ObservationCause } from '../history/fact';
import type { Instant } from '../instant';
import { fromUnits, type Quantity } from '../quantity';
import { withSide, type LargeDecrease, type LevelSide, type LinkedLevel } from './linked-level';

/** A decrease of more than this is rarely one sale: it is read before it is written. */
export const LARGE_DECREASE = fromUnits(10);

/** How long the write of a large decrease waits for its reading, in ms. */
export const CLASSIFY_WITHIN_MS = 2_000;

/** Shopify states whole seconds: two times of one event may differ by this, in ms. */
const ONE_SECOND_MS = 1_000;

/** An order this much older (ms) than a webhook has had its own webhook by then: a change that was not awaited is no longer merged. */
const MERGED_WITHIN_MS = 60_000;

/**
 * Returns whether a decrease of available is known to be no sale, by the level's quantities afterward; null when the reading is older
 * than the change. An order moves stock from available to committed; a count, a damage and a sale at Shopify's own counter take it from on
 * hand and leave committed alone; what is set aside leaves both. Where committed was touched since the number before, nothing is known.
 */
export function isShrinkage({ from, at }: Pick<LargeDecrease, 'from' | 'at'>, read: LevelQuantities): boolean | null {
  const { availableAt, committed, committedAt, onHandAt } = read;
  // Without times, an order and its fulfillment leave the numbers of a count.
  if (availableAt === null || onHandAt === null) return false;
  if (availableAt < at) return null;
  if (committedAt === null) return committed === 0;
  return committedAt < from && committedAt < (onHandAt >= at ? at : at - ONE_SECOND_MS);
}

/** A change of Shopify's number that is passed on to Square. */
interface PassedChange {
  readonly delta: Quantity;
  /** Shopify's own times of the number and of the one before; null when that is not known. */
  readonly at: Instant;
  readonly since: Instant | null;
  readonly via: ObservationCause;
  readonly held: boolean;
  readonly now: Instant;
}

/** Returns the large decreases of Square's side once a change was added to what is pending or held. */
export function withDecrease(side: LevelSide, { delta, at, since, via, held, now }: PassedChange): LargeDecrease | null {
  const { unclassified: earlier } = side;
  if (delta >= -LARGE_DECREASE) return earlier;
  if (earlier?.held === held) {
    // A reading under way may be older than this change: only one that shows both tells about both.
    const latest = Math.max(earlier.at, at);
    return { ...earlier, amount: earlier.amount + delta, at: latest, until: earlier.until ?? now + CLASSIFY_WITHIN_MS };
  }
  // A reconciliation or a read may find several changes as one; a webhook follows each.
  const recent = via === 'webhook' ? at - MERGED_WITHIN_MS : 0;
  return { amount: delta, held, from: Math.max(since ?? 0, recent), at, until: now + CLASSIFY_WITHIN_MS };
}

/** Returns whether the write of what is pending waits for a reading. */
export function waitsToClassify({ unclassified }: LevelSide): boolean {
  return unclassified !== null && !unclassified.held && unclassified.until !== null;
}

/** Returns the level once it is known whether its large decrease is shrinkage; false also when that is not known. */
export function classified(level: LinkedLevel, found: boolean): LinkedLevel {
  const { unclassified, shrinkage, heldShrinkage } = level.square;
  if (unclassified === null) return level;
  const amount = found ? unclassified.amount : 0;
  const added = unclassified.held ? { heldShrinkage: heldShrinkage + amount } : { shrinkage: shrinkage + amount };
  return withinPending(withSide(level, 'square', { unclassified: null, ...added }));
}

/** Returns the level with its write waiting no longer than until `now`. It may still be read while it waits for its turn. */
export function waitedEnough(level: LinkedLevel, now: Instant): LinkedLevel {
  const { unclassified } = level.square;
  if (unclassified === null || unclassified.until === null || unclassified.until > now) return level;
  return withSide(level, 'square', { unclassified: { ...unclassified, until: null } });
}

/** Returns the level with no more of it known to be no sale than is pending or held: increases and set requests use it up. */
export function withinPending(level: LinkedLevel): LinkedLevel {
  const { pending, held, shrinkage, heldShrinkage, unclassified } = level.square;
  if (shrinkage === 0 && heldShrinkage === 0 && unclassified === null) return level;
  const isGone = unclassified !== null && (unclassified.held ? held : pending) >= 0;
  return withSide(level, 'square', {
    shrinkage: Math.max(shrinkage, Math.min(0, pending)),
    heldShrinkage: Math.max(heldShrinkage, Math.min(0, held)),
    ...(isGone && { unclassified: null }),
  });
}
