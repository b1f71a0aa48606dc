import { runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { StatedProduct } from '../../src/domain/catalog/stated-product';
import type { Ingested } from '../../src/durable/api/account-api';
import { endWorld, kill, ring, skuOf, startWorld, type Merchant } from './account-harness';

let merchant: Merchant;
let stated: { readonly productId: string; readonly product: StatedProduct };

beforeEach(async () => {
  merchant = await startWorld();
  stated = await described(skuOf(1));
});

afterEach(endWorld);

it('names the product knowledge with each accepted webhook, by the same text until products are read again or a new instance starts', async () => {
  const first = await told();
  expect(first).toHaveProperty('catalogue');
  expect(await noticed()).toEqual(first);
  expect(await told()).toEqual(first);
  // Another title: the product must be read again, and nothing may be concluded until then.
  expect(await told({ title: 'Another' })).toBe('accepted');
  expect(await noticed()).toBe('accepted');
  const later = Date.now() + 10_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  await ring(merchant);
  // It was read and is unchanged.
  expect(await noticed()).toEqual(first);
  await kill(merchant);
  const next = await noticed();
  expect(next).toHaveProperty('catalogue');
  expect(next).not.toEqual(first);
});

it('reads a product again when only its status has changed', async () => {
  const known = await told();
  expect(known).toHaveProperty('catalogue');
  expect(await told({ status: 'archived' })).toBe('accepted');
  const later = Date.now() + 10_000;
  vi.spyOn(Date, 'now').mockReturnValue(later);
  await ring(merchant);
  // A subscription of an earlier release does not state it.
  expect(await told({ status: null })).toEqual(known);
});

const OWNER = { source: 'shopify', name: 'demo.myshopify.com' } as const;
const RECEIPT = { type: 'test', receivedAt: 1, payload: '' };

async function told(more: Partial<StatedProduct> = {}): Promise<Ingested> {
  const event = { kind: 'product', productId: stated.productId, deleted: false, stated: { ...stated.product, ...more } } as const;
  return merchant.stub().ingest(OWNER, event, RECEIPT);
}

async function noticed(): Promise<Ingested> {
  return merchant.stub().ingest(OWNER, { kind: 'notice' }, RECEIPT);
}

/** What Shopify would state about the product that a SKU belongs to. */
async function described(sku: string): Promise<{ productId: string; product: StatedProduct }> {
  const rows = await runInDurableObject(merchant.stub(), (_, state) =>
    state.storage.sql
      .exec<{ product: number; title: string; id: string; stockId: string; name: string; sku: string; barcode: string; price: string }>(
        `select product_id as product, shopify_product as title, cast(variant_id as text) as id, cast(item_id as text) as stockId,
                shopify_name as name, shopify_sku as sku, shopify_barcode as barcode, shopify_price as price
           from variant where product_id = (select product_id from variant where shopify_sku = ?)`,
        sku,
      )
      .toArray(),
  );
  const [first] = rows;
  if (first === undefined) throw new Error('the variant is not on Shopify');
  const variants = rows.map(({ id, stockId, name, sku: code, barcode, price }) => ({ id, stockId, name, sku: code, barcode, price }));
  return { productId: String(first.product), product: { title: first.title, status: 'active', labels: null, variants, furtherIds: [] } };
}
