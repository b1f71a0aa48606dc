import type { Instant } from '../instant';
import { fromUnits, type Quantity } from '../quantity';
import type { ExplainedLine, OrderName, UnexplainedLine } from './cause';

/** An order as Shopify lists it. */
export interface ShopifyOrder extends OrderName {
  readonly createdAt: Instant;
  /** Units by inventory item; null where not all of its lines were read. */
  readonly items: ReadonlyMap<string, number> | null;
}

/** A list of orders. */
export interface ListedOrders {
  readonly orders: readonly ShopifyOrder[];
  /** The list has every order that was created before this time. */
  readonly until: Instant;
}

/** How long before a level's time its order may be created, in ms: stock is committed right after. */
const EARLIER_MS = 10_000;
/** How much later an order may state that it was created, in ms: both times may be cut to whole seconds. */
const LATER_MS = 1_000;
/** How long before an earlier change of the same item an order may be created that is not part of it, in ms. */
const OVERLAP_MS = 2_000;

/** An order's moment at an item: when it may have been created. */
interface Window {
  readonly from: Instant;
  readonly to: Instant;
}

/** Returns the lines that are orders, with what is known of them: the others need no list of orders. */
export function orderedLines(lines: readonly UnexplainedLine[], explained: readonly ExplainedLine[]): UnexplainedLine[] {
  const ordered = new Set(explained.flatMap(({ seq, cause }) => (cause.kind === 'ordered' ? [seq] : [])));
  return lines.filter(({ seq }) => ordered.has(seq));
}

/** Returns the times between which the orders of these lines were created; null when there are no lines. */
export function spanOfOrders(lines: readonly UnexplainedLine[]): Window | null {
  if (lines.length === 0) return null;
  return { from: Math.min(...lines.map(({ at }) => at)) - EARLIER_MS, to: Math.max(...lines.map(({ at }) => at)) + LATER_MS };
}

/**
 * Returns the order of each line for which only one can be meant: the only one that was created shortly before the level's time,
 * since the number before it, and has the item, in just that quantity. Every other line is left out: an order's name is never a guess.
 */
export function ordersOfLines(lines: readonly UnexplainedLine[], { orders, until }: ListedOrders): Map<number, OrderName> {
  const found = new Map<number, OrderName>();
  for (const line of lines) {
    const { from, to } = windowOf(line);
    if (to >= until) continue;
    const near = orders.filter(
      ({ createdAt, items }) => createdAt >= from && createdAt <= to && (items === null || items.has(line.stockId)),
    );
    const [order] = near;
    if (near.length === 1 && order !== undefined && unitsIn(order, line.stockId) === -line.delta) {
      found.set(line.seq, { id: order.id, name: order.name });
    }
  }
  return withoutRepeated(found, lines);
}

function windowOf({ at, since }: UnexplainedLine): Window {
  return { from: Math.max(at - EARLIER_MS, (since ?? 0) - OVERLAP_MS), to: at + LATER_MS };
}

function unitsIn({ items }: ShopifyOrder, stockId: string): Quantity | null {
  const units = items?.get(stockId);
  return units === undefined ? null : fromUnits(units);
}

/** Leaves out an order that two lines of one item claim: it is one of them, and nothing tells which. */
function withoutRepeated(found: Map<number, OrderName>, lines: readonly UnexplainedLine[]): Map<number, OrderName> {
  const claims = new Map<string, number[]>();
  for (const { seq, stockId } of lines) {
    const order = found.get(seq);
    if (order === undefined) continue;
    const claim = `${stockId} ${order.id}`;
    claims.set(claim, [...(claims.get(claim) ?? []), seq]);
  }
  for (const seqs of claims.values()) if (seqs.length > 1) for (const seq of seqs) found.delete(seq);
  return found;
}
