import { describe, expect, it } from 'vitest';

import { findAccount } from '../../../src/db/accounts';
import { subscriptionsOf } from '../../../src/db/subscriptions';
import { tasksOf } from '../../../src/db/tasks';
import type { AccountId } from '../../../src/domain/account/account-id';
import type { ShopSubscription } from '../../../src/domain/account/subscription';
import { ok, refuse } from '../../../src/domain/result';
import { refreshSubscription } from '../../../src/worker/accounts/refresh-subscription';
import { expectNoise } from '../../support/fail-on-noise';
import { routeHarness, type RouteHarness } from '../support/route-harness';

const DAY = 24 * 3_600_000;
let numbers = 700;

const running = (now: number): ShopSubscription => ({
  id: `gid://shopify/AppSubscription/${numbers}`,
  name: 'Standard',
  status: 'ACTIVE',
  test: false,
  trialDays: 0,
  createdAt: now,
  currentPeriodEnd: now + 30 * DAY,
  amount: '49.99',
  currency: 'USD',
});

async function subscribed(): Promise<{ world: RouteHarness; account: AccountId; cancel: () => Promise<Response>; cookie: string }> {
  numbers += 1;
  const world = routeHarness();
  const { account, cookie } = await world.signIn();
  world.object(account.id).script.subscriptions = ok([running(world.clock.now)]);
  await refreshSubscription(world.services, account.id);
  const body = JSON.stringify({ subscription_id: String(numbers), cancel_reason: 'Too dear' });
  const headers = { 'content-type': 'application/json', cookie };
  const cancel = async (): Promise<Response> =>
    world.request('/rpc/sh.Subscriptions/CancelSubscription', { method: 'POST', headers, body });
  return { world, account: account.id, cancel, cookie };
}

describe('a cancellation', () => {
  it('that Shopify accepted is reported as successful even if Shopify cannot be read afterward', async () => {
    expectNoise(/"event":"billing.not-read-after-cancelling"/u);
    const { world, account, cancel } = await subscribed();
    const { api, script } = world.object(account);
    Object.assign(api, { cancelSubscription: async () => ok(null) });
    script.subscriptions = refuse('unavailable', 'Shopify cannot be reached.');
    const answer = await cancel();
    expect([answer.status, await answer.json()]).toEqual([200, {}]);
    const { db } = world.services;
    // The screens show what Shopify accepted, and a task reads the subscription from Shopify as soon as possible.
    expect(await subscriptionsOf(db, account)).toMatchObject([{ status: 'CANCELLED', cancelReason: 'Too dear' }]);
    expect(await findAccount(db, account)).toMatchObject({ subscribed: false, accessEnds: world.clock.now + 30 * DAY });
    expect(await tasksOf(db, account, 10)).toMatchObject([{ name: 'billing', state: 'queued' }]);
  });

  it('that was made earlier, or got no response, is reported as successful when Shopify confirms it', async () => {
    const { world, account, cancel } = await subscribed();
    const { api, script } = world.object(account);
    for (const code of ['failed_precondition', 'unavailable'] as const) {
      Object.assign(api, {
        cancelSubscription: async () => {
          script.subscriptions = ok([{ ...running(world.clock.now), status: 'CANCELLED', currentPeriodEnd: null }]);
          return refuse(code, 'Shopify did not accept the request. Nothing was changed.');
        },
      });
      script.subscriptions = ok([running(world.clock.now)]);
      await refreshSubscription(world.services, account);
      const answer = await cancel();
      expect([answer.status, await answer.json()]).toEqual([200, {}]);
      expect(await subscriptionsOf(world.services.db, account)).toMatchObject([{ status: 'CANCELLED', cancelReason: 'Too dear' }]);
    }
  });

  it('that Shopify refused is reported as refused, and changes nothing', async () => {
    const { world, account, cancel } = await subscribed();
    Object.assign(world.object(account).api, { cancelSubscription: async () => refuse('unavailable', 'Shopify cannot be reached.') });
    expect((await cancel()).status).toBe(503);
    expect(await subscriptionsOf(world.services.db, account)).toMatchObject([{ status: 'ACTIVE', cancelReason: '' }]);
  });
});
