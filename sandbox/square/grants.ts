import { OUTSIDE_SQUARE_TOKEN, type WorldApi } from '../world-api';
import { lacksScope, unauthorized, done, type Outcome } from './errors';

/** A token is valid for 30 days, a short-lived one for a day (OAuth API, ObtainToken). */
const TOKEN_LIFE_MS = 30 * 86_400_000;
const SHORT_TOKEN_LIFE_MS = 86_400_000;
/** An authorization code is valid for five minutes, once. */
const CODE_LIFE_MS = 5 * 60_000;

/** The sender of a request. */
export interface Caller {
  readonly merchant: string;
  readonly scopes: ReadonlySet<string> | 'all';
  /** `app`: the application under test; `outside`: an outside client, with its permanent token. */
  readonly who: 'app' | 'outside';
}

/** An access token as the token endpoint returns it. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly merchant: string;
  readonly expiresAt: number;
}

/** Parses stored scopes, which are separated by spaces. */
const scopesOf = (stored: string): string[] => stored.split(' ').filter((scope) => scope !== '');

/** Stores the seller's consent as a code for the application. */
export function issueCode(world: WorldApi, merchant: string, scopes: readonly string[], redirectUri: string | null): string {
  const code = world.token('sandbox-sq0cgb-');
  world.db.run(
    'insert into square_code (code, merchant, scopes, redirect_uri, expires_at, used) values (?, ?, ?, ?, ?, 0)',
    code,
    merchant,
    scopes.join(' '),
    redirectUri,
    world.now() + CODE_LIFE_MS,
  );
  return code;
}

/** Exchanges a code for tokens, once; the redirect URL must be the one that the consent page was given. */
export function redeemCode(world: WorldApi, code: string, redirectUri: string | null, short: boolean): Outcome<IssuedToken> {
  const row = world.db.row<{ merchant: string; scopes: string; redirect_uri: string | null; expires_at: number; used: number }>(
    'select merchant, scopes, redirect_uri, expires_at, used from square_code where code = ?',
    code,
  );
  if (row === null) return unauthorized('UNAUTHORIZED', 'Authorization code not found.');
  if (row.used !== 0) return unauthorized('UNAUTHORIZED', 'Authorization code is already claimed.');
  if (world.now() > row.expires_at) return unauthorized('UNAUTHORIZED', 'Authorization code is expired.');
  if (row.redirect_uri !== null && row.redirect_uri !== redirectUri)
    return unauthorized('UNAUTHORIZED', 'Redirect uri does not match the one of the authorization request.');
  world.db.run('update square_code set used = 1 where code = ?', code);
  const refreshToken = world.token('EQAA', 24);
  world.db.run(
    'insert into square_grant (refresh_token, merchant, scopes, revoked_at) values (?, ?, ?, null)',
    refreshToken,
    row.merchant,
    row.scopes,
  );
  return done(issueToken(world, refreshToken, row.merchant, scopesOf(row.scopes), short));
}

/** Creates another access token of a grant. The refresh token stays the same, and earlier tokens stay valid (code flow). */
export function refreshGrant(
  world: WorldApi,
  refreshToken: string,
  narrowed: readonly string[] | null,
  short: boolean,
): Outcome<IssuedToken> {
  const row = world.db.row<{ merchant: string; scopes: string; revoked_at: number | null }>(
    'select merchant, scopes, revoked_at from square_grant where refresh_token = ?',
    refreshToken,
  );
  if (row === null) return unauthorized('UNAUTHORIZED', 'Refresh token not found.');
  if (row.revoked_at !== null) return unauthorized('UNAUTHORIZED', 'Refresh token is revoked.');
  const granted = scopesOf(row.scopes);
  return done(
    issueToken(world, refreshToken, row.merchant, narrowed === null ? granted : granted.filter((scope) => narrowed.includes(scope)), short),
  );
}

function issueToken(world: WorldApi, refreshToken: string, merchant: string, scopes: readonly string[], short: boolean): IssuedToken {
  const accessToken = world.token('EAAA', 24);
  const expiresAt = world.now() + (short ? SHORT_TOKEN_LIFE_MS : TOKEN_LIFE_MS);
  world.db.run(
    'insert into square_token (token, refresh_token, merchant, scopes, expires_at, revoked_at) values (?, ?, ?, ?, ?, null)',
    accessToken,
    refreshToken,
    merchant,
    scopes.join(' '),
    expiresAt,
  );
  return { accessToken, refreshToken, merchant, expiresAt };
}

/** Returns what a token grants and until when; null when it was never issued. */
export function tokenStatus(
  world: WorldApi,
  token: string,
): { merchant: string; scopes: string[]; expiresAt: number; revoked: boolean } | null {
  const row = world.db.row<{ merchant: string; scopes: string; expires_at: number; revoked_at: number | null }>(
    'select merchant, scopes, expires_at, revoked_at from square_token where token = ?',
    token,
  );
  if (row === null) return null;
  return { merchant: row.merchant, scopes: scopesOf(row.scopes), expiresAt: row.expires_at, revoked: row.revoked_at !== null };
}

/** Returns the caller behind an Authorization header, or Square's 401. */
export function identify(world: WorldApi, authorization: string | undefined): Outcome<Caller> {
  const token = /^Bearer (\S+)$/u.exec(authorization ?? '')?.[1];
  if (token === undefined)
    return unauthorized('UNAUTHORIZED', 'Your request did not include an `Authorization` http header with an access token.');
  if (token === OUTSIDE_SQUARE_TOKEN) {
    const demo = world.owners.find((owner) => owner.name === 'demo');
    if (demo !== undefined) return done({ merchant: demo.merchant, scopes: 'all', who: 'outside' });
  }
  const status = tokenStatus(world, token);
  if (status === null) return unauthorized('UNAUTHORIZED', 'This request could not be authorized.');
  if (status.revoked) return unauthorized('ACCESS_TOKEN_REVOKED', 'The provided access token was revoked.');
  if (world.now() > status.expiresAt) return unauthorized('ACCESS_TOKEN_EXPIRED', 'The provided access token has expired.');
  return done({ merchant: status.merchant, scopes: new Set(status.scopes), who: 'app' });
}

/** Refuses a caller whose token lacks the scope of an operation. */
export function requireScope(caller: Caller, scope: string): Outcome<null> {
  return caller.scopes === 'all' || caller.scopes.has(scope) ? done(null) : lacksScope(scope);
}

/** Returns whether the application has a valid grant of the seller, with a scope unless it is null. */
export function hasGrant(world: WorldApi, merchant: string, scope: string | null): boolean {
  const grants = world.db.rows<{ scopes: string }>('select scopes from square_grant where merchant = ? and revoked_at is null', merchant);
  return grants.some((grant) => scope === null || scopesOf(grant.scopes).includes(scope));
}

/** Ends every grant and token of a seller. */
export function revokeMerchant(world: WorldApi, merchant: string): void {
  world.db.run('update square_grant set revoked_at = ? where merchant = ? and revoked_at is null', world.now(), merchant);
  world.db.run('update square_token set revoked_at = ? where merchant = ? and revoked_at is null', world.now(), merchant);
}

/** Ends one access token; its grant stays valid. */
export function revokeToken(world: WorldApi, token: string): void {
  world.db.run('update square_token set revoked_at = ? where token = ? and revoked_at is null', world.now(), token);
}
