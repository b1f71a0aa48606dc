import type { Originator } from '../history/fact';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import type { RefusalReason } from './write';

/** The one write in flight to a side of a cell. With its siblings of the same key it rebuilds its request to the byte. */
export interface WriteOp {
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
export interface LevelSide {
  /** The value already accounted; null until the platform has stated one (never counted is not zero). */
  readonly accounted: Quantity | null;
  /** The platform's own time of it. */
  readonly observedAt: Instant | null;
  /** Delta still owed to this side. */
  readonly pending: Quantity;
  /** Owed, but over the merchant's maximum: waits for his word. */
  readonly held: Quantity;
  readonly inFlight: WriteOp | null;
  /** Why the platform refuses changes; null while it does not. */
  readonly blocked: RefusalReason | null;
  /** It cannot be told whether a write took effect: nothing more is written until the merchant sets a number. */
  readonly indeterminate: boolean;
  /** The level must be read before anything is planned: an observation could not be ordered, or an op was re-sent after a kill. */
  readonly needsRead: boolean;
  /** Memory alone: a read is under way; what arrives meanwhile is parked. */
  readonly reading: boolean;
  /** Memory alone: the newest observation that arrived while an op or a read was under way. */
  readonly buffered: Observation | null;
}

/** A number that a person sets for a cell: the one way, beside linking, in which the sides' difference changes. */
export interface SetRequest {
  readonly to: Quantity;
  readonly by: Originator;
  /** The sides to be set: both of a linked variant, else the one it exists on. */
  readonly sides: readonly Source[];
}

/** One linked variant at the paired location. */
export interface LinkedLevel extends Readonly<Record<Source, LevelSide>> {
  /** A number that a person has set and that waits for both sides to be quiet; null mostly. */
  readonly setRequest: SetRequest | null;
  /**
   * The difference that I1 conserves, as the last rebase left it: linking, a person's number, a dropped amount, a change that
   * was kept on its side. Null right after one: the next storing takes it from the cell. An audit compares the two.
   */
  readonly conservedDifference: Quantity | null;
}

/** The time of a side that began at nothing because a person set a number before the platform had stated any. */
export const NEVER_STATED: Instant = 0;

/** A side of which nothing is known yet. */
export const UNKNOWN_SIDE: LevelSide = {
  accounted: null,
  observedAt: null,
  pending: 0,
  held: 0,
  inFlight: null,
  blocked: null,
  indeterminate: false,
  needsRead: false,
  reading: false,
  buffered: null,
};

/** A side at rest at a stated value. */
export function restingSide(accounted: Quantity | null, observedAt: Instant | null): LevelSide {
  return { ...UNKNOWN_SIDE, accounted, observedAt };
}

const FIELDS: readonly (keyof LevelSide)[] = [
  'accounted',
  'observedAt',
  'pending',
  'held',
  'inFlight',
  'blocked',
  'indeterminate',
  'needsRead',
  'reading',
  'buffered',
];

/** A cell of two sides, with nothing between them. */
export function levelOf(shopify: LevelSide, square: LevelSide): LinkedLevel {
  return { shopify, square, setRequest: null, conservedDifference: null };
}

/** The cell with one side changed; the same cell when nothing changes. */
export function withSide(cell: LinkedLevel, source: Source, change: Partial<LevelSide>): LinkedLevel {
  const side = cell[source];
  const next: LevelSide = { ...side, ...change };
  const changed = FIELDS.some((name) => side[name] !== next[name]);
  return changed ? { ...cell, [source]: next } : cell;
}

/** What a side comes to once everything owed and held has arrived. I1 compares the two sides' sums. */
export function promised(side: LevelSide): Quantity {
  return (side.accounted ?? 0) + side.pending + side.held + (side.inFlight?.delta ?? 0);
}

/** The number that people will see on a side when what is on its way has arrived; held amounts are not. */
export function expected(side: LevelSide): Quantity {
  return (side.accounted ?? 0) + side.pending + (side.inFlight?.delta ?? 0);
}

/** I1's conserved difference: changes only by an explicit rebase. */
export function difference(cell: LinkedLevel): Quantity {
  return promised(cell.shopify) - promised(cell.square);
}

/** The cell after an explicit rebase: its sides' difference is from now on what it is now. */
export function rebased(cell: LinkedLevel): LinkedLevel {
  return cell.conservedDifference === null ? cell : { ...cell, conservedDifference: null };
}

/** The difference to conserve from now on; null while a side's number is not known. */
export function conserved(cell: LinkedLevel): Quantity | null {
  if (cell.shopify.accounted === null || cell.square.accounted === null) return null;
  return cell.conservedDifference ?? difference(cell);
}

/** Whether units have been lost or invented since the last rebase (I1). Must never be. */
export function breaksConservation(cell: LinkedLevel): boolean {
  return (
    cell.conservedDifference !== null &&
    cell.shopify.accounted !== null &&
    cell.square.accounted !== null &&
    cell.conservedDifference !== difference(cell)
  );
}

/** True when nothing is owed, held, doubted or in flight. */
export function atRest(cell: LinkedLevel): boolean {
  return cell.setRequest === null && sideAtRest(cell.shopify) && sideAtRest(cell.square);
}

function sideAtRest(side: LevelSide): boolean {
  return side.pending === 0 && side.held === 0 && side.inFlight === null && side.blocked === null && !side.indeterminate && !side.needsRead;
}
