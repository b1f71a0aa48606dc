import { sql } from 'drizzle-orm';

import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { processors, tasks } from './schema';
import { DEFAULT_DESIRED, TASK_NAMES, type TaskName } from './task-names';

/** A kind of background work with how many of its tasks may run at once, and how many do. */
export interface ProcessorCounts {
  readonly name: TaskName;
  /** 0: paused. */
  readonly desired: number;
  readonly running: number;
}

/** Returns every kind of work. A running task without a heartbeat since `staleBefore` does not count as running. */
export async function listProcessors(db: Db, staleBefore: Instant): Promise<ProcessorCounts[]> {
  const [wanted, busy] = await Promise.all([
    db.select().from(processors).all(),
    db
      .select({ name: tasks.name, running: sql<number>`count(*)` })
      .from(tasks)
      .where(sql`${tasks.state} = 'running' and ${tasks.heartbeat} >= ${staleBefore}`)
      .groupBy(tasks.name)
      .all(),
  ]);
  return TASK_NAMES.map((name) => ({
    name,
    desired: wanted.find((row) => row.name === name)?.desired ?? DEFAULT_DESIRED,
    running: busy.find((row) => row.name === name)?.running ?? 0,
  }));
}

/** Sets how many tasks of each kind may run at once; 0 pauses it. All of them, or none. */
export async function setDesired(db: Db, counts: readonly { readonly name: TaskName; readonly desired: number }[]): Promise<void> {
  const [first, ...rest] = counts.map(({ name, desired }) =>
    db.insert(processors).values({ name, desired }).onConflictDoUpdate({ target: processors.name, set: { desired } }),
  );
  if (first !== undefined) await db.batch([first, ...rest]);
}

/**
 * Returns tasks of a kind that are idle although there is capacity, up to that capacity: due ones, whose wake-up was
 * lost or came while the kind was paused, and running ones whose consumer died. The longest due first.
 */
export async function tasksToWake(
  db: Db,
  processor: ProcessorCounts,
  { now, staleBefore }: { readonly now: Instant; readonly staleBefore: Instant },
): Promise<number[]> {
  const room = processor.desired - processor.running;
  if (room <= 0) return [];
  const rows = await db.all<{ id: number }>(sql`
    select id from (select id, due from tasks where name = ${processor.name} and state = 'queued' and due <= ${now} order by due limit ${room})
    union all
    select id from (select id, due from tasks where name = ${processor.name} and state = 'running' and heartbeat < ${staleBefore} limit ${room})
    limit ${room}`);
  return rows.map(({ id }) => id);
}

/**
 * Returns for each kind of work how many tasks have been due since before `before`, and the oldest due time; kinds
 * without any are left out.
 */
export async function waitingSince(db: Db, before: Instant): Promise<{ name: TaskName; waiting: number; oldest: Instant }[]> {
  return db
    .select({ name: tasks.name, waiting: sql<number>`count(*)`, oldest: sql<Instant>`min(${tasks.due})` })
    .from(tasks)
    .where(sql`${tasks.state} = 'queued' and ${tasks.due} < ${before}`)
    .groupBy(tasks.name)
    .all();
}
