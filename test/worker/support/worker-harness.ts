import { env } from 'cloudflare:test';
import { expect, vi } from 'vitest';

import { findAccountByShop, signInAccount } from '../../../src/db/accounts';
import { openDb } from '../../../src/db/database';
import { SESSION_COOKIE } from '../../../src/worker/sessions/cookies';
import { startSession } from '../../../src/worker/sessions/session';
import { accountId as numberOf } from '../../support/account-id';
import { APP, Browser, control } from './browser';

/** Somebody who calls: his cookie, and whose data he sees. */
export interface Caller {
  readonly cookie: string;
  /** '' for nobody. */
  readonly accountId: string;
}

/** The product and both platforms, with everybody who may knock at the door of calls. */
export interface RealWorld {
  readonly nobody: Caller;
  /** Entitled, both platforms connected and paired, snapshots whole. */
  readonly merchant: Caller;
  /** Another such merchant, of the shop `second`. */
  readonly other: Caller;
  /** Signed in, without a subscription. */
  readonly unsubscribed: Caller;
  readonly operator: Caller;
  /** An operator who sees the merchant's data. */
  readonly impersonator: Caller;
  /** The other merchant's browser: his account may come to harm, and be mended. */
  readonly browser: Browser;
}

interface Status {
  readonly snapshots: readonly { readonly state: string; readonly problem: string }[];
}

interface Locations {
  readonly all: readonly { readonly id: string; readonly source: string }[];
}

/** Connects the Square seller to whoever is signed in, again if need be. */
export async function connectSquare(browser: Browser, seller: string): Promise<void> {
  await control('config', 'PUT', { squareSeller: seller });
  await browser.open(`${APP}/square/oauthRequest`);
}

/** Pairs the first location of each side; harmless when they are paired. */
export async function pairLocations(browser: Browser): Promise<void> {
  const { all } = await browser.call<Locations>('sh.Locations/GetLocations');
  const first = (source: string): string => all.find((location) => location.source === source)?.id ?? '';
  const pair = { location_id_shopify: first('shopify'), location_id_square: first('square') };
  expect(await browser.call('sh.Locations/SaveSyncedLocation', pair)).toEqual({});
}

/** Begins a subscription and confirms it; harmless when one runs. */
export async function subscribe(browser: Browser): Promise<void> {
  const created = await browser.call<{ redirect_url?: string }>('sh.Subscriptions/CreateSubscription', { is_test: true });
  if (created.redirect_url !== undefined) await browser.open(created.redirect_url);
}

/** Ends the subscription that runs, if one does. */
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
    { timeout: 60_000, interval: 50 },
  );
}

async function setUp(shop: string, seller: string): Promise<Browser> {
  const browser = new Browser();
  await browser.open(`${APP}/shopify/oauthRequest?shop=${shop}`);
  await connectSquare(browser, seller);
  // What the outside world changes is told by webhooks from now on.
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
    { timeout: 60_000, interval: 100 },
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

/** A world with the given catalogue (as `POST /control/reset` takes it) on both platforms. */
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
