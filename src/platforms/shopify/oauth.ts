import type { Instant } from '../../domain/instant';
import { err, ok } from '../../domain/result';
import type { ShopifyConfig } from '../config';
import type { Http, HttpAnswer } from '../http';
import { isRecord, numberAt, parseJson, textAt } from '../json';
import type { TokenResult } from '../token-grant';
import { SHOPIFY_SCOPES } from './scopes';

/** Where a merchant is sent to grant access. `shop` must be a checked shop domain; no per-user grant, so the token is an offline one. */
export function shopifyAuthorizeUrl(config: ShopifyConfig, request: { shop: string; redirectUri: string; state: string }): string {
  const query = new URLSearchParams({
    client_id: config.clientId,
    scope: SHOPIFY_SCOPES.join(','),
    redirect_uri: request.redirectUri,
    state: request.state,
  });
  return `${config.originOf(request.shop)}/admin/oauth/authorize?${query.toString()}`;
}

/** What every call to the token endpoint needs. */
export interface ShopifyTokenCall {
  readonly http: Http;
  readonly config: ShopifyConfig;
  /** A checked shop domain. */
  readonly shop: string;
  /** The moment of the call: what the answer's lifetimes count from. */
  readonly now: Instant;
}

/** Changes the callback's code for an expiring offline token and its refresh token. */
export async function exchangeShopifyCode(call: ShopifyTokenCall, code: string): Promise<TokenResult> {
  return requestTokens(call, { code, expiring: '1' });
}

/** Renews the tokens. The same refresh token may be used again after a lost answer, until its successor has been used. */
export async function refreshShopifyToken(call: ShopifyTokenCall, refreshToken: string): Promise<TokenResult> {
  return requestTokens(call, { grant_type: 'refresh_token', refresh_token: refreshToken });
}

async function requestTokens(call: ShopifyTokenCall, fields: Readonly<Record<string, string>>): Promise<TokenResult> {
  const { config } = call;
  const answer = await call.http.send({
    method: 'POST',
    url: `${config.originOf(call.shop)}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ client_id: config.clientId, client_secret: config.clientSecret, ...fields }),
  });
  return readTokens(answer, call.now);
}

function readTokens(answer: HttpAnswer, now: Instant): TokenResult {
  if (answer.kind === 'no-answer') return err({ kind: 'failed', detail: answer.detail });
  const { status } = answer;
  const body = parseJson(answer.text);
  if (status !== 200) {
    // A body that names an OAuth error is a definite no; anything else may be a proxy's or an outage's.
    const definite = status === 400 || status === 401 || status === 403;
    const reason = textAt(body, 'error') ?? '';
    return err({
      kind: definite ? 'refused' : 'failed',
      detail: `Shopify's token endpoint answered ${status} ${printable(reason)}`.trim(),
    });
  }
  const accessToken = textAt(body, 'access_token');
  if (!isRecord(body) || accessToken === null || accessToken === '') {
    return err({ kind: 'failed', detail: "Shopify's token endpoint answered without a token" });
  }
  const expiresIn = numberAt(body, 'expires_in');
  const refreshExpiresIn = numberAt(body, 'refresh_token_expires_in');
  return ok({
    accessToken,
    refreshToken: textAt(body, 'refresh_token') ?? '',
    expiresAt: expiresIn === null ? null : now + expiresIn * 1_000,
    refreshExpiresAt: refreshExpiresIn === null ? null : now + refreshExpiresIn * 1_000,
    scopes: (textAt(body, 'scope') ?? '').split(',').filter((scope) => scope !== ''),
  });
}

/** An OAuth error code (RFC 6749 allows printable ASCII); anything longer or stranger is not repeated into logs. */
function printable(code: string): string {
  return /^[a-z_]{1,60}$/u.test(code) ? code : '';
}
