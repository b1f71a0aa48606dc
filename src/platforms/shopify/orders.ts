import type { Instant } from '../../domain/instant';
import type { Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { numberAt } from '../json';
import { formatTime } from '../time';
import { document, type GraphqlDocument } from './document';
import type { ShopifyClient } from './graphql';
import { ORDER_NAMES } from './order-names';
import { read } from './reading';
import { SHOPIFY_ORDER_SCOPE } from './scopes';

/** Together with it: orders of all time (https://shopify.dev/docs/api/usage/access-scopes, 'Orders permissions'). */
const READ_ALL_ORDERS = 'read_all_orders';

/** Scopes that nothing needs: the first is requested only at the merchant's wish, the second never; a shop may grant it anyway. */
export const ORDER_SCOPES: readonly string[] = [SHOPIFY_ORDER_SCOPE, READ_ALL_ORDERS];

const RECENT_MS = 60 * 24 * 3_600_000;

const ORDERS_COUNT = document(`
  query OrdersCount($query: String!) { ordersCount(query: $query, limit: null) { count precision } }
`);

/** Operations that are sent only if a shop grants more than the product needs. */
export const ORDER_DOCUMENTS: readonly GraphqlDocument[] = [ORDERS_COUNT, ORDER_NAMES];

/**
 * Returns whether these scopes allow a complete count of orders since then: without the second scope, older ones would
 * be missing.
 */
export function mayCountOrders(scopes: readonly string[], since: Instant, now: Instant): boolean {
  return scopes.includes(SHOPIFY_ORDER_SCOPE) && (scopes.includes(READ_ALL_ORDERS) || since >= now - RECENT_MS);
}

/**
 * Counts the shop's orders created since a moment. Call it only if `mayCountOrders`: any other token is refused, which
 * ends the connection.
 */
export async function countShopifyOrders(client: ShopifyClient, since: Instant): Promise<Result<number, PlatformFailure>> {
  return read(client, ORDERS_COUNT, { query: `created_at:>='${formatTime(since)}'` }, (data) => numberAt(data, 'ordersCount', 'count'));
}
