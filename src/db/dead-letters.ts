import { and, desc, eq, getTableColumns, isNull, lt, or, sql, type SQL } from 'drizzle-orm';

import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { accounts, tasks } from './schema';
import type { TaskName } from './task-names';
import type { Task } from './tasks';

/** Work that was given up, and that no later task did or stands for. */
export interface DeadLetterRow extends Omit<Task, 'body'> {
  /** '' when it is not known whose it is. */
  readonly shopDomain: string;
}

/** Where a page of dead letters begins: after the one that ended then and has this id. */
export interface DeadLetterPlace {
  readonly finishedAt: Instant;
  readonly id: number;
}

// Written out, not bound: the database uses the index over these rows only where it can read that they are meant.
const DEAD = and(sql`${tasks.state} = 'failed'`, isNull(tasks.settledAt));

/** Which dead letters. */
export interface DeadLetterQuery {
  /** Null for all kinds of work. */
  readonly processor: TaskName | null;
  /** Null for the newest. */
  readonly after: DeadLetterPlace | null;
  readonly limit: number;
}

/** A page of dead letters, the newest first, and how many there are in all. */
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

/** What came of handing a dead letter back. */
export type Replayed =
  | 'queued'
  /** It, or the same work, is under way. */
  | 'under-way'
  /** It was done since. */
  | 'done'
  | 'unknown';

/** Puts a dead letter back in line, as if it came for the first time. Twice is as good as once. */
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

/** Lets a dead letter go; false when there is none of this id. */
export async function dropDeadLetter(db: Db, id: number): Promise<boolean> {
  const dropped = await db
    .delete(tasks)
    .where(and(eq(tasks.id, id), DEAD))
    .run();
  return dropped.meta.changes > 0;
}

/** How much of each kind of work was given up, kinds without any left out. */
export async function deadByProcessor(db: Db): Promise<{ name: TaskName; letters: number }[]> {
  return db
    .select({ name: tasks.name, letters: sql<number>`count(*)` })
    .from(tasks)
    .where(DEAD)
    .groupBy(tasks.name)
    .all();
}
