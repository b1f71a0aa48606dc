import { sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { accounts, separatePairs } from './schema';

/** Two variants that the merchant keeps separate, by the platforms' IDs: Shopify's as the number's text. */
export interface SeparatePair {
  readonly shopifyId: string;
  readonly squareId: string;
}

/** A pair as stored. */
export type StoredPair = typeof separatePairs.$inferSelect;

/** The most pairs that an account may keep separate. */
export const MOST_SEPARATE_PAIRS = 50_000;

/** Pairs read at once, some 100 bytes each. */
const PAGE = 10_000;

/**
 * Keeps pairs separate; those that are already stay as they are. Stores all or none: returns false, with nothing stored, when the account would
 * have more than `MOST_SEPARATE_PAIRS`. The pairs fit into one parameter, which D1 limits to 2 MB.
 */
export async function keepSeparate(db: Db, accountId: AccountId, pairs: readonly SeparatePair[], now: Instant): Promise<boolean> {
  const wanted = listed(pairs);
  const missing = sql`(select count(*) from ${wanted} where not exists (select 1 from ${separatePairs}
    where ${separatePairs.account} = ${accountId} and shopify_id = wanted.shopify and square_id = wanted.square))`;
  const stored = sql`(select count(*) from ${separatePairs} where ${separatePairs.account} = ${accountId})`;
  // A call that was admitted before its account was deleted leaves nothing behind.
  const exists = sql`exists (select 1 from ${accounts} where ${accounts.id} = ${accountId})`;
  const [, [left]] = await db.batch([
    db
      .insert(separatePairs)
      .select(
        sql`select ${accountId}, shopify, square, ${now} from ${wanted} where ${exists} and ${missing} + ${stored} <= ${MOST_SEPARATE_PAIRS}`,
      )
      .onConflictDoNothing(),
    db.select({ count: sql<number>`${missing}` }).from(sql`(select 1)`),
  ]);
  return left?.count === 0;
}

/** Keeps pairs no longer separate; those that are not kept separate are ignored. */
export async function endSeparate(db: Db, accountId: AccountId, pairs: readonly SeparatePair[]): Promise<void> {
  await db
    .delete(separatePairs)
    .where(sql`${separatePairs.account} = ${accountId} and (shopify_id, square_id) in (select shopify, square from ${listed(pairs)})`)
    .run();
}

/** Returns those of these pairs that are kept separate. Reads one row for each. */
export async function separateAmong(db: Db, accountId: AccountId, pairs: readonly SeparatePair[]): Promise<StoredPair[]> {
  return db
    .select()
    .from(separatePairs)
    .where(sql`${separatePairs.account} = ${accountId} and (shopify_id, square_id) in (select shopify, square from ${listed(pairs)})`)
    .all();
}

/** Returns the pairs of an account, page by page. Pairs that change meanwhile may be there or not. */
export async function* separatePairPages(db: Db, accountId: AccountId): AsyncGenerator<readonly StoredPair[]> {
  for (let after: SeparatePair | null = { shopifyId: '', squareId: '' }; after !== null;) {
    const rows: StoredPair[] = await db
      .select()
      .from(separatePairs)
      .where(sql`${separatePairs.account} = ${accountId} and (shopify_id, square_id) > (${after.shopifyId}, ${after.squareId})`)
      .orderBy(separatePairs.shopifyId, separatePairs.squareId)
      .limit(PAGE)
      .all();
    yield rows;
    after = rows.length < PAGE ? null : (rows.at(-1) ?? null);
  }
}

/** Returns pairs as a table `wanted` with the columns `shopify` and `square`, each pair once. */
function listed(pairs: readonly SeparatePair[]): SQL {
  const list = JSON.stringify(pairs.map(({ shopifyId, squareId }) => [shopifyId, squareId]));
  return sql`(select distinct value ->> 0 as shopify, value ->> 1 as square from json_each(${list})) as wanted`;
}
