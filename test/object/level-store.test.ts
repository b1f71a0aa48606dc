import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../src/domain/quantity';
import { atRest, withSide, type LevelSide, type LinkedLevel } from '../../src/domain/sync/linked-level';
import type { Database } from '../../src/durable/store/database';
import type { NotedLevel } from '../../src/durable/sync/journal-position';
import { LevelStore } from '../../src/durable/sync/level-store';
import { withVariants } from './memory-database';

const OP = { key: 'k', index: 0, count: 1, delta: fromUnits(-1), from: fromUnits(10), firstSent: 0, epoch: 1 };

const entry = (store: LevelStore, key: number) => store.byKey(key) ?? expect.fail(`variant ${key}`);
function put(store: LevelStore, key: number, source: 'shopify' | 'square', side: Partial<LevelSide>): LinkedLevel {
  const level = withSide(entry(store, key).level, source, side);
  store.put(key, level);
  return level;
}
/** A sale at Square that a write to Shopify passes on. */
function sold(store: LevelStore, key: number): void {
  put(store, key, 'square', { accounted: fromUnits(9), observedAt: 2_000 });
  put(store, key, 'shopify', { inFlight: OP });
}
const rowOf = (db: Database, key: number) =>
  db.row<{ shopify_quantity: number; square_quantity: number; square_seen: number; cell: string | null }>(
    'select shopify_quantity, square_quantity, square_seen, cell from variant where key = ?',
    key,
  );
const reads = (db: Database, work: () => unknown): number => {
  const before = db.counted.read;
  work();
  return db.counted.read - before;
};

describe('the levels of an account', () => {
  it('are read by their stock ids or key, and stay in memory', () => {
    const db = withVariants(2);
    const store = new LevelStore(db);
    expect(store.byStock('shopify', '1')).toMatchObject({ key: 1, stock: { shopify: '1', square: 'q1' }, sku: 'sku-1', linked: true });
    expect(reads(db, () => [store.byStock('square', 'q1'), store.byKey(1), store.byStock('shopify', '1')])).toBe(0);
    expect(entry(store, 2).level.square).toMatchObject({ accounted: fromUnits(10), observedAt: 1_000 });
    expect([store.byStock('square', '1'), store.byStock('shopify', 'q1'), store.byKey(9)]).toEqual([null, null, null]);
  });

  it('are linked when they exist and are tracked on both sides, and have the SKU of either', () => {
    const db = withVariants(4);
    db.run('update variant set square_tracked = 0 where key = 1');
    db.run('update variant set variation_id = null, square_tracked = null, shopify_sku = null where key = 2');
    db.run("update variant set shopify_sku = '' where key = 3");
    const store = new LevelStore(db);
    expect([1, 2, 3, 4].map((key) => entry(store, key).linked)).toEqual([false, false, true, true]);
    expect(entry(store, 2).stock).toEqual({ shopify: '2', square: null });
    expect([2, 3].map((key) => entry(store, key).sku)).toEqual(['sku-2', 'sku-3']);
  });

  it('are written once, when they have changed', () => {
    const db = withVariants(2);
    const store = new LevelStore(db);
    const { level } = entry(store, 1);
    store.put(1, level);
    store.put(9, level);
    expect(store.save()).toEqual([]);
    put(store, 1, 'square', { accounted: fromUnits(9), observedAt: 2_000 });
    put(store, 2, 'square', { reading: true });
    expect(store.save()).toEqual([1]);
    expect(rowOf(db, 1)).toEqual({ shopify_quantity: fromUnits(10), square_quantity: fromUnits(9), square_seen: 2_000, cell: null });
    expect(store.save()).toEqual([]);
    put(store, 1, 'square', { accounted: fromUnits(8) });
    put(store, 1, 'square', { accounted: fromUnits(9) });
    expect(store.save()).toEqual([]);
    expect(entry(new LevelStore(db), 1).level.square.accounted).toBe(fromUnits(9));
  });

  it.each<[string, (store: LevelStore) => void]>([
    ['Shopify’s number', (store) => put(store, 1, 'shopify', { accounted: fromUnits(9) })],
    ['Shopify’s time', (store) => put(store, 1, 'shopify', { observedAt: 2_000 })],
    ['Square’s number', (store) => put(store, 1, 'square', { accounted: fromUnits(9) })],
    ['Square’s time', (store) => put(store, 1, 'square', { observedAt: 2_000 })],
    ['what is open', (store) => put(store, 1, 'square', { needsRead: true })],
    ['the difference', (store) => store.put(1, { ...entry(store, 1).level, conservedDifference: fromUnits(1) })],
  ])('are written when %s changes alone', (_what, change) => {
    const store = new LevelStore(withVariants(1));
    entry(store, 1);
    change(store);
    expect(store.save()).toEqual([1]);
    expect(store.save()).toEqual([]);
  });

  it('conserve from now on the difference that was stored', () => {
    const store = new LevelStore(withVariants(1));
    store.put(1, { ...entry(store, 1).level, conservedDifference: null });
    put(store, 1, 'square', { accounted: fromUnits(7), observedAt: 2_000 });
    store.save();
    expect(entry(store, 1).level.conservedDifference).toBe(fromUnits(3));
  });

  it('that are open are all that are not at rest, with the time of the oldest pending change', () => {
    const store = new LevelStore(withVariants(4));
    for (const key of [1, 2, 3, 4]) entry(store, key);
    expect([store.open(), store.oldestPending()]).toEqual([[], null]);
    put(store, 2, 'square', { pending: 1, pendingSince: 500 });
    put(store, 3, 'shopify', { pending: 1, pendingSince: 300 });
    put(store, 4, 'shopify', { needsRead: true });
    expect([store.open(), store.oldestPending()]).toEqual([[2, 3, 4], 300]);
  });
});

describe('a level that starts a write from rest', () => {
  it('goes to the note in place of its row, and to its row when the write is answered', () => {
    const db = withVariants(1);
    const store = new LevelStore(db);
    const notes: NotedLevel[] = [];
    sold(store, 1);
    expect(store.save((note) => notes.push(note))).toEqual([1]);
    expect(notes).toMatchObject([{ key: 1, stored: { square_quantity: fromUnits(9), square_seen: 2_000 } }]);
    expect(rowOf(db, 1)).toMatchObject({ square_quantity: fromUnits(10), cell: null });
    expect(store.save((note) => notes.push(note))).toEqual([]);
    put(store, 1, 'shopify', { inFlight: null, accounted: fromUnits(9), observedAt: 2_100 });
    expect(store.save((note) => notes.push(note))).toEqual([1]);
    expect(notes).toHaveLength(1);
    expect(rowOf(db, 1)).toMatchObject({ shopify_quantity: fromUnits(9), square_quantity: fromUnits(9), cell: null });
  });

  it('goes to its row when nothing may be noted', () => {
    const db = withVariants(1);
    const store = new LevelStore(db);
    sold(store, 1);
    store.save();
    expect(rowOf(db, 1)?.cell).toContain('"o"');
  });

  it.each<[string, (store: LevelStore) => void]>([
    [
      'it was not at rest',
      (store) => {
        put(store, 1, 'square', { needsRead: true });
        store.save();
        sold(store, 1);
      },
    ],
    ['no platform stated a later time', (store) => void put(store, 1, 'shopify', { inFlight: OP })],
    ['nothing is in flight', (store) => void put(store, 1, 'square', { accounted: fromUnits(9), observedAt: 2_000, needsRead: true })],
  ])('is not noted when %s', (_what, change) => {
    const store = new LevelStore(withVariants(1));
    entry(store, 1);
    change(store);
    expect(store.save(() => expect.fail('noted'))).toEqual([1]);
  });

  it('is noted when either side’s time is later', () => {
    const store = new LevelStore(withVariants(1));
    put(store, 1, 'shopify', { accounted: fromUnits(9), observedAt: 2_000 });
    put(store, 1, 'square', { inFlight: OP });
    const notes: number[] = [];
    store.save(({ key }) => notes.push(key));
    expect(notes).toEqual([1]);
  });

  it('is written to its row when the rows have to catch up', () => {
    const db = withVariants(2);
    const store = new LevelStore(db);
    sold(store, 1);
    store.save(() => undefined);
    store.catchUp();
    expect(store.save()).toEqual([1]);
    expect(rowOf(db, 1)).toMatchObject({ square_quantity: fromUnits(9), square_seen: 2_000 });
    store.catchUp();
    expect(store.save()).toEqual([]);
  });

  it('is restored from the note by the next instance, unless the row is as new', () => {
    const db = withVariants(1);
    const store = new LevelStore(db);
    const notes: NotedLevel[] = [];
    sold(store, 1);
    store.save((note) => notes.push(note));
    const [note] = notes;
    if (note === undefined) return expect.fail('no note');
    const next = new LevelStore(db);
    next.restore(1, note.stored);
    expect(entry(next, 1).level).toMatchObject({ square: { accounted: fromUnits(9) }, shopify: { inFlight: OP } });
    expect(next.save()).toEqual([1]);
    const third = new LevelStore(db);
    third.restore(1, note.stored);
    third.restore(9, note.stored);
    expect(third.save()).toEqual([]);
    third.restore(1, { ...note.stored, square_seen: null, shopify_seen: null });
    expect(third.save()).toEqual([]);
    db.run('update variant set square_seen = null, shopify_seen = null where key = 1');
    const fourth = new LevelStore(db);
    fourth.restore(1, note.stored);
    expect(entry(fourth, 1).level.square.observedAt).toBe(2_000);
  });
});

describe('a row that the catalog wrote', () => {
  it('is read again, and keeps what only memory holds for the sides that are the same', () => {
    const db = withVariants(1);
    const store = new LevelStore(db);
    const buffered = { value: 1, at: 5, unordered: false, announced: [] };
    put(store, 1, 'square', { reading: true, buffered });
    put(store, 1, 'shopify', { reading: true });
    store.save();
    db.run('update variant set item_id = 77, square_quantity = 5 where key = 1');
    const before = store.rewritten(1);
    expect(before).toMatchObject({ stock: { shopify: '1' }, level: { square: { reading: true } } });
    const after = entry(store, 1);
    expect(after.stock).toEqual({ shopify: '77', square: 'q1' });
    expect(after.level.square).toMatchObject({ accounted: 5, reading: true, buffered });
    expect(after.level.shopify.reading).toBe(false);
    expect(store.byStock('shopify', '1')).toBeNull();
    expect(store.byStock('shopify', '77')?.key).toBe(1);
  });

  it('returns nothing when its level was idle or not in memory, and the former level when the row is gone', () => {
    const db = withVariants(2);
    const store = new LevelStore(db);
    expect(store.rewritten(1)).toBeNull();
    entry(store, 1);
    expect(store.rewritten(1)).toBeNull();
    put(store, 2, 'square', { needsRead: true });
    store.save();
    db.run('delete from variant where key = 2');
    expect(store.rewritten(2)).toMatchObject({ key: 2, level: { square: { needsRead: true } } });
    expect(store.byKey(2)).toBeNull();
  });

  it('is forgotten with everything that was not stored', () => {
    const db = withVariants(2);
    const store = new LevelStore(db);
    for (const key of [1, 2]) put(store, key, 'square', { accounted: 1 });
    store.forget(1);
    store.forget(1);
    expect(store.save()).toEqual([2]);
    expect(entry(store, 1).level.square.accounted).toBe(fromUnits(10));
    put(store, 2, 'square', { accounted: 3 });
    store.forgetAll();
    expect(store.save()).toEqual([]);
    expect(reads(db, () => store.byStock('square', 'q2'))).toBe(1);
    sold(store, 1);
    store.save(() => undefined);
    store.forget(1);
    store.catchUp();
    expect(store.save()).toEqual([]);
    sold(store, 1);
    store.save(() => undefined);
    store.forgetAll();
    store.catchUp();
    entry(store, 1);
    expect(store.save()).toEqual([]);
  });
});

describe('levels at rest', () => {
  it('leave memory when there are more than twice as many as it keeps; busy and unsaved ones stay', () => {
    const count = 4_002;
    const db = withVariants(count);
    const store = new LevelStore(db);
    put(store, 1, 'square', { needsRead: true });
    store.save();
    put(store, 2, 'square', { reading: true });
    store.save();
    put(store, 3, 'square', { accounted: 1, observedAt: 2_000 });
    for (let key = 4; key < count; key += 1) entry(store, key);
    expect(reads(db, () => store.byStock('square', `q${count}`))).toBe(1);
    expect(reads(db, () => [1, 2, 3].map((key) => store.byKey(key)))).toBe(0);
    expect(reads(db, () => store.byKey(4))).toBe(1);
    expect(reads(db, () => store.byKey(count - 1))).toBe(0);
    // The oldest at rest have left, and not one more than needed.
    expect([2_004, 2_005].map((key) => reads(db, () => store.byKey(key)))).toEqual([1, 0]);
    expect(store.save()).toEqual([3]);
    expect(store.open().every((key) => !atRest(entry(store, key).level))).toBe(true);
    expect(store.open()).toEqual([1]);
  });
});
