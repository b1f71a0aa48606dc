import type { Originator } from '../history/fact';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import type { RefusalReason } from './write';

/** The one write in flight to a side of a cell. With its siblings of the same key it rebuilds its request to the byte. */
export interface Op {
  /** Idempotency key of the request that carries it. */
  readonly key: string;
  /** Its place among the request's changes, and how many those are. */
  readonly index: number;
  readonly count: number;
  readonly delta: Quantity;
  /** The accounted value when it was planned. */
  readonly from: Quantity;
  /** When it was first sent, by our clock; by the platform's as far as ours is known to be ahead of it. */
  readonly firstSent: Instant;
  /** The connection and location pair it belongs to; an op of an older epoch is never sent again. */
  readonly epoch: number;
}

/** What a platform said of a level, and how we learned of it. */
export interface Observation {
  readonly value: Quantity;
  /** The platform's own time of the value. */
  readonly at: Instant;
  /** True when we read the level ourselves with nothing of ours under way: then an equal time is no doubt. */
  readonly direct: boolean;
}

/** One side of a cell. */
export interface CellSide {
  /** The value already accounted; null until the platform has stated one (never counted is not zero). */
  readonly acc: Quantity | null;
  /** The platform's own time of it. */
  readonly seen: Instant | null;
  /** Delta still owed to this side. */
  readonly pend: Quantity;
  /** Owed, but over the merchant's maximum: waits for his word. */
  readonly held: Quantity;
  readonly op: Op | null;
  /** Why the platform refuses changes; null while it does not. */
  readonly blocked: RefusalReason | null;
  /** It cannot be told whether a write took effect: nothing more is written until the merchant sets a number. */
  readonly frozen: boolean;
  /** The level must be read before anything is planned: an observation could not be ordered, or an op was re-sent after a kill. */
  readonly doubt: boolean;
  /** Memory alone: a read is under way; what arrives meanwhile is parked. */
  readonly reading: boolean;
  /** Memory alone: the newest observation that arrived while an op or a read was under way. */
  readonly parked: Observation | null;
}

/** A number that a person sets for a cell: the one way, beside linking, in which the sides' difference changes. */
export interface Wish {
  readonly to: Quantity;
  readonly by: Originator;
  /** The sides to be set: both of a linked variant, else the one it exists on. */
  readonly sides: readonly Source[];
}

/** One linked variant at the paired location. */
export interface Cell extends Readonly<Record<Source, CellSide>> {
  /** A number that a person has set and that waits for both sides to be quiet; null mostly. */
  readonly wish: Wish | null;
  /**
   * The difference that I1 conserves, as the last rebase left it: linking, a person's number, a dropped amount, a change that
   * was kept on its side. Null right after one: the next storing takes it from the cell. An audit compares the two.
   */
  readonly apart: Quantity | null;
}

/** The time of a side that began at nothing because a person set a number before the platform had stated any. */
export const NEVER_STATED: Instant = 0;

/** A side of which nothing is known yet. */
export const UNKNOWN_SIDE: CellSide = {
  acc: null,
  seen: null,
  pend: 0,
  held: 0,
  op: null,
  blocked: null,
  frozen: false,
  doubt: false,
  reading: false,
  parked: null,
};

/** A side at rest at a stated value. */
export function restingSide(acc: Quantity | null, seen: Instant | null): CellSide {
  return { ...UNKNOWN_SIDE, acc, seen };
}

const FIELDS: readonly (keyof CellSide)[] = ['acc', 'seen', 'pend', 'held', 'op', 'blocked', 'frozen', 'doubt', 'reading', 'parked'];

/** A cell of two sides, with nothing between them. */
export function cellOf(shopify: CellSide, square: CellSide): Cell {
  return { shopify, square, wish: null, apart: null };
}

/** The cell with one side changed; the same cell when nothing changes. */
export function withSide(cell: Cell, source: Source, change: Partial<CellSide>): Cell {
  const side = cell[source];
  const next: CellSide = { ...side, ...change };
  const changed = FIELDS.some((name) => side[name] !== next[name]);
  return changed ? { ...cell, [source]: next } : cell;
}

/** What a side comes to once everything owed and held has arrived. I1 compares the two sides' sums. */
export function promised(side: CellSide): Quantity {
  return (side.acc ?? 0) + side.pend + side.held + (side.op?.delta ?? 0);
}

/** The number that people will see on a side when what is on its way has arrived; held amounts are not. */
export function expected(side: CellSide): Quantity {
  return (side.acc ?? 0) + side.pend + (side.op?.delta ?? 0);
}

/** I1's conserved difference: changes only by an explicit rebase. */
export function difference(cell: Cell): Quantity {
  return promised(cell.shopify) - promised(cell.square);
}

/** The cell after an explicit rebase: its sides' difference is from now on what it is now. */
export function rebased(cell: Cell): Cell {
  return cell.apart === null ? cell : { ...cell, apart: null };
}

/** The difference to conserve from now on; null while a side's number is not known. */
export function conserved(cell: Cell): Quantity | null {
  if (cell.shopify.acc === null || cell.square.acc === null) return null;
  return cell.apart ?? difference(cell);
}

/** Whether units have been lost or invented since the last rebase (I1). Must never be. */
export function breaksConservation(cell: Cell): boolean {
  return cell.apart !== null && cell.shopify.acc !== null && cell.square.acc !== null && cell.apart !== difference(cell);
}

/** True when nothing is owed, held, doubted or in flight. */
export function atRest(cell: Cell): boolean {
  return cell.wish === null && sideAtRest(cell.shopify) && sideAtRest(cell.square);
}

function sideAtRest(side: CellSide): boolean {
  return side.pend === 0 && side.held === 0 && side.op === null && side.blocked === null && !side.frozen && !side.doubt;
}
