import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Cause, CauseKind, ExplainedLine, UnexplainedLine } from './cause';

/** One change in Square's own log, seen from the paired location. */
export interface SquareChange {
  readonly stockId: string;
  /** Whether we made it. */
  readonly ours: boolean;
  /** `count`: the stock for sale was counted as this much. `move`: it rose or fell by this much. */
  readonly effect: { readonly kind: 'count' | 'move'; readonly quantity: Quantity };
  /** Null when Square's states say nothing that we know of. */
  readonly what: CauseKind | null;
  /** The application or product that made it; '' when it is not stated. */
  readonly by: string;
  /** Square's ID of the team member who made it; '' when it is not stated. */
  readonly member: string;
  /** When Square received it: the time from which its counts include it. */
  readonly created: Instant;
}

/** What Square states about an adjustment, besides its quantity. */
export interface SquareMove {
  readonly from: string;
  readonly to: string;
  /** Whether it moves stock between two locations. */
  readonly betweenLocations: boolean;
  /** Whether it names a purchase order or a goods receipt. */
  readonly fromVendor: boolean;
  /** The type of its reason (since 2026-07-15, beta); '' when it has none. */
  readonly reason: string;
}

const REASONS: ReadonlyMap<string, CauseKind> = new Map<string, CauseKind>([
  ['SALE', 'sold'],
  ['CANCELED_SALE', 'returned'],
  ['RETURNED', 'returned'],
  ['RECOUNT', 'counted'],
  ['RECEIVED', 'received'],
  ['TRANSFER', 'transferred'],
  ['IN_TRANSIT', 'transferred'],
  ['DAMAGED', 'lost'],
  ['THEFT', 'lost'],
  ['LOST', 'lost'],
  ['SPOILAGE_WASTE', 'lost'],
  ['PRODUCTION_WASTE', 'lost'],
]);

const OUT: ReadonlyMap<string, CauseKind> = new Map<string, CauseKind>([
  ['SOLD', 'sold'],
  ['SOLD_ONLINE', 'sold'],
  ['RESERVED_FOR_SALE', 'reserved'],
  ['WASTE', 'lost'],
  ['IN_TRANSIT', 'transferred'],
  ['IN_TRANSIT_TO', 'transferred'],
]);

const IN: ReadonlyMap<string, CauseKind> = new Map<string, CauseKind>([
  ['SOLD', 'returned'],
  ['SOLD_ONLINE', 'returned'],
  ['RESERVED_FOR_SALE', 'returned'],
  ['RETURNED_BY_CUSTOMER', 'returned'],
  ['UNLINKED_RETURN', 'returned'],
  ['ORDERED_FROM_VENDOR', 'received'],
  ['RECEIVED_FROM_VENDOR', 'received'],
  ['IN_TRANSIT', 'transferred'],
  ['IN_TRANSIT_TO', 'transferred'],
]);

/**
 * Returns what an adjustment was, by its reason or its two states (Square's `InventoryState`). An application may choose
 * any state pair that Square allows: the cause is what was recorded. Null when the states say nothing that we know of.
 */
export function kindOfMove({ from, to, betweenLocations, fromVendor, reason }: SquareMove): CauseKind | null {
  const stated = REASONS.get(reason);
  if (stated !== undefined) return stated;
  if (from === 'IN_STOCK' && to === 'IN_STOCK') return betweenLocations ? 'transferred' : null;
  if (to !== 'IN_STOCK') return from === 'IN_STOCK' ? (OUT.get(to) ?? null) : null;
  if (from !== 'NONE') return IN.get(from) ?? null;
  return fromVendor ? 'received' : 'added';
}

/**
 * Names the causes of lines by Square's log of the same variations. A line gets one only if the changes that Square
 * received between the times of its two numbers add up to exactly its difference; it is never guessed from the sign.
 */
export function explainSquare(lines: readonly UnexplainedLine[], log: readonly SquareChange[]): ExplainedLine[] {
  const byStock = new Map<string, SquareChange[]>();
  for (const change of log) {
    const known = byStock.get(change.stockId);
    if (known === undefined) byStock.set(change.stockId, [change]);
    else known.push(change);
  }
  for (const changes of byStock.values()) changes.sort((a, b) => a.created - b.created);
  return lines.flatMap((line) => {
    const own = byStock.get(line.stockId) ?? [];
    const cause = causeOf(line, own);
    const foreign = changesOf(line, own).filter(({ ours }) => !ours);
    const last = foreign.at(-1);
    if (cause === null || last === undefined) return [];
    const { created: at, member } = last;
    const isOnes = member !== '' && foreign.every((change) => change.member === member);
    return [{ seq: line.seq, cause, at, ...(isOnes && { member }) }];
  });
}

/** Returns the changes between the times of a line's two numbers; none while the earlier one is not known. */
function changesOf({ since, at }: UnexplainedLine, log: readonly SquareChange[]): SquareChange[] {
  return since === null ? [] : log.filter(({ created }) => since < created && created <= at);
}

function causeOf(line: UnexplainedLine, log: readonly SquareChange[]): Cause | null {
  const within = changesOf(line, log);
  const foreign = within.filter(({ ours }) => !ours);
  const [first] = foreign;
  if (first === undefined || !addsUp(line, within)) return null;
  const { what, by } = first;
  const isSame = foreign.every((change) => change.what === what && change.by === by);
  if (isSame && (foreign.length === 1 || foreign.every(sameDirection(first))))
    return what === null || (what === 'counted' && !endsAsCounted(line, within)) ? null : { kind: what, by };
  const parts = [...new Set(foreign.flatMap((change) => change.what ?? []))];
  return { kind: 'merged', by: '', parts };
}

function sameDirection(first: SquareChange): (change: SquareChange) => boolean {
  return ({ effect }) =>
    effect.kind === first.effect.kind && (effect.kind === 'count' || effect.quantity > 0 === first.effect.quantity > 0);
}

/** Returns whether the changes lead from the line's first number to its second, ours being accounted separately. */
function addsUp({ delta, after }: UnexplainedLine, within: readonly SquareChange[]): boolean {
  const counted = within.findLastIndex(({ effect }) => effect.kind === 'count');
  const count = within[counted];
  if (count === undefined) return sum(within.filter(({ ours }) => !ours)) === delta;
  return count.effect.quantity + sum(within.slice(counted + 1)) === after;
}

/** Returns whether the number after the line is the counted one: nothing moved between the count and it. */
function endsAsCounted({ after }: UnexplainedLine, within: readonly SquareChange[]): boolean {
  const last = within.findLast(({ what }) => what === 'counted');
  return last?.effect.kind === 'move' || last?.effect.quantity === after;
}

function sum(changes: readonly SquareChange[]): Quantity {
  return changes.reduce((total, { effect }) => total + effect.quantity, 0);
}
