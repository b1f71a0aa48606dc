import { findAccount, routeOf, type Account } from '../../db/accounts';
import { completeCompliance } from '../../db/compliance';
import { dropDeletion, noteDeletion, receiptOf } from '../../db/deletions';
import { eraseAccountRows } from '../../db/erase';
import type { Task } from '../../db/tasks';
import { SOURCES, type Source } from '../../domain/source';
import type { AccountApi } from '../../durable/api/account-api';
import type { RouteCache } from '../runtime/route-cache';
import type { TaskQueueDeps } from '../runtime/task-queue';
import type { TaskOutcome } from './task-outcome';

interface EraseDeps extends TaskQueueDeps {
  readonly routes: RouteCache;
  account(accountId: number): AccountApi;
}

/** Attempts, over some seven hours, at ending our access at a platform that cannot be reached; then the deletion goes on without. */
const RELEASE_TRIES = 50;

/**
 * Deletes an account. Our access at both platforms ends first, while there are still tokens to end it with; then the object goes:
 * should this be cut short, the rows that lead to it are still there for the next try. A receipt stays.
 */
export async function erase(deps: EraseDeps, task: Task): Promise<TaskOutcome> {
  const account = await findAccount(deps.db, task.account);
  if (account === null) return { kind: 'done' };
  if ((account.lastLogin ?? 0) > task.queuedAt) return leave(deps, account.id);
  const later = await release(deps, account);
  if (later.length > 0 && task.attempts < RELEASE_TRIES) {
    return { kind: 'retry', why: `access could not be ended yet at: ${later.join(', ')}` };
  }
  await eraseObject(deps, task.account);
  await completeCompliance(deps.db, task.account, deps.now(), 'Everything stored for the shop was deleted.');
  await eraseAccountRows(deps.db, task.account, deps.now());
  deps.routes.forgetAccount(task.account);
  deps.log.info('account.deleted', { account: task.account, receipt: await receiptOf(account.shopDomain) });
  return { kind: 'done' };
}

/** The merchant is back since the deletion was asked for. */
async function leave(deps: EraseDeps, accountId: number): Promise<TaskOutcome> {
  await completeCompliance(deps.db, accountId, deps.now(), 'The app is installed again: nothing was deleted.');
  await dropDeletion(deps.db, accountId);
  return { kind: 'done' };
}

/** Ends our access and notes what became of it; the platforms where it could not be ended now. */
async function release(deps: EraseDeps, { id, shopDomain }: Account): Promise<readonly Source[]> {
  const object = deps.account(id);
  const seller = (await object.state()).square.name;
  const holder = seller === '' ? null : await routeOf(deps.db, 'square', seller);
  // To revoke a seller's grant ends it for every account; who has the seller now is the shared database's word.
  const released = await object.release({ square: holder === null || holder === id });
  await noteDeletion(deps.db, { account: id, receipt: await receiptOf(shopDomain), begun: deps.now(), ...released });
  return SOURCES.filter((source) => released[source] === 'later');
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
