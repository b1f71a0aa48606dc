import { claimNextTask, claimTask, finishTask, forgetTask, openTaskId, requeueTask, type ClaimTimes, type Task } from '../../db/tasks';
import type { AccountId } from '../../domain/account/account-id';
import { within } from '../runtime/deadline';
import { reasonOf } from '../runtime/log';
import type { Services } from '../runtime/services';
import { wake, wakeNext } from '../runtime/task-queue';
import { PROCESSORS } from './processors';
import type { TaskOutcome } from './task-outcome';

/** Wait after the first failure, ms, doubled with each further one. */
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/** When to look for the other platform's snapshot, ms, each after the one before. */
const LOOK_FOR_COMPANION_MS = [100, 200, 700];

/**
 * Works on a task for a bounded time: claims its row, works, stores its outcome. Then continues with any due task of the same kind, so that
 * no slot stays empty while work waits, and wakes another consumer when its own time is up. A row that is done, claimed by another
 * consumer, paused or not yet due is left unchanged.
 */
export async function runTask(deps: Services, taskId: number): Promise<void> {
  const ends = deps.now() + deps.timers.taskSliceMs;
  const first = await claimTask(deps.db, taskId, timesOf(deps));
  for (let task = first; task !== null; task = await claimNextTask(deps.db, task.name, timesOf(deps))) {
    await runClaimed(deps, task);
    if (deps.now() < ends) continue;
    await wakeNext(deps, task.name);
    return;
  }
}

function timesOf(deps: Services): ClaimTimes {
  const now = deps.now();
  return { now, staleBefore: now - deps.timers.heartbeatMs };
}

async function runClaimed(deps: Services, task: Task): Promise<void> {
  const taskOutcome = workAndSettle(deps, task);
  await Promise.all([taskOutcome, task.name === 'snapshot' ? accompany(deps, task, taskOutcome) : null]);
}

async function workAndSettle(deps: Services, task: Task): Promise<void> {
  const processor = PROCESSORS[task.name];
  const spent = task.attempts >= processor.tries;
  const taskOutcome: TaskOutcome = spent
    ? { kind: 'failed', why: `its consumer ended without a result ${task.attempts} times` }
    : await processor.work(deps, task).catch((thrown: unknown): TaskOutcome => ({ kind: 'retry', why: reasonOf(thrown) }));
  await settle(deps, task, taskOutcome);
}

/**
 * Works on the account's other snapshot too. An account's first two snapshots wait for each other and are queued one after the other, and
 * the second one's wake-up may be queued behind this very consumer.
 */
async function accompany(deps: Services, task: Task, taskOutcome: Promise<void>): Promise<void> {
  for (const waitMs of LOOK_FOR_COMPANION_MS) {
    if ((await within(taskOutcome, waitMs)).timely) return;
    const id = await openTaskId(deps.db, task.account, 'snapshot', task.source === 'shopify' ? 'square' : 'shopify');
    const companion = id === null ? null : await claimTask(deps.db, id, timesOf(deps));
    if (companion === null) continue;
    await workAndSettle(deps, companion);
    return;
  }
}

async function settle(deps: Services, task: Task, taskOutcome: TaskOutcome): Promise<void> {
  const now = deps.now();
  switch (taskOutcome.kind) {
    case 'done':
      if (PROCESSORS[task.name].kept === 'none') await forgetTask(deps.db, task);
      else await finishTask(deps.db, task, 'done', now, '');
      deps.log.info('task.done', aboutOf(task));
      await PROCESSORS[task.name].afterwards?.(deps, task);
      return;
    case 'more':
      await requeueTask(deps.db, task, now, 0, '');
      return;
    case 'wait':
      await requeueTask(deps.db, task, now + taskOutcome.afterMs, 0, taskOutcome.why);
      await wake(deps, task.id, Math.ceil(taskOutcome.afterMs / 1000));
      return;
    case 'failed':
      await giveUp(deps, task, Math.min(task.attempts + 1, PROCESSORS[task.name].tries), taskOutcome.why);
      return;
    case 'retry': {
      const attempts = taskOutcome.progressed === true ? 1 : task.attempts + 1;
      if (attempts >= PROCESSORS[task.name].tries) await giveUp(deps, task, attempts, taskOutcome.why);
      else await tryLater(deps, task, attempts, taskOutcome.why);
    }
  }
}

/**
 * Makes a task a dead letter after this many attempts. If its account's object cannot be notified, the attempts are not counted, so that
 * the task is tried once more.
 */
async function giveUp(deps: Services, task: Task, attempts: number, why: string): Promise<void> {
  try {
    await PROCESSORS[task.name].giveUp?.(deps, task);
  } catch (thrown) {
    await tryLater(deps, task, task.attempts, `${why} (and its account could not be notified: ${reasonOf(thrown)})`);
    return;
  }
  if (PROCESSORS[task.name].kept !== undefined) {
    await forgetTask(deps.db, task);
    deps.log.info('task.failed-and-forgotten', { ...aboutOf(task), why });
    return;
  }
  await finishTask(deps.db, { ...task, attempts }, 'failed', deps.now(), why);
  deps.log.warn('task.failed', { ...aboutOf(task), why });
}

async function tryLater(deps: Services, task: Task, attempts: number, why: string): Promise<void> {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(Math.max(0, attempts - 1), 20));
  await requeueTask(deps.db, task, deps.now() + wait, attempts, why);
  deps.log.info('task.waits', { ...aboutOf(task), attempts, waitMs: wait, why });
  await wake(deps, task.id, Math.ceil(wait / 1000));
}

function aboutOf(task: Task): { task: number; name: string; account: AccountId | 0; source: string } {
  return { task: task.id, name: task.name, account: task.account, source: task.source };
}
