import { and, eq, getTableColumns, gt, sql } from 'drizzle-orm';

import type { AccountId } from '../domain/account/account-id';
import { unpackLines } from '../domain/history/packed';
import { historyDatabase, type Databases, type Db } from './database';
import {
  accounts,
  alerts,
  audit,
  compliance,
  fleet,
  fleetProblems,
  history,
  historyBatches,
  historyCauses,
  historyDays,
  oauthStates,
  sessions,
  subscriptions,
  tasks,
  transactions,
  writePauses,
} from './schema';
import { separatePairPages } from './separate-pairs';

/** Rows of a table, as exported. */
export interface ExportedRows {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Rows read at once. */
const PAGE = 1_000;
/** Tasks read at once: each may carry the body of a webhook. */
const TASKS = 50;
/** Batches of the history read at once: each may have hundreds of lines. */
const BATCHES = 100;

/**
 * Returns everything that the shared database stores for an account, page by page. Left out are hashes of cookies and of pending sign-ins,
 * and which operator did something: the first give access, the second is another account's data.
 */
export async function* exportAccountRows({ db, histories }: Databases, accountId: AccountId): AsyncGenerator<ExportedRows> {
  yield { table: 'accounts', rows: await db.select().from(accounts).where(eq(accounts.id, accountId)).all() };
  const { idHash: _, impersonator: __, ...session } = getTableColumns(sessions);
  yield { table: 'sessions', rows: await db.select(session).from(sessions).where(eq(sessions.account, accountId)).all() };
  const { platform, shopDomain, account, expires } = getTableColumns(oauthStates);
  yield {
    table: 'oauth_states',
    rows: await db.select({ platform, shopDomain, account, expires }).from(oauthStates).where(eq(oauthStates.account, accountId)).all(),
  };
  for (const [name, table] of Object.entries({ subscriptions, transactions, fleet, fleet_troubles: fleetProblems, alerts, compliance })) {
    yield { table: name, rows: await db.select().from(table).where(eq(table.account, accountId)).all() };
  }
  const { actorShop: ___, ...pause } = getTableColumns(writePauses);
  yield { table: 'write_pauses', rows: await db.select(pause).from(writePauses).where(eq(writePauses.account, accountId)).all() };
  for await (const rows of separatePairPages(db, accountId)) yield { table: 'separate_pairs', rows };
  yield* pages(
    'tasks',
    TASKS,
    (after) =>
      db
        .select()
        .from(tasks)
        .where(and(eq(tasks.account, accountId), gt(tasks.id, after)))
        .orderBy(tasks.id)
        .limit(TASKS)
        .all(),
    (row) => row.id,
  );
  const { actor: ____, ...entry } = getTableColumns(audit);
  yield* pages(
    'audit',
    PAGE,
    (after) =>
      db
        .select(entry)
        .from(audit)
        .where(and(eq(audit.subject, accountId), gt(audit.id, after)))
        .orderBy(audit.id)
        .limit(PAGE)
        .all(),
    (row) => row.id,
  );
  const lines = historyDatabase(histories, accountId);
  yield* pages(
    'history',
    PAGE,
    (after) =>
      lines
        .select()
        .from(history)
        .where(and(eq(history.account, accountId), gt(history.seq, after)))
        .orderBy(history.seq)
        .limit(PAGE)
        .all(),
    (row) => row.seq,
  );
  yield* batches(lines, accountId);
  // A place in the causes is the line a row ends with; two sides may end with the same.
  yield* pages(
    'history_causes',
    PAGE,
    (after) =>
      lines
        .select({ place: sql<number>`${historyCauses.last} * 2 + (${historyCauses.source} = 'square')`, ...getTableColumns(historyCauses) })
        .from(historyCauses)
        .where(
          and(
            eq(historyCauses.account, accountId),
            sql`${historyCauses.last} >= ${Math.floor(after / 2)}`,
            sql`${historyCauses.last} * 2 + (${historyCauses.source} = 'square') > ${after}`,
          ),
        )
        .orderBy(historyCauses.last, historyCauses.source)
        .limit(PAGE)
        .all(),
    (row) => row.place,
  );
  yield* days(lines, accountId);
}

/** Returns the lines in batches, as rows of `history`: how many share a row is nobody else's concern. */
async function* batches(db: Db, accountId: AccountId): AsyncGenerator<ExportedRows> {
  for (let after = -1; ;) {
    const found = await db
      .select({ last: historyBatches.last, lines: historyBatches.lines })
      .from(historyBatches)
      .where(and(eq(historyBatches.account, accountId), gt(historyBatches.last, after)))
      .orderBy(historyBatches.last)
      .limit(BATCHES)
      .all();
    const rows = found.flatMap(({ lines }) => unpackLines(lines));
    yield { table: 'history', rows: rows.map((line) => ({ account: accountId, ...line, fact: JSON.stringify(line.fact) })) };
    const last = found.at(-1)?.last;
    if (last === undefined) return;
    after = last;
  }
}

/** Returns the sums of old lines, one day to a page. */
async function* days(db: Db, accountId: AccountId): AsyncGenerator<ExportedRows> {
  let after = -1;
  for (;;) {
    const next = sql`(select min(day) from history_days where account = ${accountId} and day > ${after})`;
    const rows = await db
      .select()
      .from(historyDays)
      .where(and(eq(historyDays.account, accountId), sql`${historyDays.day} = ${next}`))
      .all();
    yield { table: 'history_days', rows };
    const [first] = rows;
    if (first === undefined) return;
    after = first.day;
  }
}

/** Returns the pages of a table that is read in the order of a growing number. */
async function* pages<Row extends Readonly<Record<string, unknown>>>(
  table: string,
  size: number,
  read: (after: number) => Promise<Row[]>,
  place: (row: Row) => number,
): AsyncGenerator<ExportedRows> {
  let after = -1;
  for (;;) {
    const rows = await read(after);
    yield { table, rows };
    const last = rows.at(-1);
    if (last === undefined || rows.length < size) return;
    after = place(last);
  }
}
