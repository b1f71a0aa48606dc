import { httpLimits } from '../../src/platforms/config';
import type { PlatformFailure } from '../../src/platforms/failure';
import { openHttp, type Fetch } from '../../src/platforms/http';
import { numberAt } from '../../src/platforms/json';
import { document } from '../../src/platforms/shopify/document';
import { openShopify } from '../../src/platforms/shopify/graphql';
import { read } from '../../src/platforms/shopify/reading';
import { readShop } from '../../src/platforms/shopify/shop';
import { readCatalogPage } from '../../src/platforms/square/catalog';
import { openSquare } from '../../src/platforms/square/client';
import { readMerchant } from '../../src/platforms/square/merchant';
import type { Target } from './side';

/** The most products that a store may have on either side: with more, it is somebody's real one. */
export const MAX_PRODUCTS = 50;

const COUNTS = document(`
  query ContractCounts {
    productsCount(limit: null) { count }
    ordersCount(limit: null) { count }
  }
`);

/**
 * Looks at both platforms before anything is written, and throws when they are not a test store and a test seller. Only reads. Any order
 * counts as a paid one: a filter that Shopify's search does not understand would be ignored.
 */
export async function checkStore({ target, fetch }: { readonly target: Target; readonly fetch: Fetch }): Promise<void> {
  const { config, shop } = target;
  const http = openHttp(fetch, httpLimits(config));
  const shopify = openShopify({ http, config: config.shopify, shop, accessToken: target.shopifyToken });
  const store = await readShop(shopify);
  if (!store.ok) throw refusal(`Shopify, ${shop}`, store.error, 'CONTRACT_SHOPIFY_TOKEN is not a token of this store, or has expired');
  if (store.value.domain !== shop) stop(`the token belongs to ${store.value.domain}, not to ${shop}`);
  if (!store.value.development) stop(`${shop} is not a development store`);
  const counts = await read(shopify, COUNTS, {}, (data) => {
    const [products, orders] = [numberAt(data, 'productsCount', 'count'), numberAt(data, 'ordersCount', 'count')];
    return products === null || orders === null ? null : { products, orders };
  });
  if (!counts.ok) throw refusal(`Shopify, ${shop}`, counts.error, 'the token needs read_orders, to see whether the store has orders');
  const { products, orders } = counts.value;
  if (orders > 0) stop(`${shop} has orders (${orders}): it is somebody's real store, or looks like one`);
  if (products > MAX_PRODUCTS) stop(`${shop} has ${products} products, and a test store at most ${MAX_PRODUCTS}`);

  const square = openSquare({ http, config: config.square, merchantId: '', accessToken: target.squareToken });
  const seller = await readMerchant(square);
  if (!seller.ok)
    throw refusal('Square', seller.error, "Square's sandbox refuses CONTRACT_SQUARE_TOKEN; a token of production does not work there");
  const page = await readCatalogPage(square, { locationId: '', cursor: null });
  if (!page.ok) {
    if (page.error.kind === 'cursor-expired') stop('Square refuses to list the items');
    else throw refusal('Square', page.error, 'CONTRACT_SQUARE_TOKEN may not read items');
  } else {
    const items = new Set(page.value.variants.map(({ productId }) => productId)).size;
    if (items > MAX_PRODUCTS || page.value.cursor !== null)
      stop(`the Square seller has more than ${MAX_PRODUCTS} items: it is somebody's real one, or looks like one`);
  }
}

function stop(reason: string): never {
  throw new Error(`Refused: ${reason}. Nothing was written.`);
}

function refusal(where: string, failure: PlatformFailure, unauthorized: string): Error {
  switch (failure.kind) {
    case 'unauthorized':
      return new Error(`Refused: ${unauthorized}. Nothing was written.`);
    case 'throttled':
      return new Error(
        `${where}: ${failure.closed === undefined ? 'throttled; try again in a minute' : `the shop is ${failure.closed}`}. Nothing was written.`,
      );
    case 'failed':
    case 'refused':
      return new Error(`${where}: ${failure.detail}. Nothing was written.`);
  }
}
