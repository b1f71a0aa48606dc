import { describe, expect, it } from 'vitest';

import { accountsToErase, noteDeletionWarned, findAccount } from '../../../src/db/accounts';
import { paymentsOf, subscriptionsOf } from '../../../src/db/subscriptions';
import type { ShopSubscription } from '../../../src/domain/account/subscription';
import { err, ok } from '../../../src/domain/result';
import { refreshSubscription } from '../../../src/worker/accounts/refresh-subscription';
import { runDueJobs } from '../../../src/worker/jobs/run-cron-jobs';
import { runTask } from '../../../src/worker/jobs/run-task';
import { APP, routeHarness } from '../support/route-harness';
import { shopifyWebhook } from '../support/sign';

const DAY = 24 * 3_600_000;
let numbers = 0;

function active(now: number, changed: Partial<ShopSubscription> = {}): ShopSubscription {
  numbers += 1;
  return {
    id: `gid://shopify/AppSubscription/${numbers}`,
    name: 'Standard',
    status: 'ACTIVE',
    test: false,
    trialDays: 0,
    createdAt: now,
    currentPeriodEnd: now + 30 * DAY,
    amount: '49.99',
    currency: 'USD',
    ...changed,
  };
}

describe('refreshing an account', () => {
  it('stores the subscription and its payment, and notifies the object once', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const object = world.object(account.id);
    object.script.subscriptions = ok([active(world.clock.now)]);
    await refreshSubscription(world.services, account.id);
    await refreshSubscription(world.services, account.id);
    expect(await findAccount(world.services.db, account.id)).toMatchObject({ subscribed: true, accessEnds: null });
    expect(await paymentsOf(world.services.db, account.id, 12)).toMatchObject([{ amountCents: 4_999 }]);
    expect(object.asked.filter(([method]) => method === 'setEntitlement')).toEqual([
      ['setEntitlement', { subscribed: true, accessEnds: null }],
    ]);
  });

  it('keeps access after a cancellation, and passes its end to the object', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const object = world.object(account.id);
    const running = active(world.clock.now);
    object.script.subscriptions = ok([running]);
    await refreshSubscription(world.services, account.id);
    object.script.subscriptions = ok([{ ...running, status: 'CANCELLED', currentPeriodEnd: null }]);
    await refreshSubscription(world.services, account.id);
    const ends = world.clock.now + 30 * DAY;
    expect(await findAccount(world.services.db, account.id)).toMatchObject({ subscribed: false, accessEnds: ends });
    expect(object.asked.at(-1)).toEqual(['setEntitlement', { subscribed: false, accessEnds: ends }]);
    expect(await subscriptionsOf(world.services.db, account.id)).toMatchObject([{ status: 'CANCELLED', currentPeriodEnd: ends }]);
  });

  it('changes nothing when Shopify cannot be read', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    world.object(account.id).script.subscriptions = ok([active(world.clock.now)]);
    await refreshSubscription(world.services, account.id);
    world.object(account.id).script.subscriptions = err({ code: 'unavailable', message: 'down' });
    expect((await refreshSubscription(world.services, account.id)).ok).toBe(false);
    expect(await findAccount(world.services.db, account.id)).toMatchObject({ subscribed: true });
  });

  it('notifies the object again after it could not be reached', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const object = world.object(account.id);
    object.script.subscriptions = ok([active(world.clock.now)]);
    const honest = object.api.setEntitlement.bind(object.api);
    Object.assign(object.api, { setEntitlement: () => Promise.reject(new Error('gone')) });
    await expect(refreshSubscription(world.services, account.id)).rejects.toMatchObject({ cause: { message: 'gone' } });
    Object.assign(object.api, { setEntitlement: honest });
    await refreshSubscription(world.services, account.id);
    expect(object.asked.at(-1)).toEqual(['setEntitlement', { subscribed: true, accessEnds: null }]);
  });

  it('entitles every account, and reads nothing, when billing is off', async () => {
    const world = routeHarness({ BILLING_MODE: 'none' });
    const { account } = await world.signIn();
    await refreshSubscription(world.services, account.id);
    expect(world.object(account.id).asked).toEqual([['setEntitlement', { subscribed: true, accessEnds: null }]]);
  });
});

describe('GET /shopify/billingReturn', () => {
  const back = async (world: ReturnType<typeof routeHarness>, cookie: string): Promise<string | null> =>
    (await world.request('/shopify/billingReturn?charge_id=1', { headers: { cookie } })).headers.get('location');

  it('trusts Shopify, not the URL', async () => {
    const world = routeHarness();
    const { account, cookie } = await world.signIn();
    expect(await back(world, cookie)).toBe(`${APP}/onboard`);
    expect(await findAccount(world.services.db, account.id)).toMatchObject({ subscribed: false });
    world.object(account.id).script.subscriptions = ok([active(world.clock.now)]);
    expect(await back(world, cookie)).toBe(`${APP}/onboard`);
    expect(await findAccount(world.services.db, account.id)).toMatchObject({ subscribed: true });
    expect(await back(world, cookie)).toBe(`${APP}/dashboard`);
  });

  it('redirects to the subscription page when Shopify cannot be read, and to sign-in without a session', async () => {
    const world = routeHarness();
    const { account, cookie } = await world.signIn();
    world.object(account.id).script.subscriptions = err({ code: 'failed_precondition', message: 'x' });
    const { expectNoise } = await import('../../support/fail-on-noise');
    expectNoise(/billing\.not-read/u);
    expect(await back(world, cookie)).toBe(`${APP}/subscription`);
    expect(await back(world, '')).toBe(`${APP}/`);
  });
});

describe('billing in the background', () => {
  it('is read when Shopify reports that a subscription changed', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    world.object(account.id).script.subscriptions = ok([active(world.clock.now)]);
    const body = JSON.stringify({ app_subscription: { admin_graphql_api_id: 'gid://shopify/AppSubscription/1', status: 'ACTIVE' } });
    const answer = await world.request('/webhooks/shopify', await shopifyWebhook('app_subscriptions/update', account.shopDomain, body));
    expect(answer.status).toBe(200);
    expect(await findAccount(world.services.db, account.id)).toMatchObject({ subscribed: true });
  });

  it('is read once a day', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const reads = (): number => world.object(account.id).asked.filter(([method]) => method === 'readSubscriptions').length;
    const runAll = async (): Promise<void> => {
      await runDueJobs(world.services);
      for (const task of world.woken.splice(0)) await runTask(world.services, task);
    };
    await runAll();
    expect(reads()).toBe(1);
    world.clock.now += 3_600_000;
    await runAll();
    expect(reads()).toBe(1);
    world.clock.now += DAY;
    await runAll();
    expect(reads()).toBe(2);
  });

  it('deletes only accounts whose access ended thirty days ago, and whose merchant was told a week ago', async () => {
    const world = routeHarness();
    const gone = await world.signIn();
    const kept = await world.signIn();
    for (const { account } of [gone, kept]) {
      const running = active(world.clock.now);
      world.object(account.id).script.subscriptions = ok([running]);
      await refreshSubscription(world.services, account.id);
      if (account.id === gone.account.id) world.object(account.id).script.subscriptions = ok([{ ...running, status: 'CANCELLED' }]);
      await refreshSubscription(world.services, account.id);
    }
    const due = async (now: number): Promise<number[]> =>
      accountsToErase(world.services.db, { before: now - 30 * DAY, warnedBefore: now - 7 * DAY }, 100);
    const at = (days: number): number => world.clock.now + days * DAY;
    expect(await due(at(61))).toEqual([]);
    for (const { account } of [gone, kept]) await noteDeletionWarned(world.services.db, account.id, at(53));
    expect(await due(at(59))).not.toContain(gone.account.id);
    expect(await due(at(61))).toContain(gone.account.id);
    expect(await due(at(61))).not.toContain(kept.account.id);
    expect(await accountsToErase(world.services.db, { before: at(31), warnedBefore: null }, 100)).toEqual([]);
  });
});
