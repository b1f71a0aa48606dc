import { findAccount, markUninstalled } from '../../db/accounts';
import { endSessionsOf } from '../../db/sessions';
import { cancelSubscriptionsOf } from '../../db/subscriptions';
import type { AccountId } from '../../domain/account/account-id';
import type { Source } from '../../domain/source';
import { pushEntitlement } from '../accounts/entitlement';
import { refreshSubscription, type BillingDeps } from '../accounts/refresh-subscription';
import { refreshShopInfo } from '../accounts/sign-in';
import { releaseSquareRoute } from '../accounts/square-connection';
import type { EventMessage } from '../runtime/queue-messages';
import type { Services } from '../runtime/services';

export type LifecycleDeps = BillingDeps & Pick<Services, 'log' | 'routes'>;

/**
 * Ends a connection whose revocation a webhook reports, if that is true now. The webhook could be an old one, repeated after the merchant
 * reconnected: it counts only when the platform refuses our token as well. Returns whether the connection has ended. Throws when that
 * cannot be checked now.
 */
export async function endIfRevoked(deps: LifecycleDeps, accountId: AccountId, source: Source): Promise<boolean> {
  const standing = await deps.account(accountId).endIfRevoked(source);
  if (standing === 'unknown') throw new Error(`cannot tell whether ${source} was revoked: it cannot be reached`);
  if (standing === 'no') return true;
  deps.log.info('webhook.revocation-not-confirmed', { account: accountId, source });
  return false;
}

/** Updates the shared database for an event that the object has stored. */
export async function afterIngest(deps: LifecycleDeps, accountId: AccountId, { event, receipt }: EventMessage): Promise<void> {
  if (event.kind === 'subscription') {
    const refreshed = await refreshSubscription(deps, accountId);
    if (!refreshed.ok) throw new Error(`billing could not be read: ${refreshed.error.code}`);
  }
  if (event.kind === 'notice' && receipt.type === 'shop/update') await refreshShopInfo(deps, accountId);
}

/**
 * Handles the app's removal from the shop, whose connection has ended: all sessions of the account and its subscription end. The Square
 * merchant stays routed to the account, in case the merchant returns, until another account connects it.
 */
export async function uninstall(deps: LifecycleDeps, accountId: AccountId): Promise<void> {
  await markUninstalled(deps.db, accountId, deps.now());
  await cancelSubscriptionsOf(deps.db, accountId);
  await endSessionsOf(deps.db, accountId);
  const account = await findAccount(deps.db, accountId);
  if (account !== null) await pushEntitlement(deps, account);
  deps.log.info('account.uninstalled', { account: accountId });
}

/** Handles a revocation at Square, whose connection has ended: another account may connect the merchant. */
export async function revokeSquare(deps: LifecycleDeps, accountId: AccountId): Promise<void> {
  await releaseSquareRoute(deps, accountId);
  deps.log.info('account.square-revoked', { account: accountId });
}
