import type { Answer } from '../../domain/result';
import type { AccountApi } from '../../durable/api';
import { completeCompliance } from '../db/compliance';
import { eraseAccountRows } from '../db/erase';
import { beatTask, claimTask, finishTask, openTaskId, requeueTask, type Task } from '../db/tasks';
import { within } from '../deadline';
import { reasonOf } from '../log';
import type { RouteCache } from '../webhooks/route-cache';
import { enqueueTask, wake, type TaskQueueDeps } from './task-queue';

export interface RunTaskDeps extends TaskQueueDeps {
  readonly routes: RouteCache;
  readonly timers: { readonly heartbeatMs: number; readonly taskSliceMs: number };
  account(accountId: number): AccountApi;
}

/** How a stretch of work on a task ended. */
type Stretch =
  | { readonly kind: 'done' }
  /** More to do, at once. */
  | { readonly kind: 'more' }
  /** Worth another try later. */
  | { readonly kind: 'retry'; readonly why: string }
  /** For good: stays as a row that an operator reads. */
  | { readonly kind: 'failed'; readonly why: string };

/** Failures in a row after which a task is given up. */
const MAX_ATTEMPTS = 8;
/** Wait after the first failure, doubled with each further one. */
const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 10 * 60_000;
/** When to look for the other side's snapshot, each after the one before. */
const LOOK_FOR_COMPANION_MS = [100, 200, 700];

/**
 * Works on a task for a bounded stretch: claims its row, works, writes down how far it came, and wakes the next consumer if
 * there is more. A row that is done, claimed by another, paused or not yet due is left as it is.
 */
export async function runTask(deps: RunTaskDeps, taskId: number): Promise<void> {
  const task = await claim(deps, taskId);
  if (task === null) return;
  const stretch = workAndSettle(deps, task);
  await Promise.all([stretch, task.name === 'snapshot' ? accompany(deps, task, stretch) : null]);
}

function claim(deps: RunTaskDeps, taskId: number): Promise<Task | null> {
  const now = deps.now();
  return claimTask(deps.db, taskId, now, now - deps.timers.heartbeatMs);
}

async function workAndSettle(deps: RunTaskDeps, task: Task): Promise<void> {
  const stretch = await work(deps, task).catch((thrown: unknown): Stretch => ({ kind: 'retry', why: reasonOf(thrown) }));
  await settle(deps, task, stretch);
}

/**
 * An account's first two snapshots wait for each other, and are queued one right after the other: the second is taken along
 * here, since its own wake-up may stand behind this very consumer.
 */
async function accompany(deps: RunTaskDeps, task: Task, stretch: Promise<void>): Promise<void> {
  for (const waitMs of LOOK_FOR_COMPANION_MS) {
    if ((await within(stretch, waitMs)).timely) return;
    const id = await openTaskId(deps.db, task.account, 'snapshot', task.source === 'shopify' ? 'square' : 'shopify');
    const companion = id === null ? null : await claim(deps, id);
    if (companion === null) continue;
    await workAndSettle(deps, companion);
    return;
  }
}

async function settle(deps: RunTaskDeps, task: Task, stretch: Stretch): Promise<void> {
  const now = deps.now();
  const about = { task: task.id, name: task.name, account: task.account, source: task.source };
  switch (stretch.kind) {
    case 'done':
      await finishTask(deps.db, task, 'done', now, '');
      deps.log.info('task.done', about);
      if (task.name === 'copy') await enqueueLateCopies(deps, task);
      return;
    case 'more':
      await requeueTask(deps.db, task, now, 0, '');
      await wake(deps, task.id);
      return;
    case 'failed':
      await finishTask(deps.db, task, 'failed', now, stretch.why);
      deps.log.warn('task.failed', { ...about, why: stretch.why });
      return;
    case 'retry': {
      const attempts = task.attempts + 1;
      if (attempts >= MAX_ATTEMPTS) {
        await settle(deps, task, { kind: 'failed', why: stretch.why });
        return;
      }
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempts - 1));
      await requeueTask(deps.db, task, now + wait, attempts, stretch.why);
      deps.log.info('task.waits', { ...about, attempts, waitMs: wait, why: stretch.why });
    }
  }
}

function work(deps: RunTaskDeps, task: Task): Promise<Stretch> {
  switch (task.name) {
    case 'snapshot':
      return workOnSnapshot(deps, task);
    case 'locations':
      return workOnLocations(deps, task);
    case 'erase':
      return erase(deps, task);
    case 'copy':
      return workOnCopies(deps, task);
  }
}

/** The account's copies from one side: whatever is on its list by then. */
async function workOnCopies(deps: RunTaskDeps, task: Task): Promise<Stretch> {
  if (task.source === '') return { kind: 'failed', why: 'copies need a side' };
  const object = deps.account(task.account);
  const ends = deps.now() + deps.timers.taskSliceMs;
  do {
    const answer = await object.advanceCopies(task.source);
    if (!answer.ok) return refused(answer.error);
    const { open, processed, total } = answer.value;
    if (!(await beatTask(deps.db, task, deps.now(), processed, total))) return { kind: 'retry', why: 'the task was taken over' };
    if (open === 0) return { kind: 'done' };
  } while (deps.now() < ends);
  return { kind: 'more' };
}

/** A copy that came onto the list while its task was ending found that task open, and would wait for nobody. */
async function enqueueLateCopies(deps: RunTaskDeps, task: Task): Promise<void> {
  if (task.source === '') return;
  const late = (await deps.account(task.account).copies()).some(
    ({ source, state }) => source === task.source && (state === 'queued' || state === 'running'),
  );
  if (late) await enqueueTask(deps, 'copy', task.account, task.source);
}

async function workOnSnapshot(deps: RunTaskDeps, task: Task): Promise<Stretch> {
  if (task.source === '') return { kind: 'failed', why: 'a snapshot needs a side' };
  const object = deps.account(task.account);
  const ends = deps.now() + deps.timers.taskSliceMs;
  do {
    const answer = await object.advanceSnapshot(task.source);
    if (!answer.ok) return refused(answer.error);
    const { state, processed, total, problem } = answer.value;
    if (state === 'failed') return { kind: 'failed', why: problem };
    if (!(await beatTask(deps.db, task, deps.now(), processed, total))) return { kind: 'retry', why: 'the task was taken over' };
    if (state === 'done') return { kind: 'done' };
  } while (deps.now() < ends);
  return { kind: 'more' };
}

async function workOnLocations(deps: RunTaskDeps, task: Task): Promise<Stretch> {
  if (task.source === '') return { kind: 'failed', why: 'locations need a side' };
  const answer = await deps.account(task.account).syncLocations(task.source);
  return answer.ok ? { kind: 'done' } : refused(answer.error);
}

/** The object first: should this be cut short, the rows that lead to it are still there for the next try. */
async function erase(deps: RunTaskDeps, task: Task): Promise<Stretch> {
  await eraseObject(deps, task.account);
  await completeCompliance(deps.db, task.account, deps.now(), 'Everything stored for the shop was deleted.');
  await eraseAccountRows(deps.db, task.account);
  deps.routes.forgetAccount(task.account);
  return { kind: 'done' };
}

/** An object that has deleted itself also ends itself, and may take its answer with it: a new one is asked what is left. */
async function eraseObject(deps: RunTaskDeps, accountId: number): Promise<void> {
  try {
    await deps.account(accountId).erase();
  } catch (thrown) {
    const { shopify, square } = await deps.account(accountId).state();
    if (shopify.name !== '' || square.name !== '') throw thrown;
  }
}

/** A refusal that time may mend is tried again; any other is final. */
function refused(error: Extract<Answer<never>, { ok: false }>['error']): Stretch {
  const passing =
    error.code === 'unavailable' || error.code === 'resource_exhausted' || error.code === 'aborted' || error.code === 'internal';
  return passing ? { kind: 'retry', why: error.message } : { kind: 'failed', why: error.message };
}
