import { describe, expect, it } from 'vitest';

import { EARLY_LEVELS_MS } from '../../src/domain/sync/early-levels';
import type { Database } from '../../src/durable/store/database';
import { EarlyLevelStore } from '../../src/durable/sync/early-level-store';
import { openMemory } from './memory-database';

const NOW = 1_000_000_000;
const STOCK = { shopify: 's1', square: 'q1' };
const level = (quantity: number, at: number) => ({ quantity, at });

function open(db: Database = openMemory()) {
  const clock = { now: NOW };
  return { db, clock, store: new EarlyLevelStore(db, () => clock.now) };
}
const written = (db: Database, work: () => void): number => {
  const before = db.counted.written;
  work();
  return db.counted.written - before;
};
const rows = (db: Database) =>
  db.rows<{ source: string; stock_id: string; noted: number; levels: string }>('select * from early_level order by source, stock_id');

describe('levels of variants that were never linked', () => {
  it('are kept for each stock id of each platform, with the time of the last one', () => {
    const { db, clock, store } = open();
    expect(store.of(STOCK)).toBeNull();
    store.note('shopify', 's1', level(5, NOW - 10), null);
    clock.now += 7;
    store.note('shopify', 's1', level(4, NOW - 5), null);
    store.note('square', 's1', level(9, NOW - 5), null);
    expect(rows(db)).toEqual([
      {
        source: 'shopify',
        stock_id: 's1',
        noted: NOW + 7,
        levels: JSON.stringify([
          [5, NOW - 10],
          [4, NOW - 5],
        ]),
      },
      { source: 'square', stock_id: 's1', noted: NOW + 7, levels: JSON.stringify([[9, NOW - 5]]) },
    ]);
    expect(store.of(STOCK)).toEqual({ shopify: [level(5, NOW - 10), level(4, NOW - 5)], square: [] });
    expect(store.of({ shopify: null, square: 's1' })).toEqual({ shopify: [], square: [level(9, NOW - 5)] });
    expect(store.of({ shopify: null, square: 'q1' })).toBeNull();
    expect(open(db).store.of(STOCK)?.shopify).toHaveLength(2);
  });

  it('are not written when they add nothing new', () => {
    const { db, store } = open();
    store.note('shopify', 's1', level(5, NOW), null);
    expect(written(db, () => store.note('shopify', 's1', level(5, NOW + 1), null))).toBe(0);
    const row = { accounted: 7, observedAt: NOW - 20 };
    expect(written(db, () => store.note('square', 'q1', level(7, NOW - 10), row))).toBe(0);
    expect(store.of({ shopify: null, square: 'q1' })).toBeNull();
  });

  it('start with the number in the variant’s row, if it has one', () => {
    const { store } = open();
    store.note('square', 'q1', level(6, NOW), { accounted: 7, observedAt: NOW - 20 });
    expect(store.of(STOCK)?.square).toEqual([level(7, NOW - 20), level(6, NOW)]);
    store.note('square', 'q2', level(6, NOW), { accounted: null, observedAt: NOW - 20 });
    store.note('square', 'q3', level(6, NOW), { accounted: 7, observedAt: null });
    for (const square of ['q2', 'q3']) expect(store.of({ shopify: null, square })?.square).toEqual([level(6, NOW)]);
  });

  it('are forgotten by variant, with the rest staying', () => {
    const { db, store } = open();
    store.note('shopify', 's1', level(5, NOW), null);
    store.note('square', 'q1', level(5, NOW), null);
    store.note('square', 'q2', level(5, NOW), null);
    store.forget(STOCK);
    store.forget(STOCK);
    expect(rows(db).map(({ stock_id }) => stock_id)).toEqual(['q2']);
    expect(store.of({ shopify: null, square: 'q2' })).not.toBeNull();
    store.forget({ shopify: null, square: 'q2' });
    expect(rows(db)).toEqual([]);
    const before = db.counted.read;
    expect(store.of(STOCK)).toBeNull();
    expect(db.counted.read).toBe(before);
  });

  it('are forgotten altogether, or when they are a day old', () => {
    const { db, clock, store } = open();
    store.dropOld();
    store.note('shopify', 's1', level(5, NOW), null);
    clock.now += 1;
    store.note('shopify', 's2', level(5, NOW), null);
    clock.now = NOW + EARLY_LEVELS_MS;
    store.dropOld();
    expect(rows(db)).toHaveLength(2);
    clock.now += 1;
    store.dropOld();
    expect(rows(db).map(({ stock_id }) => stock_id)).toEqual(['s2']);
    expect(store.of({ shopify: 's2', square: null })).not.toBeNull();
    store.clear();
    expect([rows(db), store.of({ shopify: 's2', square: null })]).toEqual([[], null]);
    store.note('shopify', 's2', level(5, clock.now), null);
    expect(store.of({ shopify: 's2', square: null })).not.toBeNull();
  });

  it('give way, the oldest first, when there are too many stock ids', () => {
    const { db, clock, store } = open();
    const fill = (from: number, count: number): void =>
      db.transaction(() => {
        for (let n = from; n < from + count; n += 1)
          db.run('insert into early_level (source, stock_id, noted, levels) values (?, ?, ?, ?)', 'square', `q${n}`, n, '[[1, 1]]');
      });
    fill(0, 19_999);
    clock.now = NOW;
    store.note('shopify', 's1', level(5, NOW), null);
    expect(db.row<{ n: number }>('select count(*) as n from early_level')?.n).toBe(20_000);
    store.note('shopify', 's1', level(6, NOW + 1), null);
    expect(db.row<{ n: number }>('select count(*) as n from early_level')?.n).toBe(20_000);
    store.note('shopify', 's2', level(5, NOW), null);
    expect(db.row<{ n: number; oldest: number }>('select count(*) as n, min(noted) as oldest from early_level')).toEqual({
      n: 18_001,
      oldest: 2_000,
    });
    const { read } = db.counted;
    store.note('shopify', 's3', level(5, NOW), null);
    expect(db.counted.read - read).toBeLessThan(5);
  });
});

describe('a store that is nearly full', () => {
  const MOST = 20_000;
  function full(rows: number, noted: number, db = openMemory()) {
    db.run(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?)
        insert into early_level (source, stock_id, noted, levels) select 'square', 'old' || i, ?, '[[1,1]]' from n`,
      rows,
      noted,
    );
    return open(db);
  }
  const count = (db: Database) => db.row<{ n: number }>('select count(*) as n from early_level')?.n;

  it('has room for one more after one was forgotten', () => {
    const { db, store } = full(MOST, NOW);
    store.forget({ shopify: null, square: 'old1' });
    store.note('shopify', 's1', level(5, NOW), null);
    expect(count(db)).toBe(MOST);
    store.note('shopify', 's2', level(5, NOW), null);
    expect(count(db)).toBe(MOST - 2_000 + 1);
  });

  it('has room for all once the old ones are dropped', () => {
    const { db, store, clock } = full(MOST - 1, NOW - EARLY_LEVELS_MS);
    store.note('shopify', 's1', level(5, NOW), null);
    clock.now += 1;
    store.dropOld();
    store.note('shopify', 's2', level(5, NOW), null);
    expect(rows(db).map(({ stock_id }) => stock_id)).toEqual(['s1', 's2']);
  });
});
