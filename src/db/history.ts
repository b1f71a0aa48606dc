import { and, count, desc, eq, sql, type SQL } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import type { Cause } from '../domain/causes/cause';
import { LONGEST_SPAN, unpackCauses } from '../domain/causes/packed';
import type { HistoryFact } from '../domain/history/fact';
import type { Instant } from '../domain/instant';
import type { Db } from './database';
import { history, historyCauses } from './schema';

/** One line of an account's history. */
export interface HistoryLine {
  readonly seq: number;
  readonly at: Instant;
  readonly originator: string;
  readonly location: string;
  readonly sku: string;
  readonly fact: HistoryFact;
  /** What the platform has told about a change; null while it is not known. */
  readonly cause: Cause | null;
}

export interface HistoryPage {
  /** Number of matching lines on all pages. */
  readonly total: number;
  /** The newest first. */
  readonly lines: readonly HistoryLine[];
}

/** Selects lines of a history. */
export interface HistoryQuery {
  readonly sku: string;
  readonly limit: number;
  /** From 0. */
  readonly page: number;
}

/**
 * Returns a page of an account's history. `sku` '' means all; a SKU that has lines selects exactly these; any other
 * text selects the SKUs that contain it, case-insensitively.
 */
export async function readHistory(db: Db, accountId: AccountId, request: HistoryQuery): Promise<HistoryPage> {
  const wanted = and(eq(history.account, accountId), await skuFilter(db, accountId, request.sku));
  const [rows, counted] = await Promise.all([
    db
      .select()
      .from(history)
      .where(wanted)
      .orderBy(desc(history.seq))
      .limit(request.limit)
      .offset(request.page * request.limit)
      .all(),
    db.select({ total: count() }).from(history).where(wanted).get(),
  ]);
  const causes = await readCauses(
    db,
    accountId,
    rows.map(({ seq }) => seq),
  );
  const lines = rows.map(({ account: _, fact, ...line }) => ({ ...line, fact: readFact(fact), cause: causes.get(line.seq) ?? null }));
  return { total: counted?.total ?? 0, lines };
}

/** Reads the causes of lines, by their numbers. */
async function readCauses(db: Db, accountId: AccountId, numbers: readonly number[]): Promise<ReadonlyMap<number, Cause>> {
  if (numbers.length === 0) return new Map();
  // The lines of one SKU may be far apart: rows are looked up by line, not between the first and the last.
  const wanted = sql`(select distinct value from json_each(${JSON.stringify(numbers)}))`;
  const rows = await db
    .select({ causes: historyCauses.causes })
    .from(historyCauses)
    .where(
      sql`${historyCauses.account} = ${accountId} and ${historyCauses.last} in (
        select c.last from ${wanted} w join history_causes c on c.account = ${accountId}
          and c.last >= w.value and c.last < w.value + ${LONGEST_SPAN} and c.first <= w.value)`,
    )
    .orderBy(historyCauses.last)
    .all();
  return new Map(rows.flatMap(({ causes }) => unpackCauses(causes)));
}

async function skuFilter(db: Db, accountId: AccountId, sku: string): Promise<SQL | undefined> {
  if (sku === '') return undefined;
  const exact = and(eq(history.account, accountId), eq(history.sku, sku));
  const known = await db.select({ seq: history.seq }).from(history).where(exact).limit(1).get();
  return known === undefined ? sql`instr(lower(${history.sku}), ${sku.toLowerCase()}) > 0` : eq(history.sku, sku);
}

function readFact(text: string): HistoryFact {
  // oxlint-disable-next-line no-unsafe-type-assertion -- written as JSON of a HistoryFact by the account's own object alone
  return JSON.parse(text) as HistoryFact;
}
