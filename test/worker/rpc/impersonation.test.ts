import { describe, expect, it } from 'vitest';

import { auditOf } from '../../../src/worker/db/audit';
import { IMPERSONATION_MS } from '../../../src/worker/sessions/session';
import { doorWorld, type DoorWorld } from '../support/door-world';

async function call(world: DoorWorld, cookie: string, method: string, message: object = {}) {
  const answer = await world.request(`/rpc/sh.Session/${method}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: world.services.config.appOrigin, cookie },
    body: JSON.stringify(message),
  });
  const body: Record<string, unknown> = await answer.json();
  return { status: answer.status, body };
}

describe('an operator who acts as a merchant', () => {
  it('sees the merchant’s account, and has his own back when he stops; both are in the audit', async () => {
    const world = doorWorld();
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
        detail: JSON.stringify({ domain: shop }),
        result: 'ok',
      },
    ]);
  });

  it('is told of a shop without an account, and stays himself', async () => {
    const world = doorWorld();
    const { cookie } = await world.signIn('operator.myshopify.com');
    const refused = await call(world, cookie, 'ImpersonateDomain', { domain: 'nobody-here' });
    expect(refused).toMatchObject({ status: 404, body: { msg: 'There is no account of nobody-here.myshopify.com.' } });
    expect((await call(world, cookie, 'GetSessionData')).body).toMatchObject({ shopify_domain: 'operator.myshopify.com' });
  });

  it('cannot be a merchant', async () => {
    const world = doorWorld();
    const victim = await world.signIn();
    const { cookie, account } = await world.signIn();
    const refused = await call(world, cookie, 'ImpersonateDomain', { domain: victim.account.shopDomain });
    expect(refused).toMatchObject({ status: 403, body: { code: 'permission_denied' } });
    expect((await call(world, cookie, 'GetSessionData')).body).toMatchObject({ shopify_domain: account.shopDomain });
    expect(await auditOf(world.services.db, victim.account.id, 10)).toEqual([]);
  });

  it('finds out that calls arrive', async () => {
    const world = doorWorld();
    const { cookie } = await world.signIn('operator.myshopify.com');
    expect(await call(world, cookie, 'Test')).toEqual({ status: 200, body: {} });
  });
});
