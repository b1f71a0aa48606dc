import { and, eq, lte, sql } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { history, historyCauses, historyDays } from './schema';

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

/** Returns accounts whose oldest line is older than `before`. Reads two rows per account, not its lines. */
async function accountsWithOldLines(db: Db, before: Instant, limit: number): Promise<readonly AccountId[]> {
  const rows = await db.all<{ account: AccountId }>(sql`
    with recursive found (account) as (
      select min(account) from history
      union all select (select min(account) from history where account > found.account) from found where found.account is not null
    )
    select account from found
      where account is not null and (select at from history h where h.account = found.account order by seq limit 1) < ${before}
      limit ${limit}`);
  return rows.map(({ account }) => account);
}

/** Sums up the oldest lines of an account; returns whether there may be more. */
async function compactChunk(db: Db, accountId: AccountId, before: Instant): Promise<boolean> {
  // The lines are in the order of their times: the first that is young enough ends the search.
  const [oldest] = await db.all<{ last: number | null; lines: number }>(sql`
    select max(seq) as last, count(*) as lines from (select seq, at from history where ${history.account} = ${accountId} order by seq limit ${CHUNK})
      where at < ${before}`);
  const last = oldest?.last ?? null;
  if (last === null) return false;
  const old = sql`${history.account} = ${accountId} and seq <= ${last} and at < ${before}`;
  const isChange = sql`fact ->> 'kind' = 'change'`;
  const sums = sql`
    select account, day, sku, side, lines, added, removed, last from (
      select account, at / ${sql.raw(String(DAY_MS))} as day, sku, iif(${isChange}, fact ->> 'side', '') as side, count(*) as lines, max(seq),
        sum(iif(${isChange}, max(fact ->> 'delta', 0), 0)) as added, sum(iif(${isChange}, min(fact ->> 'delta', 0), 0)) as removed,
        iif(${isChange}, fact ->> 'after', null) as last
      from history where ${old} group by 1, 2, 3, 4) where true`;
  const { account, day, sku, side, lines, added, removed } = historyDays;
  await db.batch([
    // SQLite takes the columns beside a maximum from its row: the number after the last change of the day.
    db
      .insert(historyDays)
      .select(sums)
      .onConflictDoUpdate({
        target: [account, day, sku, side],
        set: {
          lines: sql`${lines} + excluded.lines`,
          added: sql`${added} + excluded.added`,
          removed: sql`${removed} + excluded.removed`,
          last: sql`excluded.last`,
        },
      }),
    db.delete(history).where(old),
    db.delete(historyCauses).where(and(eq(historyCauses.account, accountId), lte(historyCauses.last, last))),
  ]);
  return oldest?.lines === CHUNK;
}
