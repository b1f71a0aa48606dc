import { TwirpFetchTransport } from '@protobuf-ts/twirp-transport';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { AccountClient } from '../../../src/gen/sh/account_pb.client';
import { InventoryResponse } from '../../../src/gen/sh/inventory_pb';
import { InventoryClient } from '../../../src/gen/sh/inventory_pb.client';
import { VariantsClient } from '../../../src/gen/sh/variants_pb.client';
import { callJson, route, joined, newWorld, post, REQUEST_ID, side, type World } from './fake-ports';

/** The official transport, whose fetch ends at the door of a world. */
function transportTo(world: World, sendJson: boolean): TwirpFetchTransport {
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => route(world).request(url, init));
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
  it('reads a status whole', async () => {
    const status = await new AccountClient(transportTo(newWorld(), sendJson)).getAccountStatus({}).response;
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

  it('sends nested messages and keeps an absent quantity apart from zero', async () => {
    const world = newWorld();
    world.variants = [joined({ squareQuantity: null, shopifyQuantity: 0 })];
    const client = new InventoryClient(transportTo(world, sendJson));
    const { products, hasNextPage } = await client.getInventory({ query: 'mug', view: 'all', table: { limit: 7, page: 2, sort: '-sku' } })
      .response;
    expect(hasNextPage).toBe(true);
    expect(products[0]?.variants[0]).toMatchObject({ shopifyQuantity: 0 });
    expect(products[0]?.variants[0]?.squareQuantity).toBeUndefined();
    expect(world.effects).toEqual(['inventory{"view":"all","query":"mug","limit":7,"page":2,"sort":{"column":"sku","descending":true}}']);
  });

  it('gets errors with code, text and reference', async () => {
    const client = new VariantsClient(transportTo(newWorld(), sendJson));
    const failed = client.getVariantDetail({ source: 'shopify', productId: '', variantId: '999' }).response;
    const error = await failed.then(
      () => null,
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ code: 'not_found', message: 'There is no such shopify variant.', meta: { reference: REQUEST_ID } });
  });
});

describe('JSON on the wire', () => {
  it('has proto names, default values, strings for 64-bit numbers, null for unset messages', async () => {
    const world = newWorld();
    const status = await callJson(world, 'sh.Account/GetAccountStatus');
    expect(status.body).toMatchObject({ revision: '42', access_ends: '', has_mapped_locations: true, shopify_problem: '' });
    const counts = await callJson(world, 'sh.Inventory/GetInventoryCounts');
    expect(counts.body).toEqual({ all: 5, in_sync: 1, out_of_sync: 0, only_shopify: 4, only_square: 0, not_tracked: 0 });
    world.api = {
      variantDetail: async () => ({
        ok: true,
        value: {
          variant: joined({ square: null, squareQuantity: null, shopify: side('shopify', { sku: '' }) }),
          shopifyLocationId: '',
          squareLocationId: '',
        },
      }),
    };
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
      },
      square: null,
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

  it('understands both forms of a name and ignores unknown fields, also those of every object', async () => {
    for (const body of [
      '{"source":"shopify","variant_id":"101"}',
      '{"source":"shopify","variantId":"101"}',
      '{"source":"shopify","variant_id":"gid://shopify/ProductVariant/101","news":{"a":[1]},"constructor":1,"__proto__":{"source":"square"},"toString":"x"}',
    ]) {
      const response = await post(newWorld(), 'sh.Variants/GetVariantDetail', body);
      expect(response.status, body).toBe(200);
    }
  });

  it('answers in the kind of the request', async () => {
    const binary = await post(newWorld(), 'sh.Inventory/GetInventory', new Uint8Array(0), {
      headers: { 'content-type': 'application/protobuf' },
    });
    expect(binary.headers.get('content-type')).toBe('application/protobuf');
    expect(InventoryResponse.fromBinary(new Uint8Array(await binary.arrayBuffer())).hasNextPage).toBe(true);
    const json = await post(newWorld(), 'sh.Inventory/GetInventory', '{}', { headers: { accept: 'application/protobuf' } });
    expect(json.headers.get('content-type')).toBe('application/json');
    expect(json.headers.get('cache-control')).toBe('no-store');
  });
});
