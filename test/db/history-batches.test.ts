import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

import { compactHistory } from '../../src/db/compact-history';
import { openDb } from '../../src/db/database';
import { eraseAccountRows } from '../../src/db/erase';
import { readHistory } from '../../src/db/history';
import type { HistoryFact } from '../../src/domain/history/fact';
import { deliverHistory } from '../../src/durable/actions/deliver-history';
import type { Journal } from '../../src/durable/sync/journal';
import type { NumberedLine } from '../../src/durable/sync/line';
import { accountId } from '../support/account-id';
import { metered } from './support/metered';

const DAY = 86_400_000;
const db = openDb(env.DB);

/** A line whose fact names its number. */
const lineOf = (seq: number, sku = 'TEE', at = seq): NumberedLine => ({
  seq,
  at,
  originator: 'square',
  location: 'Main "Street"',
  sku,
  fact: { kind: 'linked', shopify: seq, square: 0 },
  stock: 'never stored',
});

/** The part of a journal that delivery uses, over a list of lines. */
const journalOf = (lines: readonly NumberedLine[], delivered = 0): Journal => {
  let place = delivered;
  const journal: Pick<Journal, 'undelivered' | 'delivered'> = {
    undelivered: (limit) => lines.filter(({ seq }) => seq > place).slice(0, limit),
    delivered: (upTo) => {
      place = upTo;
    },
  };
  return journal as Journal;
};

/** A row of an earlier release. */
const oldRow = (account: number, { seq, at, originator, location, sku, fact }: NumberedLine): D1PreparedStatement =>
  env.DB.prepare('insert or ignore into history (account, seq, at, originator, location, sku, fact) values (?, ?, ?, ?, ?, ?, ?)').bind(
    account,
    seq,
    at,
    originator,
    location,
    sku,
    JSON.stringify(fact),
  );

const deliver = async (account: number, lines: readonly NumberedLine[]): Promise<void> =>
  deliverHistory({ historyDatabase: env.DB, accountId: accountId(account) }, journalOf(lines));

const stored = async (account: number): Promise<(readonly [number, number, number])[]> => {
  const { results } = await env.DB.prepare('select first, last, count from history_batches where account = ? order by last')
    .bind(account)
    .all<{ first: number; last: number; count: number }>();
  return results.map(({ first, last, count }) => [first, last, count]);
};

const read = async (account: number, sku: string, limit = 1_000, page = 0) => {
  const { total, lines } = await readHistory(db, accountId(account), { sku, limit, page });
  return { total, numbers: lines.map(({ seq }) => seq) };
};

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
const down = (from: number, to: number): number[] => range(to, from).toReversed();

describe('a delivery of history', () => {
  it('writes one row for all its lines, and reads few', async () => {
    const { database, cost } = metered();
    await deliverHistory({ historyDatabase: database, accountId: accountId(701) }, journalOf(range(1, 40).map((seq) => lineOf(seq))));
    expect(cost).toMatchObject({ runs: 1, written: 1 });
    // Another delivery does not read what is there, but for the newest line of it.
    const again = metered();
    await deliverHistory(
      { historyDatabase: again.database, accountId: accountId(701) },
      journalOf(
        range(1, 44).map((seq) => lineOf(seq)),
        40,
      ),
    );
    expect(again.cost).toMatchObject({ runs: 1, written: 1 });
    expect(again.cost.read).toBeLessThan(15);
    expect(await stored(701)).toEqual([
      [1, 40, 40],
      [41, 44, 4],
    ]);
  });

  it('writes rows of bounded size when much has waited', async () => {
    await deliver(
      702,
      range(1, 1_201).map((seq) => lineOf(seq)),
    );
    expect(await stored(702)).toEqual([
      [1, 500, 500],
      [501, 1_000, 500],
      [1_001, 1_201, 201],
    ]);
    expect(await read(702, '', 1_000, 1)).toEqual({ total: 1_201, numbers: down(201, 1) });
  });

  it('stores each line once, however often and in whatever pieces it is delivered', async () => {
    const lines = range(1, 9).map((seq) => lineOf(seq));
    await deliver(703, lines.slice(0, 4));
    // The instance died before it knew: the next one starts from the same place, with more.
    await deliver(703, lines.slice(0, 7));
    await deliver(703, lines.slice(0, 4));
    await Promise.all([deliver(703, lines), deliver(703, lines.slice(0, 8))]);
    expect(await read(703, '')).toEqual({ total: 9, numbers: down(9, 1) });
    const { lines: found } = await readHistory(db, accountId(703), { sku: '', limit: 1, page: 8 });
    const { stock: _, ...first } = lineOf(1);
    expect(found).toEqual([{ ...first, cause: null }]);
    const before = await stored(703);
    await deliver(703, lines);
    expect(await stored(703)).toEqual(before);
  });

  it('leaves out lines that an earlier release delivered, and that one leaves out those in batches', async () => {
    const lines = range(1, 9).map((seq) => lineOf(seq));
    await env.DB.batch(lines.slice(0, 3).map((line) => oldRow(704, line)));
    await deliver(704, lines.slice(0, 6));
    // A rollback: the release before starts from a place that it knows.
    await env.DB.batch(lines.slice(3, 8).map((line) => oldRow(704, line)));
    await deliver(704, lines);
    expect(await stored(704)).toEqual([
      [4, 6, 3],
      [9, 9, 1],
    ]);
    expect(await read(704, '')).toEqual({ total: 9, numbers: down(9, 1) });
  });
});

describe('a history of rows and batches', () => {
  const skuOf = (seq: number): string => ['TEE', 'tee-blue', 'MUG', '7" "Tee"\\', 'Tasse-ß'][seq % 5] ?? '';
  const lines = range(1, 60).map((seq) => lineOf(seq, skuOf(seq)));

  beforeAll(async () => {
    // Rows, batches of several sizes, rows of a rollback, and batches again.
    await env.DB.batch(lines.slice(0, 17).map((line) => oldRow(705, line)));
    for (const end of [18, 25, 29]) await deliver(705, lines.slice(0, end));
    await env.DB.batch(lines.slice(29, 34).map((line) => oldRow(705, line)));
    for (const end of [40, 41, 60]) await deliver(705, lines.slice(0, end));
    await deliver(706, lines);
  });

  it('has the same pages as its lines in one list, whatever their size', async () => {
    for (const limit of [1, 2, 3, 5, 7, 16, 19, 59, 60, 61]) {
      const seen: number[] = [];
      for (let page = 0; page * limit < 60; page += 1) {
        const { total, numbers } = await read(705, '', limit, page);
        expect([total, numbers.length], `${limit} a page, page ${page}`).toEqual([60, Math.min(limit, 60 - page * limit)]);
        seen.push(...numbers);
      }
      expect(seen, `${limit} a page`).toEqual(down(60, 1));
    }
    expect(await read(705, '', 10, 6)).toEqual({ total: 60, numbers: [] });
    expect(await read(707, '')).toEqual({ total: 0, numbers: [] });
  });

  it.each([
    ['TEE', 'TEE'],
    ['mug', 'MUG'],
    ['tee-', 'tee-blue'],
    ['7" "Tee"\\', '7" "Tee"\\'],
    ['" "t', '7" "Tee"\\'],
    ['Tasse-ß', 'Tasse-ß'],
    ['ß', 'Tasse-ß'],
  ])('finds %s in %s', async (text, sku) => {
    const wanted = down(60, 1).filter((seq) => skuOf(seq) === sku);
    for (const account of [705, 706]) {
      expect(await read(account, text)).toEqual({ total: 12, numbers: wanted });
      expect(await read(account, text, 5, 1)).toEqual({ total: 12, numbers: wanted.slice(5, 10) });
      expect(await read(account, text, 5, 3)).toEqual({ total: 12, numbers: [] });
    }
  });

  it('finds parts of several SKUs, nothing outside of SKUs, and nothing of other accounts', async () => {
    const wanted = down(60, 1).filter((seq) => skuOf(seq).toLowerCase().includes('tee'));
    expect(await read(705, 'tee')).toEqual({ total: 36, numbers: wanted });
    for (const text of ['linked', 'Main', 'square', '%']) expect(await read(705, text), text).toEqual({ total: 0, numbers: [] });
    expect(await read(707, 'TEE')).toEqual({ total: 0, numbers: [] });
  });

  it('reads as many lines as a page has, not those before or behind it', async () => {
    for (let end = 10; end <= 5_000; end += 10) {
      await env.DB.prepare('insert into history_batches (account, last, first, count, at, lines) values (708, ?, ?, 10, 0, ?)')
        .bind(
          end,
          end - 9,
          JSON.stringify(range(end - 9, end).map((seq) => [seq, 0, 'square', '', 'TEE', { kind: 'linked', shopify: seq, square: 0 }])),
        )
        .run();
    }
    const { database, cost } = metered();
    const { total, lines: found } = await readHistory(openDb(database), accountId(708), { sku: '', limit: 100, page: 2 });
    expect([total, found[0]?.seq, found.at(-1)?.seq]).toEqual([5_000, 4_800, 4_701]);
    // The count of each of the 500 rows once; beyond that, the counts up to the end of the page.
    expect(cost.read).toBeLessThan(500 + 1_000);
  });

  it('is erased with its account', async () => {
    await deliver(709, lines);
    await eraseAccountRows({ db, histories: [db] }, accountId(706), 1);
    expect([(await read(706, '')).total, (await read(709, '')).total]).toEqual([0, 60]);
  });
});

describe('old batches', () => {
  const change = (seq: number, at: number, delta: number): NumberedLine => ({
    ...lineOf(seq, 'TEE', at),
    fact: { kind: 'change', side: 'square', delta, before: 0, after: seq } as unknown as HistoryFact,
  });
  const days = async (account: number) => {
    const { results } = await env.DB.prepare('select day, lines, added, removed, last from history_days where account = ? order by day')
      .bind(account)
      .all<Record<string, unknown>>();
    return results.map((row) => Object.values(row));
  };
  const BEFORE = 20_000 * DAY;

  it('become sums in the order of their lines, with rows between them; one with a young line stays whole', async () => {
    const lines = [...range(1, 12).map((seq) => change(seq, BEFORE - 3 * DAY + seq, seq % 3 === 0 ? 2 : -1)), change(13, BEFORE - 1, -5)];
    await deliver(710, lines.slice(0, 5));
    await env.DB.batch(lines.slice(5, 8).map((line) => oldRow(710, line)));
    await deliver(710, lines.slice(0, 12));
    await deliver(710, [...lines, change(14, BEFORE, -7)]);
    expect(await compactHistory(db, BEFORE, 20)).toBe(false);
    expect(await days(710)).toEqual([[19_997, 12, 8, -8, 12]]);
    expect(await read(710, '')).toEqual({ total: 2, numbers: [14, 13] });
    expect(await compactHistory(db, BEFORE, 20)).toBe(false);
    expect(await compactHistory(db, BEFORE + 1, 20)).toBe(false);
    expect(await days(710)).toEqual([
      [19_997, 12, 8, -8, 12],
      [19_999, 1, 0, -5, 13],
      [20_000, 1, 0, -7, 14],
    ]);
    expect(await read(710, '')).toEqual({ total: 0, numbers: [] });
  });

  it('are summed up in as many parts as a run may', async () => {
    await deliver(
      711,
      range(1, 4_700).map((seq) => change(seq, BEFORE - 3 * DAY, -1)),
    );
    expect(await compactHistory(db, BEFORE, 2)).toBe(true);
    expect(await days(711)).toEqual([[19_997, 4_000, 0, -4_000, 4_000]]);
    expect(await compactHistory(db, BEFORE, 1)).toBe(false);
    expect(await days(711)).toEqual([[19_997, 4_700, 0, -4_700, 4_700]]);
  });
});
