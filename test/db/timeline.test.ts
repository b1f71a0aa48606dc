import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

import { compactHistory } from '../../src/db/compact-history';
import { openDb } from '../../src/db/database';
import { eraseAccountRows } from '../../src/db/erase';
import { findSkuLines, indexHistory, indexStep } from '../../src/db/history-index';
import { readTimeline } from '../../src/db/timeline';
import type { HistoryFact } from '../../src/domain/history/fact';
import type { StoredLine } from '../../src/domain/history/packed';
import { accountId } from '../support/account-id';
import { metered } from './support/metered';
import { randomFrom, storeLines } from './support/stored-lines';

const UNIT = 100_000;
const MINUTE = 60_000;
const START = 1_790_000_000_000;
const db = openDb(env.DB);

const sold = (before: number, at: number): HistoryFact => ({
  kind: 'change',
  side: 'square',
  delta: -UNIT,
  before: before * UNIT,
  after: (before - 1) * UNIT,
  otherBefore: before * UNIT,
  otherAfter: (before - 1) * UNIT,
  fate: 'sent',
  via: 'webhook',
  at,
});

const line = (seq: number, sku: string, number: number): StoredLine => {
  const at = START + seq * MINUTE;
  return { seq, at, originator: 'square', location: 'Main', sku, fact: sold(number, at - 400) };
};

describe('the index of SKUs', () => {
  const pick = randomFrom(11);
  const skus = [
    'TEE',
    'tee',
    '7" "Tee"\\',
    '',
    'ÄÖ/ü',
    '\u00a0 white  space\t',
    ...Array.from({ length: 40 }, (_, index) => `SKU-${index}`),
  ];
  const all: StoredLine[] = [];

  /** Adds lines in batches of all sizes and, at the start, in rows. */
  async function grow(account: number, count: number): Promise<void> {
    const end = all.length + count;
    while (all.length < end) {
      const size = [1, 1, 2, 30, 200][pick(5)] ?? 1;
      const part = Array.from({ length: Math.min(size, end - all.length) }, (_, index) =>
        line(all.length + index + 1, skus[pick(skus.length)] ?? '', 5),
      );
      await storeLines(account, part, all.length < 300 ? 'rows' : 'batch');
      all.push(...part);
    }
  }

  it('finds exactly the lines of each SKU, however far the index is', async () => {
    for (const round of [200, 900, 3_000, 50, 4_000]) {
      await grow(811, round);
      for (const sku of [...skus, 'none']) {
        expect(await findSkuLines(db, accountId(811), sku.trim()), sku).toEqual(
          all.flatMap((one) => (one.sku.trim() === sku.trim() ? [one.seq] : [])),
        );
      }
    }
    const rows = await env.DB.prepare('select count(*) as rows from history_index where account = 811').first<{ rows: number }>();
    expect(rows?.rows).toBeGreaterThan(20);
  });

  it('finds lines whose SKU has outer white space before they are in the index', async () => {
    await storeLines(814, [line(1, '\u00a0 CAP\t', 5), line(2, 'CAP', 4), line(3, 'CAP-2', 4)]);
    expect(await findSkuLines(db, accountId(814), 'CAP')).toEqual([1, 2]);
  });

  it('loses and repeats nothing when steps overlap', async () => {
    await grow(811, 2_000);
    await Promise.all([indexStep(db, accountId(811)), indexStep(db, accountId(811)), indexStep(db, accountId(811))]);
    await Promise.all([indexStep(db, accountId(811)), findSkuLines(db, accountId(811), 'TEE')]);
    for (const sku of skus) {
      expect(await findSkuLines(db, accountId(811), sku.trim()), sku).toEqual(
        all.flatMap((one) => (one.sku.trim() === sku.trim() ? [one.seq] : [])),
      );
    }
  });

  /** Stores batches of 300 lines each, of 900 SKUs in turn. */
  const storeBatches = (account: number, batches: number) =>
    env.DB.prepare(
      `insert into history_batches (account, last, first, count, at, lines)
        with recursive n (seq) as (select 1 union all select seq + 1 from n where seq < ?2)
        select ?1, seq * 300, seq * 300 - 299, 300, seq, (
          with recursive m (of) as (select seq * 300 - 299 union all select of + 1 from m where of < seq * 300)
          select json_group_array(json_array(of, seq, 'square', '', 'S' || (of % 900), json('{"kind":"sku"}'))) from m) from n`,
    )
      .bind(account, batches)
      .run();
  const indexedOf = async (account: number) =>
    (await env.DB.prepare('select last from history_indexed where account = ?').bind(account).first<number>('last')) ?? null;

  it('is brought up step by step where many lines are missing, and left alone where few are', async () => {
    await storeBatches(812, 400);
    await storeBatches(813, 30);
    for (const account of [812, 813]) await indexHistory(db, accountId(account), 1);
    expect(await indexedOf(812)).toBeGreaterThanOrEqual(20_000);
    expect(await indexedOf(812)).toBeLessThan(21_000);
    await indexHistory(db, accountId(812), 10);
    expect(await indexedOf(812)).toBeGreaterThanOrEqual(120_000 - 200 * 300);
    expect(await indexedOf(813)).toBeNull();
    expect(await findSkuLines(db, accountId(813), 'S7')).toHaveLength(10);
  });

  it('says that it is not there yet where more lines are missing than a request adds, and is after some requests', async () => {
    await storeBatches(815, 250);
    expect(await readTimeline(db, accountId(815), { sku: 'S8', at: null, before: null, limit: 5 })).toBeNull();
    expect(await findSkuLines(db, accountId(815), 'S8')).toEqual(
      Array.from({ length: 84 }, (_, index) => index * 900 + 8).filter((seq) => seq <= 75_000),
    );
    expect(await indexedOf(815)).toBeGreaterThan(70_000);
  });

  it('forgets what is summed up, and everything with the account', async () => {
    const before = START + 5_000 * MINUTE;
    while (await compactHistory(db, before, 10)) {
      // Until no old line is left.
    }
    const kept = await env.DB.prepare('select min(first) as first from history_batches where account = 811').first<{ first: number }>();
    const first = kept?.first ?? 0;
    expect(first).toBeGreaterThan(1_000);
    expect(await findSkuLines(db, accountId(811), 'TEE')).toEqual(
      all.flatMap((one) => (one.sku === 'TEE' && one.seq >= first ? [one.seq] : [])),
    );
    await eraseAccountRows({ db, histories: [db] }, accountId(811), START);
    const left = await env.DB.prepare(
      'select (select count(*) from history_index where account = 811) + (select count(*) from history_indexed where account = 811) as rows',
    ).first();
    expect(left).toEqual({ rows: 0 });
  });
});

describe('the timeline of a SKU', () => {
  const LINES = 40;
  const request = { sku: 'MUG', at: null, before: null, limit: 10 };

  beforeAll(async () => {
    // Every 500th line is one of the mug, among 20,000 of others, each in a batch of its own.
    await env.DB.prepare(
      `insert into history_batches (account, last, first, count, at, lines)
        with recursive n (seq) as (select 1 union all select seq + 1 from n where seq < ?1 * 500)
        select 821, seq, seq, 1, ?2 + seq * 60000, json_array(json_array(seq, ?2 + seq * 60000, 'square', 'Main',
          iif(seq % 500 = 0, 'MUG', 'SKU-' || (seq % 300)),
          json_object('kind', 'change', 'side', 'square', 'delta', -100000, 'before', (1000 - seq / 500) * 100000, 'after', (999 - seq / 500) * 100000,
            'otherBefore', (1000 - seq / 500) * 100000, 'otherAfter', (999 - seq / 500) * 100000, 'fate', 'sent', 'via', 'webhook',
            'at', ?2 + seq * 60000 - 400, 'since', ?2 + (seq - 500) * 60000 - 400))) from n`,
    )
      .bind(LINES, START)
      .run();
  });

  it('lists its lines with both numbers after each, page by page', async () => {
    const seen: number[] = [];
    let pages = 0;
    for (let before: number | null = null; ; pages += 1) {
      const page = await readTimeline(db, accountId(821), { ...request, before });
      for (const { line: found, numbers, gaps } of page?.entries ?? []) {
        const number = (999 - found.seq / 500) * UNIT;
        expect(numbers).toEqual({ shopify: number, square: number });
        expect(gaps).toEqual({ shopify: 0, square: 0 });
        seen.push(found.seq);
      }
      expect(page?.numbers).toBeNull();
      before = page?.next ?? null;
      if (before === null) break;
    }
    expect(seen).toEqual(Array.from({ length: LINES }, (_, index) => (LINES - index) * 500));
    expect(pages).toBe(3);
  });

  it('says both numbers at any time, and lists the lines up to it', async () => {
    for (const of of [1, 2, 17, 39, 40]) {
      const at = START + (of * 500 + 250) * MINUTE;
      const page = await readTimeline(db, accountId(821), { ...request, at });
      expect(page?.entries[0]?.line.seq).toBe(of * 500);
      expect(page?.numbers?.shopify).toMatchObject({ number: (999 - of) * UNIT, arriving: 0 });
      expect(page?.numbers?.square).toMatchObject({ number: (999 - of) * UNIT, arriving: 0 });
    }
    // Before the first line: Square says since when it had its number, of Shopify's nothing is known.
    const early = await readTimeline(db, accountId(821), { ...request, at: START + 100 * MINUTE });
    expect(early?.entries).toEqual([]);
    expect(early?.numbers?.square).toMatchObject({ number: 999 * UNIT });
    expect(early?.numbers?.shopify).toMatchObject({ number: null, after: 999 * UNIT, knownFrom: START + 500 * MINUTE });
    expect(early?.next).toBeNull();
  });

  it('finds a time within a batch of many lines, and what was written late', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => line(index + 1, 'CUP', 500 - index));
    await storeLines(822, lines);
    for (const of of [1, 7, 200, 399]) {
      const page = await readTimeline(db, accountId(822), { ...request, sku: 'CUP', at: START + (of + 0.5) * MINUTE });
      expect(page?.entries[0]?.line.seq).toBe(of);
      expect(page?.entries).toHaveLength(Math.min(of, 10));
      expect(page?.numbers?.square).toMatchObject({ number: (500 - of) * UNIT });
    }
  });

  it('says nothing of a SKU without lines', async () => {
    const page = await readTimeline(db, accountId(821), { ...request, sku: 'mug', at: START });
    expect(page).toEqual({
      entries: [],
      next: null,
      numbers: {
        shopify: { number: null, arriving: 0, before: null, after: null, knownFrom: null },
        square: { number: null, arriving: 0, before: null, after: null, knownFrom: null },
      },
    });
  });

  it('reads at most 200 rows for an answer once the index is there', async () => {
    const { database, cost } = metered();
    const counted = openDb(database);
    for (const at of [START + 3_700 * MINUTE, START + 19_999 * MINUTE]) {
      cost.read = 0;
      const page = await readTimeline(counted, accountId(821), { ...request, limit: 20, at });
      expect(page?.numbers?.square.number).not.toBeNull();
      expect(cost.read).toBeGreaterThan(20);
      expect(cost.read).toBeLessThanOrEqual(200);
    }
  });
});
