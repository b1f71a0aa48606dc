import { and, eq, lte, sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { findOldest, linesWhere } from './history-lines';
import { history, historyBatches, historyCauses, historyDays, historyIndex } from './schema';

const DAY_MS = 86_400_000;
/** Lines that one transaction sums up, far below D1's time limit. */
const CHUNK = 2_000;

/**
 * Replaces lines of the history older than `before` by sums per day, SKU, and platform, oldest first, at most `chunks` times 2,000 of them
 * in all accounts of this database. The sums are added and the lines deleted in one transaction, so a line counts once, whatever
 * ends in between. Returns whether old lines are left.
 */
export async function compactHistory(db: Db, before: Instant, chunks: number): Promise<boolean> {
  let left = chunks;
  for (const accountId of await accountsWithOldLines(db, before, chunks)) {
    for (let more = true; more; left -= 1) {
      if (left === 0) return true;
      more = await compactChunk(db, accountId, before);
    }
  }
  return false;
}

/** Returns accounts whose oldest line is older than `before`. Reads two rows per account and table, not its lines. */
async function accountsWithOldLines(db: Db, before: Instant, limit: number): Promise<readonly AccountId[]> {
  const oldIn = (table: SQL, number: SQL): SQL => sql`
    select account from (
      with recursive found (account) as (
        select min(account) from ${table}
        union all select (select min(account) from ${table} where account > found.account) from found where found.account is not null
      )
      select account from found
        where account is not null and (select at from ${table} h where h.account = found.account order by ${number} limit 1) < ${before}
        limit ${limit})`;
  const rows = await db.all<{ account: AccountId }>(
    sql`${oldIn(sql`${history}`, sql`seq`)} union ${oldIn(sql`${historyBatches}`, sql`last`)} order by account limit ${limit}`,
  );
  return rows.map(({ account }) => account);
}

/** Sums up the oldest lines of an account, whole batches alone; returns whether there may be more. */
async function compactChunk(db: Db, accountId: AccountId, before: Instant): Promise<boolean> {
  const oldest = await findOldest(db, accountId, before, CHUNK);
  if (oldest === null) return false;
  const { last, more } = oldest;
  const oldRows = sql`${history.account} = ${accountId} and seq <= ${last} and at < ${before}`;
  const oldBatches = sql`${historyBatches.account} = ${accountId} and last <= ${last} and at < ${before}`;
  const lines = linesWhere(accountId, {
    rows: sql`seq <= ${last} and at < ${before}`,
    batches: sql`batch.last <= ${last} and batch.at < ${before}`,
  });
  const isChange = sql`fact ->> 'kind' = 'change'`;
  const sums = sql`
    select account, day, sku, side, lines, added, removed, last from (
      select ${accountId} as account, at / ${sql.raw(String(DAY_MS))} as day, sku, iif(${isChange}, fact ->> 'side', '') as side, count(*) as lines,
        max(seq),
        sum(iif(${isChange}, max(fact ->> 'delta', 0), 0)) as added, sum(iif(${isChange}, min(fact ->> 'delta', 0), 0)) as removed,
        iif(${isChange}, fact ->> 'after', null) as last
      from (${lines}) group by 1, 2, 3, 4) where true`;
  const { account, day, sku, side, lines: number, added, removed } = historyDays;
  await db.batch([
    // SQLite takes the columns beside a maximum from its row: the number after the last change of the day.
    db
      .insert(historyDays)
      .select(sums)
      .onConflictDoUpdate({
        target: [account, day, sku, side],
        set: {
          lines: sql`${number} + excluded.lines`,
          added: sql`${added} + excluded.added`,
          removed: sql`${removed} + excluded.removed`,
          last: sql`excluded.last`,
        },
      }),
    db.delete(history).where(oldRows),
    db.delete(historyBatches).where(oldBatches),
    db.delete(historyCauses).where(and(eq(historyCauses.account, accountId), lte(historyCauses.last, last))),
    db.delete(historyIndex).where(and(eq(historyIndex.account, accountId), lte(historyIndex.last, last))),
  ]);
  return more;
}
