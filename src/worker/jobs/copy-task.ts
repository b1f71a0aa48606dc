import { beatTask, type AccountTask } from '../../db/tasks';
import type { Services } from '../runtime/services';
import { enqueueTask, type TaskQueueDeps } from '../runtime/task-queue';
import { refused, type TaskOutcome } from './task-outcome';

type CopiesDeps = TaskQueueDeps & Pick<Services, 'account' | 'timers'>;

/** How soon copies that a pause has stopped are checked again, ms. */
const PAUSED_MS = 30_000;

/** Works on the account's copies from one platform: everything on its list when the task runs. */
export async function workOnCopies(deps: CopiesDeps, task: AccountTask): Promise<TaskOutcome> {
  if (task.source === '') return { kind: 'failed', why: 'copies need a side' };
  const object = deps.account(task.account);
  // The task's copies have ended: a replay starts them again.
  if (task.replayedAt !== null) await object.reviveCopies(task.source);
  const ends = deps.now() + deps.timers.taskSliceMs;
  let progressed = false;
  do {
    const answer = await object.advanceCopies(task.source);
    if (!answer.ok) return refused(answer.error, progressed);
    progressed = true;
    const { open, processed, total, paused } = answer.value;
    if (!(await beatTask(deps.db, task, deps.now(), processed, total))) return { kind: 'retry', why: 'the task was taken over' };
    if (paused === true) return { kind: 'wait', why: 'changes are paused by operators', afterMs: PAUSED_MS };
    if (open === 0) return { kind: 'done' };
  } while (deps.now() < ends);
  return { kind: 'more' };
}

/**
 * Creates another task for copies that were listed while this task was ending: they found this task still open, and nothing else would
 * start them.
 */
export async function enqueueLateCopies(deps: CopiesDeps, task: AccountTask): Promise<void> {
  if (task.source === '') return;
  const late = (await deps.account(task.account).copies()).some(
    ({ source, state }) => source === task.source && (state === 'queued' || state === 'running'),
  );
  if (late) await enqueueTask(deps, 'copy', task.account, task.source);
}

/** Ends the task's copies, so that the merchant sees them as failed and can copy again. */
export async function giveUpCopies(deps: CopiesDeps, task: AccountTask): Promise<void> {
  if (task.source === '') return;
  await deps.account(task.account).giveUpCopies(task.source);
}
