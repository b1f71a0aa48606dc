import { env } from 'cloudflare:test';
import { expect, vi } from 'vitest';

import { findAccountByShop, signInAccount } from '../../../src/db/accounts';
import { openDb } from '../../../src/db/database';
import { SESSION_COOKIE } from '../../../src/worker/sessions/cookies';
import { startSession } from '../../../src/worker/sessions/session';
import { accountId as numberOf } from '../../support/account-id';
import { APP, Browser, control } from './browser';

/** A caller: the cookie, and the account whose data it shows. */
export interface Caller {
  readonly cookie: string;
  /** '' for `nobody`. */
  readonly accountId: string;
}

/** The product and both platforms, with every kind of caller of the RPC endpoint. */
export interface RealWorld {
  readonly nobody: Caller;
  /** Entitled, both platforms connected and paired, snapshots complete. */
  readonly merchant: Caller;
  /** Another such merchant, of the shop `second`. */
  readonly other: Caller;
  /** Signed in, without a subscription. */
  readonly unsubscribed: Caller;
  readonly operator: Caller;
  /** An operator who sees the merchant's data. */
  readonly impersonator: Caller;
  /** The other merchant's browser: that account may be damaged and repaired. */
  readonly browser: Browser;
}

interface Status {
  readonly snapshots: readonly { readonly state: string; readonly problem: string }[];
}

interface Locations {
  readonly all: readonly { readonly id: string; readonly source: string }[];
}

/** Connects the Square seller to the signed-in account, again if necessary. */
export async function connectSquare(browser: Browser, seller: string): Promise<void> {
  await control('config', 'PUT', { squareSeller: seller });
  await browser.open(`${APP}/square/oauthRequest`);
}

/** Pairs the first location of each side; harmless if they are already paired. */
export async function pairLocations(browser: Browser): Promise<void> {
  const { all } = await browser.call<Locations>('sh.Locations/GetLocations');
  const first = (source: string): string => all.find((location) => location.source === source)?.id ?? '';
  const pair = { location_id_shopify: first('shopify'), location_id_square: first('square') };
  expect(await browser.call('sh.Locations/SaveSyncedLocation', pair)).toEqual({});
}

/** Starts a subscription and confirms it; harmless if one is active. */
export async function subscribe(browser: Browser): Promise<void> {
  const created = await browser.call<{ redirect_url?: string }>('sh.Subscriptions/CreateSubscription', { is_test: true });
  if (created.redirect_url !== undefined) await browser.open(created.redirect_url);
}

/** Ends the active subscription, if there is one. */
export async function unsubscribe(browser: Browser): Promise<void> {
  const { shopify_subscription_id: id } = await browser.call<{ shopify_subscription_id: string }>('sh.Subscriptions/GetSubscription');
  await browser.call('sh.Subscriptions/CancelSubscription', { subscription_id: id, cancel_reason: '' });
}

/** Waits until no background task is open. */
export async function settled(): Promise<void> {
  await vi.waitFor(
    async () => {
      const open = await env.DB.prepare("select name, account from tasks where state in ('queued', 'running')").all();
      expect(open.results).toEqual([]);
    },
    { timeout: 180_000, interval: 50 },
  );
}

async function setUp(shop: string, seller: string): Promise<Browser> {
  const browser = new Browser();
  await browser.open(`${APP}/shopify/oauthRequest?shop=${shop}`);
  await connectSquare(browser, seller);
  // From now on, changes made at the platforms are reported by webhooks.
  await pairLocations(browser);
  await subscribe(browser);
  await snapshotsWhole(browser);
  return browser;
}

async function snapshotsWhole(browser: Browser): Promise<void> {
  await vi.waitFor(
    async () => {
      const { snapshots } = await browser.call<Status>('sh.Account/GetAccountStatus');
      expect(snapshots.map(({ state, problem }) => `${state}${problem}`)).toEqual(['done', 'done']);
    },
    { timeout: 180_000, interval: 100 },
  );
}

async function callerOf(browser: Browser): Promise<Caller> {
  const { account_id: accountId } = await browser.call<{ account_id: string }>('sh.Session/GetSessionData');
  return { cookie: browser.cookie, accountId };
}

/** Another session of an account. */
export async function anotherSession({ accountId }: Caller): Promise<Caller> {
  const value = await startSession(openDb(env.DB), numberOf(accountId), Date.now());
  return { cookie: `${SESSION_COOKIE}=${value}`, accountId };
}

async function unsubscribed(): Promise<Caller> {
  const account = await signInAccount(openDb(env.DB), 'unsubscribed.myshopify.com', Date.now());
  return anotherSession({ cookie: '', accountId: String(account.id) });
}

/** A new session of an operator, acting as a shop's merchant. */
export async function impersonating(shop: string): Promise<Caller> {
  const operator = new Browser();
  await operator.open(`${APP}/shopify/oauthRequest?shop=operator`);
  expect(await operator.call('sh.Session/ImpersonateDomain', { domain: shop })).toEqual({});
  return callerOf(operator);
}

/** Creates a harness with the given catalog (as `POST /control/reset` accepts it) on both platforms. */
export async function realWorld(catalogue: unknown): Promise<RealWorld> {
  await control('reset', 'POST', { catalogue });
  await control('config', 'PUT', { autoApprove: true });
  const merchant = await setUp('demo', 'MLDEMO');
  const other = await setUp('second', 'MLSECOND');
  const operator = await setUp('operator', 'MLOPERATOR');
  expect(await findAccountByShop(openDb(env.DB), 'operator.myshopify.com')).not.toBeNull();
  return {
    nobody: { cookie: '', accountId: '' },
    merchant: await callerOf(merchant),
    other: await callerOf(other),
    unsubscribed: await unsubscribed(),
    operator: await callerOf(operator),
    impersonator: await impersonating('demo'),
    browser: other,
  };
}
