import { cleanName } from '../../domain/causes/cause';
import type { ListedOrders, ShopifyOrder } from '../../domain/causes/orders';
import type { Instant } from '../../domain/instant';
import { err, ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, numberAt, textAt } from '../json';
import { formatTime, parseTime } from '../time';
import { document } from './document';
import { numberOf } from './gid';
import type { ShopifyClient } from './graphql';
import { failureOf, unreadable } from './reading';

/** At what connections in connections were measured to cost (250 products with 250 variants each: 167), far below the 1,000 points of one query. */
export const ORDER_NAMES = document(`
  query OrderNames($query: String!) {
    orders(first: 50, query: $query, sortKey: CREATED_AT) {
      nodes {
        id
        name
        createdAt
        lineItems(first: 20) { nodes { quantity variant { inventoryItem { id } } } pageInfo { hasNextPage } }
      }
      pageInfo { hasNextPage }
    }
  }
`);

/**
 * Reads the orders that were created in a span of time, the first 50, with their numbers and what was ordered, and nothing about who
 * ordered it. Call it only for a grant that has the scope `SHOPIFY_ORDER_SCOPE`. A refusal, as where Shopify has not approved that this app reads orders
 * (https://shopify.dev/docs/apps/launch/protected-customer-data), is one of this request alone: the names are optional, the connection is not.
 */
export async function readOrderNames(
  client: ShopifyClient,
  span: { readonly from: Instant; readonly to: Instant },
): Promise<Result<ListedOrders, PlatformFailure>> {
  const query = `created_at:>='${formatTime(span.from)}' created_at:<='${formatTime(span.to)}'`;
  const answer = await client.run(ORDER_NAMES, { query });
  if (answer.kind === 'unauthorized') return err({ kind: 'refused', detail: 'Shopify does not let us read orders' });
  if (answer.kind !== 'data') return err(failureOf(answer));
  const nodes = listAt(answer.data, 'orders', 'nodes');
  if (nodes === null) return err(unreadable(ORDER_NAMES));
  const orders = nodes.map(decodeOrder);
  // An order that cannot be read may be any: where one is, no line can be told.
  if (!orders.every((order) => order !== null)) return err(unreadable(ORDER_NAMES));
  const isCut = at(answer.data, 'orders', 'pageInfo', 'hasNextPage') !== false;
  const until = isCut ? Math.max(0, ...orders.map(({ createdAt }) => createdAt)) : Infinity;
  return ok({ orders, until });
}

function decodeOrder(node: unknown): ShopifyOrder | null {
  const id = numberOf('Order', textAt(node, 'id'));
  const name = cleanName(textAt(node, 'name') ?? '');
  const createdAt = parseTime(textAt(node, 'createdAt') ?? '');
  if (id === null || name === '' || createdAt === null) return null;
  return { id, name, createdAt, items: decodeItems(at(node, 'lineItems')) };
}

/** Returns the units by inventory item; null when not all lines are there and readable. */
function decodeItems(connection: unknown): ReadonlyMap<string, number> | null {
  const lines = listAt(connection, 'nodes');
  if (lines === null || at(connection, 'pageInfo', 'hasNextPage') !== false) return null;
  const items = new Map<string, number>();
  for (const line of lines) {
    const quantity = numberAt(line, 'quantity');
    if (quantity === null) return null;
    // Lines without a variant are of deleted ones, or of no product at all.
    const item = numberOf('InventoryItem', textAt(line, 'variant', 'inventoryItem', 'id'));
    if (item !== null) items.set(item, (items.get(item) ?? 0) + quantity);
  }
  return items;
}
