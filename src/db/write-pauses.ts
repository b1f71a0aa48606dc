import { and, asc, desc, eq, gt, sql } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { StoredPause } from '../domain/sync/write-switch';
import type { Db } from './database';
import { accounts, writePauses } from './schema';

/** The scope of a pause: which requests that change stock it applies to. */
export interface PauseScope {
  /** 0: every account. */
  readonly account: AccountId | 0;
  /** '': both platforms. */
  readonly source: Source | '';
}

/** A change of a pause: what was decided, by whom and why. */
export interface PauseChange extends PauseScope {
  readonly active: boolean;
  readonly actorShop: string;
  readonly reason: string;
}

/**
 * Stores a change of the write switch; safe to repeat. Returns false when the pause to end was never made. Its number is the time, or higher than
 * all before: objects ignore lower numbers than they know, also after the database was restored to a moment before some of these changes.
 */
export async function storePause(db: Db, change: PauseChange, now: Instant): Promise<boolean> {
  const { active, actorShop, reason } = change;
  const values = {
    active,
    actorShop,
    reason,
    since: now,
    revision: sql<number>`(select max(coalesce(max(revision), 0) + 1, ${now}) from write_pauses)`,
  };
  const own = and(eq(writePauses.account, change.account), eq(writePauses.source, change.source));
  if (!active) {
    const ended = await db.update(writePauses).set(values).where(own).run();
    return ended.meta.changes > 0;
  }
  await db
    .insert(writePauses)
    .values({ account: change.account, source: change.source, ...values })
    .onConflictDoUpdate({ target: [writePauses.account, writePauses.source], set: values })
    .run();
  return true;
}

/** Returns all pauses ever made, the newest change first. */
export async function storedPauses(db: Db): Promise<(StoredPause & { readonly shopDomain: string })[]> {
  return db
    .select({
      account: writePauses.account,
      source: writePauses.source,
      active: writePauses.active,
      revision: writePauses.revision,
      by: writePauses.actorShop,
      reason: writePauses.reason,
      since: writePauses.since,
      shopDomain: sql<string>`coalesce(${accounts.shopDomain}, '')`,
    })
    .from(writePauses)
    .leftJoin(accounts, eq(accounts.id, writePauses.account))
    .orderBy(desc(writePauses.revision))
    .all();
}

/** Returns ids of active accounts greater than `after` (null: all), in order. */
export async function accountsInUse(db: Db, after: AccountId | null, limit: number): Promise<AccountId[]> {
  const rows = await db
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(after === null ? undefined : gt(accounts.id, after), eq(accounts.status, 'active')))
    .orderBy(asc(accounts.id))
    .limit(limit)
    .all();
  return rows.map(({ id }) => id);
}
