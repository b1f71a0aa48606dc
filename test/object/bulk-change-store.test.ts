import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../src/domain/quantity';
import type { BulkChange, BulkRow, LinkRow, QuantityRow } from '../../src/domain/sync/bulk-change';
import { BulkChangeStore } from '../../src/durable/bulk/bulk-change-store';
import type { Database } from '../../src/durable/store/database';
import { openMemory } from './memory-database';

const AT = 1_000_000_000;
const PLAN = { at: AT, by: 'merchant', kind: 'level' } as const;
const NO_ROWS = { rows: 0, set: 0, undone: 0, undoable: 0 };

const row = (key: number, change: Partial<QuantityRow> = {}): QuantityRow => ({
  key,
  stock: { shopify: String(4_000_000_000_000 + key), square: `VARIATION${key}` },
  sku: `SKU-${key}`,
  before: { shopify: fromUnits(3), square: null },
  to: fromUnits(5),
  amounts: { shopify: fromUnits(2), square: fromUnits(-1.5) },
  state: 'set',
  problem: '',
  ...change,
});
/** The key of a row of quantities. */
const keyOf = (one: BulkRow): number => (one.kind === undefined ? one.key : 0);
/** Rows with the keys from `first` on. */
const rows = (first: number, count: number): QuantityRow[] => Array.from({ length: count }, (_, at) => row(first + at));
const link = (id: number, change: Partial<LinkRow> = {}): LinkRow => ({
  kind: 'link',
  pair: { shopify: String(id), square: `V${id}` },
  sku: '',
  state: 'set',
  problem: '',
  ...change,
});
const stale = (key: number): QuantityRow => row(key, { amounts: null, state: 'stale' });

function open(db: Database = openMemory()) {
  const store = new BulkChangeStore(db);
  /** A stored bulk change, as it is now. */
  const now = (id: number): BulkChange => store.byId(id, 0) ?? expect.fail(`bulk change ${id}`);
  /** The keys of a page. */
  const keys = (id: number, offset: number, limit: number): number[] => store.rows(id, offset, limit).map(keyOf);
  return { db, store, now, keys };
}

/** Rows that some work writes, as Cloudflare bills them. */
const written = (db: Database, work: () => void): number => {
  const before = db.counted.written;
  work();
  return db.counted.written - before;
};
const read = (db: Database, work: () => unknown): number => {
  const before = db.counted.read;
  work();
  return db.counted.read - before;
};
/** The first place of each stored part, and how many rows it has. */
const parts = (db: Database, id: number): string[] =>
  db
    .rows<{ first: number; n: number }>(
      'select first, json_array_length(rows) as n from bulk_change_part where change_id = ? order by first',
      id,
    )
    .map(({ first, n }) => `${first}+${n}`);

describe('a bulk change', () => {
  it('is stored with who, when, and what, before it has rows', () => {
    const { store, now } = open();
    const change = store.add({ at: AT, by: 'operator', kind: 'count' });
    expect(change).toEqual({ id: 1, at: AT, by: 'operator', kind: 'count', counts: NO_ROWS });
    expect(now(1)).toEqual(change);
    expect(store.rows(1, 0, 100)).toEqual([]);
    expect([store.byId(2, 0), store.rows(2, 0, 100)]).toEqual([null, []]);
  });

  it('has its rows as they were, whatever is in them', () => {
    const { store, now } = open();
    const change = store.add(PLAN);
    const all = [
      row(1),
      row(2, { sku: 'Ring "½"\u0000', before: { shopify: null, square: fromUnits(0.00001) }, amounts: null }),
      row(3, { stock: { shopify: '', square: '' }, amounts: null, state: 'refused', problem: "It’s no longer on both; drop table 'x'." }),
      stale(4),
      row(5, { state: 'undone', amounts: { shopify: 0, square: 0 } }),
    ];
    store.append(change, all);
    expect(store.rows(1, 0, 100)).toEqual(all);
    expect(now(1)).toEqual({ ...PLAN, id: 1, counts: { rows: 5, set: 3, undone: 1, undoable: 1 } });
  });

  it('is kept across objects, and has a number of its own', () => {
    const { db, store } = open();
    for (const kind of ['level', 'count'] as const) store.append(store.add({ ...PLAN, kind }), rows(1, 3));
    expect(open(db).store.since(0)).toMatchObject([
      { id: 2, kind: 'count' },
      { id: 1, kind: 'level' },
    ]);
    expect(open(db).store.add(PLAN).id).toBe(3);
  });

  it('is listed from a time on, the latest first', () => {
    const { store } = open();
    for (const at of [AT, AT + 10, AT + 20]) store.add({ ...PLAN, at });
    expect(store.since(AT + 10).map(({ id }) => id)).toEqual([3, 2]);
    expect(store.since(AT + 21)).toEqual([]);
  });
});

describe('the rows of a bulk change', () => {
  it('are stored two hundred to a part', () => {
    const { db, store } = open();
    for (const count of [1, 200, 201, 400, 950]) store.append(store.add(PLAN), rows(1, count));
    expect([1, 2, 3, 4, 5].map((id) => parts(db, id))).toEqual([
      ['0+1'],
      ['0+200'],
      ['0+200', '200+1'],
      ['0+200', '200+200'],
      ['0+200', '200+200', '400+200', '600+200', '800+150'],
    ]);
  });

  it('go on after those before, in parts of their own', () => {
    const { db, store, now, keys } = open();
    store.append(store.add(PLAN), rows(1, 250));
    store.append(now(1), [stale(251), ...rows(252, 9)]);
    store.append(now(1), []);
    store.append(now(1), rows(261, 401));
    expect(parts(db, 1)).toEqual(['0+200', '200+50', '250+10', '260+200', '460+200', '660+1']);
    expect(now(1).counts).toEqual({ rows: 661, set: 660, undone: 0, undoable: 660 });
    expect(keys(1, 0, 1_000)).toEqual(rows(1, 661).map(({ key }) => key));
  });

  it('are read by pages, across parts of any size', () => {
    const { store, now, keys } = open();
    const sizes = [250, 1, 199, 200, 3, 430];
    for (const size of sizes) store.append(store.byId(1, 0) ?? store.add(PLAN), rows((store.byId(1, 0)?.counts.rows ?? 0) + 1, size));
    const total = now(1).counts.rows;
    expect(total).toBe(1_083);
    const all = rows(1, total).map(({ key }) => key);
    for (const limit of [1, 7, 200, 251, 1_000])
      for (const offset of [0, 1, 49, 199, 200, 249, 250, 251, 449, 450, 451, 649, 650, 653, 852, 853, 1_000, 1_082])
        expect(keys(1, offset, limit), `${limit} from ${offset}`).toEqual(all.slice(offset, offset + limit));
    for (const offset of [total, total + 1, total + 200, 2 ** 31 - 1]) expect(keys(1, offset, 1_000)).toEqual([]);
  });

  it('belong to one bulk change alone', () => {
    const { store, now, keys } = open();
    store.append(store.add(PLAN), rows(1, 201));
    store.append(store.add(PLAN), rows(1_001, 201));
    store.replace(now(1), (one) => ({ ...one, state: 'undone' }));
    expect([keys(1, 199, 5), keys(2, 199, 5)]).toEqual([
      [200, 201],
      [1_200, 1_201],
    ]);
    expect([now(1).counts.undone, now(2).counts.undone]).toEqual([201, 0]);
    expect(store.rows(2, 0, 500).every(({ state }) => state === 'set')).toBe(true);
  });

  it('are replaced one by one, in their order, and counted again', () => {
    const { db, store, now } = open();
    store.append(store.add(PLAN), rows(1, 350));
    store.append(now(1), [stale(351), ...rows(352, 100)]);
    const before = parts(db, 1);
    const seen: number[] = [];
    store.replace(now(1), (one) => {
      seen.push(keyOf(one));
      return keyOf(one) % 2 === 0 && one.state === 'set' ? { ...one, state: 'undone' } : { ...one, problem: `no ${keyOf(one)}` };
    });
    expect(seen).toEqual(rows(1, 451).map(({ key }) => key));
    expect(parts(db, 1)).toEqual(before);
    expect(now(1)).toEqual({ ...PLAN, id: 1, counts: { rows: 451, set: 450, undone: 225, undoable: 225 } });
    expect(store.rows(1, 199, 2)).toEqual([row(200, { state: 'undone' }), row(201, { problem: 'no 201' })]);
    expect(store.rows(1, 350, 1)).toEqual([{ ...stale(351), problem: 'no 351' }]);
  });

  it('can be undone no more once the number of their variant was set: each of them says why', () => {
    const { db, store, now } = open();
    store.append(store.add({ ...PLAN, at: AT - 10 }), rows(1, 3));
    store.append(store.add(PLAN), rows(1, 500));
    store.append(store.add({ ...PLAN, at: AT + 10 }), [row(31, { sku: '"key":3,' }), stale(3), row(3, { state: 'undone' })]);
    const before = [1, 2, 3].map((id) => store.rows(id, 0, 1_000));
    expect(written(db, () => store.supersede(new Set([3]), AT, 'Set since.'))).toBe(2 + 1);
    const why = row(3, { amounts: null, problem: 'Set since.' });
    expect(store.rows(1, 0, 1_000)).toEqual(before[0]);
    expect(store.rows(2, 0, 1_000)).toEqual(before[1]?.map((one) => (keyOf(one) === 3 ? why : one)));
    expect(store.rows(3, 0, 1_000)).toEqual(before[2]);
    expect([1, 2, 3].map((id) => now(id).counts.undoable)).toEqual([3, 499, 1]);
    store.supersede(new Set([3]), 0, 'Again.');
    expect(now(1).counts).toEqual({ rows: 3, set: 3, undone: 0, undoable: 2 });
    expect(store.rows(2, 2, 1)).toEqual([why]);
    // Of many variants all parts are looked at once, and those that have them are written.
    expect(written(db, () => store.supersede(new Set([1, 2, 450, 999]), AT, 'Set since.'))).toBe(2 + 1 + 1);
    expect(now(2).counts).toEqual({ rows: 500, set: 500, undone: 0, undoable: 496 });
    expect(written(db, () => store.supersede(new Set(), 0, 'Nothing.'))).toBe(0);
  });

  it('tell which variants a later bulk change has changed, and was not undone', () => {
    const { store } = open();
    store.append(store.add(PLAN), rows(1, 3));
    store.append(store.add(PLAN), [row(2), stale(3), row(4, { amounts: null }), row(5, { state: 'undone' })]);
    store.append(store.add(PLAN), rows(300, 250));
    expect([...store.changedAfter(1)]).toEqual(['quantity 2', ...rows(300, 250).map(({ key }) => `quantity ${key}`)]);
    expect([...store.changedAfter(3)]).toEqual([]);
    store.append(store.add({ ...PLAN, kind: 'link' }), [link(2), link(7, { state: 'refused' })]);
    expect([...store.changedAfter(3)]).toEqual(['link 2 V2']);
  });
});

describe('old bulk changes', () => {
  it('are dropped with their rows, the others stay', () => {
    const { db, store, keys } = open();
    for (const at of [AT - 1, AT, AT + 1]) store.append(store.add({ ...PLAN, at }), rows(1, 201));
    store.dropBefore(AT);
    expect(store.since(0).map(({ id }) => id)).toEqual([3, 2]);
    expect([store.byId(1, 0), keys(1, 0, 500), parts(db, 1)]).toEqual([null, [], []]);
    expect([keys(2, 0, 500).length, keys(3, 0, 500).length]).toEqual([201, 201]);
    store.dropBefore(AT + 2);
    expect([store.since(0), parts(db, 2), parts(db, 3)]).toEqual([[], [], []]);
    store.dropBefore(AT + 2);
  });
});

describe('what a bulk change costs', () => {
  const MOST = 5_000;

  it('is a row for two hundred variants, not one for each: to make, to go on with, and to undo', () => {
    const { db, store, now } = open();
    const all = rows(1, MOST);
    const made = written(db, () => store.append(store.add(PLAN), all));
    // 25 parts, and the bulk change itself: once to begin it, once with its counts.
    expect(made).toBe(27);
    expect(written(db, () => store.append(now(1), all))).toBe(26);
    expect(written(db, () => store.replace(now(1), (one) => ({ ...one, state: 'undone' })))).toBe(51);
    expect(now(1).counts).toEqual({ rows: 2 * MOST, set: 2 * MOST, undone: 2 * MOST, undoable: 0 });
    expect(written(db, () => store.dropBefore(AT + 1))).toBe(51);
    expect(written(db, () => store.dropBefore(AT + 1))).toBe(0);
  });

  it('is a few rows to read a page, however many rows there are', () => {
    const { db, store, keys } = open();
    store.append(store.add(PLAN), rows(1, MOST));
    for (const offset of [0, 2_500, MOST - 1]) expect(read(db, () => keys(1, offset, 200))).toBeLessThanOrEqual(3);
    expect(read(db, () => store.since(0))).toBe(1);
  });

  it('fits into a row of the database, with long SKUs and reasons, too', () => {
    const { db, store } = open();
    const longest = { sku: '\u{1F438}'.repeat(127), problem: 'x'.repeat(200) };
    store.append(
      store.add(PLAN),
      rows(1, 200).map((one) => ({ ...one, ...longest })),
    );
    const { size = 0 } = db.row<{ size: number }>('select max(length(cast(rows as blob))) as size from bulk_change_part') ?? {};
    // A row may have 2 MB.
    expect(size).toBeLessThan(500_000);
  });
});
