import { and, eq, or, sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import type { Databases, Db } from './database';
import {
  accounts,
  alerts,
  compliance,
  deletions,
  history,
  historyBatches,
  historyCauses,
  historyDays,
  historyIndex,
  historyIndexed,
  oauthStates,
  separatePairs,
  sessions,
  subscriptions,
  tasks,
  transactions,
  writePauses,
} from './schema';

/** Number of history rows deleted by one statement, far below D1's time limit. */
const CHUNK = 5_000;

/**
 * Deletes everything that the shared database stores for an account, its own row last, so that the next run continues
 * after an interruption. The audit log, the platform's privacy requests and the deletion's receipt stay: they contain
 * the account's number and no name.
 */
export async function eraseAccountRows({ db, histories }: Databases, accountId: AccountId, now: Instant): Promise<void> {
  // All of them: lines that were moved to another database may still be in the first.
  for (const lines of histories) await eraseHistory(lines, accountId);
  await db.batch([
    db.delete(sessions).where(or(eq(sessions.account, accountId), eq(sessions.impersonator, accountId))),
    db.delete(oauthStates).where(or(eq(oauthStates.account, accountId), sql`${oauthStates.shopDomain} in (${ownNames(accountId)})`)),
    db.delete(transactions).where(eq(transactions.account, accountId)),
    db.delete(subscriptions).where(eq(subscriptions.account, accountId)),
    // Webhooks that arrived before their account was known contain the platform's own name of it.
    db.delete(tasks).where(or(eq(tasks.account, accountId), and(eq(tasks.account, 0), sql`${tasks.owner} in (${ownNames(accountId)})`))),
    db.delete(alerts).where(eq(alerts.account, accountId)),
    db.delete(separatePairs).where(eq(separatePairs.account, accountId)),
    db.delete(writePauses).where(eq(writePauses.account, accountId)),
    db.update(compliance).set({ shopDomain: '' }).where(eq(compliance.account, accountId)),
    db.update(deletions).set({ completed: now }).where(eq(deletions.account, accountId)),
    db.delete(accounts).where(eq(accounts.id, accountId)),
  ]);
}

/** Deletes an account's lines from one database. */
async function eraseHistory(lines: Db, accountId: AccountId): Promise<void> {
  for (;;) {
    const oldest = sql`(select seq from history where account = ${accountId} order by seq limit 1 offset ${CHUNK})`;
    const deleted = await lines
      .delete(history)
      .where(sql`${history.account} = ${accountId} and ${history.seq} < coalesce(${oldest}, ${Number.MAX_SAFE_INTEGER})`)
      .run();
    if (deleted.meta.changes === 0) break;
  }
  for (;;) {
    const oldest = sql`(select last from history_batches where account = ${accountId} order by last limit 1 offset ${CHUNK})`;
    const deleted = await lines
      .delete(historyBatches)
      .where(sql`${historyBatches.account} = ${accountId} and ${historyBatches.last} < coalesce(${oldest}, ${Number.MAX_SAFE_INTEGER})`)
      .run();
    if (deleted.meta.changes === 0) break;
  }
  await lines.delete(historyCauses).where(eq(historyCauses.account, accountId)).run();
  await lines.delete(historyDays).where(eq(historyDays.account, accountId)).run();
  await lines.delete(historyIndex).where(eq(historyIndex.account, accountId)).run();
  await lines.delete(historyIndexed).where(eq(historyIndexed.account, accountId)).run();
}

function ownNames(accountId: AccountId): SQL {
  return sql`select shop_domain from accounts where id = ${accountId}
    union all select square_merchant_id from accounts where id = ${accountId} and square_merchant_id is not null`;
}
