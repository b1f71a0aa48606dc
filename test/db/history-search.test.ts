import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

import { openDb } from '../../src/db/database';
import { searchHistory, type HistorySearch } from '../../src/db/history-search';
import { CAUSE_KINDS, type Cause } from '../../src/domain/causes/cause';
import type { HistoryFact } from '../../src/domain/history/fact';
import { CAUSE_FILTERS, hasCause, ORIGINATORS, type HistoryFilter } from '../../src/domain/history/filter';
import type { StoredLine } from '../../src/domain/history/packed';
import { SOURCES } from '../../src/domain/source';
import { deliverCauses } from '../../src/durable/actions/deliver-history';
import { accountId } from '../support/account-id';
import { metered } from './support/metered';
import { randomFrom, storeLines } from './support/stored-lines';

const DAY = 86_400_000;
const START = 20_000 * DAY;
const db = openDb(env.DB);

const NO_FILTER: HistoryFilter = { from: null, until: null, source: null, originator: null, causes: [] };

/** Returns the numbers of all lines that a search finds, page by page, and how many requests it takes. */
async function walk(account: number, search: Partial<HistorySearch>) {
  const numbers: number[] = [];
  let requests = 0;
  for (let before = search.before ?? null; ; requests += 1) {
    const limit = search.limit ?? 1_000;
    const page = await searchHistory(db, accountId(account), { sku: '', filter: NO_FILTER, ...search, limit, before });
    expect(page.lines.length).toBeLessThanOrEqual(limit);
    // It stops before the page is full only to say how far it is.
    expect(page.searchedTo === null).toBe(page.next === null || page.lines.length === limit);
    numbers.push(...page.lines.map(({ seq }) => seq));
    if (page.next === null) return { numbers, requests: requests + 1 };
    before = page.next;
  }
}

const change = (side: 'shopify' | 'square'): HistoryFact => {
  const fact = { kind: 'change', side, delta: -1, before: 1, after: 0, otherBefore: null, otherAfter: null, fate: 'sent', via: 'webhook' };
  return { ...fact, at: 0 } as HistoryFact;
};

describe('a search of the history', () => {
  const pick = randomFrom(7);
  const one = <T>(values: readonly T[]): T => values[pick(values.length)] as T;
  const skus = ['TEE', 'tee-blue', 'MUG', '7" "Tee"\\', ''];
  const facts: readonly HistoryFact[] = [
    change('shopify'),
    change('square'),
    { kind: 'linked', shopify: 1, square: 1 },
    { kind: 'tracking', side: 'square', on: true, by: 'merchant' },
  ];
  // The clocks of the machines differ: a line may be older than the one before it.
  const lines: readonly StoredLine[] = Array.from({ length: 7_000 }, (_, index) => ({
    seq: index + 1,
    at: START + index * 60_000 + pick(3_000_000),
    originator: one(ORIGINATORS),
    location: 'Main',
    sku: one(skus),
    fact: one(facts),
  }));
  const causes = new Map<number, Cause>();

  beforeAll(async () => {
    // Rows of an earlier release, batches of all sizes, rows of a rollback, and batches again.
    for (let at = 0; at < lines.length;) {
      const part = lines.slice(at, at + one([1, 2, 4, 40, 500]));
      await storeLines(801, part, at < 800 || (at > 3_000 && at < 3_400) ? 'rows' : 'batch');
      at += part.length;
    }
    const told = lines.filter(({ fact }) => fact.kind === 'change' && pick(3) > 0);
    for (let from = 0; from < told.length; from += 150) {
      const explained = told.slice(from, from + 150).map(({ seq }) => {
        const kind = one(CAUSE_KINDS);
        return { seq, cause: { kind, by: 'lost', ...(kind === 'merged' && { parts: [one(CAUSE_KINDS), one(CAUSE_KINDS)] }) } };
      });
      await deliverCauses(env.DB, accountId(801), one(SOURCES), explained);
      for (const { seq, cause } of explained) causes.set(seq, cause);
    }
    // A line that is explained again, in a row up to a later line, has its later cause alone; that line keeps its own.
    const again = { kind: 'transferred', by: '' } as const;
    const [line = 0, later = 0] = [told[5]?.seq, told[150]?.seq];
    await deliverCauses(env.DB, accountId(801), 'square', [
      { seq: line, cause: again },
      { seq: later, cause: again },
    ]);
    causes.set(line, again);
  });

  const matches = ({ seq, at, originator, sku, fact }: StoredLine, text: string, filter: HistoryFilter): boolean =>
    (text === '' || (skus.includes(text) ? sku === text : sku.toLowerCase().includes(text.toLowerCase()))) &&
    (filter.from === null || at >= filter.from) &&
    (filter.until === null || at < filter.until) &&
    (filter.source === null || ('side' in fact && fact.side === filter.source)) &&
    (filter.originator === null || originator === filter.originator) &&
    (filter.causes.length === 0 || (fact.kind === 'change' && hasCause(causes.get(seq) ?? null, filter.causes)));

  it('finds what matches, once and in order, for every combination of filters and every size of a page', async () => {
    for (let run = 0; run < 60; run += 1) {
      const maybe = <T>(value: T): T | null => (pick(2) === 0 ? value : null);
      const from = maybe(START + pick(7_000) * 60_000);
      const filter: HistoryFilter = {
        from,
        until: maybe((from ?? START) + 1 + pick(7_000) * 60_000),
        source: maybe(one(SOURCES)),
        originator: maybe(one(ORIGINATORS)),
        causes: pick(3) > 0 ? [one(CAUSE_FILTERS), one(CAUSE_FILTERS)] : [],
      };
      const sku = pick(2) === 0 ? '' : one(['TEE', 'MUG', 'tee', '"', 'NONE']);
      const limit = one([1, 7, 200, 1_000]);
      const wanted = lines.filter((line) => matches(line, sku, filter)).map(({ seq }) => seq);
      // A few small pages of the oldest lines are enough.
      const before = limit > 7 ? null : (wanted.at(3 * limit) ?? null);
      const expected = wanted.filter((seq) => before === null || seq < before).toReversed();
      const label = JSON.stringify({ filter, sku, limit, before });
      expect((await walk(801, { filter, sku, limit, before })).numbers, label).toEqual(expected);
    }
  });

  it('finds nothing of other accounts, and nothing outside of their time', async () => {
    expect(await walk(802, { filter: { ...NO_FILTER, source: 'square' } })).toEqual({ numbers: [], requests: 1 });
    for (const filter of [
      { ...NO_FILTER, from: START + 400 * DAY },
      { ...NO_FILTER, until: START - DAY },
      { ...NO_FILTER, until: START - 300 * DAY, from: START - 301 * DAY },
    ]) {
      expect(await walk(801, { filter })).toEqual({ numbers: [], requests: 1 });
    }
    expect((await walk(801, { before: 1 })).numbers).toEqual([]);
    expect((await walk(801, { before: 999_999_999_999_999 })).numbers).toHaveLength(7_000);
  });
});

describe('what a search reads', () => {
  const LINES = 60_000;

  /** A line a minute, four to a batch; one in 20,000 by an operator. */
  beforeAll(async () => {
    await env.DB.prepare(
      `with recursive batch (last) as (select 4 union all select last + 4 from batch where last < ${LINES})
        insert into history_batches (account, last, first, count, at, lines)
        select 803, last, last - 3, 4, ${START} + last * 60000, (
          select json_group_array(json_array(last + value, ${START} + (last + value) * 60000,
            iif((last + value) % 20000 = 10000, 'operator', 'square'), 'Main', 'SKU-' || ((last + value) % 300),
            json('{"kind":"change","side":"square","delta":-100000,"before":100000,"after":0,"otherBefore":null,"otherAfter":null,"fate":"sent","via":"webhook","at":0}')))
          from json_each('[-3,-2,-1,0]'))
        from batch`,
    ).run();
  });

  const cost = async (search: Partial<HistorySearch>) => {
    const { database, cost: spent } = metered();
    const page = await searchHistory(openDb(database), accountId(803), { sku: '', filter: NO_FILTER, before: null, limit: 100, ...search });
    return { ...page, numbers: page.lines.map(({ seq }) => seq), ...spent };
  };

  it('is the first step for a page that is found there, wherever it starts', async () => {
    for (const before of [null, 30_001]) {
      const { numbers, next, runs, read } = await cost({ before, filter: { ...NO_FILTER, source: 'square' } });
      expect([numbers.length, numbers[0], next]).toEqual([100, before === null ? LINES : 30_000, (before ?? LINES + 1) - 100]);
      expect(runs).toBe(2);
      // 250 batches with 1,000 lines.
      expect(read).toBeLessThan(2_500);
    }
  });

  it('is the days that are asked for, and a few rows to find them', async () => {
    const filter = { ...NO_FILTER, from: START + 10 * DAY, until: START + 10 * DAY + 3_600_000 };
    const { numbers, next, read, runs } = await cost({ filter });
    expect([numbers.length, numbers[0], numbers.at(-1), next]).toEqual([60, 10 * 1_440 + 59, 10 * 1_440, null]);
    // Three hours of lines, and two places found by halving.
    expect(runs).toBe(3);
    expect(read).toBeLessThan(800);
  });

  it('is bounded when little is found: the search says how far it is, and goes on from there', async () => {
    const first = await cost({ filter: { ...NO_FILTER, originator: 'operator' } });
    expect([first.numbers, first.next, first.searchedTo]).toEqual([[50_000], LINES + 1 - 20_000, START + 40_004 * 60_000]);
    expect(first.read).toBeLessThan(30_000);
    expect(await walk(803, { filter: { ...NO_FILTER, originator: 'operator' } })).toEqual({
      numbers: [50_000, 30_000, 10_000],
      requests: 3,
    });
    const none = await cost({ filter: { ...NO_FILTER, causes: ['lost'] } });
    expect(none.read).toBeLessThan(30_000);
    expect(none).toMatchObject({ numbers: [], next: 40_001 });
  });

  it('is far back for a SKU, since batches without it are not parsed', async () => {
    const { numbers, next, read, runs } = await cost({ sku: 'SKU-7', filter: { ...NO_FILTER, originator: 'operator' } });
    expect([numbers, next]).toEqual([[], null]);
    // Each of the 15,000 batches once, and the lines of the few that mention it.
    expect(runs).toBeLessThanOrEqual(6);
    expect(read).toBeLessThan(20_000);
  });
});
