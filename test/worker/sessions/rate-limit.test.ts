import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { createApp } from '../../../src/worker/app';
import { newOpaque } from '../../../src/worker/sessions/opaque';
import { allowsCall, allowsSignIn } from '../../../src/worker/sessions/rate-limit';
import { routeHarness } from '../support/route-harness';

/** A rate limit that allows each key `allowed` times, and records the keys. */
function limitsOf(allowed: number): RateLimit & { readonly keys: string[] } {
  const keys: string[] = [];
  return {
    keys,
    limit: async ({ key }) => {
      keys.push(key);
      return { success: keys.filter((known) => known === key).length <= allowed };
    },
  };
}

const from = (address: string, cookie = ''): Headers => new Headers({ 'cf-connecting-ip': address, cookie });

describe('the rate limit of remote calls', () => {
  it('counts each session separately, wherever it calls from', async () => {
    const CALLS = limitsOf(2);
    const [mine, other] = [`_shsessid=${newOpaque()}`, `_shsessid=${newOpaque()}`];
    expect(await allowsCall({ CALLS }, from('192.0.2.1', mine))).toBe(true);
    expect(await allowsCall({ CALLS }, from('192.0.2.2', mine))).toBe(true);
    expect(await allowsCall({ CALLS }, from('192.0.2.3', mine))).toBe(false);
    expect(await allowsCall({ CALLS }, from('192.0.2.1', other))).toBe(true);
  });

  it('counts all cookies from one address together, so that made-up cookies do not bypass it', async () => {
    const CALLS = limitsOf(3);
    const admitted = [];
    for (let call = 0; call < 10; call += 1) admitted.push(await allowsCall({ CALLS }, from('192.0.2.1', `_shsessid=${newOpaque()}`)));
    expect(admitted.filter(Boolean)).toHaveLength(3);
    expect(await allowsCall({ CALLS }, from('192.0.2.2', `_shsessid=${newOpaque()}`))).toBe(true);
  });

  it('counts the IPv6 addresses of one subscriber as one', async () => {
    const CALLS = limitsOf(1);
    expect(await allowsCall({ CALLS }, from('2001:db8:0:1::1'))).toBe(true);
    expect(await allowsCall({ CALLS }, from('2001:0db8::1:ffff:2:3:4'))).toBe(false);
    expect(await allowsCall({ CALLS }, from('2001:db8:0:2::1'))).toBe(true);
    expect(await allowsCall({ CALLS }, from('::1'))).toBe(true);
    expect(await allowsCall({ CALLS }, from('::2'))).toBe(false);
  });

  it('counts callers without a session by their address, including those with an impossible cookie', async () => {
    const CALLS = limitsOf(2);
    expect(await allowsCall({ CALLS }, from('192.0.2.1'))).toBe(true);
    expect(await allowsCall({ CALLS }, from('192.0.2.1', '_shsessid=made-up'))).toBe(true);
    expect(await allowsCall({ CALLS }, from('192.0.2.1', '_shsessid=made-up-again'))).toBe(false);
    expect(await allowsCall({ CALLS }, from('192.0.2.2'))).toBe(true);
  });

  it('does not expose the secret of a session', async () => {
    const CALLS = limitsOf(1);
    const secret = newOpaque();
    await allowsCall({ CALLS }, from('192.0.2.1', `_shsessid=${secret}`));
    expect(CALLS.keys.join()).not.toContain(secret);
  });

  it('allows everyone when none is bound', async () => {
    expect(await allowsCall({}, from('192.0.2.1'))).toBe(true);
    expect(await allowsSignIn({}, from('192.0.2.1'))).toBe(true);
  });
});

describe('the rate limit of routes', () => {
  it.each([
    '/square/oauthRequest',
    '/square/oauthCallback?code=1',
    '/shopify/billingReturn',
    `/deletions/${'0'.repeat(64)}`,
    '/signout',
    '/healthz',
  ])('counts by address before %s queries the database', async (path) => {
    const world = routeHarness({ APP_ORIGIN: 'https://app.example.com' });
    const CALLS = limitsOf(0);
    const headers = from('192.0.2.1', `_shsessid=${newOpaque()}`);
    const request = new Request(`https://app.example.com${path}`, { headers, redirect: 'manual' });
    const answer = await createApp(() => world.services).fetch(request, { ...env, CALLS });
    expect(answer.status).toBe(429);
    expect(CALLS.keys).toEqual(['address:192.0.2.1']);
    expect(world.touched.database).toBe(0);
  });

  it('counts sign-ins by address', async () => {
    const DOORS = limitsOf(1);
    expect(await allowsSignIn({ DOORS }, from('192.0.2.1'))).toBe(true);
    expect(await allowsSignIn({ DOORS }, from('192.0.2.1'))).toBe(false);
    expect(await allowsSignIn({ DOORS }, from('192.0.2.2'))).toBe(true);
  });
});
