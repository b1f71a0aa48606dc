import { describe, expect, it } from 'vitest';

import { endSessionsOf } from '../../../src/db/sessions';
import { clearedSessionCookies } from '../../../src/worker/sessions/cookies';
import {
  impersonate,
  IMPERSONATION_MS,
  readSession,
  SESSION_IDLE_MS,
  SESSION_LENGTH_MS,
  stopImpersonating,
} from '../../../src/worker/sessions/session';
import { expectNoise } from '../../support/fail-on-noise';
import { APP, routeHarness, type RouteHarness } from '../support/route-harness';

const DAY = 24 * 3_600_000;

function read(world: RouteHarness, cookie: string): ReturnType<typeof readSession> {
  return readSession(world.services.db, cookie.slice('_shsessid='.length), world.clock.now);
}

describe('GET /signout', () => {
  it('ends the session on the server and clears the cookie', async () => {
    const world = routeHarness();
    const { cookie } = await world.signIn();
    const answer = await world.request('/signout', { headers: { cookie } });
    expect(answer.headers.get('location')).toBe(`${APP}/`);
    expect(answer.headers.getSetCookie()).toEqual(['_shsessid=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax']);
    expect(await read(world, cookie)).toBeNull();
  });

  it('clears the cookie of every parent domain too', () => {
    const gone = '_shsessid=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure';
    expect(clearedSessionCookies('https://app.shelf.example.com', false)).toEqual([
      gone,
      `${gone}; Domain=app.shelf.example.com`,
      `${gone}; Domain=shelf.example.com`,
      `${gone}; Domain=example.com`,
    ]);
  });

  it('works without a session', async () => {
    expect((await routeHarness().request('/signout')).status).toBe(302);
  });

  it('is not opened in the background by another page', async () => {
    const world = routeHarness();
    const { cookie } = await world.signIn();
    expect((await world.request('/signout', { headers: { cookie, 'sec-fetch-dest': 'iframe' } })).status).toBe(403);
    expect(await read(world, cookie)).not.toBeNull();
  });
});

describe('a session', () => {
  it.each(['', 'x', 'A'.repeat(43), '../../../etc', 'A'.repeat(5_000)])('is not opened by "%s"', async (cookie) => {
    const world = routeHarness();
    expect(await readSession(world.services.db, cookie, world.clock.now)).toBeNull();
  });

  it('ends when it is not used for a week', async () => {
    const world = routeHarness();
    const { cookie } = await world.signIn();
    world.clock.now += SESSION_IDLE_MS - 1;
    expect(await read(world, cookie)).not.toBeNull();
    world.clock.now += SESSION_IDLE_MS;
    expect(await read(world, cookie)).toBeNull();
  });

  it('ends after its maximum length, even if it is used every day', async () => {
    const world = routeHarness();
    const { cookie } = await world.signIn();
    for (let day = 1; day * DAY < SESSION_LENGTH_MS; day += 1) {
      world.clock.now += DAY;
      expect(await read(world, cookie)).not.toBeNull();
    }
    world.clock.now += DAY;
    expect(await read(world, cookie)).toBeNull();
  });

  it('shows an operator the merchant for an hour, and contains both accounts', async () => {
    const world = routeHarness();
    const operator = await world.signIn('operator.myshopify.com');
    const merchant = await world.signIn();
    const session = await read(world, operator.cookie);
    if (session === null) throw new Error('no session');
    await impersonate(world.services.db, session, merchant.account.id, world.clock.now);
    const acting = await read(world, operator.cookie);
    expect(acting?.account.id).toBe(merchant.account.id);
    expect(acting?.impersonator?.id).toBe(operator.account.id);
    world.clock.now += IMPERSONATION_MS + 1;
    const after = await read(world, operator.cookie);
    expect(after?.account.id).toBe(operator.account.id);
    expect(after?.impersonator).toBeNull();
  });

  it('returns operators to their own account when they stop, and when the merchant leaves', async () => {
    const world = routeHarness();
    const operator = await world.signIn('operator.myshopify.com');
    const merchant = await world.signIn();
    for (const end of ['stop', 'leave']) {
      const session = await read(world, operator.cookie);
      if (session === null) throw new Error('no session');
      await impersonate(world.services.db, session, merchant.account.id, world.clock.now);
      if (end === 'stop') await stopImpersonating(world.services.db, session);
      else await endSessionsOf(world.services.db, merchant.account.id);
      expect((await read(world, operator.cookie))?.account.id).toBe(operator.account.id);
    }
    expect(await read(world, merchant.cookie)).toBeNull();
  });
});

describe('an internal error', () => {
  it('shows a page with the reference, and no details of the error', async () => {
    expectNoise(/request\.failed/u);
    const world = routeHarness();
    const { cookie } = await world.signIn();
    Object.assign(world.services, { db: null });
    const answer = await world.request('/square/oauthRequest', { headers: { cookie } });
    expect(answer.status).toBe(500);
    const page = await answer.text();
    expect(page).toContain(answer.headers.get('x-request-id'));
    expect(page).not.toMatch(/TypeError|null/u);
  });
});

describe('every response of the Worker', () => {
  it('has the security headers', async () => {
    const answer = await routeHarness({ APP_ORIGIN: 'https://app.example.com' }).request('/healthz');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ ok: true, version: '1.0.1' });
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
  });

  it('shows an error page for an unknown route', async () => {
    const answer = await routeHarness().request('/shopify/nothing');
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-security-policy')).toContain("style-src 'nonce-");
  });

  it('makes its session cookie Secure except in local development', async () => {
    const { sessionCookie } = await import('../../../src/worker/sessions/cookies');
    expect(sessionCookie('v', 1, false)).toBe('_shsessid=v; Path=/; Max-Age=1; HttpOnly; SameSite=Lax; Secure');
  });
});
