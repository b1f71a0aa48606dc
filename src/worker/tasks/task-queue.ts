import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { Db } from '../db/database';
import { insertTask, type TaskName } from '../db/tasks';
import { reasonOf, type Log } from '../log';

export interface TaskQueueDeps {
  readonly db: Db;
  readonly log: Log;
  now(): Instant;
  /** Puts a wake-up for the task's row on the queue. */
  wakeTask(taskId: number): Promise<void>;
}

/**
 * Stores a task and wakes a consumer; the same one that is open already is only woken again. Once this returns the work
 * will be done: a wake-up that is lost is made up for by the minute's cron.
 */
export async function enqueueTask(deps: TaskQueueDeps, name: TaskName, account: number, source: Source | ''): Promise<number> {
  const id = await insertTask(deps.db, { name, account, source }, deps.now());
  await wake(deps, id);
  return id;
}

/** Wakes a consumer for a stored task; the row stays if the queue is down. */
export async function wake(deps: Pick<TaskQueueDeps, 'log' | 'wakeTask'>, taskId: number): Promise<void> {
  try {
    await deps.wakeTask(taskId);
  } catch (thrown) {
    deps.log.warn('task.not-woken', { task: taskId, reason: reasonOf(thrown) });
  }
}
