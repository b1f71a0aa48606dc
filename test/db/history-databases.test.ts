import { applyD1Migrations, env, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';

import { compactHistory } from '../../src/db/compact-history';
import { historyBindings, historyDatabase, openDb } from '../../src/db/database';
import { eraseAccountRows } from '../../src/db/erase';
import { exportAccountRows } from '../../src/db/export';
import { readHistory } from '../../src/db/history';
import type { AccountId } from '../../src/domain/account/account-id';
import { fromUnits } from '../../src/domain/quantity';
import { databasesOf, deliverHistory } from '../../src/durable/actions/deliver-history';
import { openDatabase } from '../../src/durable/store/database';
import { Journal } from '../../src/durable/sync/journal';
import { accountId } from '../support/account-id';

const DAY = 86_400_000;
const START = 20_000 * DAY;
/** The bindings of an installation before and after a second database of history is bound. */
const ONE = { DB: env.DB };
const TWO = { DB: env.DB, HISTORY_1: env.OTHER_HISTORY };
/** Other accounts for each test: the objects of the first keep their journals. */
let next = 700;
let [even, odd] = [accountId(next), accountId(next + 1)];

const databases = (bound: typeof ONE) => {
  const [first, ...others] = historyBindings(bound);
  const db = openDb(first);
  return { db, histories: [db, ...others.map(openDb)] as const };
};

/** Makes sales in an account's journal, and delivers their lines with these bindings, as its object does. */
async function sell(bound: typeof ONE, id: AccountId, count: number, at: number): Promise<void> {
  await runInDurableObject(env.ACCOUNT.getByName(String(id)), async (_, state) => {
    const journal = new Journal(openDatabase(state.storage));
    for (let n = 0; n < count; n += 1) {
      const quantities = { delta: fromUnits(-1), before: fromUnits(count - n), after: fromUnits(count - n - 1) };
      const fact = {
        kind: 'change',
        side: 'square',
        ...quantities,
        otherBefore: null,
        otherAfter: null,
        fate: 'sent',
        via: 'webhook',
      } as never;
      journal.line({ at: at + n, originator: 'square', location: 'Main', sku: 'TEE', fact });
      journal.commit(at + n);
    }
    await deliverHistory({ accountId: id, ...databasesOf(bound, id) }, journal);
    journal.checkpoint(at + count, [], {});
  });
}

const linesIn = async (database: D1Database, id: AccountId): Promise<unknown> =>
  database.prepare('select coalesce(sum(count), 0) as n from history_batches where account = ?').bind(id).first('n');

const shown = async (bound: typeof ONE, id: AccountId) => {
  const { total, lines } = await readHistory(historyDatabase(databases(bound).histories, id), id, { sku: 'TEE', limit: 1_000, page: 0 });
  return { total, numbers: lines.map(({ seq }) => seq) };
};

/** The numbers of lines from the newest on. */
const downFrom = (count: number): number[] => Array.from({ length: count }, (_, index) => count - index);

beforeEach(async () => {
  next += 2;
  [even, odd] = [accountId(next), accountId(next + 1)];
  await applyD1Migrations(env.OTHER_HISTORY, env.TEST_MIGRATIONS);
  for (const database of [env.DB, env.OTHER_HISTORY]) {
    await database.batch(
      ['history', 'history_batches', 'history_days', 'history_causes'].map((table) => database.prepare(`delete from ${table}`)),
    );
  }
});

describe('the history in two databases', () => {
  it('is delivered, shown, exported, summed up and deleted in the database that its account has', async () => {
    await sell(TWO, even, 600, START);
    await sell(TWO, odd, 700, START);
    expect([await linesIn(env.DB, even), await linesIn(env.OTHER_HISTORY, even)]).toEqual([600, 0]);
    expect([await linesIn(env.DB, odd), await linesIn(env.OTHER_HISTORY, odd)]).toEqual([0, 700]);
    expect([await shown(TWO, even), await shown(TWO, odd)]).toEqual([
      { total: 600, numbers: downFrom(600) },
      { total: 700, numbers: downFrom(700) },
    ]);
    const exported: Record<string, number> = {};
    for await (const { table, rows } of exportAccountRows(databases(TWO), odd)) exported[table] = (exported[table] ?? 0) + rows.length;
    expect(exported['history']).toBe(700);
    for (const one of databases(TWO).histories) await compactHistory(one, START + 550, 20);
    // Whole batches alone, of 500 lines.
    expect([(await shown(TWO, even)).total, (await shown(TWO, odd)).total]).toEqual([100, 200]);
    expect(await env.OTHER_HISTORY.prepare('select lines, removed from history_days').all()).toMatchObject({
      results: [{ lines: 500, removed: Number(fromUnits(-500)) }],
    });
    await eraseAccountRows(databases(TWO), odd, START);
    expect([await linesIn(env.DB, even), await linesIn(env.OTHER_HISTORY, odd)]).toEqual([100, 0]);
    expect(await env.OTHER_HISTORY.prepare('select count(*) as n from history_days').first('n')).toBe(0);
  });

  it('is complete after a second database began as a copy of the first, whatever was delivered in between', async () => {
    for (const id of [even, odd]) await sell(ONE, id, 300, START);
    await copyLines();
    // Sold between the copy and the release that binds the second database.
    await sell(ONE, odd, 20, START + DAY);
    await sell(TWO, odd, 30, START + 2 * DAY);
    expect((await shown(TWO, odd)).total).toBe(330);
    // Copying again brings what was missed, and nothing twice.
    await copyLines();
    for (const [id, count] of [
      [even, 300],
      [odd, 350],
    ] as const) {
      expect(await shown(TWO, id)).toEqual({ total: count, numbers: downFrom(count) });
    }
    await eraseAccountRows(databases(TWO), odd, START);
    expect([await linesIn(env.DB, odd), await linesIn(env.OTHER_HISTORY, odd)]).toEqual([0, 0]);
  });
});

/** Copies the lines of the first database to the second, as an operator does with an export of these tables; known ones stay. */
async function copyLines(): Promise<void> {
  const { results } = await env.DB.prepare('select * from history_batches').all();
  await env.OTHER_HISTORY.prepare(
    `insert or ignore into history_batches (account, last, first, count, at, lines)
      select value ->> 'account', value ->> 'last', value ->> 'first', value ->> 'count', value ->> 'at', value ->> 'lines' from json_each(?)`,
  )
    .bind(JSON.stringify(results))
    .run();
}
