import type { Instant } from '../../domain/instant';
import type { Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { numberAt } from '../json';
import { formatTime } from '../time';
import { document, type GraphqlDocument } from './document';
import type { ShopifyClient } from './graphql';
import { read } from './reading';

/** Lets an app read orders, of the last 60 days alone. */
const READ_ORDERS = 'read_orders';
/** Beside it: of all time (https://shopify.dev/docs/api/usage/access-scopes, 'Orders permissions'). */
const READ_ALL_ORDERS = 'read_all_orders';

/** Scopes that the product never asks for: where a shop grants them all the same, these documents are sent. */
export const ORDER_SCOPES: readonly string[] = [READ_ORDERS, READ_ALL_ORDERS];

const RECENT_MS = 60 * 24 * 3_600_000;

const ORDERS_COUNT = document(`
  query OrdersCount($query: String!) { ordersCount(query: $query, limit: null) { count precision } }
`);

/** Operations that are sent only where a shop grants more than the product asks for. */
export const ORDER_DOCUMENTS: readonly GraphqlDocument[] = [ORDERS_COUNT];

/** Whether these scopes let orders since then be counted whole: without the second scope older ones would be missing from the number. */
export function mayCountOrders(scopes: readonly string[], since: Instant, now: Instant): boolean {
  return scopes.includes(READ_ORDERS) && (scopes.includes(READ_ALL_ORDERS) || since >= now - RECENT_MS);
}

/** The shop's orders created since a moment. Only for a token that `mayCountOrders`: another one is refused, which ends a connection. */
export async function countShopifyOrders(client: ShopifyClient, since: Instant): Promise<Result<number, PlatformFailure>> {
  return read(client, ORDERS_COUNT, { query: `created_at:>='${formatTime(since)}'` }, (data) => numberAt(data, 'ordersCount', 'count'));
}
