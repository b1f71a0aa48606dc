import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Cause, CauseKind, ExplainedLine, UnexplainedLine } from './cause';

/** Three of an inventory level's quantities at one moment, with the times that Shopify states for them. */
export interface ShopifyQuantities {
  readonly available: Quantity;
  /** Part of orders that are not fulfilled. */
  readonly committed: Quantity;
  /** All that is at the location: available, committed, and what is set aside. */
  readonly onHand: Quantity;
  /** When `committed` and `onHand` last changed (`InventoryQuantity.updatedAt`); null when Shopify does not state it. */
  readonly committedAt: Instant | null;
  readonly onHandAt: Instant | null;
}

/** The same with the time of the last change of `available`; null when Shopify does not state it. */
export interface LevelQuantities extends ShopifyQuantities {
  readonly availableAt: Instant | null;
}

/** What was read of a level before, and the last line that this reading includes. */
export interface KnownQuantities extends Omit<ShopifyQuantities, 'onHandAt'> {
  readonly seq: number;
}

/** What changed between two readings of a level. */
interface Moved {
  /** The sum of the lines: what others changed. */
  readonly lines: Quantity;
  /** What we wrote in the meantime: it changes `available` and `onHand` alike. */
  readonly ours: Quantity;
  readonly committed: Quantity;
  readonly onHand: Quantity;
  /** Whether Shopify states that committed did not change at all, not even there and back. */
  readonly sameCommitted: boolean;
}

/**
 * Names the causes of the lines of one inventory item, oldest first, by what its three quantities were at the reading
 * before all of them and are now. Whoever calls makes sure that `now` includes every line and no change that has no
 * line yet. The sign of a change decides nothing; where one reading covers changes of several kinds, it says so.
 *
 * An order moves stock from available to committed, a fulfillment takes it from committed and on hand, a cancellation
 * moves it back, a count or a restock changes available and on hand alike, and so does a sale that is handed over at
 * once (Shopify's inventory states).
 */
export function explainShopify(lines: readonly UnexplainedLine[], before: KnownQuantities | null, now: ShopifyQuantities): ExplainedLine[] {
  const fresh = before === null ? [] : lines.filter(({ seq }) => seq > before.seq);
  if (before === null || fresh.length === 0) return [];
  const sum = fresh.reduce((total, { delta }) => total + delta, 0);
  const moved: Moved = {
    lines: sum,
    ours: now.available - before.available - sum,
    committed: now.committed - before.committed,
    onHand: now.onHand - before.onHand,
    sameCommitted: now.committed === before.committed && now.committedAt !== null && now.committedAt === before.committedAt,
  };
  // No order was involved at all where committed was not touched: then on hand tells what is still in the stock.
  const isEach = moved.sameCommitted && moved.onHand === moved.lines + moved.ours;
  const kind = isEach ? 'each' : kindOfAll(fresh, moved, now);
  if (kind === null) return [];
  return fresh.map((line) => {
    const cause = named(kind === 'each' ? (line.delta < 0 ? 'removed' : 'added') : kind);
    return { seq: line.seq, cause, ...(kind === 'ordered' && line === fresh.at(-1) && timeOfOrder(line, now)) };
  });
}

/** Returns when the last order came: committed was touched then and not since. */
function timeOfOrder({ since, at }: UnexplainedLine, { committedAt }: ShopifyQuantities): Pick<ExplainedLine, 'at'> {
  return committedAt !== null && (since ?? 0) <= committedAt && committedAt <= at ? { at: committedAt } : {};
}

function named(kind: CauseKind): Cause {
  return { kind, by: '' };
}

/** Returns the one kind of all lines; 'merged' when several changes came together, null when nothing tells. */
function kindOfAll(lines: readonly UnexplainedLine[], moved: Moved, now: ShopifyQuantities): CauseKind | null {
  const { ours, committed, onHand } = moved;
  const falls = lines.every(({ delta }) => delta < 0);
  const rises = lines.every(({ delta }) => delta > 0);
  if (!falls && !rises) return 'merged';
  if (committed === -moved.lines && onHand === ours) return falls ? ordered(lines, moved, now) : canceled(lines, now);
  if (committed !== 0) return 'merged';
  if (onHand === ours) return aside(moved, falls);
  // On hand followed available, but orders were or may have been involved: an order and a fulfillment of as many leave the same
  // numbers as a count. Only a rise that no order can have made is sure without times.
  if (onHand === ours + moved.lines) return rises && ours === 0 && now.committedAt === null ? 'added' : null;
  return 'merged';
}

/** Still on hand, and in no order: a write of ours in between is known only as the difference, so committed must be untouched. */
function aside({ ours, sameCommitted }: Moved, falls: boolean): CauseKind | null {
  if (ours !== 0 && !sameCommitted) return null;
  return falls ? 'set-aside' : 'released';
}

/** Decreases alone leave no other explanation; a write of ours in between is known only as the difference, so the time must agree. */
function ordered(lines: readonly UnexplainedLine[], { ours }: Moved, now: ShopifyQuantities): CauseKind | null {
  return ours === 0 || (now.committedAt !== null && now.committedAt === lines.at(-1)?.at) ? 'ordered' : null;
}

/** A restock and the fulfillment of as many leave the same numbers, but touch on hand at that time; a cancellation does not. */
function canceled(lines: readonly UnexplainedLine[], { committedAt, onHandAt }: ShopifyQuantities): CauseKind | null {
  const [first] = lines;
  if (first === undefined || lines.length > 1) return null;
  return committedAt === first.at && onHandAt !== null && onHandAt < first.at ? 'canceled' : null;
}
