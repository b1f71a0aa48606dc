import { OUTSIDE_SHOPIFY_TOKEN, type WorldApi } from '../world-api';

/** Lifetimes of tokens and codes by the sandbox's clock. */
const ACCESS_LIFE_S = 3600;
const REFRESH_LIFE_S = 90 * 24 * 3600;
const CODE_LIFE_MS = 5 * 60_000;

/** The scopes of an outside token: all. */
const ALL_SCOPES = ['write_products', 'write_inventory', 'read_locations', 'read_orders', 'write_locations'];

/** The caller that a token belongs to. */
export interface Bearer {
  readonly app: 'app' | 'outside';
  readonly scopes: ReadonlySet<string>;
}

/** The response of the token endpoint. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly scope: string;
  readonly expires_in?: number;
  readonly refresh_token?: string;
  readonly refresh_token_expires_in?: number;
}

/** Returns the bearer of a token in a shop, or null when it is unknown, expired, or of another shop. */
export function bearerOf(world: WorldApi, shop: string, token: string): Bearer | null {
  const demo = world.owners[0]?.shop;
  if (token === OUTSIDE_SHOPIFY_TOKEN) return shop === demo ? { app: 'outside', scopes: new Set(ALL_SCOPES) } : null;
  const row = world.db.row<{ scopes: string; expires_at: number | null }>(
    'select scopes, expires_at from shopify_access_token where token = ? and shop = ?',
    token,
    shop,
  );
  if (row === null || (row.expires_at !== null && row.expires_at <= world.now())) return null;
  return { app: 'app', scopes: new Set(row.scopes.split(',')) };
}

/** Returns what a shop has granted, or null when the app is not installed. */
export function installOf(world: WorldApi, shop: string): { id: number; scopes: string } | null {
  return world.db.row<{ id: number; scopes: string }>('select id, scopes from shopify_install where shop = ?', shop);
}

/** Creates a code for the token endpoint: single use, five minutes. */
export function issueCode(world: WorldApi, shop: string, scopes: string): string {
  const code = world.token('', 16);
  world.db.run(
    'insert into shopify_grant (code, shop, scopes, expires_at) values (?, ?, ?, ?)',
    code,
    shop,
    scopes,
    world.now() + CODE_LIFE_MS,
  );
  return code;
}

function issue(world: WorldApi, shop: string, scopes: string, replaces: string | null): TokenAnswer {
  const access = world.token('shpat_');
  const refresh = world.token('shprt_');
  const now = world.now();
  world.db.run('delete from shopify_access_token where expires_at <= ?', now);
  world.db.run(
    'insert into shopify_access_token (token, shop, scopes, expires_at) values (?, ?, ?, ?)',
    access,
    shop,
    scopes,
    now + ACCESS_LIFE_S * 1000,
  );
  world.db.run(
    'insert into shopify_refresh_token (token, shop, scopes, expires_at, replaces) values (?, ?, ?, ?, ?)',
    refresh,
    shop,
    scopes,
    now + REFRESH_LIFE_S * 1000,
    replaces,
  );
  return {
    access_token: access,
    scope: scopes,
    expires_in: ACCESS_LIFE_S,
    refresh_token: refresh,
    refresh_token_expires_in: REFRESH_LIFE_S,
  };
}

/**
 * Exchanges a code for tokens, or returns null when it is unknown, used, or too old. A new grant immediately ends all older refresh tokens
 * of the shop.
 */
export function redeemCode(world: WorldApi, shop: string, code: string, expiring: boolean): TokenAnswer | null {
  const grant = world.db.row<{ scopes: string; expires_at: number }>(
    'delete from shopify_grant where code = ? and shop = ? returning scopes, expires_at',
    code,
    shop,
  );
  if (grant === null || grant.expires_at <= world.now()) return null;
  world.db.run('delete from shopify_refresh_token where shop = ?', shop);
  if (expiring) return issue(world, shop, grant.scopes, null);
  const access = world.token('shpat_');
  world.db.run('insert into shopify_access_token (token, shop, scopes, expires_at) values (?, ?, ?, null)', access, shop, grant.scopes);
  return { access_token: access, scope: grant.scopes };
}

/** Exchanges a refresh token for a new pair, or returns null. The old one can be used again until its replacement has been used. */
export function refresh(world: WorldApi, shop: string, token: string): TokenAnswer | null {
  const row = world.db.row<{ scopes: string; expires_at: number; replaces: string | null }>(
    'select scopes, expires_at, replaces from shopify_refresh_token where token = ? and shop = ?',
    token,
    shop,
  );
  if (row === null || row.expires_at <= world.now()) return null;
  if (row.replaces !== null) {
    world.db.run('delete from shopify_refresh_token where token = ? or (replaces = ? and token <> ?)', row.replaces, row.replaces, token);
  }
  return issue(world, shop, row.scopes, token);
}

/**
 * Exchanges a non-expiring access token for an expiring pair; the old one becomes invalid. Returns null when it is not a valid,
 * non-expiring token of the shop.
 */
export function migrateToken(world: WorldApi, shop: string, token: string): TokenAnswer | null {
  const old = world.db.row<{ scopes: string }>(
    'delete from shopify_access_token where token = ? and shop = ? and expires_at is null returning scopes',
    token,
    shop,
  );
  return old === null ? null : issue(world, shop, old.scopes, null);
}

/** Ends every token and code of a shop. */
export function forgetTokens(world: WorldApi, shop: string): void {
  for (const table of ['shopify_grant', 'shopify_access_token', 'shopify_refresh_token'])
    world.db.run(`delete from ${table} where shop = ?`, shop);
}
