import { and, desc, eq, getTableColumns, isNull, lt, or, sql, type SQL } from 'drizzle-orm';

import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { accounts, tasks } from './schema';
import type { TaskName } from './task-names';
import type { Task } from './tasks';

/** A task that was given up and that no later task has done or replaced. */
export interface DeadLetterRow extends Omit<Task, 'body'> {
  /** '' when the account is unknown. */
  readonly shopDomain: string;
}

/** Where a page of dead letters starts: after the one with this end time and id. */
export interface DeadLetterPlace {
  readonly finishedAt: Instant;
  readonly id: number;
}

// Literal, not bound: SQLite uses the partial index over these rows only when the condition is in the statement's text.
const DEAD = and(sql`${tasks.state} = 'failed'`, isNull(tasks.settledAt));

/** Selects dead letters. */
export interface DeadLetterQuery {
  /** Null for all kinds of work. */
  readonly processor: TaskName | null;
  /** Null for the newest. */
  readonly after: DeadLetterPlace | null;
  readonly limit: number;
}

/** Returns a page of dead letters, the newest first, and their total number. */
export async function listDeadLetters(db: Db, request: DeadLetterQuery): Promise<{ total: number; letters: DeadLetterRow[] }> {
  const wanted = request.processor === null ? DEAD : and(DEAD, eq(tasks.name, request.processor));
  const { body: _, ...columns } = getTableColumns(tasks);
  const [letters, counted] = await Promise.all([
    db
      .select({ ...columns, shopDomain: sql<string>`coalesce(${accounts.shopDomain}, '')` })
      .from(tasks)
      .leftJoin(accounts, eq(accounts.id, tasks.account))
      .where(and(wanted, olderThan(request.after)))
      .orderBy(desc(tasks.finishedAt), desc(tasks.id))
      .limit(request.limit)
      .all(),
    db
      .select({ total: sql<number>`count(*)` })
      .from(tasks)
      .where(wanted)
      .get(),
  ]);
  return { total: counted?.total ?? 0, letters };
}

function olderThan(place: DeadLetterPlace | null): SQL | undefined {
  if (place === null) return undefined;
  return or(lt(tasks.finishedAt, place.finishedAt), and(eq(tasks.finishedAt, place.finishedAt), lt(tasks.id, place.id)));
}

/** The outcome of replaying a dead letter. */
export type Replayed =
  | 'queued'
  /** It, or the same work, is in progress. */
  | 'under-way'
  /** It has been done since. */
  | 'done'
  | 'unknown';

/** Requeues a dead letter as if it were new. Safe to repeat. */
export async function replayDeadLetter(db: Db, id: number, now: Instant): Promise<Replayed> {
  const twin = sql`${tasks.body} is null and exists (select 1 from tasks as twin where twin.account = ${tasks.account}
    and twin.name = ${tasks.name} and twin.source = ${tasks.source} and twin.state in ('queued', 'running') and twin.body is null)`;
  const replayed = await db
    .update(tasks)
    .set({ state: 'queued', attempts: 0, due: now, startedAt: null, finishedAt: null, replayedAt: now, settledAt: null })
    .where(and(eq(tasks.id, id), eq(tasks.state, 'failed'), sql`not (${twin})`))
    .run();
  if (replayed.meta.changes > 0) return 'queued';
  const row = await db.select({ state: tasks.state }).from(tasks).where(eq(tasks.id, id)).get();
  if (row === undefined) return 'unknown';
  return row.state === 'done' ? 'done' : 'under-way';
}

/** Deletes a dead letter; returns false when there is none with this id. */
export async function dropDeadLetter(db: Db, id: number): Promise<boolean> {
  const dropped = await db
    .delete(tasks)
    .where(and(eq(tasks.id, id), DEAD))
    .run();
  return dropped.meta.changes > 0;
}

/** Returns the number of dead letters of each kind of work; kinds without any are left out. */
export async function deadByProcessor(db: Db): Promise<{ name: TaskName; letters: number }[]> {
  return db
    .select({ name: tasks.name, letters: sql<number>`count(*)` })
    .from(tasks)
    .where(DEAD)
    .groupBy(tasks.name)
    .all();
}
