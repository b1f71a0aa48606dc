import { findAccount, saveBilling, touchBilling, type Account } from '../../db/accounts';
import { saveSubscriptions, subscriptionsOf } from '../../db/subscriptions';
import type { AccountId } from '../../domain/account/account-id';
import type { ShopSubscription } from '../../domain/account/subscription';
import { ok, refuse, type Answer } from '../../domain/result';
import type { Services } from '../runtime/services';
import { entitlementOf, pushEntitlement, type EntitlementDeps } from './entitlement';
import { decideSubscriptionStatus, isActive, planPayments, type Standing } from './subscription-status';

export type BillingDeps = EntitlementDeps & Pick<Services, 'now'>;

/**
 * Updates an account's billing: reads its subscriptions from Shopify, stores them and the payments they show, and sends the account's
 * object a changed entitlement. Refused when Shopify cannot be read; then nothing changes. Safe to repeat and to run twice at once.
 */
export async function refreshSubscription(deps: BillingDeps, accountId: AccountId): Promise<Answer<Standing>> {
  const account = await findAccount(deps.db, accountId);
  if (account === null) return refuse('not_found', 'There is no such account.');
  if (deps.billingMode === 'none') {
    await tellEntitlement(deps, account, account);
    await touchBilling(deps.db, accountId, deps.now());
    return ok(account);
  }
  const read = await deps.account(accountId).readSubscriptions();
  return read.ok ? ok(await storeSubscriptions(deps, account, read.value)) : read;
}

/** Stores an account's subscriptions as given, and everything that follows from them. */
export async function storeSubscriptions(deps: BillingDeps, account: Account, read: readonly ShopSubscription[]): Promise<Standing> {
  const known = await subscriptionsOf(deps.db, account.id);
  const now = deps.now();
  const standing = decideSubscriptionStatus(account, known, read, now);
  await saveSubscriptions(deps.db, account.id, [...read, ...endedUnseen(known, read)], planPayments(read, now));
  await saveBilling(deps.db, account.id, { ...standing, checkedAt: now });
  await tellEntitlement(deps, account, standing);
  return standing;
}

/**
 * Returns the known subscriptions that Shopify no longer lists, as ended. A removed app loses its subscriptions, and a new installation
 * does not list them.
 */
function endedUnseen(known: readonly ShopSubscription[], read: readonly ShopSubscription[]): ShopSubscription[] {
  const named = new Set(read.map(({ id }) => id));
  return known.filter((one) => isActive(one) && !named.has(one.id)).map((one) => ({ ...one, status: 'CANCELLED' }));
}

/** Sends the object an entitlement that it does not have yet; a row of D1 remembers what it acknowledged. */
async function tellEntitlement(deps: BillingDeps, account: Account, standing: Pick<Standing, 'subscribed' | 'accessEnds'>): Promise<void> {
  const { subscribed, accessEnds } = standing;
  if (JSON.stringify(entitlementOf(standing, deps.billingMode)) === account.entitlementSent) return;
  await pushEntitlement(deps, { id: account.id, subscribed, accessEnds });
}
