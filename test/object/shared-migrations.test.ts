import { describe, expect, it } from 'vitest';

import { MemoryDatabase } from '../../scripts/sim/object/shims/sqlite';
import { findAccountByShop } from '../../src/db/accounts';
import { dueMessages } from '../../src/db/alert-messages';
import { listAlerts } from '../../src/db/alerts';
import { listAudit } from '../../src/db/audit';
import { openDb } from '../../src/db/database';
import { exportAccountRows } from '../../src/db/export';
import { fleetRow } from '../../src/db/fleet';
import { readHistory } from '../../src/db/history';
import { accountId } from '../support/account-id';
import { contentsOf, copyRows, fill, schemaOf, SHARED_ROWS, tablesOf } from './earlier-rows';
import { bindingOf } from './shared-binding';

const FILES = import.meta.glob('../../migrations/*.sql', { query: '?raw', import: 'default', eager: true });
const MIGRATIONS = Object.keys(FILES)
  .toSorted()
  .map((path) => ({ name: path.replace(/^.*\//u, '').replace(/\.sql$/u, ''), sql: FILES[path] ?? '' }));
const EARLIER = MIGRATIONS.slice(0, -1).map(({ name }, at) => [name, at + 1] as const);

/** Columns whose values a migration changes, and rows that it makes; the tests below say how. Everything else stays as it was. */
const CHANGED: Readonly<Record<string, readonly string[]>> = {
  audit: ['actor_shop', 'detail'],
  compliance: ['shop_domain'],
};

const migrate = (database: MemoryDatabase, from: number, to = MIGRATIONS.length): void => {
  for (const { sql } of MIGRATIONS.slice(from, to)) database.run(sql, []);
};

/** The shared database after this many migrations, with its rows. */
function databaseOf(count: number): MemoryDatabase {
  const database = new MemoryDatabase();
  migrate(database, 0, count);
  fill(database, SHARED_ROWS);
  return database;
}

/** The tables of a database without the columns whose values later migrations change. */
function unchangedOf(database: MemoryDatabase): ReturnType<typeof tablesOf> {
  return new Map([...tablesOf(database)].map(([table, columns]) => [table, columns.filter(({ name }) => !CHANGED[table]?.includes(name))]));
}

/** What the product's own queries read, as far as the version that stored it had it. */
async function readByProduct(database: MemoryDatabase, count: number): Promise<unknown> {
  const db = openDb(bindingOf(database));
  const account = accountId(1);
  const exported: Record<string, number> = {};
  for await (const { table, rows } of exportAccountRows({ db, histories: [db] }, account))
    exported[table] = (exported[table] ?? 0) + rows.length;
  const stored = Object.entries({ ...(await findAccountByShop(db, 'demo.myshopify.com')) });
  const audit = await listAudit(db, { subject: null, actorShop: '', method: '', before: null, limit: 10 });
  const alerts = await listAlerts(db, { account: null, openOnly: true, before: null, limit: 10 });
  return {
    account: Object.fromEntries(stored.filter(([name]) => !['alertAddress', 'deletionWarnedAt'].includes(name))),
    exported: ['accounts', 'sessions', 'subscriptions', 'transactions', 'tasks', 'audit', 'history'].map((table) => [
      table,
      exported[table],
    ]),
    history: await readHistory(db, account, { sku: '', limit: 10, page: 0 }).then(({ total, lines }) => [
      total,
      lines.map(({ fact }) => fact),
    ]),
    audit: audit.map(({ id, actorShop, method, result }) => [id, actorShop, method, result]),
    // The second migration makes these tables.
    ...(count > 1 && { troubles: (await fleetRow(db, account))?.troubles, alerts: alerts.map(({ kind, message }) => [kind, message]) }),
  };
}

describe('the shared database', () => {
  it.each(EARLIER)('after %s keeps every row when it is migrated, and gets the tables of a new one', (_, count) => {
    const database = databaseOf(count);
    const tables = unchangedOf(database);
    const before = contentsOf(database, tables);
    migrate(database, count);
    expect(contentsOf(database, tables)).toEqual(before);
    const fresh = new MemoryDatabase();
    migrate(fresh, 0);
    expect(schemaOf(database)).toEqual(schemaOf(fresh));
  });

  it.each(EARLIER)('after %s is read by the product as one of the newest version', async (_, count) => {
    const database = databaseOf(count);
    migrate(database, count);
    const read = await readByProduct(database, count);
    expect(read).toEqual(await readByProduct(databaseOf(MIGRATIONS.length), count));
    expect(read).toMatchObject({ account: { name: 'Demo', squareMerchantId: 'MLDEMO' }, history: [6, {}] });
  });

  it('tells operators of the end of alerts that they were notified of one by one', async () => {
    const database = databaseOf(3);
    migrate(database, 3);
    const db = openDb(bindingOf(database));
    expect(database.run('select kind, own, told_at from alert_messages', []).rows).toEqual([
      { kind: 'frozen', own: 0, told_at: 1_795_228_530_000 },
    ]);
    database.run('update alerts set cleared_at = 1795228540000', []);
    expect((await dueMessages(db, 1_795_228_600_000)).map(({ kind }) => kind)).toEqual(['frozen']);
  });
});

describe('the Worker before, on the tables of a later one', () => {
  // 0005 drops a column that earlier Workers write: docs/operations.md and the end of a deployment name it.
  it.each(EARLIER.filter(([name]) => name >= '0005'))('which has the tables up to %s can write all of its rows', (_, count) => {
    const newest = new MemoryDatabase();
    migrate(newest, 0);
    const earlier = databaseOf(count);
    const tables = tablesOf(earlier);
    copyRows(earlier, newest, tables);
    expect(contentsOf(newest, tables)).toEqual(contentsOf(earlier, tables));
  });
});
