import { claimSquareMerchant, findAccount, releaseSquareMerchant, routeOf, type Account } from '../../db/accounts';
import type { AccountId } from '../../domain/account/account-id';
import type { TokenGrant } from '../../durable/api/account-api';
import type { Services } from '../runtime/services';
import { snapshotAfterConnecting, type PendingSnapshotsDeps } from './pending-snapshots';

export type SquareConnectionDeps = PendingSnapshotsDeps & Pick<Services, 'routes'>;

/** `taken`: another account has this merchant. `refused`: the account's object could not store the tokens. */
export type SquareConnected = 'connected' | 'taken' | 'refused';

/**
 * Connects a Square merchant to the account. It claims the merchant first: the unique column decides between two accounts that try at once,
 * and the loser's tokens are never stored. Safe to repeat.
 */
export async function connectSquareMerchant(
  deps: SquareConnectionDeps,
  account: Account,
  merchantId: string,
  grant: TokenGrant,
): Promise<SquareConnected> {
  if (!(await claim(deps, account.id, merchantId))) return 'taken';
  const object = deps.account(account.id);
  await object.open({ accountId: account.id, shopDomain: account.shopDomain });
  const state = await object.state();
  const stored = await object.connectSquare(merchantId, grant);
  if (stored.ok) {
    deps.routes.forget('square', merchantId);
    await snapshotAfterConnecting(deps, account.id, 'square', state);
    return 'connected';
  }
  const before = account.squareMerchantId;
  if (before === null) await releaseSquareMerchant(deps.db, account.id, merchantId);
  else if (before !== merchantId) await claimSquareMerchant(deps.db, account.id, before);
  return 'refused';
}

/** Claims the merchant. An account that removed the app does not block the claim. */
async function claim(deps: SquareConnectionDeps, accountId: AccountId, merchantId: string): Promise<boolean> {
  if (await claimSquareMerchant(deps.db, accountId, merchantId)) return true;
  const holderId = await routeOf(deps.db, 'square', merchantId);
  const holder = holderId === null ? null : await findAccount(deps.db, holderId);
  if (holder === null || holder.status !== 'uninstalled') return false;
  await deps.account(holder.id).disconnect('square', 'merchant');
  await releaseSquareMerchant(deps.db, holder.id, merchantId);
  return claimSquareMerchant(deps.db, accountId, merchantId);
}

/** Releases the account's Square merchant: its webhooks are no longer routed, and another account may connect it. */
export async function releaseSquareRoute(deps: Pick<SquareConnectionDeps, 'db' | 'routes'>, accountId: AccountId): Promise<void> {
  const account = await findAccount(deps.db, accountId);
  if (account === null || account.squareMerchantId === null) return;
  await releaseSquareMerchant(deps.db, accountId, account.squareMerchantId);
  deps.routes.forget('square', account.squareMerchantId);
}
