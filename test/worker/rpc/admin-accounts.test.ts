import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

import { listAccounts } from '../../../src/db/accounts';
import { saveSubscriptions } from '../../../src/db/subscriptions';
import { accountId } from '../../support/account-id';
import { control, type Browser } from '../support/browser';
import { textLike } from '../support/like';
import { openShop, sell, servicesUnderTest } from '../support/shop';
import { pairLocations, subscribe } from '../support/worker-harness';

let operator: Browser;
let merchant: Browser;
let demo = '';
let own = '';

beforeAll(async () => {
  await control('reset', 'POST', { catalogue: { variants: 6, seed: 1 } });
  await control('config', 'PUT', { autoApprove: true });
  ({ browser: merchant, accountId: demo } = await openShop('demo', 'MLDEMO'));
  ({ browser: operator, accountId: own } = await openShop('operator', ''));
});

const call = <T = unknown>(method: string, message: object): Promise<T> => operator.call<T>(`sh.Admin/${method}`, message);

interface Detail {
  readonly shopify: { readonly total_variants: string };
  readonly shopify_orders_ytd: number;
}

describe('the customers', () => {
  it('are listed page by page, and found by partial text', async () => {
    expect(await call('AdminGetAccounts', {})).toMatchObject({
      total: 2,
      accounts: [{ id: demo, domain: 'demo.myshopify.com', expires: '' }, { id: own }],
    });
    expect(await call('AdminGetAccounts', { limit: 1, offset: 1 })).toMatchObject({ total: 2, accounts: [{ id: own }] });
    expect(await call('AdminGetAccounts', { query: ' DEMO.my' })).toMatchObject({ total: 1, accounts: [{ id: demo }] });
    expect(await call('AdminGetAccounts', { query: 'x'.repeat(200) })).toEqual({ total: 0, accounts: [] });
  });

  it('are limited to those with access on request', async () => {
    expect(await call('AdminGetAccounts', { only_active: true })).toEqual({ total: 0, accounts: [] });
    await subscribe(merchant);
    expect(await call('AdminGetAccounts', { only_active: true })).toMatchObject({ total: 1, accounts: [{ id: demo }] });
  });

  it('all have access where nothing is charged', async () => {
    const { db } = servicesUnderTest();
    const request = { query: '', onlyActive: true, limit: 100, offset: 0, now: Date.now() };
    expect((await listAccounts(db, { ...request, everybodyPaid: false })).total).toBe(1);
    expect((await listAccounts(db, { ...request, everybodyPaid: true })).total).toBe(2);
  });

  it('are found among a thousand by a text that is too long for a database pattern', async () => {
    const name = (n: number): string => `a-shop-with-a-name-that-is-far-longer-than-fifty-bytes-${n}.myshopify.com`;
    const many = env.DB.prepare(
      `with recursive number (n) as (select 0 union all select n + 1 from number where n < 1199)
        insert into accounts (shop_domain, created) select replace(?, '-0.', '-' || n || '.'), 0 from number`,
    );
    await many.bind(name(0)).run();
    expect(await call('AdminGetAccounts', { query: name(1_199) })).toMatchObject({ total: 1, accounts: [{ domain: name(1_199) }] });
    expect(await call('AdminGetAccounts', { query: 'fifty_bytes' })).toMatchObject({ total: 0 });
    expect(await call('AdminGetAccounts', { query: 'fifty-bytes', limit: 7, offset: 1_198 })).toMatchObject({
      total: 1_200,
      accounts: [{ domain: name(1_198) }, { domain: name(1_199) }],
    });
    interface Page {
      readonly total: number;
      readonly accounts: readonly unknown[];
    }
    expect((await call<Page>('AdminGetAccounts', {})).accounts).toHaveLength(100);
    const most = await call<Page>('AdminGetAccounts', { limit: 5_000 });
    expect([most.total, most.accounts.length]).toEqual([1_202, 1_000]);
  });

  it.each([
    [{ limit: -1 }, 'limit must not be negative.'],
    [{ offset: -1 }, 'offset must not be negative.'],
    [{ query: 'x'.repeat(201) }, 'query must not be longer than 200 characters.'],
  ])('are not listed for %j', async (message, msg) => {
    expect(await call('AdminGetAccounts', message)).toMatchObject({ code: 'invalid_argument', msg });
  });
});

describe('one customer', () => {
  it('is shown with all known details', async () => {
    await pairLocations(merchant);
    await expect
      .poll(async () => (await call<Detail>('AdminGetAccount', { id: demo })).shopify.total_variants, { timeout: 180_000 })
      .toBe('6');
    const detail = await call('AdminGetAccount', { id: demo });
    expect(detail).toMatchObject({
      summary: { id: demo, domain: 'demo.myshopify.com' },
      last_payment_date: '',
      total_payment_dollars: 0,
      total_synced_locations: 1,
      shopify_orders_ytd: 0,
      square_orders_last_30: 0,
      shopify_orders_available: false,
      square_orders_available: false,
      shopify: { total_locations: 2 },
      shopify_access: true,
      square_access: true,
      square_merchant_id: 'MLDEMO',
    });
    expect(detail).toMatchObject({ last_login_date: textLike(/^\d{4}-\d\d-\d\dT/u) });
  });

  it('is shown with their payments', async () => {
    const { db } = servicesUnderTest();
    const payment = (id: string, at: number) => ({ id, subscription: 's', at, amountCents: 4999, currency: 'USD' });
    await saveSubscriptions(db, accountId(demo), [], [payment('p1', Date.UTC(2026, 8, 1)), payment('p2', Date.UTC(2026, 9, 1))]);
    expect(await call('AdminGetAccount', { id: demo })).toMatchObject({
      last_payment_date: '2026-10-01T00:00:00.000Z',
      total_payment_dollars: 99.98,
    });
  });

  it('is shown without a platform that was never connected', async () => {
    const detail = await call('AdminGetAccount', { id: own });
    expect(detail).not.toHaveProperty('square_merchant_id');
    expect(detail).toMatchObject({
      shopify_access: true,
      square_access: false,
      total_synced_locations: 0,
      square: { total_products: '0', total_variants: '0', total_locations: 0 },
    });
  });

  it('has order counts when both platforms allow it', async () => {
    await control('config', 'PUT', { grantOrders: true });
    const granted = await openShop('demo', 'MLDEMO');
    expect(granted.accountId).toBe(demo);
    await sell('shopify');
    await sell('shopify');
    await sell('square');
    expect(await call('AdminGetAccount', { id: demo })).toMatchObject({
      shopify_orders_ytd: 2,
      square_orders_last_30: 1,
      shopify_orders_available: true,
      square_orders_available: true,
    });
    await control('config', 'PUT', { grantOrders: false });
  });

  it('is still shown while a platform is down', async () => {
    await control('config', 'PUT', { faults: { shopify: { rate5xx: 1 }, square: { rate5xx: 1 } } });
    expect(await call('AdminGetAccount', { id: demo })).toMatchObject({
      shopify: { total_variants: '6' },
      shopify_orders_available: false,
      square_orders_available: false,
    });
    await control('config', 'PUT', { faults: { shopify: { rate5xx: 0 }, square: { rate5xx: 0 } } });
  });

  it.each(['', '0', '-1', '01', '1.5', '1e3', ' 1', '0x10', '9'.repeat(16), "1' or '1'='1", '١'])('cannot have the id %j', async (id) => {
    expect(await call('AdminGetAccount', { id })).toMatchObject({ code: 'invalid_argument' });
    expect(await call('AdminGetScopes', { id })).toMatchObject({ code: 'invalid_argument' });
  });

  it('must exist', async () => {
    expect(await call('AdminGetAccount', { id: '999999999' })).toMatchObject({ code: 'not_found', msg: 'There is no account 999999999.' });
  });
});
