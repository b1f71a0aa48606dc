import { describe, expect, it } from 'vitest';

import { findAccount, markUninstalled } from '../../../src/db/accounts';
import { tasksOf } from '../../../src/db/tasks';
import type { AccountId } from '../../../src/domain/account/account-id';
import { err } from '../../../src/domain/result';
import type { TokenGrant } from '../../../src/durable/api/account-api';
import { APP, cookieSet, routeHarness, type RouteHarness } from '../support/route-harness';

let merchants = 0;

/** Returns a Square merchant id that no other test uses. */
function newMerchant(): string {
  merchants += 1;
  return `ML${merchants}`;
}

const SCOPES = ['MERCHANT_PROFILE_READ', 'ITEMS_READ', 'ITEMS_WRITE', 'INVENTORY_READ', 'INVENTORY_WRITE'];

function grants(world: RouteHarness, merchant: string, scopes: readonly string[] = SCOPES): void {
  const expires_at = '2026-12-20T12:00:00Z';
  const answer = { access_token: 'EAAA1', refresh_token: 'EQAA1', expires_at, merchant_id: merchant };
  world.platform.fetch = async (url) =>
    Response.json(url.endsWith('/oauth2/token/status') ? { scopes, expires_at, client_id: 'c', merchant_id: merchant } : answer);
}

/** The part of that response that the object receives. */
const GRANT: TokenGrant = {
  accessToken: 'EAAA1',
  refreshToken: 'EQAA1',
  expiresAt: Date.parse('2026-12-20T12:00:00Z'),
  refreshExpiresAt: null,
  scopes: SCOPES,
};

/** Opens the consent page as a browser does. */
async function goOut(world: RouteHarness, session: string): Promise<{ state: string; cookie: string }> {
  const answer = await world.request('/square/oauthRequest', { headers: { cookie: session } });
  const state = new URL(answer.headers.get('location') ?? '').searchParams.get('state') ?? '';
  return { state, cookie: `${session}; _shstate_square=${cookieSet(answer, '_shstate_square')}` };
}

/** Runs the whole OAuth flow: request, consent, callback. */
async function connect(world: RouteHarness, session: string, merchant: string): Promise<Response> {
  grants(world, merchant);
  const { state, cookie } = await goOut(world, session);
  return world.request(`/square/oauthCallback?code=c&state=${state}&response_type=code`, { headers: { cookie } });
}

async function merchantOf(world: RouteHarness, accountId: AccountId): Promise<string | null> {
  return (await findAccount(world.services.db, accountId))?.squareMerchantId ?? null;
}

describe('GET /square/oauthRequest', () => {
  it('redirects to the consent page when signed in', async () => {
    const world = routeHarness();
    const { cookie } = await world.signIn();
    const answer = await world.request('/square/oauthRequest', { headers: { cookie } });
    const location = new URL(answer.headers.get('location') ?? '');
    expect(`${location.origin}${location.pathname}`).toBe('http://localhost:8789/square/oauth2/authorize');
    expect(location.searchParams.get('redirect_uri')).toBe(`${APP}/square/oauthCallback`);
  });

  it('asks for sign-in without a session', async () => {
    const answer = await routeHarness().request('/square/oauthRequest');
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain('Sign in first');
  });
});

describe('GET /square/oauthCallback', () => {
  it('connects the merchant and continues the setup', async () => {
    const world = routeHarness();
    const { account, cookie } = await world.signIn();
    const merchant = newMerchant();
    const answer = await connect(world, cookie, merchant);
    expect(answer.headers.get('location')).toBe(`${APP}/onboard`);
    expect(await merchantOf(world, account.id)).toBe(merchant);
    expect(world.object(account.id).asked).toContainEqual(['connectSquare', merchant, GRANT]);
  });

  it('creates a task for every snapshot that the object now waits for', async () => {
    const world = routeHarness();
    const { account, cookie } = await world.signIn();
    world.object(account.id).script.wanted = ['square'];
    await connect(world, cookie, newMerchant());
    expect(world.object(account.id).asked).toContainEqual(['requestSnapshot', 'square']);
    expect(await tasksOf(world.services.db, account.id, 10)).toMatchObject([{ name: 'snapshot', source: 'square', state: 'queued' }]);
    expect(world.woken).toHaveLength(1);
  });

  it('refuses a merchant that another account is connected to, and stores nothing about it', async () => {
    const world = routeHarness();
    const first = await world.signIn();
    const second = await world.signIn();
    const merchant = newMerchant();
    expect((await connect(world, first.cookie, merchant)).status).toBe(302);
    const answer = await connect(world, second.cookie, merchant);
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain('connected to another shop');
    expect(await merchantOf(world, first.account.id)).toBe(merchant);
    expect(await merchantOf(world, second.account.id)).toBeNull();
    expect(world.object(second.account.id).asked).toEqual([]);
  });

  it('connects a merchant to exactly one of two accounts that try at the same time', async () => {
    const world = routeHarness();
    const merchant = newMerchant();
    grants(world, merchant);
    const ready = await Promise.all(
      [1, 2].map(async () => {
        const signedIn = await world.signIn();
        return { ...signedIn, ...(await goOut(world, signedIn.cookie)) };
      }),
    );
    const answers = await Promise.all(
      ready.map(({ state, cookie }) => world.request(`/square/oauthCallback?code=c&state=${state}`, { headers: { cookie } })),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([302, 409]);
  });

  it('takes over a merchant from an account that removed the app', async () => {
    const world = routeHarness();
    const gone = await world.signIn();
    const merchant = newMerchant();
    await connect(world, gone.cookie, merchant);
    await markUninstalled(world.services.db, gone.account.id, world.clock.now);
    const { account, cookie } = await world.signIn();
    expect((await connect(world, cookie, merchant)).status).toBe(302);
    expect(await merchantOf(world, account.id)).toBe(merchant);
    expect(world.object(gone.account.id).asked).toContainEqual(['disconnect', 'square', 'merchant']);
  });

  it('changes the merchant of an account, and frees the old one', async () => {
    const world = routeHarness();
    const { cookie, account } = await world.signIn();
    const [before, after] = [newMerchant(), newMerchant()];
    await connect(world, cookie, before);
    await connect(world, cookie, after);
    expect(await merchantOf(world, account.id)).toBe(after);
    const other = await world.signIn();
    expect((await connect(world, other.cookie, before)).status).toBe(302);
  });

  it('keeps the previous merchant when the tokens of a new one could not be stored', async () => {
    const world = routeHarness();
    const { cookie, account } = await world.signIn();
    const [before, after] = [newMerchant(), newMerchant()];
    await connect(world, cookie, before);
    world.object(account.id).script.connectSquare = err({ code: 'unavailable', message: 'no' });
    expect((await connect(world, cookie, after)).status).toBe(503);
    expect(await merchantOf(world, account.id)).toBe(before);
  });

  const REFUSED: readonly (readonly [
    string,
    number,
    (world: RouteHarness, session: string) => Promise<{ query: string; cookie: string }>,
  ])[] = [
    [
      'denied consent',
      403,
      async (world, session) => ({
        query: 'error=access_denied&error_description=user_denied',
        cookie: (await goOut(world, session)).cookie,
      }),
    ],
    ['no session', 401, async (world, session) => ({ query: `code=c&state=${(await goOut(world, session)).state}`, cookie: '' })],
    [
      'no code',
      400,
      async (world, session) => {
        const { state, cookie } = await goOut(world, session);
        return { query: `state=${state}`, cookie };
      },
    ],
    ['no state', 403, async (world, session) => ({ query: 'code=c', cookie: (await goOut(world, session)).cookie })],
    [
      'a state that nobody gave out',
      403,
      async (world, session) => ({ query: `code=c&state=${'A'.repeat(43)}`, cookie: (await goOut(world, session)).cookie }),
    ],
    [
      'a state of another account',
      403,
      async (world, session) => {
        // The attacker's own state and browser cookie, planted into the victim's session.
        const attacker = await world.signIn();
        const { state, cookie } = await goOut(world, attacker.cookie);
        return { query: `code=c&state=${state}`, cookie: `${session}; ${cookie.slice(cookie.indexOf('_shstate'))}` };
      },
    ],
    [
      'a state that was given out for Shopify',
      403,
      async (world, session) => {
        // Also if the same browser presents it under the name of Square's cookie.
        const begun = await world.request('/shopify/oauthRequest?shop=demo');
        const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? '';
        return { query: `code=c&state=${state}`, cookie: `${session}; _shstate_square=${cookieSet(begun, '_shstate_shopify')}` };
      },
    ],
    [
      'a state of another browser',
      403,
      async (world, session) => {
        const { state } = await goOut(world, session);
        return { query: `code=c&state=${state}`, cookie: (await goOut(world, session)).cookie };
      },
    ],
    [
      'a state that is too old',
      403,
      async (world, session) => {
        const { state, cookie } = await goOut(world, session);
        world.clock.now += 11 * 60_000;
        return { query: `code=c&state=${state}`, cookie };
      },
    ],
  ];

  it.each(REFUSED)('refuses %s with a readable page, and connects nothing', async (_, status, prepare) => {
    const world = routeHarness();
    const { account, cookie: session } = await world.signIn();
    grants(world, newMerchant());
    const { query, cookie } = await prepare(world, session);
    const answer = await world.request(`/square/oauthCallback?${query}`, { headers: { cookie } });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain('Reference');
    expect(await merchantOf(world, account.id)).toBeNull();
    expect(world.touched.objects).toBe(0);
  });

  it('connects nothing and lists what is missing when not every permission was granted', async () => {
    const world = routeHarness();
    const { account, cookie: session } = await world.signIn();
    grants(
      world,
      newMerchant(),
      SCOPES.filter((scope) => !scope.startsWith('INVENTORY')),
    );
    const { state, cookie } = await goOut(world, session);
    const answer = await world.request(`/square/oauthCallback?code=c&state=${state}`, { headers: { cookie } });
    expect(answer.status).toBe(403);
    const page = await answer.text();
    expect(page).toContain('Square did not grant every permission');
    expect(page).toContain('INVENTORY_READ, INVENTORY_WRITE.');
    expect(await merchantOf(world, account.id)).toBeNull();
    expect(world.touched.objects).toBe(0);
  });

  it('connects nothing when Square does not report what was granted', async () => {
    const world = routeHarness();
    const { account, cookie: session } = await world.signIn();
    grants(world, newMerchant());
    const granting = world.platform.fetch;
    world.platform.fetch = async (url, init) => (url.endsWith('/status') ? new Response('', { status: 503 }) : granting(url, init));
    const { state, cookie } = await goOut(world, session);
    expect((await world.request(`/square/oauthCallback?code=c&state=${state}`, { headers: { cookie } })).status).toBe(503);
    expect(await merchantOf(world, account.id)).toBeNull();
  });

  it('accepts a state only once', async () => {
    const world = routeHarness();
    const { cookie: session } = await world.signIn();
    grants(world, newMerchant());
    const { state, cookie } = await goOut(world, session);
    const address = `/square/oauthCallback?code=c&state=${state}`;
    const answers = [await world.request(address, { headers: { cookie } }), await world.request(address, { headers: { cookie } })];
    expect(answers.map(({ status }) => status)).toEqual([302, 403]);
  });

  it.each([
    ['refuses the code', 401, 'Authorization code not found.', 502, 'did not complete'],
    ['refuses our own credentials', 401, 'Wrong client_secret.', 503, 'our error'],
    ['is down', 503, '', 503, 'cannot be reached'],
  ])('shows an error page when Square %s', async (_, squares, detail, status, words) => {
    const world = routeHarness();
    const { cookie: session } = await world.signIn();
    const errors = [{ category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED', detail }];
    world.platform.fetch = async () => Response.json({ errors }, { status: squares });
    const { state, cookie } = await goOut(world, session);
    const answer = await world.request(`/square/oauthCallback?code=c&state=${state}`, { headers: { cookie } });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(words);
  });
});
