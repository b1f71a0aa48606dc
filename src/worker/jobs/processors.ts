import { historyDatabase } from '../../db/database';
import { indexHistory } from '../../db/history-index';
import type { TaskName } from '../../db/task-names';
import { beatTask, type AccountTask, type Task } from '../../db/tasks';
import { enqueuePendingSnapshots } from '../accounts/pending-snapshots';
import { refreshSubscription } from '../accounts/refresh-subscription';
import { notifyOperators } from '../alerts/notify-operators';
import { visitById } from '../health/visit';
import type { Services } from '../runtime/services';
import { enqueueLateCopies, giveUpCopies, workOnCopies } from './copy-task';
import { erase } from './erase-task';
import { refused, settled, type TaskOutcome } from './task-outcome';
import { deliverStored } from './webhook-task';

/** How one kind of background work is done. The method form makes `task` bivariant: kinds other than webhooks take an `AccountTask`. */
export interface Processor {
  /** Failures in a row after which a task becomes a dead letter. */
  readonly tries: number;
  /** Works for a bounded time. Safe to repeat; an error that it throws counts as a retry. */
  work(deps: Services, task: Task): Promise<TaskOutcome>;
  /**
   * Which rows stay after they end; all by default. `done`: only those of tasks that succeeded, since a failure shows as the account's own
   * health problem and its object retries by itself. `none`: there would be many rows, and nobody reads them.
   */
  readonly kept?: 'done' | 'none';
  /** Runs after the task is done. */
  afterwards?(deps: Services, task: Task): Promise<void>;
  /** Ends what depends on the task before it becomes a dead letter. While this throws, the task stays open. */
  giveUp?(deps: Services, task: Task): Promise<void>;
}

/** Covers a platform outage of some ten minutes. */
const TRIES = 8;
/** Covers most of a day: a webhook is the only notice of its event until the next reconciliation. */
const WEBHOOK_TRIES = 100;
/** Steps a day of the index of SKUs: some 80,000 lines, where a million sales a month make 33,000. */
const INDEX_STEPS = 4;

/** Every kind of background work and its processor: the one place where a kind is registered. */
export const PROCESSORS: Readonly<Record<TaskName, Processor>> = {
  // A snapshot that failed or waits for the merchant's review is a health problem of the account.
  snapshot: { tries: TRIES, work: workOnSnapshot, afterwards: lookAtAccount, giveUp: giveUpSnapshot },
  locations: { tries: TRIES, work: workOnLocations },
  copy: { tries: TRIES, work: workOnCopies, afterwards: enqueueLateCopies, giveUp: giveUpCopies },
  webhooks: { tries: WEBHOOK_TRIES, work: deliverStored },
  webhook_subscriptions: { tries: 1, work: repairWebhooks, kept: 'done' },
  billing: { tries: TRIES, work: readBilling },
  health: { tries: TRIES, work: readHealth, kept: 'none' },
  erase: { tries: WEBHOOK_TRIES, work: erase },
};

async function workOnSnapshot(deps: Services, task: AccountTask): Promise<TaskOutcome> {
  if (task.source === '') return { kind: 'failed', why: 'a snapshot needs a side' };
  const object = deps.account(task.account);
  // The run that failed has ended: a replay needs a new one.
  if (task.replayedAt !== null) await object.reviveSnapshot(task.source);
  const ends = deps.now() + deps.timers.taskSliceMs;
  let progressed = false;
  do {
    const answer = await object.advanceSnapshot(task.source);
    if (!answer.ok) return refused(answer.error, progressed);
    progressed = true;
    const { state, processed, total, problem } = answer.value;
    if (state === 'failed') return { kind: 'failed', why: problem };
    if (!(await beatTask(deps.db, task, deps.now(), processed, total))) return { kind: 'retry', why: 'the task was taken over' };
    if (state === 'done') return { kind: 'done' };
  } while (deps.now() < ends);
  return { kind: 'more' };
}

/** Ends the run as well, or the page would show it as running. A run that failed for good has ended by itself. */
async function giveUpSnapshot(deps: Services, task: AccountTask): Promise<void> {
  if (task.source !== '') await deps.account(task.account).giveUpSnapshot(task.source);
  await lookAtAccount(deps, task);
}

async function workOnLocations(deps: Services, task: AccountTask): Promise<TaskOutcome> {
  if (task.source === '') return { kind: 'failed', why: 'locations need a side' };
  return settled(await deps.account(task.account).syncLocations(task.source));
}

async function repairWebhooks(deps: Services, task: AccountTask): Promise<TaskOutcome> {
  return settled(await deps.account(task.account).repairWebhooks());
}

/**
 * Reads what the account is entitled to and what its object still waits for: the daily account check, whatever webhooks arrive. Its new lines of
 * history go into the index of SKUs.
 */
async function readBilling(deps: Services, task: AccountTask): Promise<TaskOutcome> {
  const answer = await refreshSubscription(deps, task.account);
  if (!answer.ok && answer.error.code === 'not_found') return { kind: 'done' };
  await enqueuePendingSnapshots(deps, task.account);
  await indexHistory(historyDatabase(deps.histories, task.account), task.account, INDEX_STEPS);
  // A shop that no longer grants access is a problem of the connection, not of billing.
  return answer.ok || answer.error.code === 'failed_precondition' ? { kind: 'done' } : refused(answer.error);
}

/** Visits an account whose object reports that its health has changed, and sends the resulting alerts at once. */
async function readHealth(deps: Services, task: AccountTask): Promise<TaskOutcome> {
  await visitById(deps, task.account);
  await notifyOperators(deps);
  return { kind: 'done' };
}

async function lookAtAccount(deps: Services, task: AccountTask): Promise<void> {
  await visitById(deps, task.account);
}
