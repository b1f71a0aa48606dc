import { describe, expect, it } from 'vitest';

import { saveSubscriptions, subscriptionsOf } from '../../../src/db/subscriptions';
import type { ShopSubscription } from '../../../src/domain/account/subscription';
import { ok, refuse } from '../../../src/domain/result';
import { callJson, effects, MOMENT, newWorld, type Who, type World } from './rpc-world';

const DAY = 24 * 3_600_000;

const GID = 'gid://shopify/AppSubscription/';

/** An active subscription with a unique id. */
function active(now: number): ShopSubscription {
  numbers += 1;
  return {
    id: `${GID}${numbers}`,
    name: 'Standard',
    status: 'ACTIVE',
    test: false,
    trialDays: 14,
    amount: '49.99',
    currency: 'USD',
    createdAt: now,
    currentPeriodEnd: now + 30 * DAY,
  };
}

let numbers = 30;

interface Shop {
  readonly world: World;
  /** The subscription at Shopify; null for none. */
  readonly subscription: ShopSubscription | null;
}

/** A merchant whose shop can be read, with or without a subscription. */
async function shopOf(who: Who = 'unsubscribed', has = false, changed: Readonly<Record<string, string>> = {}): Promise<Shop> {
  const world = await newWorld(who, changed);
  const subscription = has ? active(world.harness.clock.now) : null;
  const { db } = world.services;
  if (subscription !== null) await saveSubscriptions(db, world.account.id, [subscription], []);
  Object.assign(world.api, {
    readSubscriptions: async () => ok(subscription === null ? [] : [subscription]),
    shopInfo: async () => ok({ name: 'Demo', email: '', currency: 'USD', development: false }),
    createSubscription: async () => ok({ id: `${GID}1`, confirmationUrl: 'https://demo.myshopify.com/confirm' }),
    cancelSubscription: async () => ok(null),
    setEntitlement: async () => undefined,
  });
  // Only operators may ask for a test subscription where Shopify charges.
  Object.assign(world.services, { local: false });
  return { world, subscription };
}

/** The subscription changes that were requested from the object. */
const changes = (world: World): string[] => effects(world).filter((effect) => !effect.startsWith('setEntitlement'));

const CREATE = 'sh.Subscriptions/CreateSubscription';
const CANCEL = 'sh.Subscriptions/CancelSubscription';

describe('sh.Subscriptions', () => {
  it('starts a subscription with the remaining trial', async () => {
    const { world } = await shopOf();
    const { body } = await callJson(world, CREATE, { is_test: false });
    expect(body).toEqual({ redirect_url: 'https://demo.myshopify.com/confirm' });
    expect(changes(world)).toEqual([
      'createSubscription[{"returnUrl":"http://localhost:8787/shopify/billingReturn","test":false,"trialDays":14}]',
    ]);
  });

  it('shows none as 0, and an active one with its payments', async () => {
    const none = await callJson((await shopOf()).world, 'sh.Subscriptions/GetSubscription');
    expect(none.body).toMatchObject({ shopify_subscription_id: '0', is_active: false, next_billing_date: '' });
    const { world, subscription } = await shopOf('merchant', true);
    const paid = (n: number) => ({ id: `${world.account.id}-${n}`, subscription: 's', at: MOMENT - n, amountCents: 4999, currency: 'USD' });
    await saveSubscriptions(
      world.services.db,
      world.account.id,
      [],
      Array.from({ length: 13 }, (_, n) => paid(n)),
    );
    const one = await callJson(world, 'sh.Subscriptions/GetSubscription', { max_transactions: 1 });
    expect(one.body).toEqual({
      shopify_subscription_id: subscription?.id,
      shopify_subscription_name: 'Standard',
      is_active: true,
      price: '49.99',
      currency: 'USD',
      next_billing_date: new Date(world.harness.clock.now + 30 * DAY).toISOString(),
      transactions: [{ transaction_id: `${world.account.id}-0`, date: '2026-01-02T03:04:05.000Z', amount_dollars: 49.99 }],
      last_charge: '',
      last_charge_id: '',
    });
    expect((await callJson(world, 'sh.Subscriptions/GetSubscription')).body['transactions']).toHaveLength(12);
    expect((await callJson(world, 'sh.Subscriptions/GetSubscription', { max_transactions: 3 })).body['transactions']).toHaveLength(3);
  });

  it('cancels the active one by its GID or number, and keeps the reason', async () => {
    for (const prefix of [GID, '']) {
      const { world, subscription } = await shopOf('merchant', true);
      const id = subscription?.id ?? '';
      const message = { subscription_id: id.replace(GID, prefix), cancel_reason: ' Too dear ' };
      expect(await callJson(world, CANCEL, message)).toEqual({ status: 200, body: {} });
      expect(changes(world)).toEqual([`cancelSubscription["${id}"]`]);
      expect(await subscriptionsOf(world.services.db, world.account.id)).toMatchObject([{ id, cancelReason: 'Too dear' }]);
    }
  });

  const STATUS = 'sh.Subscriptions/GetSubscriptionStatus';

  it.each([
    ['nothing to cancel', CANCEL, { subscription_id: '31' }, 'unsubscribed', false, 412, 'failed_precondition'],
    ['another subscription', CANCEL, { subscription_id: '32000' }, 'merchant', true, 404, 'not_found'],
    [
      'a reason that is too long',
      CANCEL,
      { subscription_id: '31', cancel_reason: 'x'.repeat(2001) },
      'merchant',
      true,
      400,
      'invalid_argument',
    ],
    ['a second subscription', CREATE, {}, 'merchant', true, 412, 'failed_precondition'],
    ['a test one by a merchant', CREATE, { is_test: true }, 'unsubscribed', false, 403, 'permission_denied'],
    ['one while impersonating', CREATE, {}, 'impersonator', false, 403, 'permission_denied'],
    ['ending one while impersonating', CANCEL, { subscription_id: '31' }, 'impersonator', true, 403, 'permission_denied'],
    [
      'a negative number of payments',
      'sh.Subscriptions/GetSubscription',
      { max_transactions: -1 },
      'merchant',
      false,
      400,
      'invalid_argument',
    ],
    ['a wrong secret', STATUS, { account_id: '1', secret: 'status-secreT' }, 'nobody', false, 401, 'unauthenticated'],
    ['no secret', STATUS, { account_id: '1' }, 'nobody', false, 401, 'unauthenticated'],
    ['an unknown account', STATUS, { account_id: '999999', secret: 'status-secret' }, 'nobody', false, 404, 'not_found'],
  ] satisfies [string, string, object, Who, boolean, number, string][])('refuses %s', async (...row) => {
    const [, path, message, who, has, status, code] = row;
    const { world } = await shopOf(who, has);
    const answer = await callJson(world, path, message);
    expect({ status: answer.status, code: answer.body['code'] }).toEqual({ status, code });
    expect(changes(world)).toEqual([]);
  });

  it('offers no subscription when nothing is charged', async () => {
    const { world } = await shopOf('unsubscribed', false, { BILLING_MODE: 'none' });
    expect(await callJson(world, CREATE)).toMatchObject({ status: 412 });
    expect(await callJson(world, CANCEL)).toMatchObject({ status: 412 });
  });

  it('lets everyone start a test subscription where that is allowed', async () => {
    const { world } = await shopOf();
    Object.assign(world.services, { local: true });
    expect((await callJson(world, CREATE, { is_test: true })).status).toBe(200);
    expect(changes(world)[0]).toContain('"test":true');
  });

  it.each([
    ['a development store', { development: true }, '', true],
    ['a staff store of Shopify’s', { development: false }, 'own', true],
    ['another staff store', { development: false }, 'other.myshopify.com', false],
    ['an ordinary shop', { development: false }, '', false],
  ])('charges %s the way Shopify allows, whatever the page requests', async (_, plan, staff, test) => {
    for (const is_test of test ? [false, true] : [false]) {
      const { world } = await shopOf();
      const staffShops = new Set([staff === 'own' ? world.account.shopDomain : staff]);
      Object.assign(world.services, { config: { ...world.services.config, staffShops } });
      Object.assign(world.api, { shopInfo: async () => ok({ name: 'Demo', email: '', currency: 'USD', ...plan }) });
      expect((await callJson(world, CREATE, { is_test })).status).toBe(200);
      expect(changes(world)[0]).toContain(`"test":${test}`);
    }
  });

  it('starts no subscription when the plan of the shop cannot be read', async () => {
    const { world } = await shopOf();
    Object.assign(world.api, { shopInfo: async () => refuse('unavailable', 'Shopify cannot be reached.') });
    expect(await callJson(world, CREATE)).toMatchObject({ status: 503, body: { msg: 'Shopify cannot be reached.' } });
    expect(changes(world)).toEqual([]);
  });

  it('reports that Shopify is down, when reading and when creating a subscription', async () => {
    const { world } = await shopOf();
    Object.assign(world.api, { createSubscription: async () => refuse('unavailable', 'Shopify cannot be reached.') });
    expect(await callJson(world, CREATE)).toMatchObject({ status: 503, body: { msg: 'Shopify cannot be reached.' } });
    Object.assign(world.api, { readSubscriptions: async () => refuse('unavailable', 'Shopify does not answer.') });
    expect(await callJson(world, CREATE)).toMatchObject({ status: 503, body: { msg: 'Shopify does not answer.' } });
  });

  it('returns an account’s subscription status to a caller with the secret', async () => {
    const { world } = await shopOf('nobody');
    const message = { account_id: String(world.account.id), secret: 'status-secret' };
    const { body } = await callJson(world, STATUS, message);
    expect(body).toEqual({ active_subscription: true, has_app_access: true, available_trial_days: 14 });
  });
});
