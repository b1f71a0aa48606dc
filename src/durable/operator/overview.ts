import type { Source } from '../../domain/source';
import { httpLimits } from '../../platforms/config';
import { openHttp } from '../../platforms/http';
import { readAccessScopes } from '../../platforms/shopify/access-scopes';
import { countShopifyOrders, mayCountOrders } from '../../platforms/shopify/orders';
import { impliedScopes } from '../../platforms/shopify/scopes';
import { readTokenStatus } from '../../platforms/square/oauth';
import { countSquareOrders, SQUARE_ORDER_SCOPE } from '../../platforms/square/orders';
import type { Account } from '../account/account';
import { connectionCounts } from '../actions/check-access';
import type { OperatorOverview } from '../api/operator-api';

/** Timeout for a platform to count its orders, in ms; the page waits for it. */
const ORDERS_MS = 5_000;
const DAYS_30_MS = 30 * 24 * 3_600_000;

/** Returns the account's figures. For a platform that cannot be asked, or not in time, only its orders are unknown. */
export async function overviewOf(account: Account): Promise<OperatorOverview> {
  const access = { shopify: connected(account, 'shopify'), square: connected(account, 'square') };
  const orders = async (source: Source): Promise<number | null> =>
    access[source] ? inTime(countOrders(account, source), ORDERS_MS) : null;
  const [shopify, square] = await Promise.all([orders('shopify'), orders('square')]);
  return {
    access,
    counts: connectionCounts(account),
    pairs: account.locations.view().synced.length,
    orders: { shopify, square },
  };
}

/** Returns Shopify's scopes as Shopify states them now; as they were granted where it cannot be asked. */
export async function shopifyScopes(account: Account): Promise<{ granted: readonly string[]; desired: readonly string[] }> {
  const { grantedScopes, desiredScopes } = account.connections.view('shopify');
  const stated = connected(account, 'shopify') ? await account.calls.shopify(readAccessScopes) : null;
  return { granted: stated?.ok === true ? impliedScopes(stated.value) : grantedScopes, desired: desiredScopes };
}

/** Returns the Square token's scopes as Square states them now; null where it cannot be asked. */
export async function squareScopes(account: Account): Promise<readonly string[] | null> {
  const access = await account.connections.accessToken('square');
  if (!access.ok) return null;
  const { config, fetch } = account.host;
  const http = openHttp(fetch, httpLimits(config));
  const status = await readTokenStatus({ http, config: config.square }, access.value.accessToken);
  return status.ok ? status.value.scopes : null;
}

function connected(account: Account, source: Source): boolean {
  return account.connections.view(source).state === 'connected';
}

async function countOrders(account: Account, source: Source): Promise<number | null> {
  return source === 'shopify' ? ordersThisYear(account) : ordersOfThirtyDays(account);
}

async function ordersThisYear(account: Account): Promise<number | null> {
  const now = account.host.now();
  const since = Date.UTC(new Date(now).getUTCFullYear(), 0, 1);
  const { granted } = await shopifyScopes(account);
  if (!mayCountOrders(granted, since, now)) return null;
  const counted = await account.calls.shopify(async (client) => countShopifyOrders(client, since));
  return counted.ok ? counted.value : null;
}

async function ordersOfThirtyDays(account: Account): Promise<number | null> {
  const scopes = await squareScopes(account);
  if (scopes === null || !scopes.includes(SQUARE_ORDER_SCOPE)) return null;
  const now = account.host.now();
  const own = account.locations.view().all.filter(({ source }) => source === 'square');
  const ids = own.map(({ sourceId }) => sourceId);
  const counted = await account.calls.square(async (client) => countSquareOrders(client, ids, { since: now - DAYS_30_MS, until: now }));
  return counted.ok ? counted.value : null;
}

/** Returns the result of the work, or null when it takes longer; the work continues. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T | null> {
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => {
    late.resolve(null);
  }, ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
