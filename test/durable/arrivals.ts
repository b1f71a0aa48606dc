import { vi } from 'vitest';

import type { Source } from '../../src/domain/source';
import { listAt, textAt } from '../../src/platforms/json';
import type { Merchant } from './account-harness';
import { shopify, square } from './edits/edit-harness';

/** The paired location's id on a platform. */
async function locationOf(merchant: Merchant, source: Source): Promise<string> {
  return (await merchant.stub().locations()).synced[0]?.[source].sourceId ?? '';
}

/** Adds a product with one variant at Shopify as an import tool does: complete, with its quantity. */
export async function addAtShopify(merchant: Merchant, sku: string, quantity: number): Promise<void> {
  const mutation = 'mutation M($input: ProductSetInput!) { productSet(synchronous: true, input: $input) { userErrors { message } } }';
  const locationId = `gid://shopify/Location/${await locationOf(merchant, 'shopify')}`;
  const variant = {
    sku,
    price: '9.00',
    inventoryItem: { tracked: true },
    inventoryQuantities: [{ locationId, name: 'available', quantity }],
    optionValues: [{ optionName: 'Title', name: 'Default Title' }],
  };
  const productOptions = [{ name: 'Title', values: [{ name: 'Default Title' }] }];
  const made = await shopify(mutation, { input: { title: `Product ${sku}`, productOptions, variants: [variant] } });
  const errors = listAt(made, 'productSet', 'userErrors') ?? [];
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
}

/** Adds an item with one variation at Square, which has no count yet; returns the variation's id. */
export async function addAtSquare(sku: string): Promise<string> {
  const data = { item_id: '#i', name: 'Regular', sku, pricing_type: 'FIXED_PRICING', price_money: { amount: 900, currency: 'USD' } };
  const variation = { type: 'ITEM_VARIATION', id: '#v', item_variation_data: { ...data, track_inventory: true } };
  const item = { type: 'ITEM', id: '#i', item_data: { name: `Item ${sku}`, variations: [variation] } };
  const made = await square('POST', '/v2/catalog/batch-upsert', { idempotency_key: `item ${sku}`, batches: [{ objects: [item] }] });
  const id = (listAt(made, 'id_mappings') ?? []).find((mapping) => textAt(mapping, 'client_object_id') === '#v');
  return textAt(id, 'object_id') ?? '';
}

/** Sets the count of a variation at Square. */
export async function countAtSquare(merchant: Merchant, id: string, quantity: number): Promise<void> {
  const location = await locationOf(merchant, 'square');
  const count = {
    catalog_object_id: id,
    state: 'IN_STOCK',
    location_id: location,
    quantity: String(quantity),
    occurred_at: new Date().toISOString(),
  };
  const body = { idempotency_key: crypto.randomUUID(), changes: [{ type: 'PHYSICAL_COUNT', physical_count: count }] };
  const made = await square('POST', '/v2/inventory/changes/batch-create', body);
  if ((listAt(made, 'errors') ?? []).length > 0) throw new Error(JSON.stringify(made));
}

const CATALOG_READS: Readonly<Record<Source, (url: string, body: string) => boolean>> = {
  shopify: (url, body) => /query (?:ProductsById|ItemsById)/u.test(body) && url.includes('/graphql.json'),
  square: (url) => url.endsWith('/v2/catalog/search'),
};

/** Leaves the app's catalog reads on these platforms unanswered until the returned function is called. */
export function holdCatalogReads(sources: readonly Source[] = ['shopify', 'square']): () => void {
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    const body = typeof init?.body === 'string' ? init.body : '';
    if (sources.some((source) => CATALOG_READS[source](url, body))) throw new Error('the catalog is not read yet');
    return real(input, init);
  });
  return () => {
    spy.mockRestore();
  };
}
