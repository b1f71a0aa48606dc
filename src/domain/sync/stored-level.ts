import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { LinkedLevel, LevelSide, WriteOp, SetRequest } from './linked-level';
import { conserved, restingSide } from './linked-level';
import type { RefusalReason } from './write';

/** What of a side outlives the object's memory, beside its value and time: short names, since millions are kept. */
interface StoredSide {
  readonly p?: Quantity;
  readonly h?: Quantity;
  readonly o?: readonly [key: string, index: number, count: number, delta: Quantity, from: Quantity, firstSent: Instant, epoch: number];
  readonly b?: RefusalReason;
  readonly f?: true;
  readonly d?: true;
}

/** What lies between the sides: Shopify's, Square's, and a person's number that waits. */
interface StoredBetween {
  readonly a?: StoredSide;
  readonly b?: StoredSide;
  readonly w?: SetRequest;
}

/** The columns that hold a cell. */
export type StoredLevel = {
  readonly shopify_quantity: number | null;
  readonly shopify_seen: number | null;
  readonly square_quantity: number | null;
  readonly square_seen: number | null;
  /** JSON; null when the cell is at rest. */
  readonly cell: string | null;
  /** The difference to conserve; null while a side's number is not known. */
  readonly apart: number | null;
};

/** A cell as its row's columns. What is parked or being read is memory's alone. */
export function storeLevel(cell: LinkedLevel): StoredLevel {
  const shopify = storeSide(cell.shopify);
  const square = storeSide(cell.square);
  return {
    shopify_quantity: cell.shopify.accounted,
    shopify_seen: cell.shopify.observedAt,
    square_quantity: cell.square.accounted,
    square_seen: cell.square.observedAt,
    cell: textOf(shopify, square, cell.setRequest),
    apart: conserved(cell),
  };
}

/** A cell from its row's columns. */
export function loadLevel(row: StoredLevel): LinkedLevel {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written by storeCell alone
  const stored = row.cell === null ? {} : (JSON.parse(row.cell) as StoredBetween);
  return {
    shopify: loadSide(row.shopify_quantity, row.shopify_seen, stored.a),
    square: loadSide(row.square_quantity, row.square_seen, stored.b),
    setRequest: stored.w ?? null,
    conservedDifference: row.apart,
  };
}

function textOf(a: StoredSide | null, b: StoredSide | null, w: SetRequest | null): string | null {
  if (a === null && b === null && w === null) return null;
  const between: StoredBetween = { ...(a && { a }), ...(b && { b }), ...(w && { w }) };
  return JSON.stringify(between);
}

function storeSide(side: LevelSide): StoredSide | null {
  const stored: StoredSide = {
    ...(side.pending !== 0 && { p: side.pending }),
    ...(side.held !== 0 && { h: side.held }),
    ...(side.inFlight !== null && { o: storeOp(side.inFlight) }),
    ...(side.blocked !== null && { b: side.blocked }),
    ...(side.indeterminate && { f: true as const }),
    ...(side.needsRead && { d: true as const }),
  };
  return Object.keys(stored).length === 0 ? null : stored;
}

function storeOp(op: WriteOp): NonNullable<StoredSide['o']> {
  return [op.key, op.index, op.count, op.delta, op.from, op.firstSent, op.epoch];
}

function loadSide(accounted: Quantity | null, observedAt: Instant | null, stored: StoredSide | undefined): LevelSide {
  const side = restingSide(accounted, observedAt);
  if (stored === undefined) return side;
  const { p = 0, h = 0, o, b = null, f = false, d = false } = stored;
  const inFlight = o === undefined ? null : { key: o[0], index: o[1], count: o[2], delta: o[3], from: o[4], firstSent: o[5], epoch: o[6] };
  return { ...side, pending: p, held: h, inFlight, blocked: b, indeterminate: f, needsRead: d };
}
