import { describe, expect, it } from 'vitest';

import { findSession } from '../../../src/db/sessions';
import { hashOpaque } from '../../../src/worker/sessions/opaque';
import { callJson, newWorld, trail, type Who, type World } from './rpc-world';

/** The shop that the caller acts as according to the database; null for no impersonation. */
async function actsAs({ services, cookie }: World): Promise<string | null> {
  const found = await findSession(services.db, await hashOpaque(cookie.split('=')[1] ?? ''));
  return found === null || found.session.impersonator === null ? null : found.account.shopDomain;
}

describe('sh.Connections', () => {
  it('reports what is wrong with our access to each platform and how to fix it', async () => {
    const world = await newWorld();
    Object.assign(world.api, {
      checkAccess: async () => [
        {
          source: 'shopify',
          state: 'missing_scopes',
          name: 'demo.myshopify.com',
          grantedScopes: ['read_products'],
          missingScopes: ['write_inventory'],
          missingWebhooks: [],
        },
        { source: 'square', state: 'refused', name: 'MLDEMO', grantedScopes: [], missingScopes: [], missingWebhooks: null },
      ],
    });
    const { body } = await callJson(world, 'sh.Connections/VerifyAccess');
    expect(body).toEqual({
      platforms: [
        {
          source: 'shopify',
          state: 'missing_scopes',
          name: 'demo.myshopify.com',
          granted_scopes: ['read_products'],
          missing_scopes: ['write_inventory'],
          webhooks_checked: true,
          missing_webhooks: [],
          problem: 'Shopify has not granted Shelfbridge the permission for write_inventory.',
          remedy: 'Reconnect Shopify and allow everything on its page.',
        },
        {
          source: 'square',
          state: 'refused',
          name: 'MLDEMO',
          granted_scopes: [],
          missing_scopes: [],
          webhooks_checked: false,
          missing_webhooks: [],
          problem: 'Square no longer grants Shelfbridge access. Access was revoked or has expired.',
          remedy: 'Reconnect Square. Shelfbridge sends the waiting changes as soon as it has access again.',
        },
      ],
    });
  });

  it.each([
    ['ok', '', ''],
    ['not_connected', 'Square is not connected.', 'Connect Square'],
    ['unreachable', 'did not respond', 'keeps trying'],
    ['missing_webhooks', 'inventory.count.updated', 'reading stock regularly'],
  ] as const)('has a text for %s', async (state, problem, remedy) => {
    const world = await newWorld();
    Object.assign(world.api, {
      checkAccess: async () => [
        {
          source: 'square',
          state,
          name: 'MLDEMO',
          grantedScopes: [],
          missingScopes: [],
          missingWebhooks: state === 'missing_webhooks' ? ['inventory.count.updated'] : [],
        },
      ],
    });
    const { body } = await callJson(world, 'sh.Connections/VerifyAccess');
    const [platform] = body['platforms'] as Record<string, string>[];
    expect(platform?.['problem']).toContain(problem);
    expect(platform?.['remedy']).toContain(remedy);
    if (state === 'ok') expect(platform).toMatchObject({ problem: '', remedy: '' });
  });

  it('returns the counts of each platform', async () => {
    const world = await newWorld();
    Object.assign(world.api, {
      connectionCounts: async () => ({
        shopify: { locations: 1, products: 20, variants: 60, activeSyncs: 1 },
        square: { locations: 2, products: 21, variants: 61, activeSyncs: 1 },
      }),
    });
    const { body } = await callJson(world, 'sh.Connections/GetConnections');
    expect(body['connections']).toMatchObject([
      { source: 'shopify', locations: 1, products: 20, variations: 60, active_syncs: 1 },
      { source: 'square', locations: 2, products: 21, variations: 61, active_syncs: 1 },
    ]);
  });
});

describe('sh.Session', () => {
  it('sends the page the configured third parties', async () => {
    const world = await newWorld('nobody', {
      POSTHOG_KEY: 'phc_1',
      POSTHOG_HOST: 'https://eu.i.posthog.com',
      MAIL_FROM: 'alerts@example.com',
    });
    const { body } = await callJson(world, 'sh.Session/GetAppInfo');
    expect(body).toMatchObject({
      posthog_key: 'phc_1',
      posthog_host: 'https://eu.i.posthog.com',
      sentry_dsn: '',
      chat_widget_id: '',
      alert_sender: 'alerts@example.com',
    });
  });

  it('lets an operator act as a merchant, by a domain with or without its suffix', async () => {
    const { shopDomain } = (await newWorld()).account;
    for (const domain of [shopDomain.split('.', 1)[0], ` S${shopDomain.slice(1)} `]) {
      const world = await newWorld('operator');
      expect(await callJson(world, 'sh.Session/ImpersonateDomain', { domain })).toEqual({ status: 200, body: {} });
      expect(await actsAs(world)).toBe(shopDomain);
    }
  });

  it.each([
    ['an unknown shop', 'operator', 'unknown', 404, 'not_found'],
    ['no shop at all', 'operator', 'evil.example.com', 400, 'invalid_argument'],
    ['a merchant', 'merchant', 'second', 403, 'permission_denied'],
    ['an impersonator who is no longer an operator', 'impersonator', 'second', 403, 'permission_denied'],
  ] satisfies [string, Who, string, number, string][])('refuses %s', async (_name, who, domain, status, code) => {
    const world = await newWorld(who);
    if (who === 'impersonator') Object.assign(world.services, { config: { ...world.services.config, adminShops: new Set() } });
    const answer = await callJson(world, 'sh.Session/ImpersonateDomain', { domain });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(await actsAs(world)).toBeNull();
  });

  it('ends an impersonation on request, and when the impersonator is no longer an operator', async () => {
    const world = await newWorld('impersonator');
    expect(await actsAs(world)).toBe(world.account.shopDomain);
    expect((await callJson(world, 'sh.Session/ImpersonateDomain', { domain: '' })).status).toBe(200);
    expect(await actsAs(world)).toBeNull();
    // The impersonation ends automatically when the user is no longer an operator, so nothing is left to stop.
    const former = await newWorld('impersonator');
    Object.assign(former.services, { config: { ...former.services.config, adminShops: new Set() } });
    expect((await callJson(former, 'sh.Session/ImpersonateDomain', { domain: '' })).status).toBe(403);
    expect(await actsAs(former)).toBeNull();
  });

  it('lets an operator test the connection to the server', async () => {
    const world = await newWorld('operator');
    expect(await callJson(world, 'sh.Session/Test')).toEqual({ status: 200, body: {} });
    expect((await trail(world)).map(({ method, result }) => [method, result])).toEqual([['sh.Session/Test', 'ok']]);
  });
});
