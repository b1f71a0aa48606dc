import { TwirpFetchTransport } from '@protobuf-ts/twirp-transport';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { ok } from '../../../src/domain/result';
import type { AccountState } from '../../../src/durable/api/account-api';
import { AccountClient } from '../../../src/gen/sh/account_pb.client';
import { InventoryResponse } from '../../../src/gen/sh/inventory_pb';
import { InventoryClient } from '../../../src/gen/sh/inventory_pb.client';
import { VariantsClient } from '../../../src/gen/sh/variants_pb.client';
import { textLike } from '../support/like';
import { callJson, effects, joined, newWorld, ORIGIN, post, side, snapshot, type World } from './rpc-world';

/** Sets some distinguishable values in the account's state. */
async function stateWith(world: World, change: Partial<AccountState>): Promise<void> {
  const state = await world.api.state();
  Object.assign(world.api, { state: async () => ({ ...state, ...change }) });
}

const COUNTS = { all: 5, inSync: 1, outOfSync: 0, onlyShopify: 4, onlySquare: 0, notTracked: 0, archived: 2, excluded: 0 };

const DETAIL = { variant: joined(), shopifyLocationId: '301', squareLocationId: 'LOC1' };

/** The official transport, whose fetch goes to the RPC endpoint of a harness. */
function transportTo(world: World, sendJson: boolean): TwirpFetchTransport {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    headers.set('origin', ORIGIN);
    headers.set('cookie', world.cookie);
    return world.harness.request(new URL(url).pathname, { ...init, headers });
  });
  return new TwirpFetchTransport({
    baseUrl: 'http://localhost:8788/rpc',
    sendJson,
    jsonOptions: { ignoreUnknownFields: true, emitDefaultValues: true, useProtoFieldName: true },
  });
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each([
  ['JSON', true],
  ['binary', false],
])('the official transport in %s', (_name, sendJson) => {
  it('reads a complete status', async () => {
    const world = await newWorld();
    const { square } = await world.api.state();
    const refused = { ...square, problem: 'Square refused our token.' };
    await stateWith(world, {
      square: refused,
      revision: 42,
      owed: 1,
      frozen: 4,
      snapshots: [snapshot('shopify'), snapshot('square', 'done')],
    });
    const status = await new AccountClient(transportTo(world, sendJson)).getAccountStatus({}).response;
    expect(status).toMatchObject({
      revision: 42,
      squareProblem: 'Square refused our token.',
      owed: 1,
      frozen: 4,
      accessEnds: '',
      autoSync: true,
    });
    expect(status.snapshots).toHaveLength(2);
  });

  it('sends nested messages and distinguishes an absent quantity from zero', async () => {
    const world = await newWorld();
    const variants = [joined({ squareQuantity: null, shopifyQuantity: 0 })];
    Object.assign(world.api, { inventory: async () => ok({ variants, hasNextPage: true, total: 8 }) });
    const client = new InventoryClient(transportTo(world, sendJson));
    const { products, hasNextPage } = await client.getInventory({ query: 'mug', view: 'all', table: { limit: 7, page: 2, sort: '-sku' } })
      .response;
    expect(hasNextPage).toBe(true);
    expect(products[0]?.variants[0]).toMatchObject({ shopifyQuantity: 0 });
    expect(products[0]?.variants[0]?.squareQuantity).toBeUndefined();
    expect(effects(world)).toEqual([
      'inventory[{"view":"all","query":"mug","limit":7,"page":2,"sort":{"column":"sku","descending":true}}]',
    ]);
  });

  it('receives errors with code, text and reference', async () => {
    const client = new VariantsClient(transportTo(await newWorld(), sendJson));
    const failed = client.getVariantDetail({ source: 'shopify', productId: '', variantId: '999' }).response;
    const error = await failed.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({
      code: 'not_found',
      message: 'There is no Shopify variant 999.',
      meta: { reference: textLike(/^[\da-f-]{36}$/u) },
    });
  });
});

describe('JSON on the wire', () => {
  it('has proto names, default values, strings for 64-bit numbers, null for unset messages', async () => {
    const world = await newWorld();
    await stateWith(world, { revision: 42, hasMappedLocations: true });
    Object.assign(world.api, { inventoryCounts: async () => COUNTS });
    const status = await callJson(world, 'sh.Account/GetAccountStatus');
    expect(status.body).toMatchObject({ revision: '42', access_ends: '', has_mapped_locations: true, shopify_problem: '' });
    const counts = await callJson(world, 'sh.Inventory/GetInventoryCounts');
    expect(counts.body).toEqual({
      all: 5,
      in_sync: 1,
      out_of_sync: 0,
      only_shopify: 4,
      only_square: 0,
      not_tracked: 0,
      archived: 2,
      excluded: 0,
    });
    const variant = joined({ square: null, squareQuantity: null, shopify: side('shopify', { sku: '' }) });
    Object.assign(world.api, { variantDetail: async () => ok({ variant, shopifyLocationId: '', squareLocationId: '' }) });
    const detail = await callJson(world, 'sh.Variants/GetVariantDetail', { source: 'shopify', variant_id: '101' });
    expect(detail.body).toEqual({
      shopify: {
        source: 'shopify',
        id: 'gid://shopify/ProductVariant/101',
        name: 'Blue',
        product_id: 'gid://shopify/Product/201',
        product_name: 'Mug',
        sku: '',
        barcode: '',
        inventory_tracked: true,
        product_status: 'active',
        vendor: '',
        product_type: '',
        tags: [],
        image_url: '',
      },
      square: null,
      manual_link: false,
      shopify_pack_size: 1,
      square_pack_size: 1,
      shopify_quantity: 12,
      shopify_location_id: '',
      square_location_id: '',
      id: '5',
      status: 'in_sync',
      trouble: '',
      trouble_detail: '',
      standing: 'in_sync',
      matching: 'matched',
      duplicate: false,
      under_way: false,
    });
  });

  it('understands both forms of a name and ignores unknown fields, including names that every object has', async () => {
    const world = await newWorld();
    Object.assign(world.api, { variantDetail: async () => ok(DETAIL) });
    for (const body of [
      '{"source":"shopify","variant_id":"101"}',
      '{"source":"shopify","variantId":"101"}',
      '{"source":"shopify","variant_id":"gid://shopify/ProductVariant/101","news":{"a":[1]},"constructor":1,"__proto__":{"source":"square"},"toString":"x"}',
    ]) {
      world.asked.length = 0;
      const response = await post(world, 'sh.Variants/GetVariantDetail', body);
      expect(response.status, body).toBe(200);
      expect(world.asked).toEqual([[world.account.id, 'variantDetail', 'shopify', '101']]);
    }
  });

  it('responds in the encoding of the request', async () => {
    const world = await newWorld();
    Object.assign(world.api, { inventory: async () => ok({ variants: [], hasNextPage: true, total: 8 }) });
    const binary = await post(world, 'sh.Inventory/GetInventory', new Uint8Array(0), {
      headers: { 'content-type': 'application/protobuf' },
    });
    expect(binary.headers.get('content-type')).toBe('application/protobuf');
    expect(InventoryResponse.fromBinary(new Uint8Array(await binary.arrayBuffer())).hasNextPage).toBe(true);
    const json = await post(world, 'sh.Inventory/GetInventory', '{}', { headers: { accept: 'application/protobuf' } });
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(json.headers.get('cache-control')).toBe('no-store');
  });
});
