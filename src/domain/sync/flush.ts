import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import { waitsToClassify } from './decrease';
import { sendablePart, withSide, type LinkedLevel, type WriteOp } from './linked-level';

/**
 * Returns what a side could be sent now: everything pending, for Shopify only whole units (the rest stays pending). 0:
 * nothing.
 */
export function sendable(cell: LinkedLevel, source: Source): Quantity {
  const side = cell[source];
  if (side.inFlight !== null || side.reading || side.accounted === null || side.blocked !== null || side.indeterminate) return 0;
  if (side.needsRead && side.doubted === null) return 0;
  // A large decrease waits for what it is.
  if (waitsToClassify(side)) return 0;
  return sendablePart(source, side.pending);
}

/** The place in a request that a level's op takes. */
export interface Slot {
  readonly key: string;
  readonly index: number;
  readonly count: number;
  readonly now: Instant;
  readonly epoch: number;
}

/**
 * Turns what is pending to a side into its op; `most` of it, if that is less. Store the result before the call. Returns the same level when
 * there is nothing to send.
 */
export function flush(cell: LinkedLevel, source: Source, slot: Slot, most?: Quantity): LinkedLevel {
  const all = sendable(cell, source);
  const { accounted, pending, shrinkage, unclassified } = cell[source];
  if (all === 0 || accounted === null) return cell;
  // What is no sale goes alone; the rest follows once this is answered.
  const isShrinkage = shrinkage < 0 && all <= shrinkage;
  const whole = isShrinkage ? shrinkage : all;
  const delta = most !== undefined && Math.abs(most) < Math.abs(whole) ? most : whole;
  const op: WriteOp = {
    key: slot.key,
    index: slot.index,
    count: slot.count,
    delta,
    from: accounted,
    firstSent: slot.now,
    epoch: slot.epoch,
    ...(isShrinkage && { shrinkage: true as const }),
  };
  const open = unclassified?.held === true ? unclassified : null;
  return withSide(cell, source, {
    inFlight: op,
    pending: pending - delta,
    shrinkage: isShrinkage ? shrinkage - delta : 0,
    unclassified: open,
  });
}
