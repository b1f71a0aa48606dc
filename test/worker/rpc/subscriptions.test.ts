import { describe, expect, it } from 'vitest';

import { ok, refuse } from '../../../src/domain/result';
import type { SubscriptionRecord } from '../../../src/worker/rpc/ports';
import { accountId } from '../../support/account-id';
import { callJson, MOMENT, newWorld, SESSION } from './fake-ports';

const ACTIVE: SubscriptionRecord = {
  id: 'gid://shopify/AppSubscription/31',
  name: 'Standard',
  active: true,
  price: '49.99',
  currency: 'USD',
  nextBilling: MOMENT,
};

const CREATE = 'sh.Subscriptions/CreateSubscription';
const CANCEL = 'sh.Subscriptions/CancelSubscription';

describe('sh.Subscriptions', () => {
  it('begins a subscription with the trial that is left', async () => {
    const world = newWorld();
    const { body } = await callJson(world, CREATE, { is_test: false });
    expect(body).toEqual({ redirect_url: 'https://demo.myshopify.com/confirm' });
    expect(world.effects).toEqual([
      'createSubscription{"returnUrl":"http://localhost:8787/shopify/billingReturn","test":false,"trialDays":14}',
    ]);
  });

  it('shows none as 0, and an active one with its payments', async () => {
    const world = newWorld();
    const none = await callJson(world, 'sh.Subscriptions/GetSubscription');
    expect(none.body).toMatchObject({ shopify_subscription_id: '0', is_active: false, next_billing_date: '' });
    world.subscription = ACTIVE;
    const one = await callJson(world, 'sh.Subscriptions/GetSubscription', { max_transactions: 3 });
    expect(one.body).toEqual({
      shopify_subscription_id: 'gid://shopify/AppSubscription/31',
      shopify_subscription_name: 'Standard',
      is_active: true,
      price: '49.99',
      currency: 'USD',
      next_billing_date: '2026-01-02T03:04:05.000Z',
      transactions: [{ transaction_id: 'pay-1', date: '2026-01-02T03:04:05.000Z', amount_dollars: 49.99 }],
      last_charge: '',
      last_charge_id: '',
    });
    expect(world.effects).toEqual(['payments[1,12]', 'payments[1,3]']);
  });

  it('cancels the active one by its GID or number, and keeps the reason', async () => {
    for (const id of ['gid://shopify/AppSubscription/31', '31']) {
      const world = { ...newWorld(), subscription: ACTIVE };
      const done = await callJson(world, CANCEL, { subscription_id: id, cancel_reason: ' Too dear ' });
      expect(done).toEqual({ status: 200, body: {} });
      expect(world.effects).toEqual([
        'cancelSubscription["gid://shopify/AppSubscription/31"]',
        'settleCancellation[1,"gid://shopify/AppSubscription/31","Too dear"]',
      ]);
    }
  });

  it.each([
    ['nothing to cancel', CANCEL, { subscription_id: '31' }, {}, 412, 'failed_precondition'],
    ['another subscription', CANCEL, { subscription_id: '32' }, { subscription: ACTIVE }, 404, 'not_found'],
    [
      'a reason that is too long',
      CANCEL,
      { subscription_id: '31', cancel_reason: 'x'.repeat(2001) },
      { subscription: ACTIVE },
      400,
      'invalid_argument',
    ],
    ['a second subscription', CREATE, {}, { subscription: ACTIVE }, 412, 'failed_precondition'],
    ['a test one by a merchant', CREATE, { is_test: true }, {}, 403, 'permission_denied'],
    [
      'one while impersonating',
      CREATE,
      {},
      { session: { ...SESSION, isAdmin: true, impersonator: { accountId: accountId(2), shopDomain: 'o.myshopify.com' } } },
      403,
      'permission_denied',
    ],
    [
      'ending one while impersonating',
      CANCEL,
      { subscription_id: '31' },
      { subscription: ACTIVE, session: { ...SESSION, impersonator: { accountId: accountId(2), shopDomain: 'o.myshopify.com' } } },
      403,
      'permission_denied',
    ],
    ['a negative number of payments', 'sh.Subscriptions/GetSubscription', { max_transactions: -1 }, {}, 400, 'invalid_argument'],
    [
      'a wrong secret',
      'sh.Subscriptions/GetSubscriptionStatus',
      { account_id: '1', secret: 'status-secreT' },
      { session: null },
      401,
      'unauthenticated',
    ],
    ['no secret', 'sh.Subscriptions/GetSubscriptionStatus', { account_id: '1' }, { session: null }, 401, 'unauthenticated'],
    [
      'an unknown account',
      'sh.Subscriptions/GetSubscriptionStatus',
      { account_id: '9', secret: 'status-secret' },
      { session: null },
      404,
      'not_found',
    ],
  ])('refuses %s', async (...row) => {
    const [, path, message, change, status, code] = row;
    const world = { ...newWorld(), ...change };
    const answer = await callJson(world, path, message);
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({ status, code });
    expect(world.effects).toEqual([]);
  });

  it('has nothing to sell where nothing is charged', async () => {
    const world = newWorld();
    world.config = { ...world.config, billingMode: 'none' };
    expect(await callJson(world, CREATE)).toMatchObject({ status: 412 });
    expect(await callJson(world, CANCEL)).toMatchObject({ status: 412 });
  });

  it('lets anybody begin a test subscription where that is allowed', async () => {
    const world = newWorld();
    world.config = { ...world.config, allowTestCharges: true };
    expect((await callJson(world, CREATE, { is_test: true })).status).toBe(200);
    expect(world.effects[0]).toContain('"test":true');
  });

  it.each([
    ['a development store', { development: true }, new Set<string>(), true],
    ['a staff store of Shopify’s', { development: false }, new Set(['demo.myshopify.com']), true],
    ['another staff store', { development: false }, new Set(['other.myshopify.com']), false],
    ['an ordinary shop', { development: false }, new Set<string>(), false],
  ])('charges %s as Shopify lets it be charged, whatever the page says', async (_, plan, staffShops, test) => {
    for (const is_test of test ? [false, true] : [false]) {
      const world = newWorld();
      world.config = { ...world.config, staffShops };
      const { createSubscription: _create, ...api } = world.api ?? {};
      world.api = { ...api, shopInfo: async () => ok({ name: 'Demo', email: '', currency: 'USD', ...plan }) };
      expect((await callJson(world, CREATE, { is_test })).status).toBe(200);
      expect(world.effects[0]).toContain(`"test":${test}`);
    }
  });

  it('begins nothing when the plan of the shop cannot be read', async () => {
    const world = newWorld();
    world.api = { shopInfo: async () => refuse('unavailable', 'Shopify cannot be reached.') };
    expect(await callJson(world, CREATE)).toMatchObject({ status: 503, body: { msg: 'Shopify cannot be reached.' } });
    expect(world.effects).toEqual([]);
  });

  it('passes on that Shopify is down, before and after', async () => {
    const world = newWorld();
    world.api = { createSubscription: async () => refuse('unavailable', 'Shopify cannot be reached.') };
    expect(await callJson(world, CREATE)).toMatchObject({ status: 503, body: { msg: 'Shopify cannot be reached.' } });
  });

  it('tells an account’s standing to who knows the secret', async () => {
    const world = { ...newWorld(), session: null };
    const { body } = await callJson(world, 'sh.Subscriptions/GetSubscriptionStatus', { account_id: '1', secret: 'status-secret' });
    expect(body).toEqual({ active_subscription: true, has_app_access: true, available_trial_days: 14 });
  });
});
