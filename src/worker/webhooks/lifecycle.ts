import { findAccount, markUninstalled } from '../../db/accounts';
import { endSessionsOf } from '../../db/sessions';
import { cancelSubscriptionsOf } from '../../db/subscriptions';
import type { AccountId } from '../../domain/account/account-id';
import type { Refusal } from '../../domain/result';
import type { Source } from '../../domain/source';
import { pushEntitlement } from '../accounts/entitlement';
import { refreshSubscription, type BillingDeps } from '../accounts/refresh-subscription';
import { refreshShopInfo } from '../accounts/sign-in';
import { releaseSquareRoute } from '../accounts/square-connection';
import type { EventMessage } from '../runtime/queue-messages';
import type { Services } from '../runtime/services';

export type LifecycleDeps = BillingDeps & Pick<Services, 'log' | 'routes'>;

/**
 * Whether a platform's revocation webhook is true now. It could be an old one, repeated after the merchant reconnected: it counts only when
 * the platform refuses our token as well. Throws when that cannot be checked now.
 */
export async function isRevoked(deps: LifecycleDeps, accountId: AccountId, source: Source): Promise<boolean> {
  const standing = await stillConnected(deps, accountId, source);
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
 * Handles the app's removal from the shop: nothing more is sent, and all sessions of the account and its subscription end. The Square
 * merchant stays routed to the account, in case the merchant returns, until another account connects it.
 */
export async function uninstall(deps: LifecycleDeps, accountId: AccountId): Promise<void> {
  await deps.account(accountId).disconnect('shopify', 'uninstalled');
  await markUninstalled(deps.db, accountId, deps.now());
  await cancelSubscriptionsOf(deps.db, accountId);
  await endSessionsOf(deps.db, accountId);
  const account = await findAccount(deps.db, accountId);
  if (account !== null) await pushEntitlement(deps, account);
  deps.log.info('account.uninstalled', { account: accountId });
}

/** Handles a revocation at Square: the connection ends, and another account may connect the merchant. */
export async function revokeSquare(deps: LifecycleDeps, accountId: AccountId): Promise<void> {
  await deps.account(accountId).disconnect('square', 'revoked');
  await releaseSquareRoute(deps, accountId);
  deps.log.info('account.square-revoked', { account: accountId });
}

/** Returns whether the platform still accepts our token. `unknown`: it cannot be reached now. */
export async function stillConnected(
  deps: Pick<LifecycleDeps, 'account'>,
  accountId: AccountId,
  source: Source,
): Promise<'yes' | 'no' | 'unknown'> {
  const object = deps.account(accountId);
  const answer = source === 'shopify' ? await object.shopInfo() : await object.syncLocations(source);
  if (answer.ok) return 'yes';
  return PASSING.includes(answer.error.code) ? 'unknown' : 'no';
}

const PASSING: readonly Refusal['code'][] = ['unavailable', 'resource_exhausted', 'aborted', 'internal'];
