import { Hono, type Context } from 'hono';

import { routeOf } from '../../db/accounts';
import { subscriptionsOf } from '../../db/subscriptions';
import { isEntitled } from '../../domain/account/entitlement';
import { exchangeShopifyCode, shopifyAuthorizeUrl } from '../../platforms/shopify/oauth';
import { missingShopifyScopes, SHOPIFY_ORDER_SCOPE } from '../../platforms/shopify/scopes';
import { normaliseShopDomain } from '../../platforms/shopify/shop-domain';
import { verifyShopifyQuery } from '../../platforms/shopify/verify';
import { entitlementOf } from '../accounts/entitlement';
import { enqueuePendingAfterwards } from '../accounts/pending-snapshots';
import { refreshSubscription } from '../accounts/refresh-subscription';
import { admitShop } from '../accounts/sign-in';
import { lostCharge } from '../accounts/subscription-status';
import type { AppEnv } from '../runtime/app-env';
import { reasonOf } from '../runtime/log';
import type { Services } from '../runtime/services';
import { readCookie, SESSION_COOKIE, sessionCookie } from '../sessions/cookies';
import { startOauth, endOauth } from '../sessions/oauth-request';
import { allowsSignIn } from '../sessions/rate-limit';
import { endSession, SESSION_LENGTH_MS, startSession, type Session } from '../sessions/session';
import { sessionOf } from '../sessions/session-of';
import * as pages from './pages';
import { redirect, showPage, toOwnPath } from './show-page';

const CALLBACK = '/shopify/oauthCallback';

/** Returns Shopify's routes: sign-in, its callback, the address where Shopify opens the app, and the return from billing. */
export function shopifyRoutes(): Hono<AppEnv> {
  const routes = new Hono<AppEnv>({ strict: false });
  routes.get('/oauthRequest', requestSignIn);
  routes.get('/oauthCallback', finishSignIn);
  routes.get('/index', openFromShopify);
  routes.get('/billingReturn', returnFromBilling);
  return routes;
}

async function requestSignIn(c: Context<AppEnv>): Promise<Response> {
  const shop = normaliseShopDomain(c.req.query('shop') ?? '');
  return shop === null ? showPage(c, pages.INVALID_SHOP, 'invalid shop') : toGrant(c, shop);
}

/** Redirects to the shop's consent page, with a state that is bound to this browser. */
async function toGrant(c: Context<AppEnv>, shop: string): Promise<Response> {
  const services = c.get('services');
  if (!services.local && !(await allowsSignIn(c.env, c.req.raw.headers))) return showPage(c, pages.TOO_OFTEN, 'too often');
  const { state, setCookie } = await startOauth(services, { platform: 'shopify', shopDomain: shop }, c.req.header('cookie') ?? null);
  const redirectUri = `${services.config.appOrigin}${CALLBACK}`;
  const orders = c.req.query('orders') === '1' || (await mayReadOrders(services, shop));
  return redirect(shopifyAuthorizeUrl(services.config.platform.shopify, { shop, state, redirectUri, orders }), [setCookie]);
}

/** Returns whether the shop lets us read orders now: a grant replaces the one before it, so that a sign-in must ask for it again. */
async function mayReadOrders(services: Services, shop: string): Promise<boolean> {
  try {
    const account = await routeOf(services.db, 'shopify', shop);
    return account !== null && (await services.account(account).state()).shopify.grantedScopes.includes(SHOPIFY_ORDER_SCOPE);
  } catch (thrown) {
    // The sign-in itself needs neither.
    services.log.warn('sign-in.scopes-unknown', { reason: reasonOf(thrown) });
    return false;
  }
}

/** Finishes a sign-in. It checks the signature first, then the state, then the code, so that an early failure uses up neither. */
async function finishSignIn(c: Context<AppEnv>): Promise<Response> {
  const services = c.get('services');
  const query = new URL(c.req.url).searchParams;
  if (query.has('error')) return showPage(c, pages.consentDenied('shopify'), 'denied');
  const verified = await verifyShopifyQuery(services.config.platform.shopify, query, services.now());
  if (!verified.ok) {
    const page = { 'bad-signature': pages.BAD_SIGNATURE, stale: pages.STALE_CALLBACK, 'bad-shop': pages.INVALID_SHOP }[verified.error];
    return showPage(c, page, verified.error);
  }
  const { shop } = verified.value;
  const code = query.get('code') ?? '';
  if (code === '') return showPage(c, pages.incompleteCallback('shopify'), 'no code');
  const subject = { platform: 'shopify', shopDomain: shop } as const;
  if (!(await endOauth(services, subject, query.get('state') ?? '', c.req.header('cookie') ?? null))) {
    return showPage(c, pages.wrongState('shopify'), 'wrong state');
  }
  return admit(c, shop, code);
}

async function admit(c: Context<AppEnv>, shop: string, code: string): Promise<Response> {
  const services = c.get('services');
  const call = { http: services.http, config: services.config.platform.shopify, shop, now: services.now() };
  const tokens = await exchangeShopifyCode(call, code);
  if (!tokens.ok) return showPage(c, pages.noTokens('shopify', shop, tokens.error), tokens.error.detail);
  const missing = missingShopifyScopes(tokens.value.scopes);
  if (missing.length > 0) return showPage(c, pages.missingScopes('shopify', shop, missing), `missing scopes: ${missing.join(', ')}`);
  try {
    const account = await admitShop(services, shop, tokens.value, (work) => {
      c.executionCtx.waitUntil(work);
    });
    if (!account.ok) return showPage(c, pages.notStored('shopify', shop), account.error.code);
    await endSession(services.db, readCookie(c.req.header('cookie') ?? null, SESSION_COOKIE));
    const cookie = await startSession(services.db, account.value.id, services.now());
    services.log.info('session.started', { account: account.value.id });
    return toOwnPath(c, '/dashboard', [sessionCookie(cookie, SESSION_LENGTH_MS / 1_000, services.local)]);
  } catch (thrown) {
    services.log.error('sign-in.failed', { reason: reasonOf(thrown) });
    return showPage(c, pages.notStored('shopify', shop), 'storage');
  }
}

/** Handles Shopify opening the app: a browser that is signed in for that shop continues, any other goes to the shop's consent page. */
async function openFromShopify(c: Context<AppEnv>): Promise<Response> {
  const services = c.get('services');
  const query = new URL(c.req.url).searchParams;
  if (!query.has('hmac')) return toOwnPath(c, '/dashboard');
  const verified = await verifyShopifyQuery(services.config.platform.shopify, query, services.now());
  // A bookmarked address is old but signed by Shopify: asking for consent again does no harm.
  if (!verified.ok && verified.error === 'bad-signature') return showPage(c, pages.BAD_SIGNATURE, verified.error);
  const shop = verified.ok ? verified.value.shop : normaliseShopDomain(query.get('shop') ?? '');
  if (shop === null) return showPage(c, pages.INVALID_SHOP, 'invalid shop');
  const session = await sessionOf(c);
  const signedIn = session?.impersonator ?? session?.account;
  if (session === null || signedIn?.shopDomain !== shop) return toGrant(c, shop);
  return toOwnPath(
    c,
    session.impersonator === null && (await comesFromLostCharge(services, session.account)) ? '/subscription' : '/dashboard',
  );
}

/** How soon after a charge that was not approved an app opening counts as coming from that charge, ms. */
const SINCE_CHARGE_MS = 60 * 60_000;

/**
 * Whether the merchant comes from a charge that they declined. Shopify leaves them in its own admin, so they return by opening the app,
 * possibly before its webhook arrives.
 */
async function comesFromLostCharge(services: Services, account: Session['account']): Promise<boolean> {
  if (account.subscribed || services.billingMode === 'none') return false;
  const read = await refreshSubscription(services, account.id);
  if (!read.ok) services.log.warn('billing.not-read', { account: account.id, why: read.error.code });
  const lost = lostCharge(await subscriptionsOf(services.db, account.id));
  return lost !== null && services.now() - lost.createdAt < SINCE_CHARGE_MS;
}

/** Handles the return after the merchant confirmed or declined a charge. The address proves nothing, so the state is read from Shopify. */
async function returnFromBilling(c: Context<AppEnv>): Promise<Response> {
  const services = c.get('services');
  const session = await sessionOf(c);
  if (session === null) return toOwnPath(c, '/');
  const { account } = session;
  const read = await refreshSubscription(services, account.id);
  if (!read.ok) {
    services.log.warn('billing.not-read', { account: account.id, why: read.error.code });
    return toOwnPath(c, '/subscription');
  }
  await enqueuePendingAfterwards(services, account.id);
  const before = isEntitled(entitlementOf(account, services.billingMode), services.now());
  const after = isEntitled(entitlementOf(read.value, services.billingMode), services.now());
  if (!after || !before) return toOwnPath(c, '/onboard');
  return toOwnPath(c, read.value.subscribed ? '/dashboard' : '/subscription');
}
