import { describe, expect, it } from 'vitest';

import { levelOf, restingSide } from '../../src/domain/sync/linked-level';
import { storeLevel } from '../../src/domain/sync/stored-level';
import type { Database } from '../../src/durable/store/database';
import { Journal } from '../../src/durable/sync/journal';
import { daysSince, findDays, findPlace, lastOf, readBody, type Body } from '../../src/durable/sync/journal-position';
import type { Line } from '../../src/durable/sync/line';
import { openMemory } from './memory-database';

const DAY = 86_400_000;
/** Noon of the day with number 20,000. */
const NOON = 20_000 * DAY + DAY / 2;

const line = (sku: string): Line => ({
  at: NOON,
  originator: 'shelfbridge',
  location: '',
  sku,
  fact: { kind: 'linked', shopify: 1, square: 1 },
});
const receipt = (type: string): Parameters<Journal['receipt']>[0] => ({ type, receivedAt: NOON, payload: '{}' });
const noted = (key: number, quantity: number) => ({ key, stored: storeLevel(levelOf(restingSide(quantity, 1), restingSide(quantity, 1))) });

/** Writes a turn with these lines. */
function turn(journal: Journal, skus: readonly string[], now = NOON): number[] {
  for (const sku of skus) journal.line(line(sku));
  return journal.commit(now).map(({ seq }) => seq);
}

const bodies = (db: Database, day = 20_000): Body[] =>
  db.rows<{ body: string }>(`select body from day_${day} order by id`).map(({ body }) => readBody(body));
const skusOf = (lines: readonly Line[]): string[] => lines.map(({ sku }) => sku);

describe('the lines of a journal', () => {
  it('are numbered from 1 across turns, instances, and days', () => {
    const db = openMemory();
    expect(turn(new Journal(db), ['a', 'b'])).toEqual([1, 2]);
    const second = new Journal(db);
    expect(turn(second, [])).toEqual([]);
    expect(turn(second, ['c'], NOON + DAY)).toEqual([3]);
    expect(turn(new Journal(db), ['d'], NOON + 2 * DAY)).toEqual([4]);
    expect(findDays(db)).toEqual([20_000, 20_001, 20_002]);
  });

  it('are written once, with the receipts and the unfinished levels of their turn', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.receipt(receipt('r1'));
    journal.unfinished([7]);
    turn(journal, ['a', 'b']);
    turn(journal, []);
    expect(bodies(db)).toEqual([
      { m: { delivered: 0, open: [7] }, c: [], q: [] },
      { l: line('a'), r: [receipt('r1')], k: [7] },
      { l: line('b') },
    ]);
  });

  it('stay in the newest day when the clock goes back', () => {
    const db = openMemory();
    const journal = new Journal(db);
    turn(journal, ['a']);
    turn(journal, ['b'], NOON - DAY);
    expect(findDays(db)).toEqual([20_000]);
    expect(skusOf(journal.undelivered(10))).toEqual(['a', 'b']);
  });

  it('are found after a number, the newest ones, across days, and not read at all when there are none', () => {
    const db = openMemory();
    const journal = new Journal(db);
    turn(
      journal,
      Array.from({ length: 250 }, (_, n) => `a${n + 1}`),
    );
    turn(journal, ['b1', 'b2'], NOON + DAY);
    expect(journal.linesAfter(249, 10).map(({ seq, sku }) => [seq, sku])).toEqual([
      [250, 'a250'],
      [251, 'b1'],
      [252, 'b2'],
    ]);
    expect(skusOf(journal.linesAfter(0, 2))).toEqual(['b1', 'b2']);
    expect(skusOf(journal.linesAfter(0, 4))).toEqual(['a249', 'a250', 'b1', 'b2']);
    expect(journal.linesAfter(0, 300)).toHaveLength(252);
    const { read } = db.counted;
    expect(journal.linesAfter(252, 10)).toEqual([]);
    expect(db.counted.read).toBe(read);
  });
});

describe('the delivery of lines', () => {
  it('goes on from the last delivered one, without reading a day from its start again', () => {
    const db = openMemory();
    const journal = new Journal(db);
    turn(journal, ['a', 'b', 'c']);
    expect(journal.waiting()).toBe(true);
    expect(skusOf(journal.undelivered(2))).toEqual(['a', 'b']);
    expect(skusOf(journal.undelivered(2))).toEqual(['a', 'b']);
    journal.delivered(2);
    expect(skusOf(journal.undelivered(2))).toEqual(['c']);
    journal.delivered(1);
    expect(skusOf(journal.undelivered(2))).toEqual(['c']);
    journal.delivered(3);
    expect(journal.undelivered(2)).toEqual([]);
  });

  it('goes on after a part of what was handed out, and across days', () => {
    const db = openMemory();
    const journal = new Journal(db);
    turn(journal, ['a', 'b']);
    turn(journal, ['c'], NOON + DAY);
    expect(skusOf(journal.undelivered(10))).toEqual(['a', 'b', 'c']);
    journal.delivered(1);
    expect(skusOf(journal.undelivered(10))).toEqual(['b', 'c']);
    expect(skusOf(journal.undelivered(1))).toEqual(['b']);
    journal.delivered(2);
    const { read } = db.counted;
    expect(skusOf(journal.undelivered(10))).toEqual(['c']);
    expect(db.counted.read - read).toBeLessThanOrEqual(3);
  });

  it('is known to the next instance from the last checkpoint on', () => {
    const db = openMemory();
    const journal = new Journal(db);
    turn(journal, ['a', 'b']);
    journal.delivered(1);
    expect(skusOf(new Journal(db).undelivered(10))).toEqual(['a', 'b']);
    journal.checkpoint(NOON, [], {});
    const second = new Journal(db);
    expect(skusOf(second.undelivered(10))).toEqual(['b']);
    second.delivered(2);
    expect(second.waiting()).toBe(true);
    second.checkpoint(NOON, [], {});
    expect([second.waiting(), new Journal(db).waiting()]).toEqual([false, false]);
  });
});

describe('a checkpoint', () => {
  it('is written when something is new: a delivery, an open level, or a receipt', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.checkpoint(NOON, [], {});
    expect(findDays(db)).toEqual([]);
    turn(journal, ['a']);
    journal.delivered(1);
    journal.checkpoint(NOON, [3], {});
    const count = (): number => bodies(db).length;
    const first = count();
    journal.checkpoint(NOON, [3], {});
    expect(count()).toBe(first);
    journal.checkpoint(NOON, [4], {});
    expect(count()).toBe(first + 1);
    journal.checkpoint(NOON, [4, 5], {});
    expect(count()).toBe(first + 2);
    journal.receipt(receipt('r'));
    expect(journal.waiting()).toBe(true);
    journal.checkpoint(NOON, [4, 5], {});
    expect(bodies(db).at(-1)).toEqual({ m: { delivered: 1, open: [4, 5] }, q: [], r: [receipt('r')] });
    expect(journal.waiting()).toBe(false);
  });

  it('keeps the lag and the webhook deliveries', () => {
    const db = openMemory();
    const journal = new Journal(db);
    expect([journal.lag(), journal.hearing()]).toEqual([[], null]);
    const watched = { lag: [{ hour: 1, classes: {}, longest: 2 }], hearing: { shopify: {}, square: {} } as never };
    journal.checkpoint(NOON, [1], watched);
    for (const one of [journal, new Journal(db)]) expect([one.lag(), one.hearing()]).toEqual([watched.lag, watched.hearing]);
  });

  it('is the start of each day, with what is unfinished and noted', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.unfinished([1]);
    journal.note(noted(2, 5));
    turn(journal, ['a']);
    journal.delivered(1);
    turn(journal, ['b'], NOON + DAY);
    expect(bodies(db, 20_001)[0]).toEqual({ m: { delivered: 1, open: [1, 2] }, c: [noted(2, 5)], q: [] });
    const next = new Journal(db);
    expect(next.unsettled()).toEqual([2, 1]);
    expect(next.notedOf(2)).toEqual(noted(2, 5).stored);
  });
});

describe('unfinished levels', () => {
  it('are named once between two checkpoints, and again after the next', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.unfinished([1, 2]);
    turn(journal, []);
    journal.unfinished([2, 3]);
    turn(journal, []);
    expect(bodies(db).slice(1)).toEqual([{ k: [1, 2] }, { k: [3] }]);
    journal.checkpoint(NOON, [2], {});
    journal.unfinished([1, 2]);
    turn(journal, []);
    expect(bodies(db).at(-1)).toEqual({ k: [1] });
    expect(new Journal(db).unsettled()).toEqual([1, 2]);
  });

  it('that an earlier instance named are not named again', () => {
    const db = openMemory();
    const first = new Journal(db);
    first.unfinished([1]);
    turn(first, []);
    const second = new Journal(db);
    second.unfinished([1]);
    turn(second, []);
    expect(bodies(db)).toHaveLength(2);
  });

  it('have their newest note, until a checkpoint hides it or a rewritten row voids it', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.note(noted(1, 5));
    turn(journal, []);
    journal.note(noted(1, 6));
    journal.note(noted(2, 9));
    turn(journal, ['a']);
    expect(bodies(db).slice(1)).toEqual([{ c: [noted(1, 5)] }, { l: line('a'), c: [noted(1, 6), noted(2, 9)] }]);
    const next = new Journal(db);
    expect([next.notedOf(1), next.notedOf(2), next.notedOf(3)]).toEqual([noted(1, 6).stored, noted(2, 9).stored, null]);
    journal.voidNotes();
    journal.voidNotes();
    turn(journal, []);
    expect(bodies(db).at(-1)).toEqual({ v: true });
    const voided = new Journal(db);
    expect([voided.notedOf(1), new Set(voided.unsettled())]).toEqual([null, new Set([1, 2])]);
    journal.note(noted(1, 7));
    turn(journal, []);
    expect([new Journal(db).notedOf(1), new Journal(db).notedOf(2)]).toEqual([noted(1, 7).stored, null]);
    journal.delivered(1);
    journal.checkpoint(NOON, [1], {});
    expect([new Journal(db).notedOf(1), new Journal(db).unsettled()]).toEqual([null, [1]]);
  });

  it('of an earlier instance are voided and carried into the next day like its own', () => {
    const db = openMemory();
    const before = new Journal(db);
    before.note(noted(1, 5));
    before.note(noted(2, 9));
    turn(before, []);
    const next = new Journal(db);
    next.voidNotes();
    turn(next, []);
    expect(bodies(db).at(-1)).toEqual({ v: true });
    expect(new Journal(db).notedOf(1)).toBeNull();
    next.note(noted(1, 6));
    turn(next, []);
    turn(new Journal(db), ['a'], NOON + DAY);
    expect([new Journal(db).notedOf(1), new Journal(db).notedOf(2)]).toEqual([noted(1, 6).stored, null]);
  });

  it('are not named by a note of the same turn once more', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.note(noted(1, 5));
    journal.unfinished([1]);
    turn(journal, []);
    expect(bodies(db).at(-1)).toEqual({ c: [noted(1, 5)] });
  });

  it('notes that were void before leave no row', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.voidNotes();
    turn(journal, []);
    expect(findDays(db)).toEqual([]);
    journal.note(noted(1, 5));
    turn(journal, []);
    journal.checkpoint(NOON, [1, 2], {});
    journal.voidNotes();
    turn(journal, []);
    expect(bodies(db).at(-1)).toEqual({ m: { delivered: 0, open: [1, 2] }, q: [] });
  });

  it('are found behind more rows than one read takes', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.checkpoint(NOON, [9], {});
    for (let key = 100; key < 550; key += 1) {
      journal.unfinished([key]);
      turn(journal, []);
    }
    expect(new Journal(db).unsettled()).toHaveLength(451);
  });
});

describe('receipts', () => {
  it('without a line are kept until the next row, and can be written at once', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.writeReceipts(NOON);
    expect(findDays(db)).toEqual([]);
    journal.receipt(receipt('a'));
    journal.receipt(receipt('b'));
    turn(journal, []);
    expect(findDays(db)).toEqual([]);
    journal.writeReceipts(NOON);
    expect(bodies(db).at(-1)).toEqual({ r: [receipt('a'), receipt('b')] });
    expect(journal.waiting()).toBe(false);
  });
});

describe('a row of the journal', () => {
  /** More than a row can hold (2 MB). */
  const many = Array.from({ length: 6_000 }, (_, n) => ({
    type: 'inventory.count.updated',
    receivedAt: n,
    payload: `{"n":"${'é'.repeat(500)}"}`,
  }));
  const receivedIn = (db: Database): number[] => bodies(db).flatMap(({ r = [] }) => r.map(({ receivedAt }) => receivedAt));

  it.each<[string, (journal: Journal) => void]>([
    ['by themselves', (journal) => journal.writeReceipts(NOON)],
    ['beside a line', (journal) => void turn(journal, ['a'])],
    ['beside a checkpoint', (journal) => journal.checkpoint(NOON, [7], {})],
  ])('holds only so many receipts, %s; the others are in rows after it', (_, write) => {
    const db = openMemory();
    const journal = new Journal(db);
    for (const one of many) journal.receipt(one);
    write(journal);
    expect(receivedIn(db)).toEqual(many.map(({ receivedAt }) => receivedAt));
    expect(bodies(db).length).toBeLessThan(25);
  });

  it('holds only so many notes; the next instance finds all of them, also those of the day before', () => {
    const db = openMemory();
    const journal = new Journal(db);
    const keys = Array.from({ length: 20_000 }, (_, n) => n);
    journal.note(noted(keys.length, 1));
    turn(journal, []);
    journal.voidNotes();
    for (const key of keys) journal.note(noted(key, key));
    turn(journal, []);
    const next = new Journal(db);
    expect(keys.filter((key) => next.notedOf(key) === null)).toEqual([]);
    expect(next.notedOf(keys.length)).toBeNull();
    turn(next, ['a'], NOON + DAY);
    const after = new Journal(db);
    expect(keys.filter((key) => after.notedOf(key) === null)).toEqual([]);
    expect(after.unsettled()).toHaveLength(keys.length + 1);
  });
});

describe('old days', () => {
  it('are dropped once they are delivered and old enough, never the newest, and the numbering goes on', () => {
    const db = openMemory();
    const journal = new Journal(db);
    for (let day = 0; day < 4; day += 1) turn(journal, [`d${day}`], NOON + day * DAY);
    journal.delivered(2);
    journal.dropOld(NOON + 3 * DAY, 2);
    expect(findDays(db)).toEqual([20_001, 20_002, 20_003]);
    journal.dropOld(NOON + 9 * DAY, 1);
    expect(findDays(db)).toEqual([20_002, 20_003]);
    journal.delivered(4);
    journal.dropOld(NOON + 99 * DAY, 1);
    expect(findDays(db)).toEqual([20_003]);
    expect(turn(new Journal(db), ['e'], NOON + 99 * DAY)).toEqual([5]);
  });

  it('leave the number in the checkpoint when no line is left', () => {
    const db = openMemory();
    const journal = new Journal(db);
    turn(journal, ['a', 'b']);
    journal.delivered(2);
    journal.unfinished([1]);
    turn(journal, [], NOON + DAY);
    journal.dropOld(NOON + 9 * DAY, 1);
    expect(findDays(db)).toEqual([20_001]);
    expect(lastOf(db, 20_001)).toBe(0);
    expect(turn(new Journal(db), ['c'], NOON + DAY)).toEqual([3]);
  });
});

describe('variants whose quantities have changed', () => {
  const known = (db: Database): number[] | null => {
    const keys = new Journal(db).countedKeys();
    return keys === null ? null : [...keys].sort((a, b) => a - b);
  };

  it('are named once, and not where an unfinished level names them', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.unfinished([7]);
    journal.note(noted(8, 1));
    journal.counted([7, 8, 9]);
    turn(journal, ['a']);
    journal.counted([7, 8, 9]);
    turn(journal, []);
    expect(bodies(db).slice(1)).toEqual([{ l: line('a'), k: [7], c: [noted(8, 1)], q: [9] }]);
    expect(known(db)).toEqual([7, 8, 9]);
  });

  it('are in a row of their own when the turn has no other', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.counted([4]);
    turn(journal, []);
    expect(bodies(db).at(-1)).toEqual({ q: [4] });
    expect(known(db)).toEqual([4]);
  });

  it('are all beside each checkpoint until they are settled', () => {
    const db = openMemory();
    const journal = new Journal(db);
    journal.counted([4]);
    turn(journal, []);
    journal.checkpoint(NOON, [5], {});
    journal.counted([6]);
    turn(journal, [], NOON + DAY);
    expect(bodies(db, 20_001)).toEqual([{ m: { delivered: 0, open: [5] }, c: [], q: [4, 6] }, { q: [6] }]);
    expect(known(db)).toEqual([4, 5, 6]);
    journal.settleCounted();
    journal.unfinished([5]);
    journal.counted([5]);
    turn(journal, [], NOON + DAY);
    expect([...(journal.countedKeys() ?? [])]).toEqual([5]);
    journal.checkpoint(NOON + DAY, [], {});
    expect(known(db)).toEqual([5]);
  });

  it('are not known after a checkpoint that does not state them, until they are settled and a checkpoint says so', () => {
    const db = openMemory();
    turn(new Journal(db), ['a']);
    db.run(`insert into day_20000 (body) values ('{"m":{"delivered":1,"open":[]}}')`);
    const journal = new Journal(db);
    journal.counted([4]);
    journal.receipt(receipt('r'));
    journal.checkpoint(NOON, [], {});
    expect([journal.countedKeys(), known(db)]).toEqual([null, null]);
    journal.settleCounted();
    journal.checkpoint(NOON, [], {});
    expect([journal.countedKeys(), known(db)]).toEqual([new Set(), []]);
  });
});

describe('the position of a journal', () => {
  it('is the beginning when there is none', () => {
    expect(findPlace(openMemory(), [])).toEqual({
      seq: 0,
      checkpoint: { delivered: 0, open: [] },
      unsettled: [],
      noted: new Map(),
      counted: [],
    });
  });

  it('lists the days that may have lines to deliver', () => {
    const db = openMemory();
    const journal = new Journal(db);
    turn(journal, ['a', 'b']);
    turn(journal, ['c'], NOON + DAY);
    turn(journal, ['d'], NOON + 2 * DAY);
    const days = findDays(db);
    expect([0, 1, 2, 3].map((delivered) => daysSince(db, days, delivered))).toEqual([days, days, days.slice(1), days.slice(2)]);
  });
});

it('the days of a journal are in their order, whichever table was made first', () => {
  const db = openMemory();
  for (const day of [20_003, 9_999, 20_001]) db.run(`create table day_${day} (id integer primary key, seq integer, body text not null)`);
  expect(findDays(db)).toEqual([9_999, 20_001, 20_003]);
});
