import { findAccount } from '../../db/accounts';
import { saveCancelReason, subscriptionsOf } from '../../db/subscriptions';
import type { AccountId } from '../../domain/account/account-id';
import { reasonOf } from '../runtime/log';
import { enqueueTask, type TaskQueueDeps } from '../runtime/task-queue';
import { refreshSubscription, storeSubscriptions, type BillingDeps } from './refresh-subscription';

type CancelDeps = BillingDeps & TaskQueueDeps;

/**
 * Stores a cancellation that Shopify has made. If Shopify cannot be read now, the subscription is stored as canceled, so that no screen
 * shows otherwise, and a task reads it from Shopify later. Failures are logged and never thrown: Shopify's webhook, the task and the daily
 * account check make up for them.
 */
export async function settleCancellation(
  deps: CancelDeps,
  accountId: AccountId,
  cancelled: { readonly id: string; readonly reason: string },
): Promise<void> {
  const attempt = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    try {
      await work();
    } catch (thrown) {
      deps.log.warn('billing.not-settled', { account: accountId, what, reason: reasonOf(thrown) });
    }
  };
  await attempt('reason', () => saveCancelReason(deps.db, accountId, cancelled.id, cancelled.reason));
  await attempt('subscription', async () => {
    const read = await refreshSubscription(deps, accountId);
    if (read.ok) return;
    deps.log.warn('billing.not-read-after-cancelling', { account: accountId, why: read.error.code });
    await attempt('task', () => enqueueTask(deps, 'billing', accountId, ''));
    const account = await findAccount(deps.db, accountId);
    if (account === null) return;
    const known = await subscriptionsOf(deps.db, accountId);
    await storeSubscriptions(
      deps,
      account,
      known.map(({ cancelReason: _, ...one }) => (one.id === cancelled.id ? { ...one, status: 'CANCELLED' } : one)),
    );
  });
}
