import { env, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import type { Receipt } from '../../src/domain/inbound';
import { err } from '../../src/domain/result';
import type { AccountObject } from '../../src/durable/account-object';
import type { KeptReceipt, ReceiptsPage, ReceiptsRequest } from '../../src/durable/api/operator-api';

const DAY = 86_400_000;

/** The rows of one day, each with its receipts. */
interface Day {
  readonly daysAgo: number;
  readonly rows: readonly (readonly Receipt[])[];
}

let objects = 0;

/** An object that has received what `days` contains. */
async function withReceipts<T>(days: readonly Day[], work: (object: AccountObject) => Promise<T>): Promise<T> {
  objects += 1;
  return runInDurableObject(env.ACCOUNT.getByName(String(700_000 + objects)), async (object, { storage: { sql } }) => {
    for (const { daysAgo, rows } of days) {
      const table = `day_${Math.floor(Date.now() / DAY) - daysAgo}`;
      sql.exec(`create table if not exists ${table} (id integer primary key, seq integer, body text not null)`);
      for (const receipts of rows) {
        const body = receipts.length === 0 ? { l: { note: 'a line that says "r":[ and nothing more' } } : { r: receipts };
        sql.exec(`insert into ${table} (seq, body) values (null, ?)`, JSON.stringify(body));
      }
    }
    return work(object);
  });
}

const received = (type: string, at: number, payload = '{}'): Receipt => ({ type, receivedAt: at, payload });

async function page(object: AccountObject, request: Partial<ReceiptsRequest>): Promise<ReceiptsPage> {
  const answer = await object.receipts({ since: 0, limit: 100, cursor: '', ...request });
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

const listed = async (object: AccountObject, request: Partial<ReceiptsRequest>): Promise<readonly KeptReceipt[]> =>
  (await page(object, request)).receipts;

describe('the received webhooks that an object keeps', () => {
  it('are read page by page to the oldest, without duplicates or gaps', async () => {
    const now = Date.now();
    const of = (day: number, count: number): Day => ({
      daysAgo: day,
      rows: Array.from({ length: count }, (_, row) =>
        Array.from({ length: row % 4 }, (__, index) => received(`${day}/${row}/${index}`, now - day * DAY - (count - row) * 10 + index)),
      ),
    });
    const days = [of(3, 300), of(1, 2), of(0, 250)];
    const all = days.flatMap(({ rows }) => rows.flat().map(({ type }) => type));
    await withReceipts(days, async (object) => {
      const seen: string[] = [];
      let cursor = '';
      do {
        const { receipts, nextCursor } = await page(object, { limit: 70, cursor });
        seen.push(...receipts.map(({ type }) => type));
        cursor = nextCursor;
      } while (cursor !== '');
      expect(seen.toSorted()).toEqual(all.toSorted());
    });
  });

  it.each(['nonsense', '1', '0-1-1', '20-1-x'])('are not listed from the cursor %s, which no page has returned', async (cursor) => {
    await withReceipts([], async (object) => {
      expect(await object.receipts({ since: 0, limit: 10, cursor })).toMatchObject(err({ code: 'invalid_argument' }));
    });
  });

  it('are found across all days, newest first, whatever is in between', async () => {
    const now = Date.now();
    const days: Day[] = [
      { daysAgo: 29, rows: [[received('old', now - 29 * DAY)]] },
      { daysAgo: 1, rows: [[], [received('a', now - DAY), received('b', now - DAY + 1)], [], []] },
      { daysAgo: 0, rows: [[received('c', now - 2)], [], [received('d', now - 1)]] },
    ];
    await withReceipts(days, async (object) => {
      const all = await listed(object, { limit: 10 });
      expect(all.map(({ type }) => type)).toEqual(['d', 'c', 'b', 'a', 'old']);
      for (const one of all) expect(await object.receipt(one.id)).toEqual(one);
      expect((await listed(object, { limit: 2 })).map(({ type }) => type)).toEqual(['d', 'c']);
      expect((await listed(object, { since: now - 2, limit: 10 })).map(({ type }) => type)).toEqual(['d', 'c']);
    });
  });

  it('expire after thirty days, even if their day is still stored', async () => {
    const now = Date.now();
    const days: Day[] = [{ daysAgo: 31, rows: [[received('gone', now - 31 * DAY)]] }];
    await withReceipts(days, async (object) => {
      expect(await listed(object, { limit: 10 })).toEqual([]);
      expect(await object.receipt(`${Math.floor(now / DAY) - 31}-1-0`)).toBeNull();
    });
  });

  it('are limited to the text that a response can carry, with at least one returned', async () => {
    const now = Date.now();
    const long = 'x'.repeat(900_000);
    const days: Day[] = [{ daysAgo: 0, rows: Array.from({ length: 12 }, (_, n) => [received(`t${n}`, now - 12 + n, long)]) }];
    await withReceipts(days, async (object) => {
      const some = await listed(object, { limit: 100 });
      expect(some.map(({ type }) => type)).toEqual(['t11', 't10', 't9', 't8']);
      // The next page starts where this one ends.
      expect(some.reduce((sum, { payload }) => sum + payload.length, 0)).toBeLessThan(4_000_000);
    });
  });

  it('are found among thousands', async () => {
    const now = Date.now();
    const rows = Array.from({ length: 1_500 }, (_, n) => (n % 3 === 0 ? [received(`t${n}`, now - 1_500 + n)] : []));
    await withReceipts([{ daysAgo: 0, rows }], async (object) => {
      const some = await listed(object, { limit: 450 });
      expect(some).toHaveLength(450);
      expect(some.at(-1)?.type).toBe('t150');
      expect(new Set(some.map(({ id }) => id)).size).toBe(450);
    });
  });

  it('are found only by their own ids', async () => {
    const now = Date.now();
    await withReceipts([{ daysAgo: 0, rows: [[received('a', now)]] }], async (object) => {
      const today = Math.floor(now / DAY);
      expect(await object.receipt(`${today}-1-0`)).toMatchObject({ type: 'a' });
      for (const id of [
        '',
        `${today}-1-1`,
        `${today}-2-0`,
        `${today}-01-0`,
        `0${today}-1-0`,
        `${today}-1`,
        `${today}-1-0 `,
        `${today}-1-0;`,
      ]) {
        expect(await object.receipt(id), id).toBeNull();
      }
    });
  });
});
