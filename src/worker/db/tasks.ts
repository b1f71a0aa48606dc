import { and, asc, desc, eq, inArray, lt, lte, or, sql } from 'drizzle-orm';

import type { Instant } from '../../domain/instant';
import type { Source } from '../../domain/source';
import type { Db } from './database';
import { processors, tasks } from './schema';

/** Kinds of work that a queue consumer does. */
export type TaskName = 'snapshot' | 'locations' | 'erase' | 'copy';

/** Background work on one account; its row is the truth, a queue message only a wake-up. */
export interface Task {
  readonly id: number;
  readonly name: TaskName;
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
  /** Why it failed, for an operator; '' otherwise. */
  readonly error: string;
}

const OPEN = inArray(tasks.state, ['queued', 'running']);

/** Puts the task on the list unless the same one is open already; answers the open one's id either way. */
export async function insertTask(
  db: Db,
  task: { readonly name: TaskName; readonly account: number; readonly source: Source | '' },
  now: Instant,
): Promise<number> {
  const same = and(eq(tasks.account, task.account), eq(tasks.name, task.name), eq(tasks.source, task.source), OPEN);
  const [, found] = await db.batch([
    db
      .insert(tasks)
      .values({ ...task, state: 'queued', queuedAt: now, due: now })
      .onConflictDoNothing(),
    db.select({ id: tasks.id }).from(tasks).where(same).limit(1),
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
    .where(and(eq(tasks.account, account), eq(tasks.name, name), eq(tasks.source, source), OPEN))
    .get();
  return row?.id ?? null;
}

/** The task by its id; null when there is none. */
export async function findTask(db: Db, id: number): Promise<Task | null> {
  return (await db.select().from(tasks).where(eq(tasks.id, id)).get()) ?? null;
}

/**
 * Takes the task for one consumer: queued and due, or running with a heartbeat older than `staleBefore`; and fewer of its
 * kind running than desired. One statement, so that of two consumers one gets it. Null: nothing to do now.
 */
export async function claimTask(db: Db, id: number, now: Instant, staleBefore: Instant): Promise<Task | null> {
  const free = sql`(select count(*) from tasks as busy where busy.name = ${tasks.name} and busy.state = 'running'
    and busy.heartbeat >= ${staleBefore} and busy.id <> ${tasks.id})
    < coalesce((select desired from processors where processors.name = ${tasks.name}), ${DEFAULT_DESIRED})`;
  const ready = or(and(eq(tasks.state, 'queued'), lte(tasks.due, now)), and(eq(tasks.state, 'running'), lt(tasks.heartbeat, staleBefore)));
  const row = await db
    .update(tasks)
    .set({ state: 'running', heartbeat: now, startedAt: sql`coalesce(${tasks.startedAt}, ${now})` })
    .where(and(eq(tasks.id, id), ready, free))
    .returning()
    .get();
  return row ?? null;
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

/** Ends a task. */
export async function finishTask(db: Db, task: Task, state: 'done' | 'failed', now: Instant, error: string): Promise<void> {
  await db
    .update(tasks)
    .set({ state, finishedAt: now, error })
    .where(and(eq(tasks.id, task.id), eq(tasks.account, task.account)))
    .run();
}

/** Tasks of processors that are not paused which nobody works on although they should be worked on. */
export async function tasksToWake(db: Db, now: Instant, staleBefore: Instant, limit: number): Promise<number[]> {
  const paused = sql`exists (select 1 from processors where processors.name = ${tasks.name} and desired = 0)`;
  const asleep = or(and(eq(tasks.state, 'queued'), lte(tasks.due, now)), and(eq(tasks.state, 'running'), lt(tasks.heartbeat, staleBefore)));
  const rows = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(asleep, sql`not ${paused}`))
    .orderBy(asc(tasks.due))
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}

/** The account's tasks, the newest first. */
export async function tasksOf(db: Db, accountId: number, limit: number): Promise<Task[]> {
  return db.select().from(tasks).where(eq(tasks.account, accountId)).orderBy(desc(tasks.id)).limit(limit).all();
}

/** Tasks that ended long ago, failed ones left for operators twice as long. */
export async function pruneTasks(db: Db, doneBefore: Instant, failedBefore: Instant): Promise<void> {
  await db
    .delete(tasks)
    .where(
      or(
        and(eq(tasks.state, 'done'), lt(tasks.finishedAt, doneBefore)),
        and(eq(tasks.state, 'failed'), lt(tasks.finishedAt, failedBefore)),
      ),
    )
    .run();
}

/** How many of a kind may run at once until an operator says otherwise. */
const DEFAULT_DESIRED = 10;

const NAMES: readonly TaskName[] = ['snapshot', 'locations', 'erase', 'copy'];

/** Each kind of task with how many may and how many do run. */
export async function listProcessors(db: Db, staleBefore: Instant): Promise<{ name: TaskName; desired: number; running: number }[]> {
  const [wanted, busy] = await Promise.all([
    db.select().from(processors).all(),
    db
      .select({ name: tasks.name, running: sql<number>`count(*)` })
      .from(tasks)
      .where(and(eq(tasks.state, 'running'), sql`${tasks.heartbeat} >= ${staleBefore}`))
      .groupBy(tasks.name)
      .all(),
  ]);
  return NAMES.map((name) => ({
    name,
    desired: wanted.find((row) => row.name === name)?.desired ?? DEFAULT_DESIRED,
    running: busy.find((row) => row.name === name)?.running ?? 0,
  }));
}

/** Sets how many of a kind may run at once; 0 pauses it. False for a kind that does not exist. */
export async function setDesired(db: Db, name: string, desired: number): Promise<boolean> {
  if (!NAMES.some((known) => known === name)) return false;
  await db.insert(processors).values({ name, desired }).onConflictDoUpdate({ target: processors.name, set: { desired } }).run();
  return true;
}
