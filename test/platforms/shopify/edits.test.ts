import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { ok, err } from '../../../src/domain/result';
import { at } from '../../../src/platforms/json';
import { addVariants, createProduct, findByHandle, readOptions } from '../../../src/platforms/shopify/create';
import { findShopifySkus, readShopifyVariant, setShopifySku, setShopifyTracking } from '../../../src/platforms/shopify/edits';
import { shopifyOver } from '../support/environment';
import { answered, NO_ANSWER, scriptedHttp, answers } from '../support/scripted-http';

const data = (value: object): ReturnType<typeof answered> => answers({ data: value });
const node = (id: number, sku: string): object => ({
  id: `gid://shopify/ProductVariant/${id}`,
  sku,
  product: { id: 'gid://shopify/Product/5' },
});
const page = (nodes: readonly object[], endCursor: string | null = null): object => ({
  productVariants: { nodes, pageInfo: { hasNextPage: endCursor !== null, endCursor } },
});

describe('a search by SKU', () => {
  it('quotes characters that the search syntax would interpret', async () => {
    const http = scriptedHttp(data(page([])));
    await findShopifySkus(shopifyOver(http), [String.raw`a "b" \ OR sku:*`, 'C']);
    expect(at(http.body(0), 'variables', 'query')).toBe(String.raw`sku:"a \"b\" \\ OR sku:*" OR sku:"C"`);
  });

  it('finds exactly that SKU, over all pages', async () => {
    const http = scriptedHttp(data(page([node(1, 'a-1'), node(2, 'A-1')], 'c')), data(page([node(3, 'A-10'), node(4, 'A-1')])));
    const found = await findShopifySkus(shopifyOver(http), ['A-1']);
    expect(found).toEqual(
      ok([
        { id: '2', productId: '5', sku: 'A-1' },
        { id: '4', productId: '5', sku: 'A-1' },
      ]),
    );
    expect(at(http.body(1), 'variables', 'after')).toBe('c');
  });

  it('makes no request without SKUs, and passes a failure on', async () => {
    expect(await findShopifySkus(shopifyOver(scriptedHttp()), [])).toEqual(ok([]));
    expect(await findShopifySkus(shopifyOver(scriptedHttp(NO_ANSWER)), ['A'])).toMatchObject(err({ kind: 'failed' }));
  });
});

describe('a variant to edit', () => {
  const item = (locked: boolean, reason: string | null): object => ({
    id: 'gid://shopify/InventoryItem/9',
    tracked: true,
    trackedEditable: { locked, reason },
  });

  it('is read with the fields that may be changed', async () => {
    const client = (inventoryItem: object) => shopifyOver(scriptedHttp(data({ productVariant: { ...node(1, 'A'), inventoryItem } })));
    expect(await readShopifyVariant(client(item(false, null)), '1')).toMatchObject(ok({ stockId: '9', tracked: true, locked: '' }));
    expect(await readShopifyVariant(client(item(true, 'owned')), '1')).toMatchObject({ value: { locked: 'owned' } });
    expect(await readShopifyVariant(client(item(true, null)), '1')).not.toMatchObject({ value: { locked: '' } });
  });

  it('may be gone, or have an unexpected shape', async () => {
    expect(await readShopifyVariant(shopifyOver(scriptedHttp(data({ productVariant: null }))), '1')).toEqual(ok(null));
    expect(await readShopifyVariant(shopifyOver(scriptedHttp(data({ productVariant: { id: 'x' } }))), '1')).toMatchObject(
      err({ kind: 'failed' }),
    );
  });
});

describe('an edit', () => {
  it('sets the barcode only where one is given', async () => {
    const http = scriptedHttp(
      data({ productVariantsBulkUpdate: { userErrors: [] } }),
      data({ productVariantsBulkUpdate: { userErrors: [] } }),
    );
    const change = { productId: '5', variantId: '1', sku: 'A' };
    expect(await setShopifySku(shopifyOver(http), { ...change, barcode: null })).toEqual(ok(null));
    await setShopifySku(shopifyOver(http), { ...change, barcode: 'A' });
    const variant = { id: 'gid://shopify/ProductVariant/1', inventoryItem: { sku: 'A' } };
    expect(at(http.body(0), 'variables', 'variants')).toEqual([variant]);
    expect(at(http.body(1), 'variables', 'variants')).toEqual([{ ...variant, barcode: 'A' }]);
  });

  it.each([
    [data({ inventoryItemUpdate: { userErrors: [{ field: ['id'], message: 'gone' }] } }), 'refused'],
    [data({ inventoryItemUpdate: null }), 'failed'],
    [answered(429, {}), 'throttled'],
    [answered(401, {}), 'unauthorized'],
    [NO_ANSWER, 'failed'],
  ])('is judged by its response (%#)', async (answer, kind) => {
    expect(await setShopifyTracking(shopifyOver(scriptedHttp(answer)), '9', true)).toMatchObject(err({ kind }));
  });
});

describe('new products and variants', () => {
  const variant = {
    options: [{ option: 'Variation', value: 'Red' }],
    sku: 'A',
    price: '1.50',
    barcode: '',
    tracked: true,
    quantity: fromUnits(4),
  };

  it('contain what was requested, and nothing else', async () => {
    const http = scriptedHttp(data({ productSet: { userErrors: [] } }), data({ productVariantsBulkCreate: { userErrors: [] } }));
    const options = [{ name: 'Variation', values: ['Red'] }];
    await createProduct(shopifyOver(http), { title: 'Mug', handle: 'mug-x', options, variants: [variant], status: 'DRAFT' }, '7');
    expect(at(http.body(0), 'variables')).toMatchObject({
      input: {
        title: 'Mug',
        handle: 'mug-x',
        status: 'DRAFT',
        variants: [{ sku: 'A', price: '1.50', inventoryQuantities: [{ name: 'available', quantity: 4 }] }],
      },
    });
    expect(http.requests[0]?.body).not.toContain('barcode');
    // An upsert that arrives late would reset the stock.
    expect(http.requests[0]?.body).not.toContain('identifier');
    await addVariants(shopifyOver(http), { productId: '5', variants: [{ ...variant, price: '', quantity: null }], locationId: '7' });
    expect(at(http.body(1), 'variables', 'variants')).toEqual([
      { optionValues: [{ optionName: 'Variation', name: 'Red' }], inventoryItem: { sku: 'A', tracked: true } },
    ]);
  });

  it('are found again by handle, and distinguished by options', async () => {
    expect(await findByHandle(shopifyOver(scriptedHttp(data({ productByIdentifier: { id: 'gid://shopify/Product/5' } }))), 'x')).toEqual(
      ok({ found: '5' }),
    );
    expect(await findByHandle(shopifyOver(scriptedHttp(data({ productByIdentifier: null }))), 'x')).toEqual(ok({ found: null }));
    expect(await readOptions(shopifyOver(scriptedHttp(data({ product: null }))), '5')).toEqual(ok({ options: null }));
    const product = { options: [{ name: 'Size', optionValues: [{ name: 'S' }, { name: 'M' }] }] };
    expect(await readOptions(shopifyOver(scriptedHttp(data({ product }))), '5')).toEqual(
      ok({ options: [{ name: 'Size', values: ['S', 'M'] }] }),
    );
  });
});
