import type { Instant } from '../../domain/instant';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { SquareConfig } from '../config';
import type { PlatformFailure } from '../failure';
import type { Http, HttpAnswer } from '../http';
import { at, listAt, parseJson, textAt } from '../json';
import { parseTime } from '../time';
import { canRefuseGrant, CLIENT_ERRORS, DEFAULT_TOKEN_LIFE_MS, type TokenFailure, type TokenGrant, type TokenResult } from '../token-grant';
import { readData, readSquareAnswer } from './client';
import { SQUARE_SCOPES, SQUARE_TEAM_SCOPE } from './scopes';

/**
 * Returns the address at which a seller grants access; `session=false` makes Square ask for a sign-in even if someone
 * is signed in. `team`: the merchant wants to see the names of team members.
 */
export function squareAuthorizeUrl(config: SquareConfig, request: { redirectUri: string; state: string; team?: boolean }): string {
  const query = new URLSearchParams({
    client_id: config.clientId,
    scope: [...SQUARE_SCOPES, ...(request.team === true ? [SQUARE_TEAM_SCOPE] : [])].join(' '),
    session: 'false',
    state: request.state,
    redirect_uri: request.redirectUri,
  });
  return `${config.origin}/oauth2/authorize?${query.toString()}`;
}

/** The inputs of every call to Square's OAuth endpoints. */
export interface SquareTokenCall {
  readonly http: Http;
  readonly config: SquareConfig;
}

/** The inputs of a call for tokens. */
export interface SquareGrantCall extends SquareTokenCall {
  /** The moment of the call: the start of a lifetime that the answer omits. */
  readonly now: Instant;
}

/** A grant and the seller who gave it. */
export interface SquareGrant {
  readonly merchantId: string;
  readonly grant: TokenGrant;
}

/** Exchanges the callback's code (single use, five minutes) for tokens. `redirectUri` is the one in the authorization request. */
export async function exchangeSquareCode(
  call: SquareGrantCall,
  request: { code: string; redirectUri: string },
): Promise<Result<SquareGrant, TokenFailure>> {
  const answer = await requestTokens(call, { grant_type: 'authorization_code', code: request.code, redirect_uri: request.redirectUri });
  const merchantId = answer.kind === 'answered' ? textAt(parseJson(answer.text), 'merchant_id') : null;
  const tokens = readTokens(answer, call.now, null);
  if (!tokens.ok) return tokens;
  if (merchantId === null || merchantId === '') return err({ kind: 'failed', detail: "Square's token endpoint named no merchant" });
  return ok({ merchantId, grant: tokens.value });
}

/**
 * Renews the access token. In the code flow the refresh token is returned unchanged, and may be used again after a lost
 * answer. Tokens of another seller than `merchantId` count as a failed renewal: with them, one merchant's stock would be written to another.
 */
export async function refreshSquareToken(call: SquareGrantCall, refreshToken: string, merchantId: string): Promise<TokenResult> {
  const answer = await requestTokens(call, { grant_type: 'refresh_token', refresh_token: refreshToken });
  const tokens = readTokens(answer, call.now, refreshToken);
  const named = answer.kind === 'answered' ? textAt(parseJson(answer.text), 'merchant_id') : null;
  if (tokens.ok && named !== null && named !== merchantId)
    return err({ kind: 'failed', detail: "Square's token endpoint answered for another seller" });
  return tokens;
}

async function requestTokens(call: SquareTokenCall, fields: Readonly<Record<string, string>>): Promise<HttpAnswer> {
  const { config } = call;
  return call.http.send({
    method: 'POST',
    url: `${config.origin}/oauth2/token`,
    headers: { 'content-type': 'application/json', accept: 'application/json', 'square-version': config.version },
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
    const kind = canRefuseGrant(status) ? refusalOf(body, renewed === null) : 'failed';
    return err({ kind, detail: `Square's token endpoint answered ${status}` });
  }
  const accessToken = textAt(body, 'access_token');
  if (accessToken === null || accessToken === '')
    return err({ kind: 'failed', detail: "Square's token endpoint answered without a token" });
  return ok({
    accessToken,
    expiresAt: parseTime(textAt(body, 'expires_at') ?? '') ?? now + DEFAULT_TOKEN_LIFE_MS,
    refreshToken: textAt(body, 'refresh_token') || renewed || '',
    refreshExpiresAt: parseTime(textAt(body, 'refresh_token_expires_at') ?? ''),
    // The answer does not include the granted scopes: `readTokenStatus` asks Square.
    scopes: SQUARE_SCOPES,
  });
}

const DEAD_GRANTS: ReadonlySet<string> = new Set(['invalid_grant', 'ACCESS_TOKEN_REVOKED']);
const REFUSED_CLIENTS: ReadonlySet<string> = new Set([...CLIENT_ERRORS, 'CLIENT_DISABLED', 'service.not_authorized']);

/**
 * Classifies a refusal by its body. Square answers both a wrong secret and a dead refresh token with 401 `UNAUTHORIZED`
 * (OAuth API, ObtainToken) and distinguishes them only in `detail`; one that names neither is not final. Older answers
 * have `type` instead of `errors`. A refused authorization code costs no more than another consent.
 */
function refusalOf(body: unknown, ofCode: boolean): TokenFailure['kind'] {
  const errors = listAt(body, 'errors') ?? [];
  const codes = [textAt(body, 'error'), textAt(body, 'type'), ...errors.map((error) => textAt(error, 'code'))];
  const has = (known: ReadonlySet<string>): boolean => codes.some((code) => code !== null && known.has(code));
  if (has(DEAD_GRANTS)) return 'refused';
  if (has(REFUSED_CLIENTS)) return 'misconfigured';
  const words = [textAt(body, 'message'), ...errors.map((error) => textAt(error, 'detail'))].join(' ');
  if (
    /\brefresh[ _]token\b.*\b(?:revoked|expired|invalid|not found|not valid)\b|\b(?:revoked|expired|invalid) refresh[ _]token\b/iu.test(
      words,
    )
  ) {
    return 'refused';
  }
  if (/\bclient_(?:id|secret)\b|\bapplication (?:id|secret)\b/iu.test(words)) return 'misconfigured';
  return ofCode && errors.length > 0 ? 'refused' : 'failed';
}

/** Revokes everything that the seller granted us. Square then sends `oauth.authorization.revoked`. */
export async function revokeSquare(call: SquareTokenCall, merchantId: string): Promise<Result<null, PlatformFailure>> {
  const { config } = call;
  const answer = await call.http.send({
    method: 'POST',
    url: `${config.origin}/oauth2/revoke`,
    headers: {
      authorization: `Client ${config.clientSecret}`,
      'content-type': 'application/json',
      accept: 'application/json',
      'square-version': config.version,
    },
    body: JSON.stringify({ client_id: config.clientId, merchant_id: merchantId }),
  });
  const revoked = readData(readSquareAnswer(answer), (data) => (at(data, 'success') === true ? true : null));
  return revoked.ok ? ok(null) : revoked;
}

/** Square's own information about a token. */
export interface TokenStatus {
  readonly scopes: readonly string[];
  readonly expiresAt: number | null;
  readonly merchantId: string;
}

/** Asks Square about an access token. */
export async function readTokenStatus(call: SquareTokenCall, accessToken: string): Promise<Result<TokenStatus, PlatformFailure>> {
  const { config } = call;
  const answer = await call.http.send({
    method: 'POST',
    url: `${config.origin}/oauth2/token/status`,
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json', 'square-version': config.version },
    body: '',
  });
  return readData(readSquareAnswer(answer), (data) => {
    const scopes = listAt(data, 'scopes');
    if (scopes === null) return null;
    return {
      scopes: scopes.filter((scope) => typeof scope === 'string'),
      expiresAt: parseTime(textAt(data, 'expires_at') ?? ''),
      merchantId: textAt(data, 'merchant_id') ?? '',
    };
  });
}
