import { listProcessors, setDesired, tasksToWake } from '../../db/processors';
import type { TaskName } from '../../db/task-names';
import { insertTask } from '../../db/tasks';
import type { AccountId } from '../../domain/account/account-id';
import type { Source } from '../../domain/source';
import { reasonOf } from './log';
import type { Services } from './services';

export type TaskQueueDeps = Pick<Services, 'db' | 'log' | 'now' | 'wakeTask'>;

/**
 * Stores a task and wakes a consumer; an identical task that is open already is only woken again. After this returns the work will be done:
 * the minutely cron makes up for a lost wake-up.
 */
export async function enqueueTask(deps: TaskQueueDeps, name: TaskName, account: AccountId, source: Source | ''): Promise<number> {
  const id = await insertTask(deps.db, { name, account, source }, deps.now());
  await wake(deps, id);
  return id;
}

/**
 * Stores a task after a command that has been carried out: failing to store it now is no failure of the command. Only for work that the
 * account's object also stores itself at its next alarm (snapshots, copies).
 */
export async function enqueueAfterwards(deps: TaskQueueDeps, name: TaskName, account: AccountId, source: Source | ''): Promise<void> {
  try {
    await enqueueTask(deps, name, account, source);
  } catch (thrown) {
    deps.log.warn('task.not-stored', { name, account, source, reason: reasonOf(thrown) });
  }
}

/** Wakes a consumer for a stored task; the row stays if the queue is down. */
export async function wake(deps: Pick<TaskQueueDeps, 'log' | 'wakeTask'>, taskId: number, delaySeconds = 0): Promise<void> {
  try {
    await deps.wakeTask(taskId, delaySeconds);
  } catch (thrown) {
    deps.log.warn('task.not-woken', { task: taskId, reason: reasonOf(thrown) });
  }
}

/** The dependencies of waking tasks, with the time after which a silent consumer counts as dead. */
export type WakeDeps = TaskQueueDeps & Pick<Services, 'timers'>;

/** Wakes waiting tasks of these kinds, or of all, as many as may run. */
export async function wakeWaiting(deps: WakeDeps, names?: readonly TaskName[]): Promise<void> {
  const now = deps.now();
  const times = { now, staleBefore: now - deps.timers.heartbeatMs };
  const processors = await listProcessors(deps.db, times.staleBefore);
  for (const processor of processors) {
    if (names !== undefined && !names.includes(processor.name)) continue;
    const waiting = await tasksToWake(deps.db, processor, times);
    await Promise.all(waiting.map((id) => wake(deps, id)));
  }
}

/** Wakes the next task of a kind if one more may run. */
export async function wakeNext(deps: WakeDeps, name: TaskName): Promise<void> {
  const now = deps.now();
  const times = { now, staleBefore: now - deps.timers.heartbeatMs };
  const processor = (await listProcessors(deps.db, times.staleBefore)).find((one) => one.name === name);
  if (processor === undefined || processor.desired <= processor.running) return;
  const [id] = await tasksToWake(deps.db, { ...processor, running: processor.desired - 1 }, times);
  if (id !== undefined) await wake(deps, id);
}

/** Sets how many tasks of each kind may run at once. Waiting tasks that may now run are woken at once; running ones finish their run. */
export async function setTaskCounts(
  deps: WakeDeps,
  counts: readonly { readonly name: TaskName; readonly desired: number }[],
): Promise<void> {
  await setDesired(deps.db, counts);
  const names = counts.map(({ name }) => name);
  try {
    await wakeWaiting(deps, names);
  } catch (thrown) {
    // The counts are stored, and the minutely cron wakes what waits.
    deps.log.warn('task.waiting-not-woken', { names: names.join(', '), reason: reasonOf(thrown) });
  }
}
