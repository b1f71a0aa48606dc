import { sql } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

import type { AccountId } from '../domain/account/account-id';

/** The shared database. Every query on an account's rows filters by that account. */
export type Db = DrizzleD1Database;

/** Creates the shared database on its binding. */
export function openDb(binding: D1Database): Db {
  return drizzle(binding);
}

/**
 * Returns the database that stores an account's history. Today one database stores all of it; when that becomes too
 * small, this function alone chooses among several by the account's id.
 */
export function historyDatabase(databases: readonly [Db, ...Db[]], accountId: AccountId): Db {
  return databases[accountId % databases.length] ?? databases[0];
}

/** Checks that the shared database answers; throws when it does not. Reads a table, since a constant needs no file access. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.run(sql`select 1 from scheduled limit 1`);
}
