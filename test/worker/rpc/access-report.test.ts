import { describe, expect, it } from 'vitest';

import { accountId } from '../../support/account-id';
import { SESSION, callJson, newWorld } from './fake-ports';

const OPERATOR = { ...SESSION, isAdmin: true };

describe('sh.Connections', () => {
  it('says of each platform what is wrong with our access and how to mend it', async () => {
    const { body } = await callJson(newWorld(), 'sh.Connections/VerifyAccess');
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
  ] as const)('has words for %s', async (state, problem, remedy) => {
    const world = newWorld();
    world.api = {
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
    };
    const { body } = await callJson(world, 'sh.Connections/VerifyAccess');
    const [platform] = body['platforms'] as Record<string, string>[];
    expect(platform?.['problem']).toContain(problem);
    expect(platform?.['remedy']).toContain(remedy);
    if (state === 'ok') expect(platform).toMatchObject({ problem: '', remedy: '' });
  });

  it('counts what is known of each platform', async () => {
    const { body } = await callJson(newWorld(), 'sh.Connections/GetConnections');
    expect(body['connections']).toMatchObject([
      { source: 'shopify', locations: 1, products: 20, variations: 60, active_syncs: 1 },
      { source: 'square', locations: 2, products: 21, variations: 61, active_syncs: 1 },
    ]);
  });
});

describe('sh.Session', () => {
  it('tells the page of the third parties that are configured', async () => {
    const { body } = await callJson({ ...newWorld(), session: null }, 'sh.Session/GetAppInfo');
    expect(body).toMatchObject({
      posthog_key: 'phc_1',
      posthog_host: 'https://eu.i.posthog.com',
      sentry_dsn: '',
      chat_widget_id: '',
      alert_sender: 'alerts@example.com',
    });
  });

  it('lets an operator act as a merchant, by a domain with or without its ending', async () => {
    for (const domain of ['second', ' Second.myshopify.com ']) {
      const world = { ...newWorld(), session: OPERATOR };
      expect(await callJson(world, 'sh.Session/ImpersonateDomain', { domain })).toEqual({ status: 200, body: {} });
      expect(world.effects).toEqual(['impersonate["second.myshopify.com"]']);
    }
  });

  it.each([
    ['an unknown shop', OPERATOR, 'unknown', 404, 'not_found'],
    ['no shop at all', OPERATOR, 'evil.example.com', 400, 'invalid_argument'],
    ['a merchant', SESSION, 'second', 403, 'permission_denied'],
    [
      'whoever impersonates and is an operator no more',
      { ...SESSION, impersonator: { accountId: accountId(2), shopDomain: 'o.myshopify.com' } },
      'second',
      403,
      'permission_denied',
    ],
  ])('refuses %s', async (_name, session, domain, status, code) => {
    const world = { ...newWorld(), session };
    const answer = await callJson(world, 'sh.Session/ImpersonateDomain', { domain });
    expect(answer).toMatchObject({ status, body: { code } });
    expect(world.effects.filter((effect) => !effect.includes('unknown'))).toEqual([]);
  });

  it('lets whoever impersonates stop, also when he is an operator no more', async () => {
    const world = { ...newWorld(), session: { ...SESSION, impersonator: { accountId: accountId(2), shopDomain: 'o.myshopify.com' } } };
    expect((await callJson(world, 'sh.Session/ImpersonateDomain', { domain: '' })).status).toBe(200);
    expect(world.effects).toEqual(['stopImpersonating[]']);
  });

  it('lets an operator try the way to the server', async () => {
    const world = { ...newWorld(), session: OPERATOR };
    expect(await callJson(world, 'sh.Session/Test')).toEqual({ status: 200, body: {} });
    expect(world.trail.map(({ method, result }) => [method, result])).toEqual([['sh.Session/Test', 'ok']]);
  });
});
