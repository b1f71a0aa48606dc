import type { AccountApi } from '../../durable/api';
import { enqueueTask, type TaskQueueDeps } from './task-queue';

export interface PendingSnapshotsDeps extends TaskQueueDeps {
  account(accountId: number): AccountApi;
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
