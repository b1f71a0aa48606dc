import type { Instant } from '../instant';
import { wholePart, type Quantity } from '../quantity';
import type { Source } from '../source';
import { withSide, type Cell, type Op } from './cell';

/** What a side could be sent now: all that is owed, for Shopify whole units alone (the rest stays owed). 0: nothing. */
export function sendable(cell: Cell, source: Source): Quantity {
  const side = cell[source];
  if (side.op !== null || side.reading || side.doubt || side.acc === null || side.blocked !== null || side.frozen) return 0;
  return source === 'shopify' ? wholePart(side.pend) : side.pend;
}

/** The place in a request that a cell's op is to take. */
export interface Slot {
  readonly key: string;
  readonly index: number;
  readonly count: number;
  readonly now: Instant;
  readonly epoch: number;
}

/** Turns what is owed to a side into its op. To be stored before the call; the same cell when there is nothing to send. */
export function flush(cell: Cell, source: Source, slot: Slot): Cell {
  const delta = sendable(cell, source);
  const { acc, pend } = cell[source];
  if (delta === 0 || acc === null) return cell;
  const op: Op = { key: slot.key, index: slot.index, count: slot.count, delta, from: acc, firstSent: slot.now, epoch: slot.epoch };
  return withSide(cell, source, { op, pend: pend - delta });
}
