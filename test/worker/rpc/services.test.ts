import { describe, expect, it } from 'vitest';

import { ok, refuse } from '../../../src/domain/result';
import { accountId } from '../../support/account-id';
import { callJson, joined, MOMENT, newWorld, SESSION, side, snapshot } from './fake-ports';

describe('sh.Session', () => {
  it('tells who is signed in, and nothing without a session', async () => {
    const world = newWorld();
    const signed = await callJson(world, 'sh.Session/GetSessionData');
    expect(signed.body).toEqual({
      shopify_domain: 'demo.myshopify.com',
      impersonator_domain: '',
      email: 'demo@example.com',
      account_id: '1',
      account_name: 'Demo',
      is_admin: false,
      impersonation_ends: '',
    });
    world.session = {
      ...SESSION,
      isAdmin: true,
      impersonator: { accountId: accountId(2), shopDomain: 'operator.myshopify.com', ends: Date.UTC(2026, 10, 20, 10) },
    };
    expect((await callJson(world, 'sh.Session/GetSessionData')).body).toMatchObject({
      impersonator_domain: 'operator.myshopify.com',
      is_admin: true,
      impersonation_ends: '2026-11-20T10:00:00.000Z',
    });
    world.session = null;
    expect((await callJson(world, 'sh.Session/GetSessionData')).body).toEqual({
      shopify_domain: '',
      impersonator_domain: '',
      email: '',
      account_id: '',
      account_name: '',
      is_admin: false,
      impersonation_ends: '',
    });
  });

  it('tells anybody what this installation is', async () => {
    const world = { ...newWorld(), session: null };
    expect((await callJson(world, 'sh.Session/GetAppInfo')).body).toMatchObject({
      app_listing_url: 'https://apps.example.com/shelfbridge',
      support_email: 'help@example.com',
      version: '1.0.1',
      billing_mode: 'shopify',
    });
  });
});

describe('sh.Account', () => {
  it('shows connections, entitlement, snapshots and what waits', async () => {
    const world = newWorld();
    world.session = { ...SESSION, entitlement: { subscribed: false, accessEnds: MOMENT } };
    const { body } = await callJson(world, 'sh.Account/GetAccountStatus');
    expect(body).toEqual({
      shopify_access: true,
      square_access: true,
      has_mapped_locations: true,
      is_subscribed: false,
      listening_active: true,
      access_ends: '2026-01-02T03:04:05.000Z',
      snapshots: [
        {
          id: '7',
          name: 'shopify',
          started: '2026-01-02T03:04:05.000Z',
          completed: '',
          last_updated: '2026-01-02T03:04:05.000Z',
          state: 'queued',
          processed: 3,
          total: 10,
          problem: '',
        },
        {
          id: '7',
          name: 'square',
          started: '2026-01-02T03:04:05.000Z',
          completed: '',
          last_updated: '2026-01-02T03:04:05.000Z',
          state: 'done',
          processed: 3,
          total: 10,
          problem: '',
        },
      ],
      revision: '42',
      shopify_problem: '',
      square_problem: 'Square refused our token.',
      write_pauses: [],
      shopify_name: 'demo.myshopify.com',
      square_name: 'Demo Counter',
      auto_sync: true,
      owed: 1,
      shopify_changes_waiting: 0,
      square_changes_waiting: false,
      owed_out_of_sync: 0,
      held: 2,
      blocked: 3,
      frozen: 4,
      billing_mode: 'shopify',
      shopify_doubt: '',
      square_doubt: '',
      lag: { count: 3, p50_ms: 400, p95_ms: 900, longest_ms: 1200 },
      drift: 0,
      oldest_under_way_ms: '0',
    });
  });

  it('saves settings, and keeps what the caller leaves open', async () => {
    const world = newWorld();
    const saved = await callJson(world, 'sh.Account/SaveAccountSettings', {
      account_name: ' Corner Shop ',
      apply_max_quantity: false,
      set_barcode: true,
    });
    expect(saved).toEqual({ status: 200, body: {} });
    expect(world.effects).toEqual([
      'saveSettings{"applyMaxQuantity":false,"maxQuantityUpdate":50,"setBarcode":true,"autoSync":true}',
      'rename[1,"Corner Shop"]',
    ]);
    world.effects.length = 0;
    const stated = { account_name: 'Corner Shop', apply_max_quantity: false, set_barcode: true, version: '4' };
    expect((await callJson(world, 'sh.Account/SaveAccountSettings', stated)).status).toBe(200);
    const settings = '{"applyMaxQuantity":false,"maxQuantityUpdate":50,"setBarcode":true,"autoSync":true}';
    // The name lies in another store: whoever read between the two has a version that does not hold any more.
    expect(world.effects).toEqual([`saveSettings${settings} at 4`, 'rename[1,"Corner Shop"]', `saveSettings${settings} at 5`]);
    const strange = await callJson(world, 'sh.Account/SaveAccountSettings', { ...stated, version: 'new' });
    expect(strange).toMatchObject({ status: 400, body: { code: 'invalid_argument' } });
    world.effects.length = 0;
    await callJson(world, 'sh.Account/SaveAccountSettings', {
      account_name: 'Demo',
      apply_max_quantity: true,
      max_quantity_update: 9,
      auto_sync: false,
    });
    expect(world.effects).toEqual(['saveSettings{"applyMaxQuantity":true,"maxQuantityUpdate":9,"setBarcode":false,"autoSync":false}']);
    expect((await callJson(world, 'sh.Account/GetAccountSettings')).body).toEqual({
      account_name: 'Demo',
      apply_max_quantity: true,
      max_quantity_update: 50,
      set_barcode: false,
      auto_sync: true,
      alert_address: '',
      version: '4',
    });
  });

  it('takes where the merchant wants to be told of trouble, and nowhere again', async () => {
    const world = newWorld();
    const settings = { account_name: 'Demo', apply_max_quantity: true, max_quantity_update: 9 };
    await callJson(world, 'sh.Account/SaveAccountSettings', { ...settings, alert_address: ' owner+stock@shop.example ' });
    await callJson(world, 'sh.Account/SaveAccountSettings', { ...settings, alert_address: '' });
    await callJson(world, 'sh.Account/SaveAccountSettings', settings);
    expect(world.effects.filter((effect) => effect.startsWith('setAlertAddress'))).toEqual([
      'setAlertAddress[1,"owner+stock@shop.example"]',
      'setAlertAddress[1,""]',
    ]);
    world.alertAddress = 'owner@shop.example';
    expect((await callJson(world, 'sh.Account/GetAccountSettings')).body).toMatchObject({ alert_address: 'owner@shop.example' });
  });

  it.each([
    'no address',
    'a@b',
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    '"a b"@c.example',
    'Owner <a@b.example>',
    `${'x'.repeat(250)}@b.example`,
  ])('refuses %j as an alert address, and saves nothing', async (address) => {
    const world = newWorld();
    const settings = { account_name: 'Demo', apply_max_quantity: true, max_quantity_update: 9, alert_address: address };
    const answer = await callJson(world, 'sh.Account/SaveAccountSettings', settings);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_argument', msg: "alert_address must be one mail address of at most 254 characters, or ''." },
    });
    expect(world.effects).toEqual([]);
  });

  it.each([
    ['account_name is missing.', { account_name: '  ', apply_max_quantity: false }],
    ['account_name must not be longer than 100 characters.', { account_name: 'x'.repeat(101) }],
    ['max_quantity_update must be from 1 to 1000000 units.', { account_name: 'a', apply_max_quantity: true, max_quantity_update: 0 }],
    [
      'max_quantity_update must be from 1 to 1000000 units.',
      { account_name: 'a', apply_max_quantity: true, max_quantity_update: 1_000_001 },
    ],
    [
      'max_quantity_update must be from 1 to 1000000 units.',
      { account_name: 'a', apply_max_quantity: false, max_quantity_update: 4_000_000_000 },
    ],
  ])('refuses settings: %s', async (msg, message) => {
    const world = newWorld();
    const { status, body } = await callJson(world, 'sh.Account/SaveAccountSettings', message);
    expect({ status, code: body['code'], msg: body['msg'] }).toEqual({ status: 400, code: 'invalid_argument', msg });
    expect(world.effects).toEqual([]);
  });
});

describe('sh.Inventory', () => {
  it('groups a page of variants by product, in their order, with a status each', async () => {
    const world = newWorld();
    world.variants = [
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

  it('gives the object a bounded query', async () => {
    const world = newWorld();
    await callJson(world, 'sh.Inventory/GetInventory', {});
    await callJson(world, 'sh.Inventory/GetInventory', {
      query: ' mug ',
      view: 'shopify_only',
      table: { limit: 5000, page: 3, sort: '-status' },
    });
    expect(world.effects).toEqual([
      'inventory{"view":"all","query":"","limit":500,"page":0,"sort":{"column":"name","descending":false}}',
      'inventory{"view":"shopify_only","query":"mug","limit":1000,"page":3,"sort":{"column":"status","descending":true}}',
    ]);
  });

  it.each([
    ['view', { view: 'everything' }],
    ['table.sort', { table: { sort: 'colour' } }],
    ['table.sort', { table: { sort: '--name' } }],
    ['table.limit', { table: { limit: -1 } }],
    ['table.page', { table: { page: -1 } }],
    ['query', { query: 'x'.repeat(256) }],
  ])('refuses a bad %s and names it', async (field, message) => {
    for (const path of ['sh.Inventory/GetInventory', 'sh.Inventory/GetLocationInventory']) {
      const { status, body } = await callJson(newWorld(), path, { location_id: '11', ...message });
      expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_argument' });
      expect(body['msg']).toMatch(new RegExp(`^${field.replace('.', '\\.')} `, 'u'));
    }
  });

  it('lists a location by our id, a GID, a number or Square’s id, with quantities where they are known', async () => {
    for (const [id, quantity] of [
      ['11', 12],
      ['gid://shopify/Location/301', 12],
      ['301', 12],
      ['LOC1', 12],
      ['LOC2', undefined],
    ] as const) {
      const { body } = await callJson(newWorld(), 'sh.Inventory/GetLocationInventory', { location_id: id });
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
    const world = newWorld();
    const both = await callJson(world, 'sh.Inventory/RefreshSnapshots');
    expect((both.body['snapshots'] as { name: string; state: string }[]).map(({ name, state }) => [name, state])).toEqual([
      ['shopify', 'queued'],
      ['square', 'queued'],
    ]);
    await callJson(world, 'sh.Inventory/RefreshSnapshots', { source: 'square' });
    expect(world.effects).toEqual(['enqueueSnapshot[1,"shopify"]', 'enqueueSnapshot[1,"square"]', 'enqueueSnapshot[1,"square"]']);
  });

  it('refreshes what it can, and says why when it can nothing', async () => {
    const world = newWorld();
    world.api = {
      requestSnapshot: async (source) =>
        source === 'square' ? refuse('failed_precondition', 'Connect Square first.') : ok(snapshot(source)),
    };
    expect((await callJson(world, 'sh.Inventory/RefreshSnapshots')).body['snapshots']).toHaveLength(1);
    expect(world.effects).toEqual(['enqueueSnapshot[1,"shopify"]']);
    const refused = await callJson(world, 'sh.Inventory/RefreshSnapshots', { source: 'square' });
    expect(refused).toMatchObject({ status: 412, body: { msg: 'Connect Square first.' } });
    expect((await callJson(world, 'sh.Inventory/RefreshSnapshots', { source: 'ebay' })).body).toMatchObject({ code: 'invalid_argument' });
  });
});

describe('sh.Issues', () => {
  it('counts and lists', async () => {
    const world = newWorld();
    expect((await callJson(world, 'sh.Issues/GetDuplicateSkuCounts')).body).toEqual({ shopify: 2, square: 0 });
    const { body } = await callJson(world, 'sh.Issues/GetIssues', {
      source: 'shopify',
      issue_type: 'missing_skus',
      limit: 500,
      offset: 20,
    });
    expect(body).toMatchObject({ total: 1, variants: [{ sku: '', product_name: 'Mug', id: 'gid://shopify/ProductVariant/101' }] });
    expect(world.effects).toEqual(['issues["missing_skus","shopify",500,20]']);
  });

  it.each([
    ['issue_type', { source: 'shopify', issue_type: 'ugly' }],
    ['source', { issue_type: 'missing_skus' }],
    ['offset', { source: 'shopify', issue_type: 'missing_skus', offset: -1 }],
    ['limit', { source: 'shopify', issue_type: 'missing_skus', limit: -1 }],
  ])('refuses a bad %s and names it', async (field, message) => {
    const { status, body } = await callJson(newWorld(), 'sh.Issues/GetIssues', message);
    expect({ status, code: body['code'] }).toEqual({ status: 400, code: 'invalid_argument' });
    expect(body['msg']).toMatch(new RegExp(`^${field} `, 'u'));
  });
});

describe('sh.Locations', () => {
  it('lists both platforms’ locations and the pair', async () => {
    expect((await callJson(newWorld(), 'sh.Locations/GetLocations')).body).toEqual({
      synced: [{ id: '9', shopify_id: 'gid://shopify/Location/301', square_id: 'LOC1', shopify_name: 'Warehouse', square_name: 'Counter' }],
      all: [
        { id: '11', source: 'shopify', source_id: 'gid://shopify/Location/301', source_name: 'Warehouse' },
        { id: '12', source: 'square', source_id: 'LOC1', source_name: 'Counter' },
        { id: '13', source: 'square', source_id: 'LOC2', source_name: 'Annex' },
      ],
    });
  });

  it('pairs two locations and starts both first snapshots', async () => {
    const world = newWorld();
    const saved = await callJson(world, 'sh.Locations/SaveSyncedLocation', {
      location_id_shopify: 'gid://shopify/Location/301',
      location_id_square: '12',
    });
    expect(saved).toEqual({ status: 200, body: {} });
    expect(world.effects).toEqual(['savePair["301","12"]', 'enqueueSnapshot[1,"shopify"]', 'enqueueSnapshot[1,"square"]']);
  });

  it('starts nothing when the pair is refused, and passes the text on', async () => {
    const world = newWorld();
    const text = 'You already have 1 synced location, which is the maximum that Shelfbridge supports today.';
    world.api = { savePair: async () => refuse('failed_precondition', text) };
    const refused = await callJson(world, 'sh.Locations/SaveSyncedLocation', { location_id_shopify: '11', location_id_square: '12' });
    expect(refused).toMatchObject({ status: 412, body: { code: 'failed_precondition', msg: text } });
    expect(world.effects).toEqual([]);
    const empty = await callJson(world, 'sh.Locations/SaveSyncedLocation', { location_id_shopify: '11' });
    expect(empty.body).toMatchObject({ code: 'invalid_argument', msg: 'location_id_square is missing.' });
  });

  it('reads a platform’s locations anew', async () => {
    const world = newWorld();
    expect((await callJson(world, 'sh.Locations/SyncLocations', { id: 'square' })).status).toBe(200);
    expect((await callJson(world, 'sh.Locations/SyncLocations', { id: '' })).body).toMatchObject({ code: 'invalid_argument' });
    expect(world.effects).toEqual(['syncLocations["square"]']);
  });
});

describe('sh.Connections', () => {
  it('shows both and ends one: the object first, then the route', async () => {
    const world = newWorld();
    const { body } = await callJson(world, 'sh.Connections/GetConnections');
    expect(body['connections']).toMatchObject([
      {
        source: 'shopify',
        name: 'demo.myshopify.com',
        connected_at: '2026-01-02T03:04:05.000Z',
        expires_at: '',
        desired_scopes: ['read_products', 'write_inventory'],
      },
      { source: 'square', label: 'Demo Counter', problem: 'Square refused our token.' },
    ]);
    await callJson(world, 'sh.Connections/Disconnect', { source: 'square' });
    expect(world.effects).toEqual(['disconnect["square","merchant"]', 'releaseConnection[1,"square"]']);
    expect((await callJson(world, 'sh.Connections/Disconnect')).body).toMatchObject({ code: 'invalid_argument' });
  });
});

describe('sh.History', () => {
  it('has the object deliver first, then reads a page', async () => {
    const world = newWorld();
    world.history = [
      { at: MOMENT, originator: 'Square', locationName: 'Counter', sku: 'MUG-BLUE', message: 'Sold 2 on Square: Shopify 14 → 12' },
    ];
    const { body } = await callJson(world, 'sh.History/GetHistory', { table: { limit: 100, page: 1 }, sku_query: 'mug' });
    expect(body).toEqual({
      total_items: 120,
      history_rows: [
        {
          date: '2026-01-02T03:04:05.000Z',
          originator: 'Square',
          location_name: 'Counter',
          sku: 'MUG-BLUE',
          message: 'Sold 2 on Square: Shopify 14 → 12',
        },
      ],
    });
    expect(world.effects).toEqual(['deliverHistory[]', 'history[1,{"sku":"mug","limit":100,"page":1}]']);
    for (const sort of ['sku', 'date']) {
      const refused = await callJson(world, 'sh.History/GetHistory', { table: { sort } });
      expect(refused.body, sort).toMatchObject({ code: 'invalid_argument' });
    }
    expect((await callJson(world, 'sh.History/GetHistory', { table: { sort: '-date' } })).status).toBe(200);
  });
});
