import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { tasks } from './schema';
import { DEFAULT_DESIRED, type TaskName } from './task-names';

/** Background work on one account; its row is the source of truth, a queue message is only a wake-up. */
export interface Task {
  readonly id: number;
  readonly name: TaskName;
  /** 0 when the account is unknown. */
  readonly account: AccountId | 0;
  /** '' where the task has no side. */
  readonly source: Source | '';
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  /** Failures in a row. */
  readonly attempts: number;
  readonly queuedAt: Instant;
  /** Not to be started before this time. */
  readonly due: Instant;
  readonly startedAt: Instant | null;
  readonly heartbeat: Instant | null;
  readonly finishedAt: Instant | null;
  readonly progress: number;
  readonly total: number;
  /** Why it failed last, for an operator; '' when it did not. */
  readonly error: string;
  /** The task's subject where account and side are not enough, as JSON; null otherwise. */
  readonly body: string | null;
  /** A short form of the subject, for operators. */
  readonly subject: string;
  /** The platform's own name of the owner; '' when the account identifies it. */
  readonly owner: string;
  /** When an operator last replayed it after it was given up. */
  readonly replayedAt: Instant | null;
}

/** A task of every kind but webhooks: its account is known. */
export type AccountTask = Task & { readonly account: AccountId };

// States are literals, not bound: SQLite uses a partial index only when the condition is in the statement's text.
const OPEN = sql`${tasks.state} in ('queued', 'running')`;

/** Selects the same work: a task without a body is open at most once. */
function sameWork(task: { readonly name: TaskName; readonly account: AccountId | 0; readonly source: Source | '' }): SQL | undefined {
  return and(eq(tasks.account, task.account), eq(tasks.name, task.name), eq(tasks.source, task.source), isNull(tasks.body));
}

/** Queues the task unless the same one is already open; returns the open one's id either way. */
export async function insertTask(
  db: Db,
  task: { readonly name: TaskName; readonly account: AccountId | 0; readonly source: Source | '' },
  now: Instant,
): Promise<number> {
  const [, found] = await db.batch([
    db
      .insert(tasks)
      .values({ ...task, state: 'queued', queuedAt: now, due: now })
      .onConflictDoNothing(),
    db
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(sameWork(task), OPEN))
      .limit(1),
  ]);
  const row = found[0];
  if (row === undefined) throw new Error(`task ${task.name} was neither stored nor found`);
  return row.id;
}

/** Returns the account's open task of this kind and side; null when there is none. */
export async function openTaskId(db: Db, account: AccountId | 0, name: TaskName, source: Source | ''): Promise<number | null> {
  const row = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(sameWork({ account, name, source }), OPEN))
    .get();
  return row?.id ?? null;
}

/** Returns the task by its id; null when there is none. */
export async function findTask(db: Db, id: number): Promise<Task | null> {
  return (await db.select().from(tasks).where(eq(tasks.id, id)).get()) ?? null;
}

/** The times that decide whether a task can be claimed. */
export interface ClaimTimes {
  readonly now: Instant;
  /** A running task with an older heartbeat has lost its consumer. */
  readonly staleBefore: Instant;
}

/**
 * Claims the task for one consumer if it is queued and due, or running without a heartbeat since `staleBefore`, which
 * counts as a failure; and only if fewer of its kind are running than desired. One statement, so that of two consumers
 * one gets it. Null: nothing to do now.
 */
export async function claimTask(db: Db, id: number, times: ClaimTimes): Promise<Task | null> {
  const ready = or(
    and(eq(tasks.state, 'queued'), lte(tasks.due, times.now)),
    and(eq(tasks.state, 'running'), lt(tasks.heartbeat, times.staleBefore)),
  );
  return claim(db, and(eq(tasks.id, id), ready, slotFree(times.staleBefore)), times.now);
}

/** Claims the task of a kind that has been due the longest. Orphaned tasks are left to the cron job. */
export async function claimNextTask(db: Db, name: TaskName, times: ClaimTimes): Promise<Task | null> {
  const next = sql`(select next.id from tasks as next where next.name = ${name} and next.state = 'queued' and next.due <= ${times.now}
    order by next.due limit 1)`;
  return claim(db, and(sql`${tasks.id} = ${next}`, eq(tasks.state, 'queued'), slotFree(times.staleBefore)), times.now);
}

async function claim(db: Db, wanted: SQL | undefined, now: Instant): Promise<Task | null> {
  const orphaned = sql<number>`case ${tasks.state} when 'running' then ${tasks.attempts} + 1 else ${tasks.attempts} end`;
  const row = await db
    .update(tasks)
    .set({ state: 'running', heartbeat: now, startedAt: sql`coalesce(${tasks.startedAt}, ${now})`, attempts: orphaned })
    .where(wanted)
    .returning()
    .get();
  return row ?? null;
}

/** Returns SQL for whether fewer tasks of the row's kind are alive and running than desired. */
function slotFree(staleBefore: Instant): SQL {
  return sql`(select count(*) from tasks as busy where busy.name = ${tasks.name} and busy.state = 'running'
    and busy.heartbeat >= ${staleBefore} and busy.id <> ${tasks.id})
    < coalesce((select desired from processors where processors.name = ${tasks.name}), ${DEFAULT_DESIRED})`;
}

/** Records a heartbeat and the progress; returns false when the task no longer belongs to the consumer. */
export async function beatTask(db: Db, task: Task, now: Instant, progress: number, total: number): Promise<boolean> {
  const result = await db
    .update(tasks)
    .set({ heartbeat: now, progress, total, attempts: 0 })
    .where(and(eq(tasks.id, task.id), eq(tasks.account, task.account), eq(tasks.state, 'running')))
    .run();
  return result.meta.changes > 0;
}

/** Requeues a running task. */
export async function requeueTask(db: Db, task: Task, due: Instant, attempts: number, error: string): Promise<void> {
  await db
    .update(tasks)
    .set({ state: 'queued', due, attempts, error })
    .where(and(eq(tasks.id, task.id), eq(tasks.account, task.account), eq(tasks.state, 'running')))
    .run();
}

/** Ends a task. Earlier dead letters of the same work are settled: this task did the work, or replaces them. */
export async function finishTask(db: Db, task: Task, state: 'done' | 'failed', now: Instant, error: string): Promise<void> {
  const ended = db
    .update(tasks)
    .set({ state, finishedAt: now, error, ...(state === 'failed' && { attempts: task.attempts }) })
    .where(and(eq(tasks.id, task.id), eq(tasks.account, task.account)));
  if (task.body !== null) {
    await ended.run();
    return;
  }
  const older = and(sameWork(task), eq(tasks.state, 'failed'), isNull(tasks.settledAt), ne(tasks.id, task.id));
  await db.batch([ended, db.update(tasks).set({ settledAt: now }).where(older)]);
}

/** Deletes an ended task that nobody needs to read about. */
export async function forgetTask(db: Db, task: Task): Promise<void> {
  await db
    .delete(tasks)
    .where(and(eq(tasks.id, task.id), eq(tasks.account, task.account)))
    .run();
}

/** Returns the account's tasks without their bodies, the newest first. */
export async function tasksOf(db: Db, accountId: AccountId, limit: number): Promise<Omit<Task, 'body'>[]> {
  const { body: _, ...columns } = getTableColumns(tasks);
  return db.select(columns).from(tasks).where(eq(tasks.account, accountId)).orderBy(desc(tasks.id)).limit(limit).all();
}

/** Deletes tasks that ended long ago, up to `limit` of each state; failed ones are kept longer, for operators. */
export async function pruneTasks(db: Db, doneBefore: Instant, failedBefore: Instant, limit: number): Promise<void> {
  for (const [state, before] of [
    [sql`${tasks.state} = 'done'`, doneBefore],
    [sql`${tasks.state} = 'failed'`, failedBefore],
  ] as const) {
    const old = db
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(sql`${tasks.state} in ('done', 'failed')`, state, lt(tasks.finishedAt, before)))
      .orderBy(asc(tasks.finishedAt))
      .limit(limit);
    await db.delete(tasks).where(inArray(tasks.id, old)).run();
  }
}
