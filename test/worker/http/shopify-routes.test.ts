import { describe, expect, it } from 'vitest';

import { findAccountByShop } from '../../../src/db/accounts';
import { err, ok } from '../../../src/domain/result';
import { readSession } from '../../../src/worker/sessions/session';
import { accountId } from '../../support/account-id';
import { expectNoise } from '../../support/fail-on-noise';
import { APP, cookieSet, routeHarness, newShop, type RouteHarness } from '../support/route-harness';
import { signedQuery } from '../support/sign';

const GRANTED = {
  access_token: 'shpat_1',
  scope: 'write_products,write_inventory,read_locations',
  expires_in: 3600,
  refresh_token: 'shprt_1',
  refresh_token_expires_in: 7_776_000,
};

/** Opens the consent page as a browser does; returns the state that Shopify would send back, and the browser's cookie. */
async function goOut(world: RouteHarness, shop: string): Promise<{ state: string; cookie: string }> {
  const answer = await world.request(`/shopify/oauthRequest?shop=${shop}`, { headers: { 'sec-fetch-dest': 'document' } });
  const location = new URL(answer.headers.get('location') ?? '');
  return { state: location.searchParams.get('state') ?? '', cookie: `_shstate_shopify=${cookieSet(answer, '_shstate_shopify')}` };
}

function callbackOf(world: RouteHarness, shop: string, state: string, changed: Readonly<Record<string, string>> = {}): Promise<string> {
  return signedQuery({ code: 'code-1', shop, state, timestamp: String(Math.floor(world.clock.now / 1_000)), ...changed });
}

const scopeOf = (answer: Response): string[] => (new URL(answer.headers.get('location') ?? '').searchParams.get('scope') ?? '').split(',');

describe('GET /shopify/oauthRequest', () => {
  it.each(['demo', 'demo.myshopify.com', 'DEMO.myshopify.com'])('redirects to the consent page of %s', async (shop) => {
    const world = routeHarness();
    const answer = await world.request(`/shopify/oauthRequest?shop=${shop}`);
    expect(answer.status).toBe(302);
    const location = new URL(answer.headers.get('location') ?? '');
    expect(`${location.origin}${location.pathname}`).toBe('http://localhost:8789/shopify/demo.myshopify.com/admin/oauth/authorize');
    expect(location.searchParams.get('redirect_uri')).toBe(`${APP}/shopify/oauthCallback`);
    expect(location.searchParams.get('state')).toMatch(/^[\w-]{43}$/u);
    const cookie = answer.headers.getSetCookie()[0];
    expect(cookie).toMatch(/^_shstate_shopify=[\w-]{43}; Path=\/shopify; Max-Age=600; HttpOnly; SameSite=Lax$/u);
  });

  it.each([
    ['1', true],
    ['0', false],
    ['', false],
    ['yes', false],
  ])('asks for orders with orders=%s: %s', async (orders, asked) => {
    const answer = await routeHarness().request(`/shopify/oauthRequest?shop=${newShop()}&orders=${orders}`);
    expect(scopeOf(answer).includes('read_orders')).toBe(asked);
  });

  it('asks for orders again where the shop lets us read them, and not where the account cannot tell', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    const ask = async () => scopeOf(await world.request(`/shopify/oauthRequest?shop=${account.shopDomain}`));
    expect(await ask()).not.toContain('read_orders');
    const { api } = world.object(account.id);
    const state = await api.state();
    api.state = async () => ({ ...state, shopify: { ...state.shopify, grantedScopes: ['write_products', 'read_orders'] } });
    expect(await ask()).toContain('read_orders');
    expectNoise(/sign-in\.scopes-unknown/u);
    api.state = async () => Promise.reject(new Error('down'));
    expect(await ask()).not.toContain('read_orders');
  });

  it.each([
    '',
    'evil.com',
    'demo.myshopify.com.evil.com',
    'demo.myshopify.com/x',
    '-demo',
    'de mo',
    'https://demo.myshopify.com',
    'a@b.myshopify.com',
  ])('answers 400 with a page for the shop "%s", and touches nothing', async (shop) => {
    const world = routeHarness();
    const answer = await world.request(`/shopify/oauthRequest?shop=${encodeURIComponent(shop)}`);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('content-type')).toContain('text/html');
    const page = await answer.text();
    expect(page).toContain('That is not a Shopify shop domain');
    expect(page).toContain(`href="${APP}/"`);
    expect(world.touched).toEqual({ database: 0, objects: 0, queues: 0 });
  });

  it('is not opened in the background by another page', async () => {
    const answer = await routeHarness().request('/shopify/oauthRequest?shop=demo', { headers: { 'sec-fetch-dest': 'image' } });
    expect(answer.status).toBe(403);
  });
});

describe('GET /shopify/oauthCallback', () => {
  it('signs a shop in: account, tokens, entitlement, name, a new session, the dashboard', async () => {
    const world = routeHarness();
    const shop = newShop();
    world.platform.fetch = async () => Response.json(GRANTED);
    const { state, cookie } = await goOut(world, shop);
    const answer = await world.request(`/shopify/oauthCallback?${await callbackOf(world, shop, state)}`, { headers: { cookie } });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`${APP}/dashboard`);
    const account = await findAccountByShop(world.services.db, shop);
    expect(account).toMatchObject({ name: 'Demo Shop', email: 'owner@demo.example', status: 'active', subscribed: false });
    const asked = world.object(accountId(account?.id ?? 0)).asked.map(([method]) => method);
    expect(asked).toEqual(['open', 'state', 'connectShopify', 'setEntitlement', 'requestSnapshot', 'state', 'shopInfo']);
    const line = answer.headers.getSetCookie().find((one) => one.startsWith('_shsessid=')) ?? '';
    expect(line).toMatch(/^_shsessid=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/u);
    const session = await readSession(world.services.db, cookieSet(answer, '_shsessid'), world.clock.now);
    expect(session?.account.id).toBe(account?.id);
  });

  it('ends the session that the browser had before', async () => {
    const world = routeHarness();
    const before = await world.signIn();
    const shop = newShop();
    world.platform.fetch = async () => Response.json(GRANTED);
    const { state, cookie } = await goOut(world, shop);
    const headers = { cookie: `${cookie}; ${before.cookie}` };
    const answer = await world.request(`/shopify/oauthCallback?${await callbackOf(world, shop, state)}`, { headers });
    expect(answer.status).toBe(302);
    expect(await readSession(world.services.db, before.cookie.slice('_shsessid='.length), world.clock.now)).toBeNull();
  });

  const REFUSED: readonly (readonly [string, number, (world: RouteHarness, shop: string) => Promise<{ query: string; cookie: string }>])[] =
    [
      [
        'a forged signature',
        401,
        async (world, shop) => {
          const { state, cookie } = await goOut(world, shop);
          return {
            query: await signedQuery({ code: 'c', shop, state, timestamp: String(world.clock.now / 1_000) }, 'another secret'),
            cookie,
          };
        },
      ],
      [
        'no signature',
        401,
        async (world, shop) => ({ query: `code=c&shop=${shop}&state=${(await goOut(world, shop)).state}`, cookie: '' }),
      ],
      [
        'an altered shop',
        401,
        async (world, shop) => {
          const { state, cookie } = await goOut(world, shop);
          return { query: (await callbackOf(world, shop, state)).replace(encodeURIComponent(shop), 'evil.myshopify.com'), cookie };
        },
      ],
      [
        'a signature of two minutes ago',
        400,
        async (world, shop) => {
          const { state, cookie } = await goOut(world, shop);
          return { query: await callbackOf(world, shop, state, { timestamp: String(world.clock.now / 1_000 - 120) }), cookie };
        },
      ],
      [
        'a state that nobody gave out',
        403,
        async (world, shop) => {
          const { cookie } = await goOut(world, shop);
          return { query: await callbackOf(world, shop, 'A'.repeat(43)), cookie };
        },
      ],
      [
        'a state that was given out for Square',
        403,
        async (world, shop) => {
          const { cookie: session } = await world.signIn();
          const begun = await world.request('/square/oauthRequest', { headers: { cookie: session } });
          const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
          return { query: await callbackOf(world, shop, state), cookie: `_shstate_shopify=${cookieSet(begun, '_shstate_square')}` };
        },
      ],
      [
        'a state of another browser',
        403,
        async (world, shop) => {
          const { state } = await goOut(world, shop);
          const other = await goOut(world, shop);
          return { query: await callbackOf(world, shop, state), cookie: other.cookie };
        },
      ],
      [
        'no state cookie',
        403,
        async (world, shop) => ({ query: await callbackOf(world, shop, (await goOut(world, shop)).state), cookie: '' }),
      ],
      [
        'a state of another shop',
        403,
        async (world, shop) => {
          const { state, cookie } = await goOut(world, newShop());
          return { query: await callbackOf(world, shop, state), cookie };
        },
      ],
      [
        'a state of eleven minutes ago',
        403,
        async (world, shop) => {
          const { state, cookie } = await goOut(world, shop);
          world.clock.now += 11 * 60_000;
          return { query: await callbackOf(world, shop, state), cookie };
        },
      ],
      [
        'no code',
        400,
        async (world, shop) => {
          const { state, cookie } = await goOut(world, shop);
          return { query: await callbackOf(world, shop, state, { code: '' }), cookie };
        },
      ],
      [
        'denied consent',
        403,
        async (world, shop) => ({ query: `error=access_denied&state=${(await goOut(world, shop)).state}`, cookie: '' }),
      ],
    ];

  it.each(REFUSED)('refuses %s with a readable page, and creates no account', async (_, status, prepare) => {
    const world = routeHarness();
    const shop = newShop();
    world.platform.fetch = async () => Response.json(GRANTED);
    const { query, cookie } = await prepare(world, shop);
    const answer = await world.request(`/shopify/oauthCallback?${query}`, { headers: { cookie } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.text()).toContain('Reference');
    expect(await findAccountByShop(world.services.db, shop)).toBeNull();
    expect(world.touched.objects).toBe(0);
  });

  it('accepts a state only once', async () => {
    const world = routeHarness();
    const shop = newShop();
    world.platform.fetch = async () => Response.json(GRANTED);
    const { state, cookie } = await goOut(world, shop);
    const address = `/shopify/oauthCallback?${await callbackOf(world, shop, state)}`;
    const answers = [await world.request(address, { headers: { cookie } }), await world.request(address, { headers: { cookie } })];
    expect(answers.map(({ status }) => status)).toEqual([302, 403]);
  });

  it('leaves the state usable when the signature was forged', async () => {
    const world = routeHarness();
    const shop = newShop();
    world.platform.fetch = async () => Response.json(GRANTED);
    const { state, cookie } = await goOut(world, shop);
    const honest = await callbackOf(world, shop, state);
    const forged = `${honest.slice(0, -1)}${honest.endsWith('0') ? '1' : '0'}`;
    expect((await world.request(`/shopify/oauthCallback?${forged}`, { headers: { cookie } })).status).toBe(401);
    expect((await world.request(`/shopify/oauthCallback?${honest}`, { headers: { cookie } })).status).toBe(302);
  });

  it('creates no account and no session, and lists what is missing, when not every permission was granted', async () => {
    const world = routeHarness();
    const shop = newShop();
    world.platform.fetch = async () => Response.json({ ...GRANTED, scope: 'write_products,read_inventory' });
    const { state, cookie } = await goOut(world, shop);
    const answer = await world.request(`/shopify/oauthCallback?${await callbackOf(world, shop, state)}`, { headers: { cookie } });
    expect(answer.status).toBe(403);
    const page = await answer.text();
    expect(page).toContain('Shopify did not grant every permission');
    expect(page).toContain('write_inventory, read_locations.');
    expect(page).toContain(`/shopify/oauthRequest?shop=${encodeURIComponent(shop)}`);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await findAccountByShop(world.services.db, shop)).toBeNull();
    expect(world.touched.objects).toBe(0);
  });

  it('keeps the previous connection and session when not every permission was granted', async () => {
    const world = routeHarness();
    const { account, cookie: session } = await world.signIn();
    world.platform.fetch = async () => Response.json({ ...GRANTED, scope: 'write_products' });
    const { state, cookie } = await goOut(world, account.shopDomain);
    world.touched.objects = 0;
    const query = await callbackOf(world, account.shopDomain, state);
    const answer = await world.request(`/shopify/oauthCallback?${query}`, { headers: { cookie: `${cookie}; ${session}` } });
    expect(answer.status).toBe(403);
    expect(world.touched.objects).toBe(0);
    expect(await readSession(world.services.db, session.slice('_shsessid='.length), world.clock.now)).not.toBeNull();
  });

  it.each([
    ['refuses the code', 400, 'invalid_request', 502, 'did not complete'],
    ['refuses our own credentials', 401, 'invalid_client', 503, 'our error'],
    ['is down', 500, 'invalid_request', 503, 'cannot be reached'],
  ])('shows an error page when Shopify %s', async (_, shopifys, error, status, words) => {
    const world = routeHarness();
    const shop = newShop();
    world.platform.fetch = async () => Response.json({ error }, { status: shopifys });
    const { state, cookie } = await goOut(world, shop);
    const answer = await world.request(`/shopify/oauthCallback?${await callbackOf(world, shop, state)}`, { headers: { cookie } });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(words);
    expect(await findAccountByShop(world.services.db, shop)).toBeNull();
  });

  it('starts no session when the tokens could not be stored', async () => {
    const world = routeHarness();
    const { account } = await world.signIn();
    world.platform.fetch = async () => Response.json(GRANTED);
    world.object(account.id).script.connectShopify = err({ code: 'unavailable', message: 'no' });
    const { state, cookie } = await goOut(world, account.shopDomain);
    const answer = await world.request(`/shopify/oauthCallback?${await callbackOf(world, account.shopDomain, state)}`, {
      headers: { cookie },
    });
    expect(answer.status).toBe(503);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });
});

describe('GET /shopify/index', () => {
  const open = async (world: RouteHarness, shop: string, cookie = '', secret?: string): Promise<Response> => {
    const query = await signedQuery({ shop, host: 'aG9zdA', timestamp: String(world.clock.now / 1_000) }, secret);
    return world.request(`/shopify/index?${query}`, { headers: { cookie } });
  };

  it('redirects a signed-in merchant to the dashboard', async () => {
    const world = routeHarness();
    const { account, cookie } = await world.signIn();
    expect((await open(world, account.shopDomain, cookie)).headers.get('location')).toBe(`${APP}/dashboard`);
  });

  it('redirects a merchant who has just declined a charge to the page where they can try again, and later to the dashboard', async () => {
    expectNoise(/billing\.not-read/u);
    const world = routeHarness();
    const { account, cookie } = await world.signIn();
    const charge = { id: 'gid://shopify/AppSubscription/9', name: 'Standard', test: false, trialDays: 14, currentPeriodEnd: null } as const;
    const money = { amount: '49.99', currency: 'USD' } as const;
    world.object(account.id).script.subscriptions = ok([{ ...charge, ...money, status: 'DECLINED', createdAt: world.clock.now - 60_000 }]);
    expect((await open(world, account.shopDomain, cookie)).headers.get('location')).toBe(`${APP}/subscription`);
    world.object(account.id).script.subscriptions = err({ code: 'unavailable', message: 'no' });
    expect((await open(world, account.shopDomain, cookie)).headers.get('location')).toBe(`${APP}/subscription`);
    world.clock.now += 3_600_000;
    expect((await open(world, account.shopDomain, cookie)).headers.get('location')).toBe(`${APP}/dashboard`);
  });

  it('redirects everyone else straight to the consent page, even when another shop is signed in', async () => {
    const world = routeHarness();
    const { cookie } = await world.signIn();
    const answer = await open(world, 'demo.myshopify.com', cookie);
    expect(answer.headers.get('location')).toMatch(/^http:\/\/localhost:8789\/shopify\/demo\.myshopify\.com\/admin\/oauth\/authorize/u);
  });

  it('refuses a wrong signature', async () => {
    expect((await open(routeHarness(), 'demo.myshopify.com', '', 'another')).status).toBe(401);
  });

  it('redirects to the dashboard without a signature', async () => {
    const answer = await routeHarness().request('/shopify/index?shop=demo.myshopify.com');
    expect(answer.headers.get('location')).toBe(`${APP}/dashboard`);
  });
});

describe('a Worker that is not set up', () => {
  it('responds 500 and names what is missing, but no values', async () => {
    expectNoise(/config\.wrong/u);
    const { createApp } = await import('../../../src/worker/app');
    const { servicesOf } = await import('../../../src/worker/http/middleware');
    const { env } = await import('cloudflare:test');
    const bare = { ...env, SHOPIFY_CLIENT_SECRET: '', TOKEN_KEYS: 'not-a-key-ring' };
    const answer = await createApp(servicesOf).request('/healthz', {}, bare);
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(text).toContain('SHOPIFY_CLIENT_SECRET is missing');
    expect(text).toContain('TOKEN_KEYS is malformed');
    expect(text).not.toContain('not-a-key-ring');
  });
});
