import { describe, expect, it } from 'vitest';

import { ok, err } from '../../../src/domain/result';
import type { HttpAnswer } from '../../../src/platforms/http';
import { countShopifyVariants, pollBulk, startBulk } from '../../../src/platforms/shopify/bulk';
import { readItems, readProducts } from '../../../src/platforms/shopify/catalog';
import { readShopifyLocations } from '../../../src/platforms/shopify/locations';
import { shopifyOver } from '../support/environment';
import { NO_ANSWER, scriptedHttp, answers } from '../support/scripted-http';

const variant = (id: number, product = 1): unknown => ({
  id: `gid://shopify/ProductVariant/${id}`,
  title: 'Red',
  sku: `S${id}`,
  barcode: '123',
  price: '1.00',
  product: { id: `gid://shopify/Product/${product}`, title: 'Shirt' },
  inventoryItem: { id: `gid://shopify/InventoryItem/${id}`, tracked: false, inventoryLevel: null },
});

const connection = (nodes: readonly unknown[], endCursor: string | null = null): unknown => ({
  nodes,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});

const data = (value: unknown): HttpAnswer => answers({ data: value });
const product = (id: number, variants: unknown): unknown => ({ id: `gid://shopify/Product/${id}`, variants });

describe('changed products', () => {
  it('come with every variant, beyond the first page, and without those that are gone', async () => {
    const http = scriptedHttp(
      data({ nodes: [product(1, connection([variant(1), variant(2)], 'a')), null] }),
      data({ product: product(1, connection([variant(3)], 'b')) }),
      data({ product: product(1, connection([variant(4)])) }),
    );
    const read = await readProducts(shopifyOver(http), ['1', '2'], '5');
    expect(read).toMatchObject(ok({ gone: ['2'] }));
    expect(read.ok ? read.value.variants.map((one) => one.id) : []).toEqual(['1', '2', '3', '4']);
    expect(http.body(2)).toMatchObject({
      variables: { id: 'gid://shopify/Product/1', after: 'b', locationId: 'gid://shopify/Location/5' },
    });
  });

  it('come with what their product is recognized by, on every page', async () => {
    const about = {
      title: 'Mug',
      vendor: 'Acme',
      productType: 'Mugs',
      tags: ['sale', ' Sale', 'new in'],
      featuredMedia: { preview: { image: { url: 'https://cdn.shopify.com/s/files/1/mug.jpg?v=1&width=128&height=128' } } },
    };
    const http = scriptedHttp(
      data({ nodes: [{ ...about, ...(product(1, connection([variant(1)], 'a')) as object) }] }),
      data({ product: { ...about, featuredMedia: null, ...(product(1, connection([variant(2)])) as object) } }),
    );
    const read = await readProducts(shopifyOver(http), ['1'], '5');
    const labels = { vendor: 'Acme', productType: 'Mugs', tags: ['Sale', 'new in'] };
    expect(read.ok ? read.value.variants : []).toMatchObject([
      { productName: 'Mug', labels: { ...labels, imageUrl: about.featuredMedia.preview.image.url } },
      { productName: 'Mug', labels: { ...labels, imageUrl: '' } },
    ]);
  });

  it('are requested ten at a time', async () => {
    const ids = Array.from({ length: 12 }, (_, n) => String(n + 1));
    const page = (from: number, to: number): HttpAnswer =>
      data({ nodes: ids.slice(from, to).map((id) => product(Number(id), connection([variant(Number(id), Number(id))]))) });
    const http = scriptedHttp(page(0, 10), page(10, 12));
    const read = await readProducts(shopifyOver(http), ids, '5');
    expect(read.ok ? read.value.variants.map((one) => one.productId) : []).toEqual(ids);
    expect(http.requests).toHaveLength(2);
  });

  it('fail as a whole when a variant cannot be read: if it were left out, it would look deleted', async () => {
    for (const broken of [connection([{ id: 'gid://shopify/ProductVariant/1' }]), { nodes: null }]) {
      const read = await readProducts(shopifyOver(scriptedHttp(data({ nodes: [product(1, broken)] }))), ['1'], '5');
      expect(read).toMatchObject(err({ kind: 'failed' }));
    }
  });

  it('are found by their inventory items too', async () => {
    const item = (id: number, variants: readonly unknown[]): unknown => ({
      id: `gid://shopify/InventoryItem/${id}`,
      variants: { nodes: variants },
    });
    const http = scriptedHttp(data({ nodes: [item(1, [variant(1)]), null, item(3, [])] }));
    const read = await readItems(shopifyOver(http), ['1', '2', '3'], '5');
    expect(read).toMatchObject(ok({ gone: ['2', '3'], variants: [{ id: '1', sku: 'S1', stockId: '1' }] }));
  });
});

describe('a bulk operation', () => {
  const started = (userErrors: readonly unknown[], id: string | null): HttpAnswer =>
    data({ bulkOperationRunQuery: { bulkOperation: id === null ? null : { id, status: 'CREATED' }, userErrors } });

  it('starts with the location written into its query', async () => {
    const http = scriptedHttp(started([], 'gid://shopify/BulkOperation/77'));
    expect(await startBulk(shopifyOver(http), '5')).toEqual(ok('77'));
    expect(http.requests[0]?.body).toContain('gid://shopify/Location/5');
  });

  it('never accepts a location that is not just a number', async () => {
    const http = scriptedHttp();
    expect(await startBulk(shopifyOver(http), '5") { id } }')).toMatchObject(err({ kind: 'refused' }));
    expect(http.requests).toEqual([]);
  });

  it('waits when the slots are taken, and fails when it is refused', async () => {
    const refused = (code: string): HttpAnswer => started([{ field: null, message: 'no', code }], null);
    for (const code of ['LIMIT_REACHED', 'OPERATION_IN_PROGRESS']) {
      expect(await startBulk(shopifyOver(scriptedHttp(refused(code))), '5')).toEqual(err({ kind: 'throttled', afterMs: 15_000 }));
    }
    expect(await startBulk(shopifyOver(scriptedHttp(refused('INVALID'))), '5')).toEqual(err({ kind: 'refused', detail: 'no' }));
    expect(await startBulk(shopifyOver(scriptedHttp(started([], null))), '5')).toMatchObject(err({ kind: 'failed' }));
  });

  it.each([
    ['CREATED', { kind: 'running', objects: 42 }],
    ['RUNNING', { kind: 'running', objects: 42 }],
    ['COMPLETED', { kind: 'done', objects: 42, url: 'https://storage.googleapis.com/x' }],
    ['FAILED', { kind: 'lost', detail: 'the operation ended as FAILED TIMEOUT' }],
    ['CANCELED', { kind: 'lost' }],
    ['EXPIRED', { kind: 'lost' }],
  ])('is decoded with the status %s', async (status, state) => {
    const operation = {
      id: 'gid://shopify/BulkOperation/77',
      status,
      errorCode: 'TIMEOUT',
      objectCount: '42',
      url: 'https://storage.googleapis.com/x',
    };
    expect(await pollBulk(shopifyOver(scriptedHttp(data({ bulkOperation: operation }))), '77')).toMatchObject(ok(state));
  });

  it('is lost when Shopify no longer knows it, and may be done without a file', async () => {
    expect(await pollBulk(shopifyOver(scriptedHttp(data({ bulkOperation: null }))), '77')).toMatchObject(ok({ kind: 'lost' }));
    const empty = { id: 'x', status: 'COMPLETED', errorCode: null, objectCount: '0', url: null };
    expect(await pollBulk(shopifyOver(scriptedHttp(data({ bulkOperation: empty }))), '77')).toEqual(
      ok({ kind: 'done', objects: 0, url: null }),
    );
    expect(await pollBulk(shopifyOver(scriptedHttp(NO_ANSWER)), '77')).toMatchObject(err({ kind: 'failed' }));
  });

  it('knows beforehand how many variants there are', async () => {
    const http = scriptedHttp(data({ productVariantsCount: { count: 100_000, precision: 'EXACT' } }));
    expect(await countShopifyVariants(shopifyOver(http))).toEqual(ok(100_000));
  });
});

describe('Shopify’s locations', () => {
  it('keep their order over all pages', async () => {
    const node = (id: number, name: string): unknown => ({ id: `gid://shopify/Location/${id}`, name, isActive: id !== 2 });
    const http = scriptedHttp(
      data({ locations: connection([node(9, 'Attic'), node(2, 'Barn')], 'x') }),
      data({ locations: connection([node(5, 'Cellar')]) }),
    );
    expect(await readShopifyLocations(shopifyOver(http))).toEqual(
      ok([
        { id: '9', name: 'Attic', active: true },
        { id: '2', name: 'Barn', active: false },
        { id: '5', name: 'Cellar', active: true },
      ]),
    );
    expect(http.body(1)).toMatchObject({ variables: { after: 'x' } });
  });
});
