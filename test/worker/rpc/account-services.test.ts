import { describe, expect, it } from 'vitest';

import { claimSquareMerchant, findAccount, saveBilling, saveShopInfo } from '../../../src/db/accounts';
import type { AccountState, ConnectionView } from '../../../src/durable/api/account-api';
import { RELEASE } from '../../../src/worker/runtime/release';
import { IMPERSONATION_MS } from '../../../src/worker/sessions/session';
import { callJson, effects, MOMENT, newWorld, sharedWorld, snapshot } from './rpc-world';

describe('sh.Session', () => {
  it('returns who is signed in, and nothing without a session', async () => {
    const world = await newWorld();
    const { id, shopDomain } = world.account;
    await saveShopInfo(world.services.db, id, { name: 'Demo', email: 'demo@example.com' });
    const signed = await callJson(world, 'sh.Session/GetSessionData');
    expect(signed.body).toEqual({
      shopify_domain: shopDomain,
      impersonator_domain: '',
      email: 'demo@example.com',
      account_id: String(id),
      account_name: 'Demo',
      is_admin: false,
      impersonation_ends: '',
    });
    const acting = await newWorld('impersonator');
    expect((await callJson(acting, 'sh.Session/GetSessionData')).body).toMatchObject({
      shopify_domain: acting.account.shopDomain,
      impersonator_domain: 'operator.myshopify.com',
      is_admin: true,
      impersonation_ends: new Date(acting.harness.clock.now + IMPERSONATION_MS).toISOString(),
    });
    expect((await callJson(await newWorld('nobody'), 'sh.Session/GetSessionData')).body).toEqual({
      shopify_domain: '',
      impersonator_domain: '',
      email: '',
      account_id: '',
      account_name: '',
      is_admin: false,
      impersonation_ends: '',
    });
  });

  it('describes this installation to everyone', async () => {
    const world = await newWorld('nobody', {
      APP_LISTING_URL: 'https://apps.example.com/shelfbridge',
      SUPPORT_EMAIL: 'help@example.com',
    });
    expect((await callJson(world, 'sh.Session/GetAppInfo')).body).toMatchObject({
      app_listing_url: 'https://apps.example.com/shelfbridge',
      support_email: 'help@example.com',
      version: RELEASE,
      billing_mode: 'shopify',
    });
  });
});

/** A connection as the object reports it. */
const connection = (source: 'shopify' | 'square'): ConnectionView => ({
  source,
  state: 'connected',
  name: source === 'shopify' ? 'demo.myshopify.com' : 'MLDEMO',
  label: source === 'shopify' ? '' : 'Demo Counter',
  connectedAt: MOMENT,
  expiresAt: null,
  grantedScopes: ['read_products'],
  desiredScopes: ['read_products', 'write_inventory'],
  reachable: true,
  problem: source === 'square' ? 'Square refused our token.' : '',
});

/** The state of a connected account, with distinguishable values. */
const STATE: AccountState = {
  shopify: connection('shopify'),
  square: connection('square'),
  hasMappedLocations: true,
  listening: true,
  watchingSince: MOMENT,
  snapshots: [snapshot('shopify'), snapshot('square', 'done')],
  revision: 42,
  owed: 1,
  owedOutOfSync: 0,
  held: 2,
  blocked: 3,
  frozen: 4,
  unlinked: 5,
  oversold: 2,
  writersHeld: 2,
  writersSuspected: 3,
  allOnHold: true,
  newWriters: 1,
  shopifyDoubt: '',
  lag: { count: 3, p50: 400, p95: 900, longest: 1200 },
  drift: 0,
  oldestUnderWayMs: 0,
  writePauses: [],
  squareDoubt: '',
  reading: { shopify: 0, square: false },
};

describe('sh.Account', () => {
  it('shows connections, entitlement, snapshots and waiting changes', async () => {
    const world = await newWorld();
    const { db, now } = world.services;
    await saveBilling(db, world.account.id, { subscribed: false, accessEnds: MOMENT, trialStarted: null, checkedAt: now() });
    Object.assign(world.api, { state: async () => STATE });
    const { body } = await callJson(world, 'sh.Account/GetAccountStatus');
    expect(body).toEqual({
      shopify_access: true,
      square_access: true,
      has_mapped_locations: true,
      is_subscribed: false,
      listening_active: true,
      watching_since: '2026-01-02T03:04:05.000Z',
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
      unlinked: 5,
      oversold: 2,
      writers_held: 2,
      writers_suspected: 3,
      all_on_hold: true,
      new_writers: 1,
      billing_mode: 'shopify',
      shopify_doubt: '',
      square_doubt: '',
      lag: { count: 3, p50_ms: 400, p95_ms: 900, longest_ms: 1200 },
      drift: 0,
      oldest_under_way_ms: '0',
    });
  });

  it('saves settings, and keeps those that the caller omits', async () => {
    const world = await newWorld();
    const { db } = world.services;
    const call = (message: object) => callJson(world, 'sh.Account/SaveAccountSettings', message);
    const saved = await call({ account_name: ' Corner Shop ', apply_max_quantity: false, set_barcode: true });
    expect(saved).toEqual({ status: 200, body: {} });
    const settings = '{"applyMaxQuantity":false,"maxQuantityUpdate":100,"setBarcode":true,"autoSync":true}';
    expect(effects(world)).toEqual([`saveSettings[${settings},null]`]);
    expect((await findAccount(db, world.account.id))?.name).toBe('Corner Shop');
    world.asked.length = 0;
    const stated = { account_name: 'Corner Store', apply_max_quantity: false, set_barcode: true, version: '1' };
    expect((await call(stated)).status).toBe(200);
    // The name is in another store: a caller that reads between the two writes gets a version that is no longer valid.
    expect(effects(world)).toEqual([`saveSettings[${settings},1]`, `saveSettings[${settings},2]`]);
    expect((await findAccount(db, world.account.id))?.name).toBe('Corner Store');
    expect((await call(stated)).body).toMatchObject({ code: 'failed_precondition' });
    expect(await call({ ...stated, version: 'new' })).toMatchObject({ status: 400, body: { code: 'invalid_argument' } });
    await call({ account_name: 'Corner Store', apply_max_quantity: true, max_quantity_update: 9, auto_sync: false });
    expect((await callJson(world, 'sh.Account/GetAccountSettings')).body).toEqual({
      account_name: 'Corner Store',
      apply_max_quantity: true,
      max_quantity_update: 9,
      set_barcode: false,
      auto_sync: false,
      watching: false,
      alert_address: '',
      version: '4',
    });
  });

  it('saves the merchant’s alert address, and removes it again', async () => {
    const world = await newWorld();
    const settings = { account_name: 'Demo', apply_max_quantity: true, max_quantity_update: 9 };
    const shown = async () => (await callJson(world, 'sh.Account/GetAccountSettings')).body['alert_address'];
    await callJson(world, 'sh.Account/SaveAccountSettings', { ...settings, alert_address: ' owner+stock@shop.example ' });
    expect(await shown()).toBe('owner+stock@shop.example');
    await callJson(world, 'sh.Account/SaveAccountSettings', settings);
    expect(await shown()).toBe('owner+stock@shop.example');
    await callJson(world, 'sh.Account/SaveAccountSettings', { ...settings, alert_address: '' });
    expect(await shown()).toBe('');
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
    const world = await sharedWorld('merchant');
    const settings = { account_name: 'Demo', apply_max_quantity: true, max_quantity_update: 9, alert_address: address };
    const answer = await callJson(world, 'sh.Account/SaveAccountSettings', settings);
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'invalid_argument', msg: "alert_address must be one mail address of at most 254 characters, or ''." },
    });
    expect(effects(world)).toEqual([]);
    expect(await findAccount(world.services.db, world.account.id)).toEqual(world.account);
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
    const world = await sharedWorld('merchant');
    const { status, body } = await callJson(world, 'sh.Account/SaveAccountSettings', message);
    expect({ status, code: body['code'], msg: body['msg'] }).toEqual({ status: 400, code: 'invalid_argument', msg });
    expect(effects(world)).toEqual([]);
    expect(await findAccount(world.services.db, world.account.id)).toEqual(world.account);
  });
});

describe('sh.Connections', () => {
  it('shows both connections and ends one: first in the object, then its route', async () => {
    const world = await newWorld();
    const { db } = world.services;
    await claimSquareMerchant(db, world.account.id, 'MLSERVICES');
    Object.assign(world.api, { state: async () => STATE });
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
    expect(effects(world)).toEqual(['disconnect["square","merchant"]']);
    expect((await findAccount(db, world.account.id))?.squareMerchantId).toBeNull();
    expect((await callJson(world, 'sh.Connections/Disconnect')).body).toMatchObject({ code: 'invalid_argument' });
  });
});
