import type { CloseReason } from '../catalog/merge-plan';
import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import type { Announced, LargeDecrease, LevelSide, LinkedLevel, SetRequest, StartingSide, WriteOp } from './linked-level';
import { conserved, restingSide } from './linked-level';
import { NO_PACKS, type PackSizes } from './pack-size';
import type { RefusalReason } from './write';

/**
 * The fields of a side that outlive the object's memory, in addition to its value and time. Short names, since millions
 * are stored.
 */
interface StoredSide {
  readonly p?: Quantity;
  readonly h?: Quantity;
  readonly o?: readonly [
    key: string,
    index: number,
    count: number,
    delta: Quantity,
    from: Quantity,
    firstSent: Instant,
    epoch: number,
    shrinkage?: 1,
  ];
  readonly s?: Instant;
  readonly b?: RefusalReason;
  readonly r?: readonly [at: Instant, times: number];
  readonly f?: true;
  readonly d?: true;
  readonly u?: Quantity;
  readonly m?: readonly Quantity[];
  readonly n?: readonly [at: Instant, ...values: Quantity[]];
  readonly t?: Instant;
  readonly k?: readonly [pending: Quantity, held: Quantity];
  readonly c?: readonly [amount: Quantity, from: Instant, at: Instant, until: Instant | null, held: 0 | 1];
}

/**
 * Everything else about a level: Shopify's and Square's fields, a waiting set request, why the link ends, where a new
 * link starts.
 */
interface StoredBetween {
  readonly a?: StoredSide;
  readonly b?: StoredSide;
  readonly w?: SetRequest;
  readonly e?: CloseReason;
  readonly l?: Readonly<Record<Source, StartingSide>>;
}

/** The columns that store a linked level. */
export type StoredLevel = {
  readonly shopify_quantity: number | null;
  readonly shopify_seen: number | null;
  readonly square_quantity: number | null;
  readonly square_seen: number | null;
  /** JSON; null when the level is at rest. */
  readonly cell: string | null;
  /** The difference to conserve; null while a side's number is unknown. */
  readonly apart: number | null;
};

/** Returns a level as its row's columns. What is buffered or being read is kept only in memory. */
export function storeLevel(level: LinkedLevel): StoredLevel {
  return {
    shopify_quantity: level.shopify.accounted,
    shopify_seen: level.shopify.observedAt,
    square_quantity: level.square.accounted,
    square_seen: level.square.observedAt,
    cell: textOf(level),
    apart: conserved(level),
  };
}

/** Returns a level from its row's columns. `packs` are those of its link, which are stored with the variants. */
export function loadLevel(row: StoredLevel, packs: PackSizes = NO_PACKS): LinkedLevel {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written by storeLevel alone
  const stored = row.cell === null ? {} : (JSON.parse(row.cell) as StoredBetween);
  return {
    shopify: loadSide(row.shopify_quantity, row.shopify_seen, stored.a),
    square: loadSide(row.square_quantity, row.square_seen, stored.b),
    packs,
    setRequest: stored.w ?? null,
    conservedDifference: row.apart,
    ending: stored.e ?? null,
    starting: stored.l ?? null,
  };
}

function textOf({ shopify, square, setRequest: w, ending: e, starting }: LinkedLevel): string | null {
  const a = storeSide(shopify);
  const b = storeSide(square);
  if (a === null && b === null && w === null && e === null && starting === null) return null;
  const between: StoredBetween = {
    ...(a && { a }),
    ...(b && { b }),
    ...(w && { w }),
    ...(e && { e }),
    ...(starting && { l: starting }),
  };
  return JSON.stringify(between);
}

function storeSide(side: LevelSide): StoredSide | null {
  const stored: StoredSide = {
    ...(side.pending !== 0 && { p: side.pending }),
    ...(side.held !== 0 && { h: side.held }),
    ...(side.inFlight !== null && { o: storeOp(side.inFlight) }),
    ...(side.pendingSince !== null && { s: side.pendingSince }),
    ...(side.blocked !== null && { b: side.blocked }),
    ...(side.retry !== null && { r: [side.retry.at, side.retry.times] as const }),
    ...(side.indeterminate && { f: true as const }),
    ...(side.needsRead && { d: true as const }),
    ...(side.unlinkedAt !== null && { u: side.unlinkedAt }),
    ...(side.replaced.length > 0 && { m: side.replaced }),
    ...(side.announced !== null && { n: [side.announced.at, ...side.announced.values] as const }),
    ...(side.landedAfter !== null && { t: side.landedAfter }),
    ...storeDecreases(side),
  };
  return Object.keys(stored).length === 0 ? null : stored;
}

function storeDecreases({ shrinkage, heldShrinkage, unclassified }: LevelSide): Pick<StoredSide, 'k' | 'c'> {
  return {
    ...((shrinkage !== 0 || heldShrinkage !== 0) && { k: [shrinkage, heldShrinkage] as const }),
    ...(unclassified !== null && { c: storeDecrease(unclassified) }),
  };
}

function storeOp(op: WriteOp): NonNullable<StoredSide['o']> {
  const fields = [op.key, op.index, op.count, op.delta, op.from, op.firstSent, op.epoch] as const;
  return op.shrinkage === true ? [...fields, 1] : fields;
}

function loadOp(o: NonNullable<StoredSide['o']>): WriteOp {
  const op = { key: o[0], index: o[1], count: o[2], delta: o[3], from: o[4], firstSent: o[5], epoch: o[6] };
  return o[7] === 1 ? { ...op, shrinkage: true } : op;
}

function storeDecrease({ amount, from, at, until, held }: LargeDecrease): NonNullable<StoredSide['c']> {
  return [amount, from, at, until, held ? 1 : 0];
}

function loadDecrease(c: StoredSide['c']): LargeDecrease | null {
  return c === undefined ? null : { amount: c[0], from: c[1], at: c[2], until: c[3], held: c[4] === 1 };
}

function loadAnnounced(n: StoredSide['n']): Announced | null {
  return n === undefined ? null : { at: n[0], values: n.slice(1) };
}

function loadSide(accounted: Quantity | null, observedAt: Instant | null, stored: StoredSide | undefined): LevelSide {
  const side = restingSide(accounted, observedAt);
  if (stored === undefined) return side;
  const { p = 0, h = 0, o, s = null, b = null, r, f = false, d = false, u = null, m = side.replaced, n, t = null, k = [0, 0], c } = stored;
  const inFlight = o === undefined ? null : loadOp(o);
  const retry = r === undefined ? null : { at: r[0], times: r[1] };
  return {
    ...side,
    pending: p,
    held: h,
    inFlight,
    pendingSince: s,
    blocked: b,
    retry,
    indeterminate: f,
    needsRead: d,
    unlinkedAt: u,
    replaced: m,
    announced: loadAnnounced(n),
    landedAfter: t,
    shrinkage: k[0],
    heldShrinkage: k[1],
    unclassified: loadDecrease(c),
  };
}
