import { historyBindings, historyDatabase } from '../../db/database';
import type { AccountId } from '../../domain/account/account-id';
import type { ExplainedLine } from '../../domain/causes/cause';
import { packCauses } from '../../domain/causes/packed';
import { packLines } from '../../domain/history/packed';
import type { Source } from '../../domain/source';
import type { Host } from '../account/host';
import type { Journal } from '../sync/journal';

/** Lines per row of D1: a row stays far below the limits on parameters and on its own size. */
const BATCH = 500;

/** Where an account's history is stored. */
export type HistoryHost = Pick<Host, 'accountId' | 'historyDatabase'>;

/** Returns the shared database, and the one that stores this account's history. */
export function databasesOf(env: Pick<Env, 'DB'>, accountId: AccountId): Pick<Host, 'database' | 'historyDatabase'> {
  return { database: env.DB, historyDatabase: historyDatabase(historyBindings(env), accountId) };
}

/**
 * Delivers lines to D1, oldest first, all that wait in one row, until none waits. Delivering twice is harmless: each delivery starts at the
 * first line that was not confirmed, and D1 leaves out those up to the newest that it has. A failure leaves the rest for the next alarm.
 */
export async function deliverHistory({ historyDatabase: database, accountId }: HistoryHost, journal: Journal): Promise<void> {
  const insert = database.prepare(
    `insert into history_batches (account, last, first, count, at, lines)
     select ?1, last, first, count, at, lines from (
       select max(value ->> 0) as last, min(value ->> 0) as first, count(*) as count, max(value ->> 1) as at,
         json_group_array(json(value)) as lines
       from json_each(?2) where value ->> 0 > max(
         coalesce((select max(last) from history_batches where account = ?1), 0),
         coalesce((select max(seq) from history where account = ?1), 0)))
     where count > 0`,
  );
  for (let lines = journal.undelivered(BATCH); lines.length > 0; lines = journal.undelivered(BATCH)) {
    await insert.bind(accountId, packLines(lines)).run();
    journal.delivered(lines.at(-1)?.seq ?? 0);
  }
}

/**
 * Stores the causes of lines of one side in D1, many to a row. Storing them again is harmless; a line that is named twice
 * has its later cause.
 */
export async function deliverCauses(
  database: D1Database,
  accountId: AccountId,
  source: Source,
  explained: readonly ExplainedLine[],
): Promise<void> {
  const insert = database.prepare(
    'insert or replace into history_causes (account, last, source, first, causes) values (?1, ?2, ?3, ?4, ?5)',
  );
  const rows = packCauses(explained).map(({ first, last, causes }) => insert.bind(accountId, last, source, first, causes));
  if (rows.length > 0) await database.batch(rows);
}
