import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { createApp } from '../../../src/worker/app';
import { cookieSet, newShop, routeHarness } from '../support/route-harness';
import { signedQuery } from '../support/sign';

const HERE = 'https://shelf.example';

/** Every row of every table of the shared database. */
async function rows(): Promise<Readonly<Record<string, unknown>>> {
  const tables = await env.DB.prepare("select name from sqlite_master where type = 'table' and name not like '\\_cf%' escape '\\'").all();
  const read = tables.results.map(async ({ name }) => [
    String(name),
    (await env.DB.prepare(`select * from "${String(name)}"`).all()).results,
  ]);
  return Object.fromEntries(await Promise.all(read)) as Readonly<Record<string, unknown>>;
}

/** An address under each GET route that a visitor without any secret of ours can make somebody's browser load. */
const ADDRESSES: Readonly<Record<string, (shop: string, state: string, now: number) => Promise<string>>> = {
  '/signout': async () => '/signout',
  '/healthz': async () => '/healthz',
  '/deletions/:receipt{[0-9a-f]{64}}': async () => `/deletions/${'0'.repeat(64)}`,
  '/exports/:account{[0-9]{1,15}}': async () => '/exports/1',
  '/shopify/oauthRequest': async () => `/shopify/oauthRequest?shop=${newShop()}`,
  // The signature is Shopify's own, of an app opening or a sign-in that the visitor made in a shop of theirs.
  '/shopify/index': async (_, __, now) =>
    `/shopify/index?${await signedQuery({ shop: newShop(), timestamp: String(Math.floor(now / 1_000)) })}`,
  '/shopify/oauthCallback': async (shop, state, now) =>
    `/shopify/oauthCallback?${await signedQuery({ shop, state, code: 'c', timestamp: String(Math.floor(now / 1_000)) })}`,
  '/shopify/billingReturn': async () => '/shopify/billingReturn?charge_id=1',
  '/square/oauthRequest': async () => '/square/oauthRequest',
  '/square/oauthCallback': async (_, state) => `/square/oauthCallback?code=c&state=${state}`,
  '/square/index': async () => '/square/index',
};

describe('a GET route', () => {
  it('is in the list of this test', () => {
    const routes = createApp(() => []).routes.filter(({ method }) => method === 'GET');
    expect(routes.map(({ path }) => path).sort()).toEqual(Object.keys(ADDRESSES).sort());
  });

  it.each(Object.keys(ADDRESSES))('changes nothing when another page loads it in the background: %s', async (route) => {
    for (const destination of ['image', 'iframe', 'script', 'empty', 'object']) {
      const world = routeHarness();
      const { account, cookie } = await world.signIn(newShop());
      // A sign-in that is under way in this browser, and whose state has become known.
      const begun = await world.request(`/shopify/oauthRequest?shop=${account.shopDomain}`, { headers: { cookie } });
      const state = new URL(begun.headers.get('location') ?? HERE).searchParams.get('state') ?? '';
      expect(state).not.toBe('');
      const browser = `${cookie}; _shstate_shopify=${cookieSet(begun, '_shstate_shopify')}`;
      const address = (await ADDRESSES[route]?.(account.shopDomain, state, world.clock.now)) ?? '';
      const before = await rows();
      world.touched.objects = 0;
      world.touched.queues = 0;
      const answer = await world.request(address, {
        headers: { cookie: browser, 'sec-fetch-dest': destination, 'sec-fetch-site': 'cross-site' },
      });
      expect(await rows(), destination).toEqual(before);
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect(world.touched).toMatchObject({ objects: 0, queues: 0 });
    }
  });
});
