import { desc, eq, sql } from 'drizzle-orm';

import type { Released } from '../domain/account/access';
import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import type { Source } from '../domain/source';
import type { Db } from './database';
import { deletions } from './schema';

/** Evidence that an account was deleted; it identifies nobody. */
export type Deletion = typeof deletions.$inferSelect;

/** Returns the receipt of a shop's deletion: SHA-256 of its domain in lower case, in hex, as `sha256sum` prints it. */
export async function receiptOf(shopDomain: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(shopDomain.toLowerCase()));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Records that an account's deletion has started, and the state of its access. Access that an earlier attempt ended
 * stays ended.
 */
export async function noteDeletion(
  db: Db,
  deletion: { readonly account: AccountId; readonly receipt: string; readonly begun: Instant } & Readonly<Record<Source, Released>>,
): Promise<void> {
  const better = (source: Source): ReturnType<typeof sql> =>
    sql`case ${deletions[source]} when 'ended' then 'ended' else ${deletion[source]} end`;
  await db
    .insert(deletions)
    .values({ ...deletion, completed: null })
    .onConflictDoUpdate({ target: deletions.account, set: { shopify: better('shopify'), square: better('square') } })
    .run();
}

/** Removes a deletion that was not carried out because the merchant is back. */
export async function dropDeletion(db: Db, account: AccountId): Promise<void> {
  await db.delete(deletions).where(eq(deletions.account, account)).run();
}

/** Returns the deletions of a receipt, the newest first: a shop may have come and gone several times. */
export async function deletionsOf(db: Db, receipt: string): Promise<readonly Deletion[]> {
  return db.select().from(deletions).where(eq(deletions.receipt, receipt)).orderBy(desc(deletions.account)).all();
}
