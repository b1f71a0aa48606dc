import type { AccountId } from '../../domain/account/account-id';
import type { ExplainedLine } from '../../domain/causes/cause';
import { packCauses } from '../../domain/causes/packed';
import type { Source } from '../../domain/source';
import type { Journal } from '../sync/journal';

/** Lines per D1 statement: a batch stays far below the limits on parameters and statement size. */
const BATCH = 500;

/**
 * Delivers lines to D1, oldest first, until none waits. Delivering twice is harmless: the key is account and number. A failure leaves the
 * rest for the next alarm.
 */
export async function deliverHistory(database: D1Database, accountId: AccountId, journal: Journal): Promise<void> {
  const insert = database.prepare(
    `insert or ignore into history (account, seq, at, originator, location, sku, fact)
     select ?1, value ->> 'seq', value ->> 'at', value ->> 'originator', value ->> 'location', value ->> 'sku', value -> 'fact'
     from json_each(?2)`,
  );
  for (let lines = journal.undelivered(BATCH); lines.length > 0; lines = journal.undelivered(BATCH)) {
    await insert.bind(accountId, JSON.stringify(lines)).run();
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
