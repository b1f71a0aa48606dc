import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { findAccount } from '../../../src/db/accounts';
import { accountId } from '../../support/account-id';
import { expectNoise } from '../../support/fail-on-noise';
import { control, type Browser } from '../support/browser';
import { textWith } from '../support/like';
import { openShop, servicesUnderTest } from '../support/shop';
import { withdraw } from '../support/withdraw';
import { subscribe } from '../support/worker-harness';

let operator: Browser;
let merchant: Browser;
let demo = '';

beforeAll(async () => {
  await control('reset', 'POST', { catalogue: { variants: 2, seed: 1 } });
  await control('config', 'PUT', { autoApprove: true });
  operator = (await openShop('operator', '')).browser;
});

beforeEach(async () => {
  await control('config', 'PUT', { faults: { shopify: { rate5xx: 0, webhookLoss: 0 }, square: { rate5xx: 0, webhookLoss: 0 } } });
  ({ browser: merchant, accountId: demo } = await openShop('demo', 'MLDEMO'));
});

const call = (method: string, message: object): Promise<unknown> => operator.call(`sh.Admin/${method}`, message);

interface Access {
  readonly shopify_access: boolean;
  readonly square_access: boolean;
}

async function access(): Promise<Access> {
  const { shopify_access, square_access } = await operator.call<Access>('sh.Admin/AdminGetAccount', { id: demo });
  return { shopify_access, square_access };
}

/** The types of the webhooks that the account has received, the newest first. */
async function received(): Promise<readonly string[]> {
  const { payloads } = await operator.call<{ payloads: { type: string }[] }>('sh.Admin/AdminGetWebhookPayloads', { account_id: demo });
  return payloads.map(({ type }) => type);
}

describe('a simulated revocation of access to Square', () => {
  it('is refused while Square still accepts the token', async () => {
    expect(await call('AdminSquareAccessRevoked', { merchant_id: 'MLDEMO' })).toMatchObject({
      code: 'failed_precondition',
      msg: 'Square still grants the account access. Nothing was changed.',
    });
    expect(await access()).toEqual({ shopify_access: true, square_access: true });
  });

  it('is accepted once Square refuses the token: the connection ends, and the merchant can connect again', async () => {
    await withdraw({ square: 'MLDEMO' });
    expect(await access()).toEqual({ shopify_access: true, square_access: true });
    expectNoise(/locations of square could not be read: the token was refused/u);
    expect(await call('AdminSquareAccessRevoked', { merchant_id: 'MLDEMO' })).toEqual({});
    expect(await access()).toEqual({ shopify_access: true, square_access: false });
    expect((await findAccount(servicesUnderTest().db, accountId(demo)))?.squareMerchantId).toBeNull();
    expect(await call('AdminSquareAccessRevoked', { merchant_id: 'MLDEMO' })).toMatchObject({ code: 'not_found' });
    expect(await received()).toContain('oauth.authorization.revoked');
  });

  it('is reported as unavailable while Square is down', async () => {
    await control('config', 'PUT', { faults: { square: { rate5xx: 1 } } });
    expectNoise(/operator\.event-failed/u);
    expectNoise(/locations of square could not be read: Square answered 503/u);
    expect(await call('AdminSquareAccessRevoked', { merchant_id: 'MLDEMO' })).toMatchObject({ code: 'unavailable' });
    expect(await access()).toEqual({ shopify_access: true, square_access: true });
  });
});

describe('a simulated uninstallation of the app', () => {
  it('is refused while Shopify still accepts the token', async () => {
    expect(await call('AdminShopifyAppUninstalled', { domain: 'demo' })).toMatchObject({ code: 'failed_precondition' });
    expect(await merchant.call('sh.Session/GetSessionData')).toMatchObject({ shopify_domain: 'demo.myshopify.com' });
  });

  it('is accepted once Shopify refuses the token: the connection and all sessions end', async () => {
    await withdraw({ shopify: 'demo.myshopify.com' });
    expect(await call('AdminShopifyAppUninstalled', { domain: 'demo.myshopify.com' })).toEqual({});
    expect(await merchant.call('sh.Session/GetSessionData')).toMatchObject({ shopify_domain: '' });
    expect(await access()).toMatchObject({ shopify_access: false });
    expect((await findAccount(servicesUnderTest().db, accountId(demo)))?.status).toBe('uninstalled');
  });
});

describe('a simulated change of locations', () => {
  it.each([
    ['AdminShopifyLocationsChanged', { domain: 'demo' }, 'locations/update'],
    ['AdminSquareLocationsChanged', { merchant_id: 'MLDEMO' }, 'location.updated'],
  ])('reads the locations: %s', async (method, message, type) => {
    const service = servicesUnderTest().account(accountId(demo));
    await vi.waitFor(async () => expect((await service.locations()).all.length).toBeGreaterThanOrEqual(4), 180_000);
    const before = await service.state();
    expect(await call(method, message)).toEqual({});
    await vi.waitFor(async () => expect((await service.state()).revision).toBeGreaterThan(before.revision), 180_000);
    expect((await received())[0]).toBe(type);
  });
});

describe('a simulated change of the shop', () => {
  it('reads its name and email address', async () => {
    const { db } = servicesUnderTest();
    await env.DB.prepare("update accounts set shop_name = '', email = '' where id = ?").bind(Number(demo)).run();
    expect(await call('AdminShopifyShopUpdated', { domain: 'demo' })).toEqual({});
    expect((await findAccount(db, accountId(demo)))?.email).toContain('@');
  });
});

describe('a simulated change of a subscription', () => {
  interface Subscription {
    readonly shopify_subscription_id: string;
    readonly is_active: boolean;
  }
  const current = (): Promise<Subscription> => merchant.call<Subscription>('sh.Subscriptions/GetSubscription');

  it('reads the subscription from Shopify, whose status counts', async () => {
    await control('config', 'PUT', { faults: { shopify: { webhookLoss: 1 } } });
    await subscribe(merchant);
    const { shopify_subscription_id: id, is_active } = await current();
    expect(is_active).toBe(true);
    // The shared database loses the subscription, and the simulated webhook restores it.
    await env.DB.prepare('update accounts set subscribed = 0 where id = ?').bind(Number(demo)).run();
    expect(await call('AdminShopifyAppSubscriptionUpdated', { domain: 'demo', subscription_id: id, status: 'ACTIVE' })).toEqual({});
    expect((await findAccount(servicesUnderTest().db, accountId(demo)))?.subscribed).toBe(true);
    expect(await call('AdminShopifyAppSubscriptionUpdated', { domain: 'demo', subscription_id: id, status: 'CANCELLED' })).toMatchObject({
      code: 'failed_precondition',
      msg: 'Shopify reports that this subscription is ACTIVE, not CANCELLED: nothing was changed.',
    });
    expect(await call('AdminShopifyAppSubscriptionUpdated', { domain: 'demo', subscription_id: '424242', status: 'ACTIVE' })).toMatchObject(
      {
        code: 'not_found',
      },
    );
    expect((await current()).is_active).toBe(true);
  });

  it.each([
    [{ subscription_id: '1', status: 'ACTIVE' }, 'domain is missing.'],
    [{ domain: 'demo', status: 'ACTIVE' }, 'subscription_id is missing.'],
    [{ domain: 'demo', subscription_id: 'gid://shopify/Order/1', status: 'ACTIVE' }, 'subscription_id must be'],
    [{ domain: 'demo', subscription_id: '1' }, 'status must be one of'],
    [{ domain: 'demo', subscription_id: '1', status: 'active' }, 'status must be one of'],
  ])('must name the subscription and its status: %j', async (message, problem) => {
    expect(await call('AdminShopifyAppSubscriptionUpdated', message)).toMatchObject({
      code: 'invalid_argument',
      msg: textWith(problem),
    });
  });
});

describe('a simulated webhook for an unknown account', () => {
  it.each(['AdminShopifyAppUninstalled', 'AdminShopifyLocationsChanged', 'AdminShopifyShopUpdated'])('is refused: %s', async (method) => {
    expect(await call(method, { domain: 'nobody-at-all' })).toMatchObject({ code: 'not_found' });
    expect(await call(method, { domain: 'https://evil.example/' })).toMatchObject({ code: 'invalid_argument' });
    expect(await call(method, {})).toMatchObject({ code: 'invalid_argument', msg: 'domain is missing.' });
  });

  it.each(['AdminSquareAccessRevoked', 'AdminSquareLocationsChanged'])('is refused: %s', async (method) => {
    expect(await call(method, { merchant_id: 'MLNOBODY' })).toMatchObject({ code: 'not_found' });
    expect(await call(method, { merchant_id: "x' or 1=1" })).toMatchObject({ code: 'invalid_argument' });
    expect(await call(method, {})).toMatchObject({ code: 'invalid_argument', msg: 'merchant_id is missing.' });
  });
});

describe('reading a platform again', () => {
  it('reads its locations immediately', async () => {
    expect(await call('AdminSyncLocations', { account_id: demo, source: 'square' })).toEqual({});
    expect(await call('AdminSyncLocations', { account_id: demo, source: 'shopify' })).toEqual({});
    expect(await call('AdminSyncLocations', { account_id: demo, source: 'ebay' })).toMatchObject({ code: 'invalid_argument' });
    expect(await call('AdminSyncLocations', { account_id: '424242', source: 'square' })).toMatchObject({ code: 'not_found' });
  });

  it('queues a snapshot, once a pair is chosen', async () => {
    expect(await call('AdminBuildSnapshot', { account_id: demo, source: 'square' })).toMatchObject({
      code: 'failed_precondition',
      msg: 'Choose the locations to keep in sync first.',
    });
    const { locations } = await pair();
    expect(locations).toEqual({});
    expect(await call('AdminBuildSnapshot', { account_id: demo, source: 'square' })).toEqual({});
    const tasks = await env.DB.prepare("select source from tasks where account = ? and name = 'snapshot' and source = 'square'")
      .bind(Number(demo))
      .all();
    expect(tasks.results.length).toBeGreaterThan(0);
    expect(await call('AdminBuildSnapshot', { account_id: '424242', source: 'square' })).toMatchObject({ code: 'not_found' });
    expect(await call('AdminBuildSnapshot', { account_id: demo, source: '' })).toMatchObject({ code: 'invalid_argument' });
  });

  it('is refused for a platform that is not connected', async () => {
    expectNoise(/locations of square could not be read: the token was refused/u);
    const own = await operator.call<{ account_id: string }>('sh.Session/GetSessionData');
    expect(await call('AdminBuildSnapshot', { account_id: own.account_id, source: 'square' })).toMatchObject({
      code: 'failed_precondition',
      msg: 'Square is not connected: there is nothing to read.',
    });
    expect(await call('AdminSyncLocations', { account_id: own.account_id, source: 'square' })).toMatchObject({
      code: 'failed_precondition',
    });
  });
});

async function pair(): Promise<{ locations: unknown }> {
  const { all } = await merchant.call<{ all: { id: string; source: string }[] }>('sh.Locations/GetLocations');
  const first = (source: string): string => all.find((one) => one.source === source)?.id ?? '';
  const message = { location_id_shopify: first('shopify'), location_id_square: first('square') };
  return { locations: await merchant.call('sh.Locations/SaveSyncedLocation', message) };
}
