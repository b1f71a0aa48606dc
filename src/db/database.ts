import { sql } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

/** The shared database. Every query on an account's rows names that account. */
export type Db = DrizzleD1Database;

/** The shared database over its binding. */
export function openDb(binding: D1Database): Db {
  return drizzle(binding);
}

/**
 * Where an account's history lies. One database holds all of it today; when it outgrows one, the account's id chooses
 * among several here and nowhere else.
 */
export function historyDatabase(databases: readonly [Db, ...Db[]], accountId: number): Db {
  return databases[accountId % databases.length] ?? databases[0];
}

/** Asks the shared database for nothing but an answer; throws when it gives none. Reads a table, for a mere value needs no file. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.run(sql`select 1 from scheduled limit 1`);
}
