import { createHmac } from 'node:crypto';

import { beforeEach, describe, expect, it } from 'vitest';

import { useSandbox, type Json } from './running-sandbox';
import { appOrigin, authorizePath, credentials, DEMO, installApp, list, shopifyKit, soon } from './shopify-kit';

const sandbox = await useSandbox();

beforeEach(async () => {
  await sandbox.configure({ autoApprove: false, clockSpeed: 1 });
  await sandbox.reset({});
});

const HOUR_MS = 3_600_000;

/** Lets `ms` of the sandbox's time pass. */
async function pass(ms: number) {
  const now = async () => Number((await sandbox.read('/floor/state?search=nothing-has-this-name'))['now']);
  const until = (await now()) + ms;
  await sandbox.configure({ clockSpeed: 1_000_000 });
  await soon(now).toBeGreaterThan(until);
  await sandbox.configure({ clockSpeed: 1 });
}

const refreshed = (token: unknown): Promise<{ status: number; body: Json }> =>
  sandbox.call('POST', `${DEMO}/admin/oauth/access_token`, { ...credentials(sandbox), grant_type: 'refresh_token', refresh_token: token });

const works = async (token: unknown) => (await shopifyKit(sandbox, String(token)).ask('{ shop { id } }')).status !== 401;

describe('the grant', () => {
  it('shows a page with one button, and returns with a signed code that works once', async () => {
    const page = await fetch(sandbox.origin + authorizePath(sandbox));
    const text = await page.text();
    expect(text.match(/<button/g)).toHaveLength(1);
    expect(text).toContain('Install app');

    const granted = await sandbox.call('POST', authorizePath(sandbox), '', { 'content-type': 'application/x-www-form-urlencoded' });
    const back = new URL(granted.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe(`${appOrigin(sandbox)}/shopify/oauthCallback`);
    const { hmac, ...signed } = Object.fromEntries(back.searchParams);
    const message = Object.keys(signed)
      .toSorted()
      .map((name) => `${name}=${signed[name]}`)
      .join('&');
    expect(hmac).toBe(createHmac('sha256', credentials(sandbox).client_secret).update(message).digest('hex'));
    expect(signed).toMatchObject({ state: 'nonce', shop: 'demo.myshopify.com' });

    const form = new URLSearchParams({ ...credentials(sandbox), code: signed['code'] ?? '', expiring: '1' }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const first = await sandbox.call('POST', `${DEMO}/admin/oauth/access_token`, form, headers);
    expect(first.body).toMatchObject({
      scope: 'write_products,write_inventory,read_locations',
      expires_in: 3600,
      refresh_token_expires_in: 7_776_000,
    });
    const second = await sandbox.call('POST', `${DEMO}/admin/oauth/access_token`, form, headers);
    expect(second).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('redirects at once under autoApprove, and for a shop that granted the same before', async () => {
    await sandbox.configure({ autoApprove: true });
    expect((await sandbox.call('GET', authorizePath(sandbox))).status).toBe(302);
    await sandbox.configure({ autoApprove: false });
    expect((await sandbox.call('GET', authorizePath(sandbox))).status).toBe(302);
  });

  it('refuses unknown shops, apps and return addresses', async () => {
    expect((await sandbox.call('GET', authorizePath(sandbox).replace('demo.', 'nobody.'))).status).toBe(404);
    const elsewhere = await fetch(sandbox.origin + authorizePath(sandbox, 'nonce', 'https://evil.example/callback'));
    expect(elsewhere.status).toBe(400);
    expect(await elsewhere.text()).toContain('redirect_uri');
    expect((await fetch(sandbox.origin + authorizePath(sandbox).replace(/client_id=[^&]+/, 'client_id=x'))).status).toBe(400);
    const wrongSecret = await sandbox.call('POST', `${DEMO}/admin/oauth/access_token`, {
      ...credentials(sandbox),
      client_secret: 'x',
      code: 'y',
    });
    expect(wrongSecret).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  });
});

describe('tokens', () => {
  it('expire after an hour; the refresh token renews them, and stays valid until its replacement is used', async () => {
    const first = await installApp(sandbox);
    expect(await works(first['access_token'])).toBe(true);
    await pass(HOUR_MS);
    expect(await works(first['access_token'])).toBe(false);

    const second = (await refreshed(first['refresh_token'])).body;
    expect(await works(second['access_token'])).toBe(true);
    // The answer may be lost: the old one works again.
    const third = (await refreshed(first['refresh_token'])).body;
    expect(await works(second['access_token'])).toBe(true);
    expect((await refreshed(third['refresh_token'])).status).toBe(200);
    expect(await refreshed(first['refresh_token'])).toMatchObject({ status: 401, body: { error: 'invalid_request' } });
    expect((await refreshed(second['refresh_token'])).status).toBe(401);
  });

  it('of an older grant cannot be refreshed after a new one', async () => {
    const first = await installApp(sandbox);
    await installApp(sandbox);
    expect((await refreshed(first['refresh_token'])).status).toBe(401);
  });

  it('end with the uninstallation, and so do the app’s webhooks', async () => {
    const { access_token: token } = await installApp(sandbox);
    const app = shopifyKit(sandbox, String(token));
    const { data } = await app.ask('mutation { appUninstall { app { title } userErrors { message } } }');
    expect(list(data, 'appUninstall', 'userErrors')).toEqual([]);
    expect(await works(token)).toBe(false);
  });

  it('give access only to what was granted', async () => {
    const { access_token: token } = await installApp(sandbox);
    const app = shopifyKit(sandbox, String(token));
    expect((await app.ask('{ ordersCount { count } }')).codes).toEqual(['ACCESS_DENIED']);
    expect((await app.ask('{ products(first: 1) { nodes { id } } }')).codes).toEqual([]);
  });
});

describe('the endpoint', () => {
  it('answers 401 without a token, 404 for an unknown version, and names the version it serves', async () => {
    const ask = (version: string, token: string) =>
      fetch(`${sandbox.origin}${DEMO}/admin/api/${version}/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-access-token': token },
        body: '{"query":"{ shop { id } }"}',
      });
    expect((await ask('2026-07', 'shpat_unknown')).status).toBe(401);
    expect((await ask('2031-01', 'shpat_sandbox')).status).toBe(404);
    expect((await ask('2026-07', 'shpat_sandbox')).headers.get('x-shopify-api-version')).toBe('2026-07');
    expect((await ask('2025-01', 'shpat_sandbox')).headers.get('x-shopify-api-version')).toBe('2026-04');
    const noQuery = await fetch(`${sandbox.origin}${DEMO}/admin/api/2026-07/graphql.json`, {
      method: 'POST',
      headers: { 'x-shopify-access-token': 'shpat_sandbox' },
      body: 'not JSON',
    });
    expect(noQuery.status).toBe(400);
  });
});
