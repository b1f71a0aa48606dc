import { eq, isNull, lte, or, and } from 'drizzle-orm';

import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { scheduled } from './schema';

/** A scheduled job, as operators see it. */
export interface ScheduledRow {
  readonly name: string;
  /** Cron notation, UTC. */
  readonly schedule: string;
  readonly lastAttemptedAt: Instant | null;
  readonly lastSuccess: boolean | null;
}

/** Claims the job's run; returns false when another run claimed it after `notSince`. */
export async function claimScheduled(db: Db, name: string, schedule: string, now: Instant, notSince: Instant): Promise<boolean> {
  const [, claimed] = await db.batch([
    db.insert(scheduled).values({ name, schedule }).onConflictDoUpdate({ target: scheduled.name, set: { schedule } }),
    db
      .update(scheduled)
      .set({ lastAttemptedAt: now, lastSuccess: false })
      .where(and(eq(scheduled.name, name), or(isNull(scheduled.lastAttemptedAt), lte(scheduled.lastAttemptedAt, notSince)))),
  ]);
  return claimed.meta.changes > 0;
}

/** Records that the job's last attempt succeeded. */
export async function succeedScheduled(db: Db, name: string): Promise<void> {
  await db.update(scheduled).set({ lastSuccess: true }).where(eq(scheduled.name, name)).run();
}

/** Returns all jobs, ordered by name. */
export async function listScheduled(db: Db): Promise<ScheduledRow[]> {
  return db.select().from(scheduled).orderBy(scheduled.name).all();
}
