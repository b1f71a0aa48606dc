import { describe, expect, it } from 'vitest';

import type { HttpAnswer } from '../../../src/platforms/http';
import { exchangeShopifyCode, refreshShopifyToken, shopifyAuthorizeUrl } from '../../../src/platforms/shopify/oauth';
import { impliedScopes } from '../../../src/platforms/shopify/scopes';
import { configOf } from '../support/environment';
import { NO_ANSWER, answered, scriptedHttp } from '../support/scripted-http';
import type { ScriptedHttp } from '../support/scripted-http';

const NOW = Date.UTC(2026, 10, 20, 10);
const call = (http: ScriptedHttp): Parameters<typeof exchangeShopifyCode>[0] => ({
  http,
  config: configOf().shopify,
  shop: 'demo.myshopify.com',
  now: NOW,
});

const TOKENS = {
  access_token: 'shpat_new',
  scope: 'write_products,write_inventory,read_locations',
  expires_in: 3_600,
  refresh_token: 'shprt_new',
  refresh_token_expires_in: 7_776_000,
};

describe('Shopify’s grant', () => {
  it('is asked for by an offline token with our scopes', () => {
    const url = new URL(
      shopifyAuthorizeUrl(configOf().shopify, { shop: 'demo.myshopify.com', redirectUri: 'https://app.example/cb', state: 'n0nce' }),
    );
    expect(`${url.origin}${url.pathname}`).toBe('https://demo.myshopify.com/admin/oauth/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'shopify-client',
      scope: 'read_products,write_products,read_inventory,write_inventory,read_locations',
      redirect_uri: 'https://app.example/cb',
      state: 'n0nce',
    });
  });

  it('yields an expiring token, its times counted from the call', async () => {
    const http = scriptedHttp(answered(200, TOKENS));
    expect(await exchangeShopifyCode(call(http), 'c0de')).toEqual({
      ok: true,
      value: {
        accessToken: 'shpat_new',
        refreshToken: 'shprt_new',
        expiresAt: NOW + 3_600_000,
        refreshExpiresAt: NOW + 7_776_000_000,
        scopes: ['write_products', 'write_inventory', 'read_locations'],
      },
    });
    expect(http.requests[0]?.url).toBe('https://demo.myshopify.com/admin/oauth/access_token');
    expect(http.body(0)).toEqual({ client_id: 'shopify-client', client_secret: 'shopify-secret', code: 'c0de', expiring: '1' });
  });

  it('renews with the refresh token', async () => {
    const http = scriptedHttp(answered(200, TOKENS));
    expect(await refreshShopifyToken(call(http), 'shprt_old')).toMatchObject({ ok: true, value: { refreshToken: 'shprt_new' } });
    expect(http.body(0)).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'shprt_old' });
  });

  it.each<[string, HttpAnswer, 'refused' | 'failed']>([
    ['400 invalid_grant', answered(400, { error: 'invalid_grant' }), 'refused'],
    ['401', answered(401, ''), 'refused'],
    ['404', answered(404, ''), 'failed'],
    ['429', answered(429, ''), 'failed'],
    ['500', answered(500, ''), 'failed'],
    ['a redirect', answered(302, ''), 'failed'],
    ['no answer', NO_ANSWER, 'failed'],
    ['no token', answered(200, {}), 'failed'],
    ['an empty token', answered(200, { ...TOKENS, access_token: '' }), 'failed'],
    ['a page', answered(200, '<html>'), 'failed'],
  ])('knows %s as %s', async (_, answer, kind) => {
    expect(await refreshShopifyToken(call(scriptedHttp(answer)), 'shprt_old')).toMatchObject({ ok: false, error: { kind } });
  });

  it('never repeats a platform’s words or our secrets in its failures', async () => {
    const failed = await exchangeShopifyCode(call(scriptedHttp(answered(400, { error: 'shopify-secret is wrong' }))), 'c0de');
    expect(JSON.stringify(failed)).not.toMatch(/secret|c0de/u);
  });

  it('counts reading as granted with writing', () => {
    expect(impliedScopes(['write_products', 'read_locations'])).toEqual(['write_products', 'read_locations', 'read_products']);
  });
});
