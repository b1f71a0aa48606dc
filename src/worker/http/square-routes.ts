import { Hono, type Context } from 'hono';

import { writeAudit } from '../../db/audit';
import { describeFailure } from '../../platforms/failure';
import { exchangeSquareCode, readTokenStatus, squareAuthorizeUrl, type SquareGrant } from '../../platforms/square/oauth';
import { missingSquareScopes } from '../../platforms/square/scopes';
import { connectSquareMerchant } from '../accounts/square-connection';
import type { AppEnv } from '../runtime/app-env';
import { reasonOf } from '../runtime/log';
import { startOauth, endOauth } from '../sessions/oauth-request';
import type { Session } from '../sessions/session';
import { sessionOf } from '../sessions/session-of';
import * as pages from './pages';
import { redirect, showPage, toOwnPath } from './show-page';

const CALLBACK = '/square/oauthCallback';

/** Returns Square's routes: connecting a seller to the signed-in account. */
export function squareRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>({ strict: false });
  routes.get('/oauthRequest', requestConnection);
  routes.get('/oauthCallback', finishConnection);
  routes.get('/index', async (c) => toOwnPath(c, '/dashboard'));
  return routes;
}

async function requestConnection(c: Context<AppEnv>): Promise<Response> {
  const services = c.get('services');
  const session = await sessionOf(c);
  if (session === null) return showPage(c, pages.NOT_SIGNED_IN, 'no session');
  const subject = { platform: 'square', account: session.account.id } as const;
  const { state, setCookie } = await startOauth(services, subject, c.req.header('cookie') ?? null);
  const team = c.req.query('team') === '1';
  return redirect(squareAuthorizeUrl(services.config.platform.square, { state, redirectUri: redirectUri(c), team }), [setCookie]);
}

/**
 * Finishes connecting a seller. The state must belong to this browser and to the account that is signed in now, so that nobody's Square
 * account can be connected to another merchant's shop.
 */
async function finishConnection(c: Context<AppEnv>): Promise<Response> {
  const services = c.get('services');
  const query = new URL(c.req.url).searchParams;
  if (query.has('error')) return showPage(c, pages.consentDenied('square'), 'denied');
  const session = await sessionOf(c);
  if (session === null) return showPage(c, pages.NOT_SIGNED_IN, 'no session');
  const code = query.get('code') ?? '';
  if (code === '') return showPage(c, pages.incompleteCallback('square'), 'no code');
  const subject = { platform: 'square', account: session.account.id } as const;
  if (!(await endOauth(services, subject, query.get('state') ?? '', c.req.header('cookie') ?? null))) {
    return showPage(c, pages.wrongState('square'), 'wrong state');
  }
  const { http, config } = services;
  const call = { http, config: config.platform.square, now: services.now() };
  const granted = await exchangeSquareCode(call, { code, redirectUri: redirectUri(c) });
  if (!granted.ok) return showPage(c, pages.noTokens('square', null, granted.error), granted.error.detail);
  const { merchantId, grant } = granted.value;
  // The token response does not name the granted scopes, so they are read from Square.
  const status = await readTokenStatus(call, grant.accessToken);
  if (!status.ok) return showPage(c, pages.platformDown('square', null), describeFailure(status.error));
  const { scopes } = status.value;
  const missing = missingSquareScopes(scopes);
  if (missing.length > 0) return showPage(c, pages.missingScopes('square', null, missing), `missing scopes: ${missing.join(', ')}`);
  return connect(c, session, { merchantId, grant: { ...grant, scopes } });
}

async function connect(c: Context<AppEnv>, session: Session, granted: SquareGrant): Promise<Response> {
  const services = c.get('services');
  try {
    await auditIfImpersonating(c, session, 'begun');
    const outcome = await connectSquareMerchant(services, session.account, granted.merchantId, granted.grant);
    await auditIfImpersonating(c, session, outcome).catch((thrown: unknown) => {
      // The connection is already made, and its `begun` entry is stored.
      services.log.error('audit.not-written', { account: session.account.id, outcome, reason: reasonOf(thrown) });
    });
    if (outcome === 'taken') return showPage(c, pages.SQUARE_TAKEN, outcome);
    if (outcome === 'refused') return showPage(c, pages.notStored('square', null), outcome);
    services.log.info('account.square-connected', { account: session.account.id });
    return toOwnPath(c, '/onboard');
  } catch (thrown) {
    services.log.error('square.not-connected', { account: session.account.id, reason: reasonOf(thrown) });
    return showPage(c, pages.notStored('square', null), 'storage');
  }
}

async function auditIfImpersonating(c: Context<AppEnv>, { account, impersonator }: Session, result: string): Promise<void> {
  if (impersonator === null) return;
  const services = c.get('services');
  const who = { at: services.now(), actor: impersonator.id, subject: account.id };
  await writeAudit(services.db, { ...who, method: 'square/oauthCallback', detail: {}, result, reference: c.get('requestId') });
}

function redirectUri(c: Context<AppEnv>): string {
  return `${c.get('services').config.appOrigin}${CALLBACK}`;
}
