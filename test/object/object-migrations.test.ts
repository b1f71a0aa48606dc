import { describe, expect, it } from 'vitest';

import { MemoryDatabase } from '../../scripts/sim/object/shims/sqlite';
import { Audit } from '../../src/durable/account/audit';
import { Directory } from '../../src/durable/catalog/directory';
import { Listing } from '../../src/durable/catalog/listing';
import { Locations } from '../../src/durable/catalog/locations';
import { UnlinkedStore } from '../../src/durable/catalog/unlinked-store';
import { CauseStore } from '../../src/durable/causes/cause-store';
import { openConnectionStore } from '../../src/durable/connections/connection-store';
import { CopyStore } from '../../src/durable/copies/copy-store';
import { OversellStore } from '../../src/durable/oversell/oversell-store';
import { Runs } from '../../src/durable/snapshot/runs';
import type { Database } from '../../src/durable/store/database';
import { openMeta } from '../../src/durable/store/meta';
import { migrate } from '../../src/durable/store/migrate';
import { MIGRATIONS } from '../../src/durable/store/migrations';
import { EarlyLevelStore } from '../../src/durable/sync/early-level-store';
import { Journal } from '../../src/durable/sync/journal';
import { LevelStore } from '../../src/durable/sync/level-store';
import { contentsOf, copyRows, fill, JOURNAL_TABLES, OBJECT_ROWS, schemaOf, tablesOf } from './earlier-rows';
import { openOver } from './memory-database';

/** Every earlier version: the id of the last migration that it had. */
const EARLIER = MIGRATIONS.slice(0, -1).map(({ id }) => id);
const NEWEST = MIGRATIONS.at(-1)?.id ?? 0;

/** An object's database of a version, with its rows. */
function databaseOf(version: number): { readonly database: MemoryDatabase; readonly db: Database } {
  const database = new MemoryDatabase();
  const db = openOver(database);
  migrate(db, version);
  for (const sql of JOURNAL_TABLES) db.run(sql);
  fill(database, OBJECT_ROWS);
  return { database, db };
}

/** What the object's own queries read, as far as every version stored it. */
function readByProduct(db: Database): unknown {
  const meta = openMeta(db);
  const changed = { keys: () => null, quantitiesOf: () => null, settle: () => undefined };
  const host = { now: () => 0, wake: () => undefined, changed };
  const listing = new Listing(db, new Directory(db, host), { needing: () => new Map(), isOnHold: () => false }, () => 0);
  const page = listing.page({ view: 'all', query: '', limit: 100, page: 0, sort: { column: 'name', descending: false } });
  const levels = new LevelStore(db);
  const keys = db.rows<{ key: number }>('select key from variant order by key').map(({ key }) => key);
  const journal = new Journal(db);
  return {
    variants: page.ok && page.value.variants.map(({ shopify, square }) => [shopify?.sku, square?.sku]),
    levels: keys.map((key) => {
      const level = levels.byKey(key)?.level;
      return [level?.shopify, level?.square, level?.setRequest];
    }),
    audit: new Audit(db, meta).run(0),
    pair: new Locations(db, meta).pair(),
    settings: meta.read('settings'),
    tokens: openConnectionStore(db).read('square')?.tokens,
    snapshots: [new Runs(db).newest('shopify'), new Runs(db).newest('square')],
    lines: journal.linesAfter(0, 100),
    unsettled: journal.unsettled(),
  };
}

describe('an object’s database', () => {
  it.each(EARLIER)('of version %i keeps every row when it is migrated, and gets the tables of a new one', (version) => {
    const { database, db } = databaseOf(version);
    const tables = tablesOf(database);
    tables.delete('migration');
    const before = contentsOf(database, tables);
    migrate(db);
    expect(contentsOf(database, tables)).toEqual(before);
    expect(schemaOf(database)).toEqual(schemaOf(databaseOf(NEWEST).database));
    // Another instance finds nothing to do.
    migrate(db);
    expect(contentsOf(database, tables)).toEqual(before);
  });

  it.each(EARLIER)('of version %i is read by the product as one of the newest version', (version) => {
    const { db } = databaseOf(version);
    migrate(db);
    const read = readByProduct(db);
    expect(read).toEqual(readByProduct(databaseOf(NEWEST).db));
    expect(read).toMatchObject({ audit: { cells: 12, broken: 0 }, pair: { shopify: {}, square: {} }, unsettled: [3, 2, 1, 4, 5, 6] });
    // The key of a write in flight.
    expect(JSON.stringify(read)).toContain('d87211b6-530c-4947-836d-2507fc1427a6');
  });

  it('of the newest version is read with what only later versions store', () => {
    const { db } = databaseOf(NEWEST);
    expect(new CopyStore(db).list().map(({ body }) => body.productName)).toEqual(['Lantern']);
    expect(new EarlyLevelStore(db, () => 0).of({ shopify: '43300000000639', square: null })).not.toBeNull();
    expect(new UnlinkedStore(db).list(10)).toHaveLength(1);
    expect(new CauseStore(db).load()).toMatchObject({ noted: 7 });
    expect(new OversellStore(db).all()).toHaveLength(1);
  });

  it('keeps its version and its rows when a migration fails', () => {
    const { database, db } = databaseOf(3);
    // The fifth migration makes this table.
    db.run('create table early_level (other text)');
    db.run("insert into early_level (other) values ('kept')");
    const tables = tablesOf(database);
    const before = contentsOf(database, tables);
    expect(() => migrate(db)).toThrow(/early_level/u);
    expect([contentsOf(database, tables), db.rows('select id from migration')]).toEqual([before, [{ id: 1 }, { id: 2 }, { id: 3 }]]);
    expect(Object.keys(contentsOf(database, tablesOf(database)))).toEqual(Object.keys(before));
  });
});

describe('the release before, on the tables of a later one', () => {
  it('starts, and reads its rows: that release was rolled back', () => {
    const { db } = databaseOf(NEWEST);
    const before = readByProduct(db);
    db.run('alter table variant add column of_later_release integer');
    db.run('create table of_later_release (id integer primary key)');
    db.run('insert into migration (id) values (?), (?)', NEWEST + 1, NEWEST + 2);
    migrate(db);
    expect(readByProduct(db)).toEqual(before);
    expect(db.rows('select id from migration')).toHaveLength(MIGRATIONS.length + 2);
  });

  it.each(EARLIER)('of version %i can write all of its rows', (version) => {
    const newest = new MemoryDatabase();
    migrate(openOver(newest));
    for (const sql of JOURNAL_TABLES) newest.run(sql, []);
    const { database } = databaseOf(version);
    const tables = tablesOf(database);
    tables.delete('migration');
    copyRows(database, newest, tables);
    expect(contentsOf(newest, tables)).toEqual(contentsOf(database, tables));
  });

  it('refuses rows of other migrations', () => {
    const { db } = databaseOf(2);
    db.run('update migration set id = 70 where id = 2');
    expect(() => migrate(db)).toThrow('history was edited');
  });
});
