import { describe, expect, it } from 'vitest';

import { ok, err } from '../../../src/domain/result';
import type { HttpAnswer } from '../../../src/platforms/http';
import {
  exchangeSquareCode,
  readTokenStatus,
  refreshSquareToken,
  revokeSquare,
  squareAuthorizeUrl,
} from '../../../src/platforms/square/oauth';
import { SQUARE_SCOPES } from '../../../src/platforms/square/scopes';
import { openSquareApplication, repairSquareSubscription, SQUARE_EVENT_TYPES } from '../../../src/platforms/square/webhooks';
import type { TokenFailure } from '../../../src/platforms/token-grant';
import { ENVIRONMENT, configOf } from '../support/environment';
import { NO_ANSWER, answered, scriptedHttp, answers } from '../support/scripted-http';
import type { ScriptedHttp } from '../support/scripted-http';

const config = configOf();
const NOW = Date.UTC(2026, 10, 20, 10);
const call = (http: ScriptedHttp): Parameters<typeof refreshSquareToken>[0] => ({ http, config: config.square, now: NOW });
const unauthorized = (detail: string): object => ({ errors: [{ category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED', detail }] });
const TOKENS = {
  access_token: 'token-new',
  token_type: 'bearer',
  expires_at: '2026-12-20T10:00:00Z',
  merchant_id: 'M1',
  refresh_token: 'refresh-1',
  short_lived: false,
};

describe('Square’s grant', () => {
  it('is requested with a new sign-in', () => {
    const url = new URL(squareAuthorizeUrl(config.square, { redirectUri: 'https://app.example/cb', state: 'n0nce' }));
    expect(`${url.origin}${url.pathname}`).toBe('https://connect.squareup.com/oauth2/authorize');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'square-client',
      scope: 'MERCHANT_PROFILE_READ ITEMS_READ ITEMS_WRITE INVENTORY_READ INVENTORY_WRITE',
      session: 'false',
      state: 'n0nce',
      redirect_uri: 'https://app.example/cb',
    });
  });

  it('is requested with the names of team members only where the merchant wants them', () => {
    const request = { redirectUri: 'https://app.example/cb', state: 'n0nce' };
    const scopes = (team: boolean) => new URL(squareAuthorizeUrl(config.square, { ...request, team })).searchParams.get('scope');
    expect(scopes(true)).toBe('MERCHANT_PROFILE_READ ITEMS_READ ITEMS_WRITE INVENTORY_READ INVENTORY_WRITE EMPLOYEES_READ');
    expect(scopes(false)).not.toContain('EMPLOYEES_READ');
  });

  it('yields tokens and names the seller', async () => {
    const http = scriptedHttp(answers(TOKENS));
    expect(await exchangeSquareCode(call(http), { code: 'c0de', redirectUri: 'https://app.example/cb' })).toEqual(
      ok({
        merchantId: 'M1',
        grant: {
          accessToken: 'token-new',
          refreshToken: 'refresh-1',
          expiresAt: Date.UTC(2026, 11, 20, 10),
          refreshExpiresAt: null,
          scopes: SQUARE_SCOPES,
        },
      }),
    );
    expect(http.body(0)).toEqual({
      client_id: 'square-client',
      client_secret: 'square-secret',
      grant_type: 'authorization_code',
      code: 'c0de',
      redirect_uri: 'https://app.example/cb',
    });
  });

  it('is invalid without a seller', async () => {
    const http = scriptedHttp(answers({ ...TOKENS, merchant_id: '' }));
    expect(await exchangeSquareCode(call(http), { code: 'c', redirectUri: 'r' })).toMatchObject(err({ kind: 'failed' }));
  });

  it('renews, and keeps the refresh token if the response omits it', async () => {
    const http = scriptedHttp(answers({ ...TOKENS, refresh_token: undefined }));
    expect(await refreshSquareToken(call(http), 'refresh-1', 'M1')).toMatchObject(ok({ refreshToken: 'refresh-1' }));
    expect(http.body(0)).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'refresh-1' });
  });

  it.each<[string, HttpAnswer, TokenFailure['kind']]>([
    ['invalid_grant', answered(400, { error: 'invalid_grant' }), 'refused'],
    ['a revoked refresh token', answered(401, unauthorized('Refresh token is revoked.')), 'refused'],
    ['an unknown refresh token', answered(401, unauthorized('Refresh token not found.')), 'refused'],
    ['an ended grant', answered(401, { errors: [{ category: 'AUTHENTICATION_ERROR', code: 'ACCESS_TOKEN_REVOKED' }] }), 'refused'],
    ['a wrong secret', answered(401, unauthorized('Wrong client_secret.')), 'misconfigured'],
    [
      'a wrong secret, as older answers put it',
      answered(401, { message: 'Not Authorized', type: 'service.not_authorized' }),
      'misconfigured',
    ],
    ['invalid_client', answered(401, { error: 'invalid_client' }), 'misconfigured'],
    ['a disabled application', answered(403, { errors: [{ category: 'AUTHENTICATION_ERROR', code: 'CLIENT_DISABLED' }] }), 'misconfigured'],
    ['400 of another kind', answered(400, { errors: [] }), 'failed'],
    ['401 of another kind', answered(401, unauthorized('This request could not be authorized.')), 'failed'],
    ['a proxy’s 403 page', answered(403, '<html>Refresh token is revoked.</html>'), 'failed'],
    ['a dead grant in a server error', answered(503, { error: 'invalid_grant' }), 'failed'],
    ['404', answered(404, ''), 'failed'],
    ['429', answered(429, ''), 'failed'],
    ['500', answered(500, ''), 'failed'],
    ['no answer', NO_ANSWER, 'failed'],
    ['no token', answers({}), 'failed'],
  ])('classifies %s as %s', async (_, answer, kind) => {
    expect(await refreshSquareToken(call(scriptedHttp(answer)), 'refresh-1', 'M1')).toMatchObject(err({ kind }));
  });

  it('takes over no tokens of another seller', async () => {
    const renewed = async (merchant_id: string | undefined): Promise<unknown> =>
      refreshSquareToken(call(scriptedHttp(answers({ ...TOKENS, merchant_id }))), 'refresh-1', 'M1');
    expect(await renewed('M2')).toMatchObject(err({ kind: 'failed' }));
    expect(await renewed('M1')).toMatchObject(ok({ accessToken: 'token-new' }));
    expect(await renewed(undefined)).toMatchObject(ok({ accessToken: 'token-new' }));
  });

  it('lasts an hour if the response names no end', async () => {
    for (const expires_at of ['soon', undefined]) {
      expect(await refreshSquareToken(call(scriptedHttp(answers({ ...TOKENS, expires_at }))), 'refresh-1', 'M1')).toMatchObject(
        ok({ accessToken: TOKENS.access_token, expiresAt: NOW + 3_600_000 }),
      );
    }
  });

  it('is revoked for the whole seller, as the application', async () => {
    const http = scriptedHttp(answers({ success: true }), answered(500, ''), answers({}));
    expect(await revokeSquare(call(http), 'M1')).toEqual(ok(null));
    expect(http.requests[0]).toMatchObject({
      url: 'https://connect.squareup.com/oauth2/revoke',
      headers: { authorization: 'Client square-secret' },
    });
    expect(http.body(0)).toEqual({ client_id: 'square-client', merchant_id: 'M1' });
    expect(await revokeSquare(call(http), 'M1')).toMatchObject(err({ kind: 'failed' }));
    expect(await revokeSquare(call(http), 'M1')).toMatchObject(err({ kind: 'failed' }));
  });

  it('can be inspected', async () => {
    const status = { scopes: ['ITEMS_READ'], expires_at: '2026-12-20T10:00:00Z', client_id: 'square-client', merchant_id: 'M1' };
    expect(await readTokenStatus(call(scriptedHttp(answers(status))), 'token')).toEqual(
      ok({ scopes: ['ITEMS_READ'], expiresAt: Date.UTC(2026, 11, 20, 10), merchantId: 'M1' }),
    );
    expect(await readTokenStatus(call(scriptedHttp(answered(401, ''))), 'token')).toEqual(err({ kind: 'unauthorized' }));
  });
});

describe('the application’s webhook subscription', () => {
  const owned = configOf({ ...ENVIRONMENT, SQUARE_APP_TOKEN: 'app-token' });
  const present = { id: 'S1', enabled: true, event_types: SQUARE_EVENT_TYPES, notification_url: 'https://hooks.example/webhooks/square' };

  async function repair(http: ScriptedHttp): Promise<unknown> {
    const client = openSquareApplication(http, owned);
    return client === null ? 'no token' : repairSquareSubscription(client, owned, 'key-1');
  }

  it('needs the application’s own token', () => {
    expect(openSquareApplication(scriptedHttp(), config)).toBeNull();
  });

  it('is left alone when it is correct', async () => {
    const http = scriptedHttp(
      answers({ subscriptions: [{ ...present, id: 'S0', notification_url: 'x' }], cursor: 'c' }),
      answers({ subscriptions: [present] }),
    );
    expect(await repair(http)).toEqual(ok({ outcome: 'present', signatureKey: null }));
    expect(http.requests[1]?.url).toContain('cursor=c');
    expect(http.requests[0]?.headers['authorization']).toBe('Bearer app-token');
  });

  it('is created with all types, and returns its key at that point', async () => {
    const http = scriptedHttp(answers({}), answers({ subscription: { ...present, signature_key: 'sig' } }));
    expect(await repair(http)).toEqual(ok({ outcome: 'created', signatureKey: 'sig' }));
    expect(http.body(1)).toEqual({
      idempotency_key: 'key-1',
      subscription: {
        name: 'Shelfbridge',
        enabled: true,
        event_types: SQUARE_EVENT_TYPES,
        notification_url: 'https://hooks.example/webhooks/square',
        api_version: '2026-09-16',
      },
    });
  });

  it.each([{ enabled: false }, { event_types: ['inventory.count.updated'] }])('is repaired when it has %o', async (flaw) => {
    const http = scriptedHttp(answers({ subscriptions: [{ ...present, ...flaw }] }), answers({ subscription: present }));
    expect(await repair(http)).toEqual(ok({ outcome: 'repaired', signatureKey: null }));
    expect(http.requests[1]).toMatchObject({ method: 'PUT', url: 'https://connect.squareup.com/v2/webhooks/subscriptions/S1' });
  });
});
