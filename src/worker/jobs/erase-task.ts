import { findAccount, routeOf, type Account } from '../../db/accounts';
import { completeCompliance } from '../../db/compliance';
import { dropDeletion, noteDeletion, receiptOf } from '../../db/deletions';
import { eraseAccountRows } from '../../db/erase';
import type { AccountTask } from '../../db/tasks';
import type { AccountId } from '../../domain/account/account-id';
import { SOURCES, type Source } from '../../domain/source';
import type { Services } from '../runtime/services';
import type { TaskQueueDeps } from '../runtime/task-queue';
import type { TaskOutcome } from './task-outcome';

type EraseDeps = TaskQueueDeps & Pick<Services, 'account' | 'histories' | 'routes'>;

/**
 * Attempts, over some seven hours, to end our access at a platform that cannot be reached; after that the deletion continues without it.
 */
const RELEASE_TRIES = 50;

/**
 * Deletes an account. It ends our access at both platforms first, while tokens are left to do it with, then deletes the object, then its
 * rows: after an interruption the rows that lead to the object are still there for the next attempt. A receipt stays.
 */
export async function erase(deps: EraseDeps, task: AccountTask): Promise<TaskOutcome> {
  const account = await findAccount(deps.db, task.account);
  if (account === null) return { kind: 'done' };
  if ((account.lastLogin ?? 0) > task.queuedAt) return leave(deps, account.id);
  const later = await release(deps, account);
  if (later.length > 0 && task.attempts < RELEASE_TRIES) {
    return { kind: 'retry', why: `access could not be ended yet at: ${later.join(', ')}` };
  }
  await eraseObject(deps, task.account);
  await completeCompliance(deps.db, task.account, deps.now(), 'Everything stored for the shop was deleted.');
  await eraseAccountRows(deps, task.account, deps.now());
  deps.routes.forgetAccount(task.account);
  deps.log.info('account.deleted', { account: task.account, receipt: await receiptOf(account.shopDomain) });
  return { kind: 'done' };
}

/** Drops the deletion of a merchant who has signed in again since it was requested. */
async function leave(deps: EraseDeps, accountId: AccountId): Promise<TaskOutcome> {
  await completeCompliance(deps.db, accountId, deps.now(), 'The app is installed again: nothing was deleted.');
  await dropDeletion(deps.db, accountId);
  return { kind: 'done' };
}

/** Ends our access and stores the results; returns the platforms where it could not be ended now. */
async function release(deps: EraseDeps, { id, shopDomain }: Account): Promise<readonly Source[]> {
  const object = deps.account(id);
  const seller = (await object.state()).square.name;
  const holder = seller === '' ? null : await routeOf(deps.db, 'square', seller);
  // Revoking a seller's grant ends it for every account; the shared database decides who has the seller now.
  const released = await object.release({ square: holder === null || holder === id });
  await noteDeletion(deps.db, { account: id, receipt: await receiptOf(shopDomain), begun: deps.now(), ...released });
  return SOURCES.filter((source) => released[source] === 'later');
}

/**
 * Deletes the object's data. The object also shuts itself down, and its answer may be lost with it: on an error, a new instance is asked
 * whether anything is left.
 */
async function eraseObject(deps: EraseDeps, accountId: AccountId): Promise<void> {
  try {
    await deps.account(accountId).erase();
  } catch (thrown) {
    const { shopify, square } = await deps.account(accountId).state();
    if (shopify.name !== '' || square.name !== '') throw thrown;
  }
}
