import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, lte, ne, or, sql, type SQL } from 'drizzle-orm';

import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { tasks } from './schema';
import { DEFAULT_DESIRED, type TaskName } from './task-names';

/** Background work on one account; its row is the truth, a queue message only a wake-up. */
export interface Task {
  readonly id: number;
  readonly name: TaskName;
  /** 0 where it is not known whose it is. */
  readonly account: number;
  /** '' where the task has no side. */
  readonly source: Source | '';
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  /** Failures in a row. */
  readonly attempts: number;
  readonly queuedAt: Instant;
  /** Not to be started before. */
  readonly due: Instant;
  readonly startedAt: Instant | null;
  readonly heartbeat: Instant | null;
  readonly finishedAt: Instant | null;
  readonly progress: number;
  readonly total: number;
  /** Why it failed last, for an operator; '' when it did not. */
  readonly error: string;
  /** What it is about where account and side do not say it all, as JSON; null else. */
  readonly body: string | null;
  /** The same in a word, for operators. */
  readonly subject: string;
  /** The platform's own name of whom it concerns; '' where the account says it. */
  readonly owner: string;
  /** When an operator last handed it back after it had been given up. */
  readonly replayedAt: Instant | null;
}

// States are written out, not bound: the database uses an index over some of the rows only where it can read which.
const OPEN = sql`${tasks.state} in ('queued', 'running')`;

/** The same work: a task without a matter of its own is open once. */
function sameWork(task: { readonly name: TaskName; readonly account: number; readonly source: Source | '' }): SQL | undefined {
  return and(eq(tasks.account, task.account), eq(tasks.name, task.name), eq(tasks.source, task.source), isNull(tasks.body));
}

/** Puts the task on the list unless the same one is open already; answers the open one's id either way. */
export async function insertTask(
  db: Db,
  task: { readonly name: TaskName; readonly account: number; readonly source: Source | '' },
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

/** The account's open task of this kind and side; null when there is none. */
export async function openTaskId(db: Db, account: number, name: TaskName, source: Source | ''): Promise<number | null> {
  const row = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(sameWork({ account, name, source }), OPEN))
    .get();
  return row?.id ?? null;
}

/** The task by its id; null when there is none. */
export async function findTask(db: Db, id: number): Promise<Task | null> {
  return (await db.select().from(tasks).where(eq(tasks.id, id)).get()) ?? null;
}

/** Which moments a claim is judged by. */
export interface ClaimTimes {
  readonly now: Instant;
  /** A running task with an older heartbeat has lost its consumer. */
  readonly staleBefore: Instant;
}

/**
 * Takes the task for one consumer: queued and due, or running without a sign of life since `staleBefore`, which counts as a
 * failure; and fewer of its kind running than desired. One statement, so that of two consumers one gets it. Null: nothing
 * to do now.
 */
export async function claimTask(db: Db, id: number, times: ClaimTimes): Promise<Task | null> {
  const ready = or(
    and(eq(tasks.state, 'queued'), lte(tasks.due, times.now)),
    and(eq(tasks.state, 'running'), lt(tasks.heartbeat, times.staleBefore)),
  );
  return claim(db, and(eq(tasks.id, id), ready, slotFree(times.staleBefore)), times.now);
}

/** The same for whichever task of a kind is due for longest. Orphaned ones are the cron's to wake. */
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

/** Fewer of the row's kind are alive and running than are desired. */
function slotFree(staleBefore: Instant): SQL {
  return sql`(select count(*) from tasks as busy where busy.name = ${tasks.name} and busy.state = 'running'
    and busy.heartbeat >= ${staleBefore} and busy.id <> ${tasks.id})
    < coalesce((select desired from processors where processors.name = ${tasks.name}), ${DEFAULT_DESIRED})`;
}

/** Says that the consumer lives and how far it is; false when the task is no longer its own. */
export async function beatTask(db: Db, task: Task, now: Instant, progress: number, total: number): Promise<boolean> {
  const result = await db
    .update(tasks)
    .set({ heartbeat: now, progress, total, attempts: 0 })
    .where(and(eq(tasks.id, task.id), eq(tasks.account, task.account), eq(tasks.state, 'running')))
    .run();
  return result.meta.changes > 0;
}

/** Puts a running task back in line. */
export async function requeueTask(db: Db, task: Task, due: Instant, attempts: number, error: string): Promise<void> {
  await db
    .update(tasks)
    .set({ state: 'queued', due, attempts, error })
    .where(and(eq(tasks.id, task.id), eq(tasks.account, task.account), eq(tasks.state, 'running')))
    .run();
}

/** Ends a task. What of the same work was given up before is no dead letter any more: this one did it, or stands for it. */
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

/** Forgets a task that has ended and that nobody will want to read about. */
export async function forgetTask(db: Db, task: Task): Promise<void> {
  await db
    .delete(tasks)
    .where(and(eq(tasks.id, task.id), eq(tasks.account, task.account)))
    .run();
}

/** The account's tasks, the newest first, and without their bodies. */
export async function tasksOf(db: Db, accountId: number, limit: number): Promise<Omit<Task, 'body'>[]> {
  const { body: _, ...columns } = getTableColumns(tasks);
  return db.select(columns).from(tasks).where(eq(tasks.account, accountId)).orderBy(desc(tasks.id)).limit(limit).all();
}

/** Tasks that ended long ago, a bounded number of them; failed ones are kept longer, for operators. */
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
