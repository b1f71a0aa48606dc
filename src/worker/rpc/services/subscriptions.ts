import { parseAccountId } from '../../../domain/account/account-id';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import type { ISubscriptionsClient } from '../../../gen/sh/subscriptions_pb.client';
import { UNAUDITED, reads, writes } from '../audit';
import { equalSecret } from '../equal-secret';
import { signedIn, method, type Methods, type SignedCall } from '../method';
import type { PaymentRecord, SubscriptionRecord } from '../ports';
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
    const { account, session, ports } = call;
    const refused = refusedChange(call);
    if (refused !== null) return refused;
    const test = await isTest(call, input.isTest);
    if (!test.ok) return test;
    // Read from Shopify, so that nobody pays twice when our stored state is outdated.
    const fresh = await ports.subscriptions.refresh(session.accountId);
    if (!fresh.ok) return fresh;
    const current = await ports.subscriptions.current(session.accountId);
    if (current?.active === true) return refuse('failed_precondition', 'You already have an active subscription.');
    const standing = await ports.subscriptions.standing(session.accountId);
    const created = await account.createSubscription({
      returnUrl: `${ports.config.appOrigin}/shopify/billingReturn`,
      test: test.value,
      trialDays: standing?.availableTrialDays ?? 0,
    });
    return created.ok ? ok({ redirectUrl: created.value.confirmationUrl }) : created;
  }),

  getSubscription: signedIn('signed-in', reads('caller'), async ({ session, ports }, input) => {
    if (input.maxTransactions < 0) return refuse('invalid_argument', 'max_transactions must not be negative.');
    const limit = input.maxTransactions === 0 ? DEFAULT_PAYMENTS : Math.min(input.maxTransactions, MAX_PAYMENTS);
    const { subscriptions } = ports;
    const current = await subscriptions.current(session.accountId);
    const lost = await subscriptions.lostCharge(session.accountId);
    const shown = toSubscription(current, await subscriptions.payments(session.accountId, limit));
    return ok(lost === null ? shown : { ...shown, lastCharge: lost.fate, lastChargeId: lost.id });
  }),

  cancelSubscription: signedIn('signed-in', writes('caller'), async (call, input) => {
    const { account, session, ports } = call;
    const refused = refusedChange(call);
    if (refused !== null) return refused;
    const reason = readText('cancel_reason', input.cancelReason.trim(), MAX_REASON);
    if (!reason.ok) return reason;
    const current = await ports.subscriptions.current(session.accountId);
    if (current?.active !== true) return refuse('failed_precondition', 'There is no active subscription to cancel.');
    if (bareId('AppSubscription', input.subscriptionId) !== bareId('AppSubscription', current.id)) {
      return refuse('not_found', 'There is no such subscription.');
    }
    const cancelled = await account.cancelSubscription(current.id);
    if (!cancelled.ok && !(await hasEnded(call))) return cancelled;
    await ports.subscriptions.settleCancellation(session.accountId, current.id, reason.value);
    return ok({});
  }),

  getSubscriptionStatus: method('public', UNAUDITED, async ({ ports }, input) => {
    if (!(await equalSecret(input.secret, ports.config.statusSecret))) return refuse('unauthenticated', 'The secret is wrong.');
    const id = parseAccountId(input.accountId);
    const standing = id.ok ? await ports.subscriptions.standing(id.value) : null;
    if (standing === null) return refuse('not_found', 'There is no such account.');
    return ok({
      activeSubscription: standing.activeSubscription,
      hasAppAccess: standing.entitled,
      availableTrialDays: standing.availableTrialDays,
    });
  }),
};

/** Whether Shopify reports that nothing is subscribed: a refused cancellation may have been made before, an unanswered one just now. */
async function hasEnded({ session, ports }: SignedCall): Promise<boolean> {
  const fresh = await ports.subscriptions.refresh(session.accountId);
  return fresh.ok && (await ports.subscriptions.current(session.accountId))?.active !== true;
}

/**
 * Whether the subscription is one that is never charged. A development store can approve no other (Shopify's Billing API), and the
 * installation's settings name the staff stores; otherwise only operators may request one.
 */
async function isTest({ account, session, ports }: SignedCall, asked: boolean): Promise<Answer<boolean>> {
  if (ports.config.staffShops.has(session.shopDomain)) return ok(true);
  const shop = await account.shopInfo();
  if (!shop.ok) return shop;
  if (shop.value.development) return ok(true);
  if (!asked || session.isAdmin || ports.config.allowTestCharges) return ok(asked);
  return refuse('permission_denied', 'Only operators and development stores can use test subscriptions, which are never charged.');
}

/** Returns why this caller cannot change a subscription at all; null when they can. */
function refusedChange({ session, ports }: SignedCall): Answer<never> | null {
  if (session.impersonator !== null) {
    return refuse('permission_denied', 'A subscription cannot be changed while impersonating.');
  }
  if (ports.config.billingMode === 'none') {
    return refuse('failed_precondition', 'There is nothing to subscribe to: this installation is free of charge, and access never ends.');
  }
  return null;
}

function toSubscription(current: SubscriptionRecord | null, payments: readonly PaymentRecord[]): Subscription {
  return {
    shopifySubscriptionId: current === null ? '0' : toGid('AppSubscription', current.id),
    shopifySubscriptionName: current?.name ?? '',
    isActive: current?.active ?? false,
    price: current?.price ?? '',
    currency: current?.currency ?? '',
    nextBillingDate: toTimestamp(current?.nextBilling ?? null),
    transactions: payments.map((payment) => ({
      transactionId: payment.id,
      date: toTimestamp(payment.at),
      amountDollars: payment.cents / 100,
    })),
    lastCharge: '',
    lastChargeId: '',
  };
}
