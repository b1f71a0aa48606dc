import type { AccountApi } from '../../durable/api';
import { completeCompliance } from '../db/compliance';
import { eraseAccountRows } from '../db/erase';
import type { Task } from '../db/tasks';
import type { RouteCache } from '../webhooks/route-cache';
import type { Stretch } from './stretch';
import type { TaskQueueDeps } from './task-queue';

interface EraseDeps extends TaskQueueDeps {
  readonly routes: RouteCache;
  account(accountId: number): AccountApi;
}

/** Deletes an account. The object first: should this be cut short, the rows that lead to it are still there for the next try. */
export async function erase(deps: EraseDeps, task: Task): Promise<Stretch> {
  await eraseObject(deps, task.account);
  await completeCompliance(deps.db, task.account, deps.now(), 'Everything stored for the shop was deleted.');
  await eraseAccountRows(deps.db, task.account);
  deps.routes.forgetAccount(task.account);
  return { kind: 'done' };
}

/** An object that has deleted itself also ends itself, and may take its answer with it: a new one is asked what is left. */
async function eraseObject(deps: EraseDeps, accountId: number): Promise<void> {
  try {
    await deps.account(accountId).erase();
  } catch (thrown) {
    const { shopify, square } = await deps.account(accountId).state();
    if (shopify.name !== '' || square.name !== '') throw thrown;
  }
}
