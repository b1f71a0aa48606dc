import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { SquareConfig } from '../config';
import type { PlatformFailure } from '../failure';
import type { Http, HttpAnswer } from '../http';
import { at, listAt, parseJson, textAt } from '../json';
import { parseTime } from '../time';
import type { TokenFailure, TokenGrant, TokenResult } from '../token-grant';
import { readData, readSquareAnswer } from './client';
import { SQUARE_SCOPES } from './scopes';

/** Where a seller is sent to grant access; `session=false` makes Square ask who he is, even where somebody is signed in already. */
export function squareAuthorizeUrl(config: SquareConfig, request: { redirectUri: string; state: string }): string {
  const query = new URLSearchParams({
    client_id: config.clientId,
    scope: SQUARE_SCOPES.join(' '),
    session: 'false',
    state: request.state,
    redirect_uri: request.redirectUri,
  });
  return `${config.origin}/oauth2/authorize?${query.toString()}`;
}

/** What every call to Square's OAuth endpoints needs. */
export interface SquareTokenCall {
  readonly http: Http;
  readonly config: SquareConfig;
}

/** A grant and the seller who gave it. */
export interface SquareGrant {
  readonly merchantId: string;
  readonly grant: TokenGrant;
}

/** Changes the callback's code (single use, five minutes) for tokens. `redirectUri` is the one that the seller was sent out with. */
export async function exchangeSquareCode(
  call: SquareTokenCall,
  request: { code: string; redirectUri: string },
): Promise<Result<SquareGrant, TokenFailure>> {
  const answer = await requestTokens(call, { grant_type: 'authorization_code', code: request.code, redirect_uri: request.redirectUri });
  const merchantId = answer.kind === 'answered' ? textAt(parseJson(answer.text), 'merchant_id') : null;
  const tokens = readTokens(answer);
  if (!tokens.ok) return tokens;
  if (merchantId === null || merchantId === '') return err({ kind: 'failed', detail: "Square's token endpoint named no merchant" });
  return ok({ merchantId, grant: tokens.value });
}

/** Renews the access token. In the code flow the refresh token comes back unchanged, and may be used again after a lost answer. */
export async function refreshSquareToken(call: SquareTokenCall, refreshToken: string): Promise<TokenResult> {
  return readTokens(await requestTokens(call, { grant_type: 'refresh_token', refresh_token: refreshToken }), refreshToken);
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

function readTokens(answer: HttpAnswer, refreshToken = ''): TokenResult {
  if (answer.kind === 'no-answer') return err({ kind: 'failed', detail: answer.detail });
  const { status } = answer;
  if (status !== 200) {
    const definite = status === 400 || status === 401 || status === 403;
    return err({ kind: definite ? 'refused' : 'failed', detail: `Square's token endpoint answered ${status}` });
  }
  const body = parseJson(answer.text);
  const accessToken = textAt(body, 'access_token');
  const expiresAt = parseTime(textAt(body, 'expires_at') ?? '');
  if (accessToken === null || accessToken === '' || expiresAt === null) {
    return err({ kind: 'failed', detail: "Square's token endpoint answered without a token and its end" });
  }
  return ok({
    accessToken,
    expiresAt,
    refreshToken: textAt(body, 'refresh_token') ?? refreshToken,
    refreshExpiresAt: parseTime(textAt(body, 'refresh_token_expires_at') ?? ''),
    // A seller grants all that was asked for or nothing; the answer does not repeat it. `readTokenStatus` asks Square.
    scopes: SQUARE_SCOPES,
  });
}

/** Ends everything that the seller granted us. Square then sends `oauth.authorization.revoked`. */
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

/** What Square itself says of a token. */
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
