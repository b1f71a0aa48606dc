import type { Instant } from '../../domain/instant';
import { err, ok } from '../../domain/result';
import type { ShopifyConfig } from '../config';
import type { Http, HttpAnswer } from '../http';
import { isRecord, numberAt, parseJson, textAt } from '../json';
import { canRefuseGrant, CLIENT_ERRORS, DEFAULT_TOKEN_LIFE_MS, type TokenFailure, type TokenResult } from '../token-grant';
import { SHOPIFY_ORDER_SCOPE, SHOPIFY_SCOPES } from './scopes';

/**
 * Returns the address at which a merchant grants access. `shop` must be a checked shop domain; the grant is not per
 * user, so the token is an offline one. `orders` asks for the numbers of orders as well, which is optional.
 */
export function shopifyAuthorizeUrl(
  config: ShopifyConfig,
  request: { shop: string; redirectUri: string; state: string; orders?: boolean },
): string {
  const query = new URLSearchParams({
    client_id: config.clientId,
    scope: [...SHOPIFY_SCOPES, ...(request.orders === true ? [SHOPIFY_ORDER_SCOPE] : [])].join(','),
    redirect_uri: request.redirectUri,
    state: request.state,
  });
  return `${config.originOf(request.shop)}/admin/oauth/authorize?${query.toString()}`;
}

/** The inputs of every call to the token endpoint. */
export interface ShopifyTokenCall {
  readonly http: Http;
  readonly config: ShopifyConfig;
  /** A checked shop domain. */
  readonly shop: string;
  /** The moment of the call: the start of the answer's lifetimes. */
  readonly now: Instant;
}

/** Exchanges the callback's code for an expiring offline token and its refresh token. */
export async function exchangeShopifyCode(call: ShopifyTokenCall, code: string): Promise<TokenResult> {
  return readTokens(await requestTokens(call, { code, expiring: '1' }), call.now, null);
}

/** Renews the tokens. The same refresh token may be used again after a lost answer, until its successor has been used. */
export async function refreshShopifyToken(call: ShopifyTokenCall, refreshToken: string): Promise<TokenResult> {
  return readTokens(await requestTokens(call, { grant_type: 'refresh_token', refresh_token: refreshToken }), call.now, refreshToken);
}

async function requestTokens(call: ShopifyTokenCall, fields: Readonly<Record<string, string>>): Promise<HttpAnswer> {
  const { config } = call;
  return call.http.send({
    method: 'POST',
    url: `${config.originOf(call.shop)}/admin/oauth/access_token`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ client_id: config.clientId, client_secret: config.clientSecret, ...fields }),
  });
}

/**
 * Reads the tokens in an answer. `renewed`: the refresh token that was sent, which stays in use if the answer contains
 * no other; null for a code.
 */
function readTokens(answer: HttpAnswer, now: Instant, renewed: string | null): TokenResult {
  if (answer.kind === 'no-answer') return err({ kind: 'failed', detail: answer.detail });
  const { status } = answer;
  const body = parseJson(answer.text);
  if (status !== 200) {
    const reason = printable(textAt(body, 'error') ?? '');
    const kind = canRefuseGrant(status) ? refusalOf(body, renewed === null) : 'failed';
    return err({ kind, detail: `Shopify's token endpoint answered ${status} ${reason}`.trim() });
  }
  const accessToken = textAt(body, 'access_token');
  if (!isRecord(body) || accessToken === null || accessToken === '') {
    return err({ kind: 'failed', detail: "Shopify's token endpoint answered without a token" });
  }
  const refreshToken = textAt(body, 'refresh_token') || renewed || '';
  const lifeMs = lifeAt(body, 'expires_in') ?? (refreshToken === '' ? null : DEFAULT_TOKEN_LIFE_MS);
  const refreshLifeMs = lifeAt(body, 'refresh_token_expires_in');
  return ok({
    accessToken,
    refreshToken,
    expiresAt: lifeMs === null ? null : now + lifeMs,
    refreshExpiresAt: refreshLifeMs === null ? null : now + refreshLifeMs,
    scopes: (textAt(body, 'scope') ?? '').split(',').filter((scope) => scope !== ''),
  });
}

/** Returns a lifetime in ms under this name; null when it is omitted or not positive. */
function lifeAt(body: unknown, name: string): number | null {
  const seconds = numberAt(body, name);
  return seconds === null || seconds <= 0 ? null : seconds * 1_000;
}

/**
 * Classifies a refusal by its body. Shopify answers a dead refresh token with 401 `invalid_request` and this sentence
 * (seen in production), or with `invalid_grant`. A used code is `invalid_request` too, and losing one costs no more
 * than another consent.
 */
function refusalOf(body: unknown, ofCode: boolean): TokenFailure['kind'] {
  const error = textAt(body, 'error') ?? '';
  if (CLIENT_ERRORS.has(error)) return 'misconfigured';
  if (error === 'invalid_grant') return 'refused';
  const dead = ofCode || /active refresh_token/iu.test(textAt(body, 'error_description') ?? '');
  return error === 'invalid_request' && dead ? 'refused' : 'failed';
}

/** Returns an OAuth error code (RFC 6749 allows printable ASCII); '' for a longer or unusual one, which must not be logged. */
function printable(code: string): string {
  return /^[a-z_]{1,60}$/u.test(code) ? code : '';
}
