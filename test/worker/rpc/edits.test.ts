import { describe, expect, it } from 'vitest';

import { ok, refuse } from '../../../src/domain/result';
import type { Copy } from '../../../src/durable/api/edits-api';
import { textLike } from '../support/like';
import { callJson, effects, joined, MOMENT, newWorld, sharedWorld, side, tasks, type World } from './rpc-world';

/** Makes the object accept every edit; what it does with edits is tested with the object itself. */
function takesEdits({ api }: World): void {
  const done = async () => ok(null);
  Object.assign(api, { saveSku: done, setTracking: done, startCopy: done, startCopyOfSku: done });
}

const SKU_CALL = { sku: 'A-1', shopify_variant_id: 'gid://shopify/ProductVariant/101', square_variant_id: 'VAR1' };

const SQUARE_VARIANT = { source: 'square', variant_id: 'VAR1' };

describe('sh.Variants', () => {
  it('sets a SKU on the given sides, and passes on who acts', async () => {
    const world = await newWorld();
    takesEdits(world);
    expect((await callJson(world, 'sh.Variants/SaveSku', SKU_CALL)).body).toEqual({});
    expect(effects(world)).toEqual(['saveSku[{"sku":"A-1","shopifyVariantId":"101","squareVariationId":"VAR1","by":"merchant"}]']);
    await callJson(world, 'sh.Variants/SaveSku', { ...SKU_CALL, bulk_key: 'import-1' });
    expect(effects(world).at(-1)).toContain('"bulkKey":"import-1"');
    const operator = await newWorld('impersonator');
    takesEdits(operator);
    await callJson(operator, 'sh.Variants/SaveSku', { sku: 'A-1', square_variant_id: 'VAR1' });
    expect(effects(operator)).toEqual(['saveSku[{"sku":"A-1","shopifyVariantId":"","squareVariationId":"VAR1","by":"operator"}]']);
  });

  it('passes on why a SKU was refused', async () => {
    const world = await newWorld();
    Object.assign(world.api, { saveSku: async () => refuse('already_exists', 'The SKU A-1 is already used on Shopify by “Mug – Blue”.') });
    expect(await callJson(world, 'sh.Variants/SaveSku', SKU_CALL)).toMatchObject({
      status: 409,
      body: { code: 'already_exists', msg: 'The SKU A-1 is already used on Shopify by “Mug – Blue”.' },
    });
  });

  it.each([
    ['sh.Variants/SaveSku', { sku: 'A', shopify_variant_id: 'nonsense' }, 'shopify_variant_id'],
    ['sh.Variants/SaveSku', { sku: 'A', bulk_key: 'a b' }, 'bulk_key'],
    ['sh.Variants/SaveSku', { sku: 'A', square_variant_id: 'x'.repeat(200) }, 'square_variant_id'],
    ['sh.Variants/GetSyncableProductVariants', { source: 'ebay', product_id: '1' }, 'source'],
    ['sh.Variants/GetSyncableProductVariants', { source: 'shopify', product_id: '' }, 'product_id'],
    ['sh.Variants/SyncVariants', { source: '', variant_id: '1' }, 'source'],
    ['sh.Variants/SyncVariants', { source: 'shopify', variant_id: 'gid://shopify/Product/1' }, 'variant_id'],
    ['sh.Variants/SaveProductToShopify', { id: 'x'.repeat(256) }, 'id'],
    ['sh.Inventory/SetInventoryTracking', { source: 'nowhere', variant_id: '1', track_inventory: true }, 'source'],
    ['sh.Inventory/SetInventoryTracking', { source: 'square', track_inventory: true }, 'variant_id'],
    ['sh.Inventory/SetInventoryTracking', { ...SQUARE_VARIANT, track_inventory: true, bulk_key: 'a b' }, 'bulk_key'],
    ['sh.Inventory/SetInventoryTracking', { ...SQUARE_VARIANT, bulk_key: 'off-1' }, 'bulk_key'],
    ['sh.External/GetExternalShopifyItems', { limit: -1 }, 'limit'],
    ['sh.External/GetExternalSquareItems', { cursor: 'x'.repeat(5_000) }, 'cursor'],
    ['sh.External/GetExternalShopifyProduct', { id: 'abc' }, 'id'],
    ['sh.External/GetExternalSquareVariation', { id: '' }, 'id'],
  ])('%s names the invalid field in %j', async (method, message, field) => {
    const world = await sharedWorld('operator');
    const answer = await callJson(world, method, message);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_argument' } });
    expect(String(answer.body['msg'])).toContain(field);
    expect(world.asked).toEqual([]);
    expect(await tasks(world)).toEqual([]);
  });

  it('generates a SKU', async () => {
    expect((await callJson(await newWorld(), 'sh.Variants/GenerateSku')).body).toEqual({ sku: textLike(/^[1-9A-HJ-NP-Z]{6,8}$/u) });
  });

  it('lists what can be copied, with counterparts', async () => {
    const world = await newWorld();
    Object.assign(world.api, { syncableVariants: async () => ok([joined({ shopify: null, shopifyQuantity: null })]) });
    const { body } = await callJson(world, 'sh.Variants/GetSyncableProductVariants', { source: 'square', product_id: 'ITEM1' });
    expect(body).toMatchObject({ total: 1, variants: [{ shopify: null, square: { sku: 'MUG-BLUE' }, square_quantity: 12 }] });
  });

  it('adds a copy to the list and queues a task for it', async () => {
    const world = await newWorld();
    takesEdits(world);
    await callJson(world, 'sh.Variants/SyncVariants', { source: 'shopify', variant_id: '101' });
    await callJson(world, 'sh.Variants/SaveProductToShopify', { id: 'MUG-BLUE' });
    expect(effects(world)).toEqual([
      'startCopy[{"source":"shopify","variantId":"101","by":"merchant"}]',
      'startCopyOfSku["MUG-BLUE","merchant"]',
    ]);
    expect(await tasks(world)).toEqual(['copy shopify', 'copy square']);
  });

  it('creates no task for a copy that was refused', async () => {
    const world = await newWorld();
    Object.assign(world.api, { startCopy: async () => refuse('failed_precondition', 'Give the variant a SKU before you copy it.') });
    expect(await callJson(world, 'sh.Variants/SyncVariants', { source: 'shopify', variant_id: '101' })).toMatchObject({ status: 412 });
    expect(await tasks(world)).toEqual([]);
  });

  it('returns the progress of the copies, item by item', async () => {
    const item = { stockId: '1', name: 'Blue', price: '', barcode: '', tracked: true, level: null, written: 0, problem: '' };
    const copy: Copy = {
      id: 4,
      source: 'shopify',
      productId: '201',
      state: 'running',
      body: {
        step: 'make',
        by: 'merchant',
        requested: MOMENT,
        updated: MOMENT,
        productName: 'Mug',
        key: 'k',
        keyAt: 1,
        handle: 'h',
        target: '',
        currency: 'USD',
        items: [
          { ...item, sku: 'A', state: 'present' },
          { ...item, sku: 'B', state: 'waiting' },
        ],
        problem: '',
      },
    };
    const world = await newWorld();
    Object.assign(world.api, { copies: async () => [copy] });
    const { body } = await callJson(world, 'sh.Variants/GetCopies');
    expect(body).toEqual({
      copies: [
        {
          id: '4',
          source: 'shopify',
          product_id: 'gid://shopify/Product/201',
          product_name: 'Mug',
          state: 'running',
          processed: 1,
          total: 2,
          problem: '',
          items: [
            { sku: 'A', name: 'Blue', state: 'present', problem: '' },
            { sku: 'B', name: 'Blue', state: 'waiting', problem: '' },
          ],
          requested: '2026-01-02T03:04:05.000Z',
          last_updated: '2026-01-02T03:04:05.000Z',
        },
      ],
    });
  });
});

describe('sh.Inventory', () => {
  it('turns tracking on and off', async () => {
    const world = await newWorld();
    takesEdits(world);
    await callJson(world, 'sh.Inventory/SetInventoryTracking', { source: 'shopify', variant_id: '101', track_inventory: true });
    await callJson(world, 'sh.Inventory/SetInventoryTracking', SQUARE_VARIANT);
    await callJson(world, 'sh.Inventory/SetInventoryTracking', { ...SQUARE_VARIANT, track_inventory: true, bulk_key: 'all-1' });
    expect(effects(world)).toEqual([
      'setTracking[{"source":"shopify","variantId":"101","track":true,"by":"merchant"}]',
      'setTracking[{"source":"square","variantId":"VAR1","track":false,"by":"merchant"}]',
      'setTracking[{"source":"square","variantId":"VAR1","track":true,"by":"merchant","bulkKey":"all-1"}]',
    ]);
  });
});

describe('sh.External', () => {
  it('lists with each platform’s own page size', async () => {
    const world = await newWorld('operator');
    Object.assign(world.api, { externalItems: async () => ok({ nextCursor: 'next', variants: [] }) });
    expect((await callJson(world, 'sh.External/GetExternalShopifyItems')).body).toEqual({ next_cursor: 'next', variants: [] });
    await callJson(world, 'sh.External/GetExternalSquareItems', { cursor: 'c', limit: 5_000 });
    expect(effects(world)).toEqual([
      'externalItems["shopify",{"cursor":"","limit":7}]',
      'externalItems["square",{"cursor":"c","limit":1000}]',
    ]);
  });

  it('shows products and variants in the shapes of the protocol', async () => {
    const product = {
      id: 'X',
      name: 'Mug',
      description: 'Blue',
      status: 'ACTIVE',
      imageUrls: ['https://pic'],
      variations: [{ id: 'V', name: 'Red' }],
    };
    const stock = [
      {
        id: 'S',
        name: 'Mug – Red',
        sku: 'A',
        locations: [
          { locationId: 'L1', quantity: 250_000 },
          { locationId: 'L2', quantity: null },
        ],
      },
    ];
    const variant = { id: 'V', name: 'Red', sku: side('square').sku, barcode: '123', imageUrls: [], stock };
    const world = await newWorld('operator');
    Object.assign(world.api, { externalProduct: async () => ok(product), externalVariant: async () => ok(variant) });
    const ask = async (method: string, id: string): Promise<unknown> => (await callJson(world, `sh.External/${method}`, { id })).body;
    expect(await ask('GetExternalShopifyProduct', 'gid://shopify/Product/1')).toEqual({
      id: 'X',
      title: 'Mug',
      description: 'Blue',
      status: 'ACTIVE',
      image_urls: ['https://pic'],
    });
    expect(await ask('GetExternalSquareItem', 'I1')).toEqual({
      id: 'X',
      name: 'Mug',
      description: 'Blue',
      image_urls: ['https://pic'],
      variations: [{ id: 'V', name: 'Red' }],
    });
    // An unknown quantity is absent, not zero.
    expect(await ask('GetExternalSquareVariation', 'V1')).toMatchObject({
      inventory_items: [{ id: 'S', locations: [{ location_id: 'L1', quantity: 2.5 }, { location_id: 'L2' }] }],
    });
    expect(await ask('GetExternalShopifyVariant', '7')).toMatchObject({ title: 'Red', barcode: '123' });
  });

  it('returns not_found when there is no such item, and refuses merchants', async () => {
    const world = await newWorld('operator');
    Object.assign(world.api, { externalProduct: async () => refuse('not_found', 'square has no NOBODY.') });
    expect(await callJson(world, 'sh.External/GetExternalSquareItem', { id: 'NOBODY' })).toMatchObject({ status: 404 });
    expect(await callJson(await newWorld(), 'sh.External/GetExternalSquareItem', { id: 'I1' })).toMatchObject({ status: 403 });
  });
});
