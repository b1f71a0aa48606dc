import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import type { AccountApi, JoinedVariant } from '../../../src/durable/api/account-api';
import type { UnlinkedPair } from '../../../src/durable/api/unlinked-api';
import { httpLimits, readPlatformConfig } from '../../../src/platforms/config';
import { openHttp } from '../../../src/platforms/http';
import { setShopifySku } from '../../../src/platforms/shopify/edits';
import { openShopify, type ShopifyClient } from '../../../src/platforms/shopify/graphql';
import { copyAll, find, kill, must, only, openShop, reread, shopify, sideOf, square } from './edit-harness';

const WAIT = { timeout: 180_000, interval: 100 };

/** The shipped client over the sandbox, as the outside world. */
function outside(): ShopifyClient {
  const config = readPlatformConfig({ ...env });
  if (!config.ok) throw new Error(config.error.join());
  const http = openHttp((url, init) => env.SANDBOX.fetch(url, init), httpLimits(config.value));
  return openShopify({ http, config: config.value.shopify, shop: 'demo.myshopify.com', accessToken: 'shpat_sandbox' });
}

async function rename(variant: JoinedVariant, sku: string): Promise<void> {
  const { productId, id } = sideOf(variant, 'shopify');
  expect(await setShopifySku(outside(), { productId, variantId: id, sku, barcode: null })).toMatchObject({ ok: true });
}

const inSync = (one: JoinedVariant): boolean => one.shopify !== null && one.square !== null && one.status === 'in_sync';
const listed = async (account: AccountApi): Promise<UnlinkedPair[]> => (await account.unlinked(10)).pairs;

describe('a pair whose link ended although nobody asked for it', () => {
  it('is listed with its last numbers when its SKU moved to another variant, survives a kill, and leaves once it is dismissed', async () => {
    const account = await openShop('6601');
    const pair = await find(account, inSync);
    const newcomer = await find(account, only('shopify'));
    const sku = sideOf(pair, 'square').sku;
    await rename(pair, `${sku}-OLD`);
    await rename(newcomer, sku);
    await reread(account, 'shopify');
    await expect.poll(async () => (await listed(account)).length, WAIT).toBe(1);
    const [one] = await listed(account);
    expect(one).toMatchObject({
      why: 'sku-changed',
      shopify: { side: { sku: `${sku}-OLD` }, quantity: pair.shopifyQuantity, state: 'waiting' },
      square: { side: { sku }, quantity: pair.squareQuantity, state: 'linked' },
    });
    const next = await kill('6601');
    expect(await next.state()).toMatchObject({ unlinked: 1 });
    expect(await next.health()).toMatchObject({ unlinked: 1 });
    await next.dismissUnlinked(['1:2']);
    expect(await listed(next)).toEqual([one]);
    await next.dismissUnlinked([one?.id ?? '']);
    expect(await listed(next)).toEqual([]);
    expect(await next.state()).toMatchObject({ unlinked: 0 });
  });

  it('is listed when a side is deleted, and leaves when the other is copied again', async () => {
    const account = await openShop('6602');
    const pair = await find(account, (one) => inSync(one) && one.square?.name === 'Regular');
    const { id, productId } = sideOf(pair, 'square');
    await square('DELETE', `/v2/catalog/object/${productId}`);
    await reread(account, 'square');
    expect(await listed(account)).toMatchObject([
      { why: 'removed', shopify: { state: 'waiting' }, square: { side: { id }, quantity: pair.squareQuantity, state: 'gone' } },
    ]);
    must(await account.startCopy({ source: 'shopify', variantId: sideOf(pair, 'shopify').id, by: 'merchant' }));
    await copyAll(account, 'shopify');
    expect(await account.unlinked(10)).toEqual({ total: 0, pairs: [] });
  });

  it('is listed when a side is deleted, although the merchant has just changed a SKU of the pair in the app', async () => {
    const account = await openShop('6607');
    const pair = await find(account, (one) => inSync(one) && one.square?.name === 'Regular');
    const { id, sku } = sideOf(pair, 'shopify');
    must(await account.saveSku({ shopifyVariantId: id, squareVariationId: '', sku: sku.toLowerCase(), by: 'merchant' }));
    await square('DELETE', `/v2/catalog/object/${sideOf(pair, 'square').productId}`);
    await reread(account, 'square');
    expect(await listed(account)).toMatchObject([{ why: 'removed', shopify: { state: 'waiting' }, square: { state: 'gone' } }]);
  });

  it('leaves when the other side is deleted too, although nobody looks at the list', async () => {
    const account = await openShop('6605');
    const pair = await find(account, (one) => inSync(one) && one.square?.name === 'Regular');
    await square('DELETE', `/v2/catalog/object/${sideOf(pair, 'square').productId}`);
    await reread(account, 'square');
    expect(await account.state()).toMatchObject({ unlinked: 1 });
    const id = `gid://shopify/Product/${sideOf(pair, 'shopify').productId}`;
    await shopify('mutation Delete($id: ID!) { productDelete(input: { id: $id }) { userErrors { message } } }', { id });
    await reread(account, 'shopify');
    expect(await account.state()).toMatchObject({ unlinked: 0 });
  });

  it('is listed when a platform stops tracking it, and leaves when it is tracked again', async () => {
    const account = await openShop('6603');
    const pair = await find(account, inSync);
    const shopifyId = sideOf(pair, 'shopify').id;
    await track(pair, false);
    await reread(account, 'shopify');
    expect(await listed(account)).toMatchObject([{ why: 'untracked', shopify: { side: { tracked: false }, state: 'waiting' } }]);
    must(await account.setTracking({ source: 'shopify', variantId: shopifyId, track: true, by: 'merchant' }));
    expect(await listed(account)).toEqual([]);
  });

  it('is not listed when the merchant has turned tracking off in the app, nor when two pairs exchange their SKUs', async () => {
    const account = await openShop('6604');
    const pair = await find(account, inSync);
    const [a, b] = await twoInSync(account, pair.key);
    must(await account.setTracking({ source: 'shopify', variantId: sideOf(pair, 'shopify').id, track: false, by: 'merchant' }));
    const [skuA, skuB] = [sideOf(a, 'shopify').sku, sideOf(b, 'shopify').sku];
    await rename(a, 'TEMPORARY');
    await rename(b, skuA);
    await rename(a, skuB);
    await reread(account, 'shopify');
    const partner = async () => must(await account.variantDetail('shopify', sideOf(a, 'shopify').id)).variant.square?.id;
    await expect.poll(partner, WAIT).toBe(sideOf(b, 'square').id);
    expect(await account.unlinked(10)).toEqual({ total: 0, pairs: [] });
  });
});

describe('a pair that a shop archives, drafts, or spells differently', () => {
  it('stays linked and is not listed; archived on both sides, it leaves the counts for their own', async () => {
    const account = await openShop('6606');
    const pair = await find(account, (one) => inSync(one) && one.square?.name === 'Regular' && one.shopify?.name === 'Default Title');
    const { productId, sku } = sideOf(pair, 'shopify');
    const itemId = sideOf(pair, 'square').productId;
    const detail = async () => must(await account.variantDetail('shopify', sideOf(pair, 'shopify').id)).variant;
    const before = await account.inventoryCounts();
    for (const status of ['DRAFT', 'ARCHIVED']) {
      await setStatus(productId, status);
      await reread(account, 'shopify');
      expect(await detail()).toMatchObject({ square: { productId: itemId }, shopify: { productStatus: status.toLowerCase() } });
      expect(await account.inventoryCounts()).toEqual(before);
    }
    await setItemArchived(itemId, true);
    await reread(account, 'square');
    expect(await detail()).toMatchObject({
      shopify: { productStatus: 'archived' },
      square: { productStatus: 'archived' },
      status: 'in_sync',
    });
    expect(await account.inventoryCounts()).toEqual({ ...before, all: before.all - 1, inSync: before.inSync - 1, archived: 1 });
    await setStatus(productId, 'ACTIVE');
    await setItemArchived(itemId, false);
    await rename(pair, ` ${sku.toLowerCase()}\t`);
    await reread(account, 'shopify');
    await reread(account, 'square');
    expect(await detail()).toMatchObject({ square: { productId: itemId, productStatus: 'active' }, shopify: { productStatus: 'active' } });
    expect(await account.inventoryCounts()).toEqual(before);
    expect(await account.unlinked(10)).toEqual({ total: 0, pairs: [] });
  });
});

/** Sets a product's status in Shopify's own admin. */
async function setStatus(productId: string, status: string): Promise<void> {
  const query = 'mutation Status($product: ProductUpdateInput!) { productUpdate(product: $product) { userErrors { message } } }';
  const product = { id: `gid://shopify/Product/${productId}`, status };
  expect(await shopify(query, { product })).toEqual({ productUpdate: { userErrors: [] } });
}

/** Archives an item in Square's own dashboard, or brings it back. */
async function setItemArchived(itemId: string, archived: boolean): Promise<void> {
  const { object } = await square('GET', `/v2/catalog/object/${itemId}`);
  const item = object as { readonly item_data: object };
  const changed = { ...item, item_data: { ...item.item_data, is_archived: archived } };
  const answer = await square('POST', '/v2/catalog/object', { idempotency_key: crypto.randomUUID(), object: changed });
  expect(answer).toMatchObject({ catalog_object: { item_data: { is_archived: archived } } });
}

/** Two other linked variants. */
async function twoInSync(account: AccountApi, except: number): Promise<readonly [JoinedVariant, JoinedVariant]> {
  const first = await find(account, (one) => inSync(one) && one.key !== except);
  return [first, await find(account, (one) => inSync(one) && one.key !== except && one.key !== first.key)];
}

/** Turns tracking at Shopify on or off, as somebody else. */
async function track(variant: JoinedVariant, tracked: boolean): Promise<void> {
  const query = `mutation Track($productId: ID!, $id: ID!, $tracked: Boolean!) {
    productVariantsBulkUpdate(productId: $productId, variants: [{ id: $id, inventoryItem: { tracked: $tracked } }]) { userErrors { message } } }`;
  const { productId, id } = sideOf(variant, 'shopify');
  const variables = { productId: `gid://shopify/Product/${productId}`, id: `gid://shopify/ProductVariant/${id}`, tracked };
  expect(await shopify(query, variables)).toEqual({ productVariantsBulkUpdate: { userErrors: [] } });
}
