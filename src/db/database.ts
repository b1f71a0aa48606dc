import { sql } from 'drizzle-orm';
import { drizzle, type DrizzleD1Database } from 'drizzle-orm/d1';

import type { AccountId } from '../domain/account/account-id';

/** The shared database. Every query on an account's rows filters by that account. */
export type Db = DrizzleD1Database;

/** Creates the shared database on its binding. */
export function openDb(binding: D1Database): Db {
  return drizzle(binding);
}

/** The shared database, and those that store the history; the shared one is the first of them. */
export interface Databases {
  readonly db: Db;
  readonly histories: Several<Db>;
}

/** At least one. */
type Several<T> = readonly [T, ...T[]];

/** Returns the databases that store history: the shared one, then those bound as HISTORY_1, HISTORY_2, and so on without a gap. */
export function historyBindings(env: { readonly DB: D1Database }): Several<D1Database> {
  const found: [D1Database, ...D1Database[]] = [env.DB];
  for (;;) {
    const next: unknown = Reflect.get(env, `HISTORY_${found.length}`);
    if (!isDatabase(next)) return found;
    found.push(next);
  }
}

const isDatabase = (bound: unknown): bound is D1Database => typeof bound === 'object' && bound !== null && 'prepare' in bound;

/**
 * Returns which of these stores an account's history. With one more of them the choice changes for a part of the accounts, whose lines must
 * be there first: see docs/scale.md.
 */
export function historyDatabase<T>(databases: Several<T>, accountId: AccountId): T {
  return databases[accountId % databases.length] ?? databases[0];
}

/** Returns how much a database stores, in bytes, as D1 states it with any answer. */
export async function databaseSize(db: Db): Promise<number> {
  const { meta } = await db.run(sql`select 1`);
  return meta.size_after;
}

/** Checks that the shared database answers; throws when it does not. Reads a table, since a constant needs no file access. */
export async function pingDatabase(db: Db): Promise<void> {
  await db.run(sql`select 1 from scheduled limit 1`);
}
