import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import type { HistoryFact } from '../../../src/domain/history/fact';
import { ok, refuse } from '../../../src/domain/result';
import type { Source } from '../../../src/domain/source';
import type { LocationsView, LocationView } from '../../../src/durable/api/account-api';
import { callJson, effects, joined, MOMENT, newWorld, sharedWorld, side, snapshot, tasks } from './rpc-world';

const location = (id: number, source: 'shopify' | 'square', sourceId: string, name: string): LocationView => ({
  id,
  source,
  sourceId,
  name,
});
const WAREHOUSE = location(11, 'shopify', '301', 'Warehouse');
const COUNTER = location(12, 'square', 'LOC1', 'Counter');
const LOCATIONS: LocationsView = {
  synced: [{ id: 9, shopify: WAREHOUSE, square: COUNTER }],
  all: [WAREHOUSE, COUNTER, location(13, 'square', 'LOC2', 'Annex')],
};

describe('sh.Inventory', () => {
  it('groups a page of variants by product, in their order, with a status each', async () => {
    const world = await newWorld();
    const variants = [
      joined({ key: 1 }),
      joined({ key: 2, squareQuantity: 1_150_000, status: 'out_of_sync' }),
      joined({
        key: 3,
        square: null,
        squareQuantity: null,
        shopify: side('shopify', { sku: '' }),
        status: 'missing_sku',
        checked: { ...joined().checked, trouble: 'blocked' },
        troubleDetail: 'Shopify refuses it.',
      }),
      joined({
        key: 4,
        status: 'only_square',
        shopify: null,
        shopifyQuantity: null,
        square: side('square', { productName: 'Cup', productId: 'ITEM2' }),
      }),
      joined({
        key: 5,
        status: 'only_shopify',
        square: null,
        squareQuantity: null,
        shopify: side('shopify', { productId: '202', productName: 'Bowl' }),
      }),
      joined({
        key: 6,
        status: 'untracked',
        shopify: side('shopify', { productId: '202', productName: 'Bowl' }),
        square: side('square', { tracked: false }),
        squareQuantity: null,
      }),
    ];
    Object.assign(world.api, { inventory: async () => ok({ variants, hasNextPage: true, total: 8 }) });
    const { body } = await callJson(world, 'sh.Inventory/GetInventory', { table: { limit: 10, page: 0 } });
    const seen = (body['products'] as { name: string; variants: Record<string, unknown>[] }[]).map(({ name, variants }) => [
      name,
      variants.map((variant) => [
        variant['id'],
        variant['status'],
        variant['shopify_quantity'],
        variant['square_quantity'],
        variant['trouble'],
      ]),
    ]);
    expect(seen).toEqual([
      [
        'Mug',
        [
          ['1', 'in_sync', 12, 12, ''],
          ['2', 'out_of_sync', 12, 11.5, ''],
          ['3', 'missing_sku', 12, undefined, 'blocked'],
        ],
      ],
      ['Cup', [['4', 'only_square', undefined, 12, '']]],
      [
        'Bowl',
        [
          ['5', 'only_shopify', 12, undefined, ''],
          ['6', 'untracked', 12, undefined, ''],
        ],
      ],
    ]);
  });

  it('passes a bounded query to the object', async () => {
    const world = await newWorld();
    await callJson(world, 'sh.Inventory/GetInventory', {});
    await callJson(world, 'sh.Inventory/GetInventory', {
      query: ' mug ',
      view: 'shopify_only',
      table: { limit: 5000, page: 3, sort: '-status' },
    });
    expect(effects(world)).toEqual([
      'inventory[{"view":"all","query":"","limit":500,"page":0,"sort":{"column":"name","descending":false}}]',
      'inventory[{"view":"shopify_only","query":"mug","limit":1000,"page":3,"sort":{"column":"status","descending":true}}]',
    ]);
  });

  it.each([
    ['view', { view: 'everything' }],
    ['table.sort', { table: { sort: 'colour' } }],
    ['table.sort', { table: { sort: '--name' } }],
    ['table.limit', { table: { limit: -1 } }],
    ['table.page', { table: { page: -1 } }],
    ['query', { query: 'x'.repeat(1_001) }],
  ])('refuses a bad %s and names it', async (field, message) => {
    const world = await sharedWorld('merchant');
    for (const path of ['sh.Inventory/GetInventory', 'sh.Inventory/GetLocationInventory']) {
      const { status, body } = await callJson(world, path, { location_id: '11', ...message });
      expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_argument' });
      expect(body['msg']).toMatch(new RegExp(`^${field.replace('.', '\\.')} `, 'u'));
    }
  });

  it('lists a location by our id, a GID, a number or Square’s id, with quantities where they are known', async () => {
    const world = await newWorld();
    Object.assign(world.api, {
      locations: async () => LOCATIONS,
      inventory: async () => ok({ variants: [joined()], hasNextPage: false, total: 1 }),
    });
    for (const [id, quantity] of [
      ['11', 12],
      ['gid://shopify/Location/301', 12],
      ['301', 12],
      ['LOC1', 12],
      ['LOC2', undefined],
    ] as const) {
      const { body } = await callJson(world, 'sh.Inventory/GetLocationInventory', { location_id: id });
      expect(body['inventories'], id).toMatchObject([
        {
          id: '5',
          product_name: 'Mug',
          variant_name: 'Blue',
          shopify_variant_id: 'gid://shopify/ProductVariant/101',
          square_variation_id: 'VAR1',
        },
      ]);
      expect((body['inventories'] as Record<string, unknown>[])[0]?.['shopify_quantity'], id).toBe(quantity);
    }
  });

  it('queues snapshots of one side or of both', async () => {
    const world = await newWorld();
    Object.assign(world.api, { requestSnapshot: async (source: Source) => ok(snapshot(source)) });
    const both = await callJson(world, 'sh.Inventory/RefreshSnapshots');
    expect((both.body['snapshots'] as { name: string; state: string }[]).map(({ name, state }) => [name, state])).toEqual([
      ['shopify', 'queued'],
      ['square', 'queued'],
    ]);
    expect(await tasks(world)).toEqual(['snapshot shopify', 'snapshot square']);
    const one = await newWorld();
    Object.assign(one.api, { requestSnapshot: async (source: Source) => ok(snapshot(source)) });
    await callJson(one, 'sh.Inventory/RefreshSnapshots', { source: 'square' });
    expect(effects(one)).toEqual(['requestSnapshot["square"]']);
    expect(await tasks(one)).toEqual(['snapshot square']);
  });

  it('refreshes what it can, and returns the reason when it can refresh nothing', async () => {
    const world = await newWorld();
    Object.assign(world.api, {
      requestSnapshot: async (source: Source) =>
        source === 'square' ? refuse('failed_precondition', 'Connect Square first.') : ok(snapshot(source)),
    });
    expect((await callJson(world, 'sh.Inventory/RefreshSnapshots')).body['snapshots']).toHaveLength(1);
    expect(await tasks(world)).toEqual(['snapshot shopify']);
    const refused = await callJson(world, 'sh.Inventory/RefreshSnapshots', { source: 'square' });
    expect(refused).toMatchObject({ status: 412, body: { msg: 'Connect Square first.' } });
    expect((await callJson(world, 'sh.Inventory/RefreshSnapshots', { source: 'ebay' })).body).toMatchObject({ code: 'invalid_argument' });
  });
});

describe('sh.Issues', () => {
  it('counts and lists', async () => {
    const world = await newWorld();
    Object.assign(world.api, {
      issueCounts: async () => ({ shopify: 2, square: 0 }),
      issues: async () => ({ total: 1, variants: [side('shopify', { sku: '' })] }),
    });
    expect((await callJson(world, 'sh.Issues/GetDuplicateSkuCounts')).body).toEqual({ shopify: 2, square: 0 });
    const { body } = await callJson(world, 'sh.Issues/GetIssues', {
      source: 'shopify',
      issue_type: 'missing_skus',
      limit: 500,
      offset: 20,
    });
    expect(body).toMatchObject({ total: 1, variants: [{ sku: '', product_name: 'Mug', id: 'gid://shopify/ProductVariant/101' }] });
    expect(effects(world)).toEqual(['issues["missing_skus","shopify",500,20]']);
  });

  it.each([
    ['issue_type', { source: 'shopify', issue_type: 'ugly' }],
    ['source', { issue_type: 'missing_skus' }],
    ['offset', { source: 'shopify', issue_type: 'missing_skus', offset: -1 }],
    ['limit', { source: 'shopify', issue_type: 'missing_skus', limit: -1 }],
  ])('refuses a bad %s and names it', async (field, message) => {
    const { status, body } = await callJson(await sharedWorld('merchant'), 'sh.Issues/GetIssues', message);
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_argument' });
    expect(body['msg']).toMatch(new RegExp(`^${field} `, 'u'));
  });

  it('lists pairs that no longer sync, as they are and with the last quantity of each side', async () => {
    const world = await newWorld();
    const pairs = [
      {
        id: '1001:VAR1',
        at: MOMENT,
        why: 'removed',
        shopify: { side: side('shopify'), quantity: 1_200_000, state: 'waiting' },
        square: { side: side('square'), quantity: null, state: 'gone' },
      },
    ];
    Object.assign(world.api, { unlinked: async () => ({ total: 3, pairs }) });
    const { body } = await callJson(world, 'sh.Issues/GetUnlinked', { limit: 7 });
    expect(body).toMatchObject({
      total: 3,
      pairs: [
        {
          id: '1001:VAR1',
          why: 'removed',
          shopify: { variant: { id: 'gid://shopify/ProductVariant/101', product_status: 'active' }, quantity: 12, state: 'waiting' },
          square: { variant: { id: 'VAR1' }, state: 'gone' },
        },
      ],
    });
    expect(effects(world)).toEqual(['unlinked[7]']);
  });

  it('dismisses some or all of them', async () => {
    const world = await newWorld();
    expect((await callJson(world, 'sh.Issues/DismissUnlinked', { ids: ['1001:VAR1'] })).status).toBe(200);
    expect((await callJson(world, 'sh.Issues/DismissUnlinked', { all: true })).status).toBe(200);
    expect(effects(world)).toEqual(['dismissUnlinked[["1001:VAR1"]]', 'dismissUnlinked[null]']);
  });

  it.each([
    ['nothing', {}, 'ids is missing.'],
    ['both', { ids: ['1:2'], all: true }, 'ids must be empty when all is set.'],
    ['too many', { ids: Array.from({ length: 501 }, (_, at) => `${at}:V`) }, 'ids must not have more than 500 entries.'],
  ])('refuses to dismiss %s, and does nothing', async (_case, message, msg) => {
    const world = await newWorld();
    expect(await callJson(world, 'sh.Issues/DismissUnlinked', message)).toMatchObject({
      status: 400,
      body: { code: 'invalid_argument', msg },
    });
    expect(effects(world)).toEqual([]);
  });
});

describe('sh.Locations', () => {
  it('lists both platforms’ locations and the pair', async () => {
    const world = await newWorld();
    Object.assign(world.api, { locations: async () => LOCATIONS });
    expect((await callJson(world, 'sh.Locations/GetLocations')).body).toEqual({
      synced: [{ id: '9', shopify_id: 'gid://shopify/Location/301', square_id: 'LOC1', shopify_name: 'Warehouse', square_name: 'Counter' }],
      all: [
        { id: '11', source: 'shopify', source_id: 'gid://shopify/Location/301', source_name: 'Warehouse' },
        { id: '12', source: 'square', source_id: 'LOC1', source_name: 'Counter' },
        { id: '13', source: 'square', source_id: 'LOC2', source_name: 'Annex' },
      ],
    });
  });

  it('pairs two locations and starts both first snapshots', async () => {
    const world = await newWorld();
    Object.assign(world.api, { savePair: async () => ok(null) });
    const saved = await callJson(world, 'sh.Locations/SaveSyncedLocation', {
      location_id_shopify: 'gid://shopify/Location/301',
      location_id_square: '12',
    });
    expect(saved).toEqual({ status: 200, body: {} });
    expect(effects(world)).toEqual(['savePair["301","12"]']);
    expect(await tasks(world)).toEqual(['snapshot shopify', 'snapshot square']);
  });

  it('starts nothing when the pair is refused, and passes on the message', async () => {
    const world = await newWorld();
    const text = 'You already have 1 synced location, which is the maximum that Shelfbridge supports today.';
    Object.assign(world.api, { savePair: async () => refuse('failed_precondition', text) });
    const refused = await callJson(world, 'sh.Locations/SaveSyncedLocation', { location_id_shopify: '11', location_id_square: '12' });
    expect(refused).toMatchObject({ status: 412, body: { code: 'failed_precondition', msg: text } });
    expect(await tasks(world)).toEqual([]);
    const empty = await callJson(world, 'sh.Locations/SaveSyncedLocation', { location_id_shopify: '11' });
    expect(empty.body).toMatchObject({ code: 'invalid_argument', msg: 'location_id_square is missing.' });
  });

  it('reads a platform’s locations again', async () => {
    const world = await newWorld();
    Object.assign(world.api, { syncLocations: async () => ok(null) });
    expect((await callJson(world, 'sh.Locations/SyncLocations', { id: 'square' })).status).toBe(200);
    expect((await callJson(world, 'sh.Locations/SyncLocations', { id: '' })).body).toMatchObject({ code: 'invalid_argument' });
    expect(effects(world)).toEqual(['syncLocations["square"]']);
  });
});

describe('sh.History', () => {
  it('makes the object deliver first, then reads a page', async () => {
    const world = await newWorld();
    const { id } = world.account;
    const fact: HistoryFact = {
      kind: 'change',
      side: 'square',
      delta: -200_000,
      before: 1_400_000,
      after: 1_200_000,
      otherBefore: 1_400_000,
      otherAfter: 1_200_000,
      fate: 'sent',
      via: 'webhook',
      at: MOMENT,
    };
    // The page is read only after the object has delivered the lines that are due.
    const insert = env.DB.prepare('insert into history (account, seq, at, originator, location, sku, fact) values (?, ?, ?, ?, ?, ?, ?)');
    Object.assign(world.api, {
      deliverHistory: async () => {
        const lines = Array.from({ length: 120 }, (_, seq) =>
          insert.bind(id, seq, MOMENT, 'square', 'Counter', 'MUG-BLUE', JSON.stringify(fact)),
        );
        await env.DB.batch(lines);
      },
    });
    const { body } = await callJson(world, 'sh.History/GetHistory', { table: { limit: 119, page: 1 }, sku_query: 'mug' });
    expect(body).toEqual({
      total_items: 120,
      history_rows: [
        {
          date: '2026-01-02T03:04:05.000Z',
          originator: 'Square',
          location_name: 'Counter',
          sku: 'MUG-BLUE',
          message: 'Square changed by -2: Shopify 14 → 12',
        },
      ],
    });
    expect(effects(world)).toEqual(['deliverHistory[]']);
    Object.assign(world.api, { deliverHistory: async () => undefined });
    for (const sort of ['sku', 'date']) {
      const refused = await callJson(world, 'sh.History/GetHistory', { table: { sort } });
      expect(refused.body, sort).toMatchObject({ code: 'invalid_argument' });
    }
    expect((await callJson(world, 'sh.History/GetHistory', { table: { sort: '-date' } })).status).toBe(200);
  });
});
