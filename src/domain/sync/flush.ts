import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import { sendablePart, withSide, type LinkedLevel, type WriteOp } from './linked-level';

/**
 * Returns what a side could be sent now: everything pending, for Shopify only whole units (the rest stays pending). 0:
 * nothing.
 */
export function sendable(cell: LinkedLevel, source: Source): Quantity {
  const side = cell[source];
  if (side.inFlight !== null || side.reading || side.needsRead || side.accounted === null || side.blocked !== null || side.indeterminate)
    return 0;
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
 * Turns what is pending to a side into its op. Store the result before the call. Returns the same level when there is
 * nothing to send.
 */
export function flush(cell: LinkedLevel, source: Source, slot: Slot): LinkedLevel {
  const delta = sendable(cell, source);
  const { accounted, pending } = cell[source];
  if (delta === 0 || accounted === null) return cell;
  const op: WriteOp = {
    key: slot.key,
    index: slot.index,
    count: slot.count,
    delta,
    from: accounted,
    firstSent: slot.now,
    epoch: slot.epoch,
  };
  return withSide(cell, source, { inFlight: op, pending: pending - delta });
}
