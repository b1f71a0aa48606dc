import { Hono, type Context } from 'hono';

import { refreshUnderFault } from '../core/token-faults';
import type { WorldApi } from '../world-api';
import { bad, notEmulated, unauthorized, type Failure } from './errors';
import { emitRevocation } from './events';
import { hasGrant, issueCode, redeemCode, refreshGrant, revokeMerchant, revokeToken, tokenStatus, type IssuedToken } from './grants';
import { writeInstant } from './instant';
import { flagOf, isObject, parseJson, textOf, textsOf, type JsonObject } from './json';
import { consentPage, wrongRequestPage } from './oauth-page';
import { validateBody, type BodyName } from './validate';

/** A valid authorization request. */
interface Authorization {
  readonly scopes: readonly string[];
  /** Where the browser is redirected afterward. */
  readonly redirectUri: string;
  /** Whether the request itself named the URL; then the token request must repeat it. */
  readonly named: boolean;
  readonly state: string | null;
}

/** The format of scope names, as Square and its API description list them. */
const SCOPE = /^[A-Z]+(?:_[A-Z]+)*$/u;

/** Parses an authorization request; a string result is the error. */
function readAuthorization(world: WorldApi, query: URLSearchParams): Authorization | string {
  if (query.get('client_id') !== world.env.SQUARE_CLIENT_ID) return 'Unknown application: client_id is not the one that is registered.';
  if (query.has('code_challenge')) return 'The sandbox does not play the PKCE flow (code_challenge); use the code flow.';
  if (query.has('response_type') && query.get('response_type') !== 'code') return 'response_type must be code.';
  const scopes = (query.get('scope') ?? 'MERCHANT_PROFILE_READ PAYMENTS_READ SETTLEMENTS_READ BANK_ACCOUNTS_READ')
    .split(/[ +]/u)
    .filter((scope) => scope !== '');
  if (world.config().grantOrders) scopes.push('ORDERS_READ');
  const { withheldScopes } = world.config().faults.square;
  const unknown = scopes.find((scope) => !SCOPE.test(scope));
  if (unknown !== undefined) return `Unknown scope: ${unknown.slice(0, 60)}.`;
  const registered = `${world.env.APP_ORIGIN}/square/oauthCallback`;
  const redirect = query.get('redirect_uri');
  if (redirect !== null && redirect !== registered && redirect !== `${world.env.WEBHOOK_ORIGIN}/square/oauthCallback`) {
    return `redirect_uri is not the registered one, ${registered}.`;
  }
  return {
    scopes: scopes.filter((scope) => !withheldScopes.includes(scope)),
    redirectUri: redirect ?? registered,
    named: redirect !== null,
    state: query.get('state'),
  };
}

/** Serves the consent page, and issues and revokes tokens (OAuth API). */
export function oauthApp(world: WorldApi): Hono {
  const app = new Hono();
  app.get('/oauth2/authorize', (c) => {
    const query = new URL(c.req.url).searchParams;
    const asked = readAuthorization(world, query);
    if (typeof asked === 'string') return c.html(wrongRequestPage(asked), 400);
    const sellers = world.owners.map(({ merchant, title }) => ({ id: merchant, name: title, granted: hasGrant(world, merchant, null) }));
    const { autoApprove, squareSeller } = world.config();
    const chosen = sellers.find(({ id }) => id === squareSeller) ?? sellers.find(({ granted }) => !granted) ?? sellers[0];
    if (autoApprove && chosen !== undefined) return allow(c, world, asked, chosen.id);
    return c.html(consentPage({ action: `?${query.toString()}`, scopes: asked.scopes, sellers, chosen: chosen?.id ?? '' }));
  });
  app.post('/oauth2/authorize', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    const asked = readAuthorization(world, new URL(c.req.url).searchParams);
    if (typeof asked === 'string') return c.html(wrongRequestPage(asked), 400);
    if (form.get('answer') !== 'allow') return deny(c, world, asked);
    const seller = world.owners.find(({ merchant }) => merchant === form.get('seller'));
    return seller === undefined ? c.html(wrongRequestPage('Choose a seller.'), 400) : allow(c, world, asked, seller.merchant);
  });
  app.post('/oauth2/token', (c) =>
    withBody(c, 'ObtainTokenRequest', (body) =>
      // A person waits for the first token; a refresh is the application's own traffic, and faults apply to it.
      textOf(body, 'grant_type') === 'refresh_token'
        ? world.withFaults('square', null, () => refresh(world, c, body))
        : obtainToken(world, c, body),
    ),
  );
  app.post('/oauth2/revoke', (c) => withBody(c, 'RevokeTokenRequest', (body) => revoke(world, c, body)));
  app.post('/oauth2/token/status', async (c) => {
    await c.req.text();
    const status = tokenStatus(world, /^Bearer (\S+)$/u.exec(c.req.header('authorization') ?? '')?.[1] ?? '');
    if (status === null) return fail(c, unauthorized('UNAUTHORIZED', 'This request could not be authorized.').failure);
    if (status.revoked) return fail(c, unauthorized('ACCESS_TOKEN_REVOKED', 'The provided access token was revoked.').failure);
    if (world.now() > status.expiresAt)
      return fail(c, unauthorized('ACCESS_TOKEN_EXPIRED', 'The provided access token has expired.').failure);
    const { scopes, merchant } = status;
    return c.json({ scopes, expires_at: writeInstant(status.expiresAt), client_id: world.env.SQUARE_CLIENT_ID, merchant_id: merchant });
  });
  return app;
}

function back(c: Context, asked: Authorization, answer: Readonly<Record<string, string>>): Response {
  const url = new URL(asked.redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (asked.state !== null) url.searchParams.set('state', asked.state);
  return c.redirect(url.toString(), 302);
}

function note(world: WorldApi, owner: string, title: string, outcome: 'ok' | 'refused'): void {
  world.log({ platform: 'square', kind: 'page', owner, title, detail: '', outcome });
}

function allow(c: Context, world: WorldApi, asked: Authorization, merchant: string): Response {
  const code = issueCode(world, merchant, asked.scopes, asked.named ? asked.redirectUri : null);
  note(world, merchant, 'seller allowed access', 'ok');
  return back(c, asked, { code, response_type: 'code' });
}

function deny(c: Context, world: WorldApi, asked: Authorization): Response {
  note(world, '', 'seller denied access', 'refused');
  return back(c, asked, { error: 'access_denied', error_description: 'user_denied' });
}

const fail = (c: Context, failure: Failure): Response => c.json({ errors: failure.errors }, failure.status);

/** Parses and validates a JSON body before the response is built. */
async function withBody(c: Context, name: BodyName, answer: (body: JsonObject) => Response | Promise<Response>): Promise<Response> {
  const body = parseJson(await c.req.text());
  if (!isObject(body)) return fail(c, bad('EXPECTED_JSON_BODY', 'Expected a JSON object.').failure);
  const errors = validateBody(name, body);
  return errors.length > 0 ? fail(c, { status: 400, errors }) : answer(body);
}

function refresh(world: WorldApi, c: Context, body: JsonObject): Promise<Response> {
  const refuse = (detail: string): Response => fail(c, unauthorized('UNAUTHORIZED', detail).failure);
  const refusals = { invalidClient: () => refuse('Wrong client_secret.'), deadGrant: () => refuse('Refresh token is revoked.') };
  const { tokenAnswer } = world.config().faults.square;
  return refreshUnderFault(tokenAnswer, refusals, ['refresh_token', 'expires_at'], () => obtainToken(world, c, body));
}

function obtainToken(world: WorldApi, c: Context, body: JsonObject): Response {
  const { SQUARE_CLIENT_ID, SQUARE_CLIENT_SECRET } = world.env;
  if (textOf(body, 'client_id') !== SQUARE_CLIENT_ID) return fail(c, unauthorized('UNAUTHORIZED', 'Unknown client_id.').failure);
  if (textOf(body, 'client_secret') !== SQUARE_CLIENT_SECRET) return fail(c, unauthorized('UNAUTHORIZED', 'Wrong client_secret.').failure);
  const short = flagOf(body, 'short_lived') === true;
  const issued = world.db.transaction(() => {
    switch (textOf(body, 'grant_type')) {
      case 'authorization_code':
        return redeemCode(world, textOf(body, 'code') ?? '', textOf(body, 'redirect_uri'), short);
      case 'refresh_token':
        return refreshGrant(world, textOf(body, 'refresh_token') ?? '', textsOf(body, 'scopes'), short);
      case 'migration_token':
        return notEmulated('migration tokens');
      default:
        return bad('INVALID_VALUE', 'grant_type must be authorization_code or refresh_token.', 'grant_type');
    }
  });
  note(world, issued.ok ? issued.value.merchant : '', `token by ${textOf(body, 'grant_type') ?? ''}`, issued.ok ? 'ok' : 'refused');
  return issued.ok ? c.json(showToken(issued.value, short)) : fail(c, issued.failure);
}

function showToken(token: IssuedToken, short: boolean): JsonObject {
  return {
    access_token: token.accessToken,
    token_type: 'bearer',
    expires_at: writeInstant(token.expiresAt),
    merchant_id: token.merchant,
    refresh_token: token.refreshToken,
    short_lived: short,
  };
}

function revoke(world: WorldApi, c: Context, body: JsonObject): Response {
  if (
    c.req.header('authorization') !== `Client ${world.env.SQUARE_CLIENT_SECRET}` ||
    textOf(body, 'client_id') !== world.env.SQUARE_CLIENT_ID
  ) {
    return fail(c, unauthorized('UNAUTHORIZED', 'Wrong application credentials.').failure);
  }
  const token = textOf(body, 'access_token');
  const merchant = textOf(body, 'merchant_id') ?? (token === null ? null : (tokenStatus(world, token)?.merchant ?? null));
  if (merchant === null || !hasGrant(world, merchant, null)) {
    return fail(c, { status: 404, errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail: 'No such token.' }] });
  }
  if (token !== null && flagOf(body, 'revoke_only_access_token') === true) revokeToken(world, token);
  else endGrants(world, merchant, 'APPLICATION');
  note(world, merchant, 'access revoked', 'ok');
  return c.json({ success: true });
}

/** Ends the application's access to a seller and sends the webhook; under `endsLaterMs` the webhook comes first. */
export function endGrants(world: WorldApi, merchant: string, revoker: 'APPLICATION' | 'MERCHANT'): void {
  const { faults, clockSpeed } = world.config();
  const laterMs = faults.square.endsLaterMs;
  world.db.transaction(() => {
    emitRevocation(world, merchant, revoker);
    if (laterMs === 0) revokeMerchant(world, merchant);
    else world.schedule('square', REVOKE_JOB, world.now() + laterMs * clockSpeed, merchant);
  });
}

/** The job that ends the access after the delay of `endsLaterMs`. */
export const REVOKE_JOB = 'revoke-merchant';
