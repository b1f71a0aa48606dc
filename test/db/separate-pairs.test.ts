import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, it } from 'vitest';

import { openDb } from '../../src/db/database';
import { eraseAccountRows } from '../../src/db/erase';
import { exportAccountRows } from '../../src/db/export';
import { endSeparate, keepSeparate, MOST_SEPARATE_PAIRS, separatePairPages, type SeparatePair } from '../../src/db/separate-pairs';
import { accountId } from '../support/account-id';
import { metered } from './support/metered';

const NOW = 1_790_000_000_000;
const db = openDb(env.DB);
const own = accountId(8_201);
const other = accountId(8_202);
const large = accountId(8_203);

const pairOf = (text: string): SeparatePair => {
  const [shopifyId = '', squareId = ''] = text.split(' ');
  return { shopifyId, squareId };
};
const textOf = ({ shopifyId, squareId }: SeparatePair): string => `${shopifyId} ${squareId}`;

/** The pairs of an account, as texts in their order. */
async function stored(id: number): Promise<string[]> {
  const found: string[] = [];
  for await (const page of separatePairPages(db, accountId(id))) found.push(...page.map(textOf));
  return found;
}

const addAccounts = async (...ids: number[]): Promise<void> => {
  for (const id of ids) {
    await env.DB.prepare("insert into accounts (id, shop_domain, created) values (?1, 'separate-' || ?1 || '.myshopify.com', 0)")
      .bind(id)
      .run();
  }
};

beforeAll(async () => addAccounts(own, other, large));

describe('pairs that are kept separate', () => {
  it('are stored once with the time of the first call, and are those of one account', async () => {
    expect(await keepSeparate(db, own, ['1 A', '1 B', '1 A'].map(pairOf), NOW)).toBe(true);
    expect(await keepSeparate(db, own, ['1 A', '2 A'].map(pairOf), NOW + 5)).toBe(true);
    expect(await keepSeparate(db, other, ['1 A'].map(pairOf), NOW)).toBe(true);
    expect(await stored(own)).toEqual(['1 A', '1 B', '2 A']);
    expect(await stored(other)).toEqual(['1 A']);
    const { results } = await env.DB.prepare('select created from separate_pairs where account = ? order by shopify_id, square_id')
      .bind(own)
      .all();
    expect(results.map(({ created }) => created)).toEqual([NOW, NOW, NOW + 5]);
    await endSeparate(db, own, ['1 A', '9 Z', '1 A'].map(pairOf));
    await endSeparate(db, own, ['1 A'].map(pairOf));
    expect(await stored(own)).toEqual(['1 B', '2 A']);
    expect(await stored(other)).toEqual(['1 A']);
  });

  it('keep IDs exactly as they are, whatever is in them', async () => {
    const ids = [`'; drop table separate_pairs; --`, '"a","b"', '[1,2]', '%_?1', '007', '7', '1e3'];
    const pairs = ids.map((squareId) => ({ shopifyId: '5', squareId }));
    await keepSeparate(db, other, pairs, NOW);
    expect(await stored(other)).toEqual(['1 A', ...pairs.map(textOf)].toSorted());
    await endSeparate(db, other, pairs);
    expect(await stored(other)).toEqual(['1 A']);
  });

  it('leave nothing behind when their account was deleted meanwhile', async () => {
    await keepSeparate(db, accountId(8_299), [pairOf('1 A')], NOW);
    expect(await stored(8_299)).toEqual([]);
  });

  it('are ended without reading all of them, one row written for each', async () => {
    const pairs = Array.from({ length: 500 }, (_, n) => ({ shopifyId: String(n), squareId: `NEW${n}` }));
    expect(await keepSeparate(db, own, pairs, NOW)).toBe(true);
    const { database, cost } = metered();
    await endSeparate(openDb(database), own, pairs.slice(0, 3));
    expect(cost).toMatchObject({ runs: 1, written: 3 });
    expect(cost.read).toBeLessThan(50);
    await endSeparate(db, own, pairs);
    expect(await stored(own)).toEqual(['1 B', '2 A']);
  });
});

describe('at most 50,000 pairs of an account', () => {
  const nearly = MOST_SEPARATE_PAIRS - 1;

  beforeAll(async () => {
    await env.DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < ?1)
        insert into separate_pairs (account, shopify_id, square_id, created) select ?2, printf('%06d', i), 'SQ' || (i % 7), 1 from n`,
    )
      .bind(nearly, large)
      .run();
  });

  it('are kept: a call that would exceed them stores none of its pairs', async () => {
    expect(await keepSeparate(db, large, ['a A', 'b B'].map(pairOf), NOW)).toBe(false);
    expect(await stored(large)).toHaveLength(nearly);
    // What is there already takes no place, and the last place can be taken.
    expect(await keepSeparate(db, large, ['000001 SQ1', 'a A', 'a A'].map(pairOf), NOW)).toBe(true);
    expect(await keepSeparate(db, large, ['000001 SQ1', 'a A'].map(pairOf), NOW)).toBe(true);
    expect(await keepSeparate(db, large, ['b B'].map(pairOf), NOW)).toBe(false);
    expect(await keepSeparate(db, other, ['b B'].map(pairOf), NOW)).toBe(true);
  });

  it('are read in pages, each pair once', async () => {
    const pairs = await stored(large);
    expect(pairs).toHaveLength(MOST_SEPARATE_PAIRS);
    expect(new Set(pairs).size).toBe(MOST_SEPARATE_PAIRS);
    expect(pairs).toEqual(pairs.toSorted());
  });

  it('are exported and erased with the account, and no other account’s', async () => {
    const exported = async (id: number): Promise<unknown[]> => {
      const rows: unknown[] = [];
      const databases = { db, histories: [db] } as const;
      for await (const part of exportAccountRows(databases, accountId(id))) if (part.table === 'separate_pairs') rows.push(...part.rows);
      return rows;
    };
    expect(await exported(large)).toHaveLength(MOST_SEPARATE_PAIRS);
    expect(await exported(other)).toEqual([
      { account: other, shopifyId: '1', squareId: 'A', created: NOW },
      { account: other, shopifyId: 'b', squareId: 'B', created: NOW },
    ]);
    await eraseAccountRows({ db, histories: [db] }, large, NOW);
    expect(await stored(large)).toEqual([]);
    expect(await stored(other)).toEqual(['1 A', 'b B']);
  });
});
