import type { Source } from '../../domain/source';
import type { AccountApi, AccountState } from '../../durable/api/account-api';
import { reasonOf } from '../runtime/log';
import { enqueueTask, type TaskQueueDeps } from '../runtime/task-queue';

export interface PendingSnapshotsDeps extends TaskQueueDeps {
  account(accountId: number): AccountApi;
}

/**
 * After a side was connected: what happened while it was not is found by reading it whole. Without a location pair there is
 * nothing to read yet; the object refuses, and saving the pair starts both.
 */
export async function snapshotAfterConnecting(
  deps: PendingSnapshotsDeps,
  accountId: number,
  source: Source,
  before: Pick<AccountState, 'shopify' | 'square'>,
): Promise<void> {
  try {
    if (before[source].state !== 'connected') await deps.account(accountId).requestSnapshot(source);
  } catch (thrown) {
    // The connection stands. Its object wants this snapshot by itself as well.
    deps.log.warn('snapshot.not-requested', { account: accountId, source, reason: reasonOf(thrown) });
  }
  await enqueuePendingAfterwards(deps, accountId);
}

/** `enqueuePendingSnapshots` as what follows something that stands: its failure is no failure of that. The object's alarm does the same. */
export async function enqueuePendingAfterwards(deps: PendingSnapshotsDeps, accountId: number): Promise<void> {
  try {
    await enqueuePendingSnapshots(deps, accountId);
  } catch (thrown) {
    deps.log.warn('task.not-stored', { name: 'snapshot', account: accountId, reason: reasonOf(thrown) });
  }
}

/**
 * Sees to it that every snapshot which the account's object wants has a task: the object asks for one by itself where a
 * connection is new or a catalogue has changed too much, and only a task works on it. Safe to repeat.
 */
export async function enqueuePendingSnapshots(deps: PendingSnapshotsDeps, accountId: number): Promise<void> {
  const { snapshots } = await deps.account(accountId).state();
  for (const { source, state } of snapshots) {
    if (state === 'queued' || state === 'running') await enqueueTask(deps, 'snapshot', accountId, source);
  }
}
