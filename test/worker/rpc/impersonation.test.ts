import { describe, expect, it } from 'vitest';

import { markUninstalled } from '../../../src/db/accounts';
import { auditOf } from '../../../src/db/audit';
import { IMPERSONATION_MS } from '../../../src/worker/sessions/session';
import { routeHarness, type RouteHarness } from '../support/route-harness';

async function call(world: RouteHarness, cookie: string, method: string, message: object = {}) {
  const answer = await world.request(`/rpc/sh.Session/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.services.config.appOrigin, cookie },
    body: JSON.stringify(message),
  });
  const body: Record<string, unknown> = await answer.json();
  return { status: answer.status, body };
}

describe('an operator who acts as a merchant', () => {
  it('sees the merchant’s account, and their own again after stopping; both actions are audited', async () => {
    const world = routeHarness();
    const merchant = await world.signIn();
    const operator = await world.signIn('operator.myshopify.com');
    const shop = merchant.account.shopDomain;

    expect(await call(world, operator.cookie, 'ImpersonateDomain', { domain: shop })).toEqual({ status: 200, body: {} });
    expect((await call(world, operator.cookie, 'GetSessionData')).body).toMatchObject({
      shopify_domain: shop,
      impersonator_domain: 'operator.myshopify.com',
      is_admin: true,
      impersonation_ends: new Date(world.clock.now + IMPERSONATION_MS).toISOString(),
    });
    expect(await call(world, operator.cookie, 'ImpersonateDomain', { domain: '' })).toEqual({ status: 200, body: {} });
    expect((await call(world, operator.cookie, 'GetSessionData')).body).toMatchObject({
      shopify_domain: 'operator.myshopify.com',
      impersonator_domain: '',
    });

    const entries = await auditOf(world.services.db, merchant.account.id, 10);
    expect(entries.map(({ actorShop, method, detail, result }) => ({ actorShop, method, detail, result }))).toEqual([
      { actorShop: 'operator.myshopify.com', method: 'sh.Session/ImpersonateDomain', detail: '{"domain":""}', result: 'ok' },
      {
        actorShop: 'operator.myshopify.com',
        method: 'sh.Session/ImpersonateDomain',
        detail: '{}',
        result: 'ok',
      },
    ]);
  });

  it('gets an error for a shop without an account, and stays on their own account', async () => {
    const world = routeHarness();
    const { cookie } = await world.signIn('operator.myshopify.com');
    const refused = await call(world, cookie, 'ImpersonateDomain', { domain: 'nobody-here' });
    expect(refused).toMatchObject({ status: 404, body: { msg: 'There is no account for nobody-here.myshopify.com.' } });
    expect((await call(world, cookie, 'GetSessionData')).body).toMatchObject({ shopify_domain: 'operator.myshopify.com' });
  });

  it('cannot be an ordinary merchant', async () => {
    const world = routeHarness();
    const victim = await world.signIn();
    const { cookie, account } = await world.signIn();
    const refused = await call(world, cookie, 'ImpersonateDomain', { domain: victim.account.shopDomain });
    expect(refused).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    expect((await call(world, cookie, 'GetSessionData')).body).toMatchObject({ shopify_domain: account.shopDomain });
    expect(await auditOf(world.services.db, victim.account.id, 10)).toEqual([]);
  });

  it('can test that calls arrive', async () => {
    const world = routeHarness();
    const { cookie } = await world.signIn('operator.myshopify.com');
    expect(await call(world, cookie, 'Test')).toEqual({ status: 200, body: {} });
  });

  it('has an hour, and then returns to their own account', async () => {
    const world = routeHarness();
    const merchant = await world.signIn();
    const operator = await world.signIn('operator.myshopify.com');
    await call(world, operator.cookie, 'ImpersonateDomain', { domain: merchant.account.shopDomain });
    world.clock.now += IMPERSONATION_MS - 1;
    expect((await call(world, operator.cookie, 'GetSessionData')).body).toMatchObject({ shopify_domain: merchant.account.shopDomain });
    world.clock.now += 1;
    expect((await call(world, operator.cookie, 'GetSessionData')).body).toMatchObject({
      shopify_domain: 'operator.myshopify.com',
      impersonator_domain: '',
      impersonation_ends: '',
      is_admin: true,
    });
  });

  it('can switch from one merchant to the next, and stays the same operator', async () => {
    const world = routeHarness();
    const [first, second] = [await world.signIn(), await world.signIn()];
    const operator = await world.signIn('operator.myshopify.com');
    await call(world, operator.cookie, 'ImpersonateDomain', { domain: first.account.shopDomain });
    await call(world, operator.cookie, 'ImpersonateDomain', { domain: second.account.shopDomain });
    expect((await call(world, operator.cookie, 'GetSessionData')).body).toMatchObject({
      shopify_domain: second.account.shopDomain,
      impersonator_domain: 'operator.myshopify.com',
    });
    const [entry] = await auditOf(world.services.db, second.account.id, 1);
    expect(entry).toMatchObject({ actor: operator.account.id, actorShop: 'operator.myshopify.com', result: 'ok' });
  });

  it('returns to their own account by naming their own shop', async () => {
    const world = routeHarness();
    const merchant = await world.signIn();
    const operator = await world.signIn('operator.myshopify.com');
    await call(world, operator.cookie, 'ImpersonateDomain', { domain: merchant.account.shopDomain });
    expect(await call(world, operator.cookie, 'ImpersonateDomain', { domain: 'operator' })).toEqual({ status: 200, body: {} });
    expect((await call(world, operator.cookie, 'GetSessionData')).body).toMatchObject({
      shopify_domain: 'operator.myshopify.com',
      impersonator_domain: '',
    });
  });

  it('stops seeing the merchant as soon as they are no longer an operator', async () => {
    const world = routeHarness();
    const merchant = await world.signIn();
    const operator = await world.signIn('operator.myshopify.com');
    await call(world, operator.cookie, 'ImpersonateDomain', { domain: merchant.account.shopDomain });
    const later = routeHarness({ ADMIN_SHOPS: 'somebody-else.myshopify.com' });
    later.clock.now = world.clock.now + 1;
    expect((await call(later, operator.cookie, 'GetSessionData')).body).toMatchObject({
      shopify_domain: 'operator.myshopify.com',
      impersonator_domain: '',
      is_admin: false,
    });
    expect((await call(world, operator.cookie, 'GetSessionData')).body).toMatchObject({ impersonator_domain: '' });
  });

  it('cannot act as a merchant who has uninstalled the app', async () => {
    const world = routeHarness();
    const merchant = await world.signIn();
    const operator = await world.signIn('operator.myshopify.com');
    await markUninstalled(world.services.db, merchant.account.id, world.clock.now);
    expect(await call(world, operator.cookie, 'ImpersonateDomain', { domain: merchant.account.shopDomain })).toMatchObject({ status: 404 });
    const [entry] = await auditOf(world.services.db, merchant.account.id, 1);
    expect(entry).toMatchObject({ subject: merchant.account.id, result: 'not_found' });
  });
});
