import { findAccount } from '../../db/accounts';
import { receiptOf } from '../../db/deletions';
import { endSessionsOf } from '../../db/sessions';
import { subscriptionsOf } from '../../db/subscriptions';
import type { AccountId } from '../../domain/account/account-id';
import { ok, refuse, type Answer } from '../../domain/result';
import type { Services } from '../runtime/services';
import { enqueueTask } from '../runtime/task-queue';
import { isActive } from './subscription-status';

/**
 * Starts the deletion of an account: a task carries it out (`erase`), and every session of the account ends. `shopDomain` must be the
 * account's own, and no subscription may be active. Returns the receipt. Who asks twice gets the same receipt; a merchant who signs in before it is carried out keeps the
 * account.
 */
export async function requestDeletion(services: Services, accountId: AccountId, shopDomain: string): Promise<Answer<string>> {
  const account = await findAccount(services.db, accountId);
  if (account === null) return refuse('not_found', 'There is no such account.');
  if (shopDomain.trim().toLowerCase() !== account.shopDomain) {
    return refuse('invalid_argument', `shop_domain must be the account's own, ${account.shopDomain}.`);
  }
  // Deleting our data does not uninstall the app at Shopify: it would go on charging.
  if ((await subscriptionsOf(services.db, accountId)).some(isActive)) {
    return refuse('failed_precondition', 'The account has an active subscription. Cancel it first, so that Shopify charges nothing more.');
  }
  await enqueueTask(services, 'erase', accountId, '');
  await endSessionsOf(services.db, accountId);
  services.log.info('account.deletion-requested', { account: accountId });
  return ok(await receiptOf(account.shopDomain));
}
