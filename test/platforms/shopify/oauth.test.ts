import { describe, expect, it } from 'vitest';

import { ok, err } from '../../../src/domain/result';
import type { HttpAnswer } from '../../../src/platforms/http';
import { exchangeShopifyCode, refreshShopifyToken, shopifyAuthorizeUrl } from '../../../src/platforms/shopify/oauth';
import { impliedScopes } from '../../../src/platforms/shopify/scopes';
import type { TokenFailure } from '../../../src/platforms/token-grant';
import { configOf } from '../support/environment';
import { NO_ANSWER, answered, scriptedHttp, answers } from '../support/scripted-http';
import type { ScriptedHttp } from '../support/scripted-http';

const NOW = Date.UTC(2026, 10, 20, 10);
const call = (http: ScriptedHttp): Parameters<typeof exchangeShopifyCode>[0] => ({
  http,
  config: configOf().shopify,
  shop: 'demo.myshopify.com',
  now: NOW,
});

/** Shopify’s response to an expired refresh token, as seen in production. */
const INACTIVE_REFRESH_TOKEN = { error: 'invalid_request', error_description: 'This request requires an active refresh_token' };

const TOKENS = {
  access_token: 'shpat_new',
  scope: 'write_products,write_inventory,read_locations',
  expires_in: 3_600,
  refresh_token: 'shprt_new',
  refresh_token_expires_in: 7_776_000,
};

describe('Shopify’s grant', () => {
  it('is requested as an offline token with our scopes', () => {
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

  it('is requested with orders only where the merchant wants their numbers', () => {
    const request = { shop: 'demo.myshopify.com', redirectUri: 'https://app.example/cb', state: 'n0nce' };
    const wanted = new URL(shopifyAuthorizeUrl(configOf().shopify, { ...request, orders: true })).searchParams.get('scope');
    expect(wanted).toBe('read_products,write_products,read_inventory,write_inventory,read_locations,read_orders');
  });

  it('yields an expiring token, with its times counted from the call', async () => {
    const http = scriptedHttp(answers(TOKENS));
    expect(await exchangeShopifyCode(call(http), 'c0de')).toEqual(
      ok({
        accessToken: 'shpat_new',
        refreshToken: 'shprt_new',
        expiresAt: NOW + 3_600_000,
        refreshExpiresAt: NOW + 7_776_000_000,
        scopes: ['write_products', 'write_inventory', 'read_locations'],
      }),
    );
    expect(http.requests[0]?.url).toBe('https://demo.myshopify.com/admin/oauth/access_token');
    expect(http.body(0)).toEqual({ client_id: 'shopify-client', client_secret: 'shopify-secret', code: 'c0de', expiring: '1' });
  });

  it('renews with the refresh token', async () => {
    const http = scriptedHttp(answers(TOKENS));
    expect(await refreshShopifyToken(call(http), 'shprt_old')).toMatchObject(ok({ refreshToken: 'shprt_new' }));
    expect(http.body(0)).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'shprt_old' });
  });

  it.each<[string, HttpAnswer, TokenFailure['kind']]>([
    ['400 invalid_grant', answered(400, { error: 'invalid_grant' }), 'refused'],
    ['401 invalid_request that asks for an active refresh token', answered(401, INACTIVE_REFRESH_TOKEN), 'refused'],
    ['401 invalid_request of another kind', answered(401, { error: 'invalid_request' }), 'failed'],
    ['401 without a body', answered(401, ''), 'failed'],
    ['401 invalid_client', answered(401, { error: 'invalid_client' }), 'misconfigured'],
    ['400 invalid_client', answered(400, { error: 'invalid_client' }), 'misconfigured'],
    ['400 unauthorized_client', answered(400, { error: 'unauthorized_client' }), 'misconfigured'],
    ['a proxy’s 403 page', answered(403, '<html><title>Forbidden</title> invalid_grant</html>'), 'failed'],
    ['a proxy’s 400 page', answered(400, '<html>'), 'failed'],
    ['a dead grant in a server error', answered(503, { error: 'invalid_grant' }), 'failed'],
    ['404', answered(404, ''), 'failed'],
    ['429', answered(429, ''), 'failed'],
    ['500', answered(500, ''), 'failed'],
    ['a redirect', answered(302, ''), 'failed'],
    ['no answer', NO_ANSWER, 'failed'],
    ['no token', answers({}), 'failed'],
    ['an empty token', answers({ ...TOKENS, access_token: '' }), 'failed'],
    ['a page', answers('<html>'), 'failed'],
  ])('classifies %s as %s', async (_, answer, kind) => {
    expect(await refreshShopifyToken(call(scriptedHttp(answer)), 'shprt_old')).toMatchObject(err({ kind }));
  });

  it.each<[string, HttpAnswer, TokenFailure['kind']]>([
    ['a used code', answered(400, { error: 'invalid_request', error_description: 'The authorization code was already used' }), 'refused'],
    ['invalid_grant', answered(400, { error: 'invalid_grant' }), 'refused'],
    ['invalid_client', answered(401, { error: 'invalid_client' }), 'misconfigured'],
    ['a page', answered(403, '<html>'), 'failed'],
  ])('classifies the response to a code: %s', async (_, answer, kind) => {
    expect(await exchangeShopifyCode(call(scriptedHttp(answer)), 'c0de')).toMatchObject(err({ kind }));
  });

  it('keeps the refresh token and assumes one hour if the response to a renewal omits them', async () => {
    const { access_token, scope } = TOKENS;
    const incomplete = { access_token, scope };
    for (const more of [{}, { refresh_token: '', expires_in: 0 }, { refresh_token: null, expires_in: 'soon' }]) {
      expect(await refreshShopifyToken(call(scriptedHttp(answers({ ...incomplete, ...more }))), 'shprt_old')).toEqual(
        ok({
          accessToken: 'shpat_new',
          refreshToken: 'shprt_old',
          expiresAt: NOW + 3_600_000,
          refreshExpiresAt: null,
          scopes: ['write_products', 'write_inventory', 'read_locations'],
        }),
      );
    }
  });

  it('treats a first grant without a refresh token as one that does not expire', async () => {
    const first = await exchangeShopifyCode(call(scriptedHttp(answers({ access_token: 'shpat_new', scope: 'read_products' }))), 'c');
    expect(first).toMatchObject(ok({ refreshToken: '', expiresAt: null }));
  });

  it('never includes a platform’s text or our secrets in its failures', async () => {
    const failed = await exchangeShopifyCode(call(scriptedHttp(answered(400, { error: 'shopify-secret is wrong' }))), 'c0de');
    expect(JSON.stringify(failed)).not.toMatch(/secret|c0de/u);
  });

  it('counts read access as granted with write access', () => {
    expect(impliedScopes(['write_products', 'read_locations'])).toEqual(['write_products', 'read_locations', 'read_products']);
  });
});
