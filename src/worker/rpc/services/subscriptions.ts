import { findAccount } from '../../../db/accounts';
import { paymentsOf, subscriptionsOf, type Payment, type StoredSubscription } from '../../../db/subscriptions';
import { parseAccountId } from '../../../domain/account/account-id';
import { isEntitled } from '../../../domain/account/entitlement';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import type { ISubscriptionsClient } from '../../../gen/sh/subscriptions_pb.client';
import { settleCancellation } from '../../accounts/cancel-subscription';
import { entitlementOf } from '../../accounts/entitlement';
import { refreshSubscription } from '../../accounts/refresh-subscription';
import { isActive, lostCharge, trialDaysLeft, wasConfirmed } from '../../accounts/subscription-status';
import { UNAUDITED, reads, writes } from '../audit';
import { equalSecret } from '../equal-secret';
import { signedIn, method, type Methods, type SignedCall } from '../method';
import { readText } from '../present/arguments';
import { bareId, toGid } from '../present/ids';
import { toTimestamp } from '../present/time';

/** Payments that a screen shows by default. */
const DEFAULT_PAYMENTS = 12;
const MAX_PAYMENTS = 100;

/** Longest reason for leaving, in characters. */
const MAX_REASON = 2000;

/** sh.Subscriptions: the account's paid subscription. */
export const subscriptionsMethods: Methods<ISubscriptionsClient> = {
  createSubscription: signedIn('signed-in', writes('caller'), async (call, input) => {
    const { account, session, services } = call;
    const refused = refusedChange(call);
    if (refused !== null) return refused;
    const test = await isTest(call, input.isTest);
    if (!test.ok) return test;
    // Read from Shopify, so that nobody pays twice when our stored state is outdated.
    const fresh = await refreshSubscription(services, session.account.id);
    if (!fresh.ok) return fresh;
    if ((await subscriptionsOf(services.db, session.account.id)).some(isActive)) {
      return refuse('failed_precondition', 'You already have an active subscription.');
    }
    const created = await account.createSubscription({
      returnUrl: `${services.config.appOrigin}/shopify/billingReturn`,
      test: test.value,
      trialDays: trialDaysLeft(fresh.value.trialStarted, services.now()),
    });
    return created.ok ? ok({ redirectUrl: created.value.confirmationUrl }) : created;
  }),

  getSubscription: signedIn('signed-in', reads('caller'), async ({ session, services: { db } }, input) => {
    if (input.maxTransactions < 0) return refuse('invalid_argument', 'max_transactions must not be negative.');
    const limit = input.maxTransactions === 0 ? DEFAULT_PAYMENTS : Math.min(input.maxTransactions, MAX_PAYMENTS);
    const stored = await subscriptionsOf(db, session.account.id);
    const lost = lostCharge(stored);
    const shown = toSubscription(currentOf(stored), await paymentsOf(db, session.account.id, limit));
    return ok(lost === null ? shown : { ...shown, lastCharge: lost.fate, lastChargeId: lost.id });
  }),

  cancelSubscription: signedIn('signed-in', writes('caller'), async (call, input) => {
    const { account, session, services } = call;
    const refused = refusedChange(call);
    if (refused !== null) return refused;
    const reason = readText('cancel_reason', input.cancelReason.trim(), MAX_REASON);
    if (!reason.ok) return reason;
    const current = (await subscriptionsOf(services.db, session.account.id)).find(isActive);
    if (current === undefined) return refuse('failed_precondition', 'There is no active subscription to cancel.');
    if (bareId('AppSubscription', input.subscriptionId) !== bareId('AppSubscription', current.id)) {
      return refuse('not_found', 'There is no such subscription.');
    }
    const cancelled = await account.cancelSubscription(current.id);
    if (!cancelled.ok && !(await hasEnded(call))) return cancelled;
    await settleCancellation(services, session.account.id, { id: current.id, reason: reason.value });
    return ok({});
  }),

  getSubscriptionStatus: method('public', UNAUDITED, async ({ services }, input) => {
    const { config, billingMode, db } = services;
    if (!(await equalSecret(input.secret, config.statusSecret))) return refuse('unauthenticated', 'The secret is wrong.');
    const id = parseAccountId(input.accountId);
    const account = id.ok ? await findAccount(db, id.value) : null;
    if (account === null) return refuse('not_found', 'There is no such account.');
    const now = services.now();
    return ok({
      activeSubscription: account.subscribed,
      hasAppAccess: isEntitled(entitlementOf(account, billingMode), now),
      availableTrialDays: trialDaysLeft(account.trialStarted, now),
    });
  }),
};

/** Whether Shopify reports that nothing is subscribed: a refused cancellation may have been made before, an unanswered one just now. */
async function hasEnded({ session, services }: SignedCall): Promise<boolean> {
  const fresh = await refreshSubscription(services, session.account.id);
  return fresh.ok && !(await subscriptionsOf(services.db, session.account.id)).some(isActive);
}

/**
 * Whether the subscription is one that is never charged. A development store can approve no other (Shopify's Billing API), and the
 * installation's settings name the staff stores; otherwise only operators may request one.
 */
async function isTest({ account, session, services }: SignedCall, asked: boolean): Promise<Answer<boolean>> {
  if (services.config.staffShops.has(session.account.shopDomain)) return ok(true);
  const shop = await account.shopInfo();
  if (!shop.ok) return shop;
  if (shop.value.development) return ok(true);
  if (!asked || session.isAdmin || services.local) return ok(asked);
  return refuse('permission_denied', 'Only operators and development stores can use test subscriptions, which are never charged.');
}

/** Returns why this caller cannot change a subscription at all; null when they can. */
function refusedChange({ session, services }: SignedCall): Answer<never> | null {
  if (session.impersonator !== null) {
    return refuse('permission_denied', 'A subscription cannot be changed while impersonating.');
  }
  if (services.billingMode === 'none') {
    return refuse('failed_precondition', 'There is nothing to subscribe to: this installation is free of charge, and access never ends.');
  }
  return null;
}

/** Returns the active subscription, else the newest that was ever confirmed. */
function currentOf(newestFirst: readonly StoredSubscription[]): StoredSubscription | undefined {
  return newestFirst.find(isActive) ?? newestFirst.find(wasConfirmed);
}

function toSubscription(current: StoredSubscription | undefined, payments: readonly Payment[]): Subscription {
  const active = current !== undefined && isActive(current);
  return {
    shopifySubscriptionId: current === undefined ? '0' : toGid('AppSubscription', current.id),
    shopifySubscriptionName: current?.name ?? '',
    isActive: active,
    price: current?.amount ?? '',
    currency: current?.currency ?? '',
    nextBillingDate: toTimestamp(active ? current.currentPeriodEnd : null),
    transactions: payments.map((payment) => ({
      transactionId: payment.id,
      date: toTimestamp(payment.at),
      amountDollars: payment.amountCents / 100,
    })),
    lastCharge: '',
    lastChargeId: '',
  };
}
