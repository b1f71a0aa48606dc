import type { Addresses } from './sign-in';

/**
 * Headers of a JSON request on a connection of its own. The sandbox's server closes an idle one after five seconds; on a busy machine it
 * may do so just as a request is written, and nobody knows whether the change was made.
 */
export const JSON_ALONE = { 'content-type': 'application/json', connection: 'close' };

/** Queries Shopify as an outside client, not as the app; returns `data`, and fails on errors. */
export async function askShopify<T>(app: Addresses, query: string): Promise<T> {
  const response = await fetch(`${app.sandbox}/shopify/demo.myshopify.com/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { ...JSON_ALONE, 'x-shopify-access-token': 'shpat_sandbox' },
    body: JSON.stringify({ query }),
  });
  const { data, errors } = (await response.json()) as { data: T; errors?: unknown };
  if (!response.ok || errors !== undefined) throw new Error(`Shopify answered ${response.status}: ${JSON.stringify(errors)}`);
  return data;
}

/** Queries Square as an outside client. */
export async function askSquare<T>(app: Addresses, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> {
  const response = await fetch(`${app.sandbox}/square${path}`, {
    method,
    headers: { ...JSON_ALONE, authorization: 'Bearer EAAA_sandbox', 'square-version': '2026-09-16' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

interface Tracking {
  readonly track_inventory?: boolean;
  readonly location_overrides?: readonly { readonly track_inventory?: boolean }[];
}

/** Whether a platform reports that it tracks the one variant with this SKU; on Square a location's own setting takes precedence. */
export async function isTracked(app: Addresses, source: 'shopify' | 'square', sku: string): Promise<boolean> {
  if (source === 'shopify') {
    const { productVariants } = await askShopify<{ productVariants: { nodes: { inventoryItem: { tracked: boolean } }[] } }>(
      app,
      `{ productVariants(first: 2, query: ${JSON.stringify(`sku:${sku}`)}) { nodes { inventoryItem { tracked } } } }`,
    );
    return productVariants.nodes[0]?.inventoryItem.tracked === true;
  }
  const { objects = [] } = await askSquare<{ objects?: { item_variation_data: Tracking }[] }>(app, 'POST', '/v2/catalog/search', {
    object_types: ['ITEM_VARIATION'],
    query: { exact_query: { attribute_name: 'sku', attribute_value: sku } },
  });
  const { track_inventory: everywhere, location_overrides: here = [] } = objects[0]?.item_variation_data ?? {};
  return here.find((one) => one.track_inventory !== undefined)?.track_inventory ?? everywhere === true;
}
