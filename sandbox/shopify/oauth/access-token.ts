import type { Context } from 'hono';

import { refreshUnderFault } from '../../core/token-faults';
import type { WorldApi } from '../../world-api';
import type { ShopRow } from '../context';
import { migrateToken, redeemCode, refresh, type TokenAnswer } from '../token-store';

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';

/** Returns the fields of a form or of a JSON object, as strings; null when the body is neither. */
function readFields(contentType: string, text: string): ReadonlyMap<string, string> | null {
  if (!contentType.includes('json')) return new Map(new URLSearchParams(text));
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return null;
    const entries = Object.entries(body).filter((entry): entry is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]),
    );
    return new Map(entries.map(([name, value]) => [name, String(value)]));
  } catch {
    return null;
  }
}

type Refusal = readonly [error: string, description: string];

const INVALID_CODE: Refusal = ['invalid_request', 'The authorization code was not found or was already used'];
/** Shopify's production message, sent with 401. */
const INVALID_REFRESH: Refusal = ['invalid_request', 'This request requires an active refresh_token'];
const INVALID_CLIENT: Refusal = ['invalid_client', 'The client_id or client_secret is wrong'];

/** Returns a refusal as Shopify sends it: 401 for the client and for an invalid refresh token, 400 for the rest. */
const refusalAnswer = (refusal: Refusal): Response =>
  Response.json(
    { error: refusal[0], error_description: refusal[1] },
    { status: refusal === INVALID_REFRESH || refusal === INVALID_CLIENT ? 401 : 400 },
  );

const flag = (text: string | undefined): boolean => text === '1' || text === 'true';

/** Exchanges the given credential for tokens, or returns why not. */
function exchange(world: WorldApi, shop: ShopRow, fields: ReadonlyMap<string, string>): TokenAnswer | Refusal {
  if (fields.get('client_id') !== world.env.SHOPIFY_CLIENT_ID || fields.get('client_secret') !== world.env.SHOPIFY_CLIENT_SECRET) {
    return INVALID_CLIENT;
  }
  const grantType = fields.get('grant_type');
  if (grantType === 'refresh_token') return refresh(world, shop.domain, fields.get('refresh_token') ?? '') ?? INVALID_REFRESH;
  if (grantType === TOKEN_EXCHANGE) {
    if (!flag(fields.get('expiring'))) return ['invalid_request', 'The sandbox exchanges non-expiring tokens for expiring ones only'];
    return migrateToken(world, shop.domain, fields.get('subject_token') ?? '') ?? ['invalid_subject_token', 'The subject token is invalid'];
  }
  if (grantType !== undefined && grantType !== 'authorization_code')
    return ['unsupported_grant_type', `The sandbox does not implement ${grantType}`];
  return redeemCode(world, shop.domain, fields.get('code') ?? '', flag(fields.get('expiring'))) ?? INVALID_CODE;
}

/**
 * Serves `POST /{shop}/admin/oauth/access_token`. The faults of `/control/config` apply to a refresh, because its response can be lost like
 * any other; not to a code exchange.
 */
export async function accessTokenRoute(c: Context, world: WorldApi, shop: ShopRow): Promise<Response> {
  const fields = readFields(c.req.header('content-type') ?? '', await c.req.text());
  const refreshing = fields?.get('grant_type') === 'refresh_token';
  const answer = (): Response => {
    const result = fields === null ? (['invalid_request', 'The body cannot be read'] as const) : exchange(world, shop, fields);
    const refused = 'access_token' in result ? null : result;
    const title = refreshing ? 'token refreshed' : 'token issued';
    world.log({
      platform: 'shopify',
      kind: 'call',
      owner: shop.domain,
      title: refused === null ? title : 'token refused',
      detail: refused?.[1] ?? '',
      outcome: refused === null ? 'ok' : 'refused',
    });
    return refused === null ? c.json(result) : refusalAnswer(refused);
  };
  if (!refreshing) return answer();
  const refusals = { invalidClient: () => refusalAnswer(INVALID_CLIENT), deadGrant: () => refusalAnswer(INVALID_REFRESH) };
  const leftOut = ['refresh_token', 'refresh_token_expires_in', 'expires_in'];
  const { tokenAnswer } = world.config().faults.shopify;
  return world.withFaults('shopify', null, () => refreshUnderFault(tokenAnswer, refusals, leftOut, answer));
}
