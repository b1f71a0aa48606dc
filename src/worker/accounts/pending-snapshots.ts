import type { AccountId } from '../../domain/account/account-id';
import type { Source } from '../../domain/source';
import type { AccountState } from '../../durable/api/account-api';
import { reasonOf } from '../runtime/log';
import type { Services } from '../runtime/services';
import { enqueueTask, type TaskQueueDeps } from '../runtime/task-queue';

export type PendingSnapshotsDeps = TaskQueueDeps & Pick<Services, 'account'>;

/**
 * Starts a snapshot after a platform was connected: only a full read finds what happened while it was not. Without a location pair there is
 * nothing to read yet; the object refuses, and saving the pair starts both snapshots.
 */
export async function snapshotAfterConnecting(
  deps: PendingSnapshotsDeps,
  accountId: AccountId,
  source: Source,
  before: Pick<AccountState, 'shopify' | 'square'>,
): Promise<void> {
  try {
    if (before[source].state !== 'connected') await deps.account(accountId).requestSnapshot(source);
  } catch (thrown) {
    // The connection is stored, and its object requests this snapshot on its own as well.
    deps.log.warn('snapshot.not-requested', { account: accountId, source, reason: reasonOf(thrown) });
  }
  await enqueuePendingAfterwards(deps, accountId);
}

/**
 * Does the work of `enqueuePendingSnapshots` after a step that is already stored: a failure here is logged only. The object's alarm does
 * the same work.
 */
export async function enqueuePendingAfterwards(deps: PendingSnapshotsDeps, accountId: AccountId): Promise<void> {
  try {
    await enqueuePendingSnapshots(deps, accountId);
  } catch (thrown) {
    deps.log.warn('task.not-stored', { name: 'snapshot', account: accountId, reason: reasonOf(thrown) });
  }
}

/**
 * Creates a task for every snapshot that the account's object wants: the object requests one itself when a connection is new or a catalog
 * has changed too much, but only a task works on it. Safe to repeat.
 */
export async function enqueuePendingSnapshots(deps: PendingSnapshotsDeps, accountId: AccountId): Promise<void> {
  const { snapshots } = await deps.account(accountId).state();
  for (const { source, state } of snapshots) {
    if (state === 'queued' || state === 'running') await enqueueTask(deps, 'snapshot', accountId, source);
  }
}
