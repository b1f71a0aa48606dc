import { env } from 'cloudflare:test';
import { expect, it } from 'vitest';

import { openDb } from '../../src/db/database';
import { indexHistory } from '../../src/db/history-index';
import { readTimeline } from '../../src/db/timeline';
import { accountId } from '../support/account-id';
import { metered } from './support/metered';

const MINUTE = 60_000;
const START = 1_790_000_000_000;
const LINES = 1_000_000;
/** Every so many lines is one of the mug. */
const EVERY = 500;
/** Lines of one insert. */
const PART = 20_000;
const ACCOUNT = accountId(831);

/** Stores lines of sales at Square, a minute apart, each in a batch of its own: the most rows that so many lines can be. */
async function store(first: number): Promise<void> {
  await env.DB.prepare(
    `insert into history_batches (account, last, first, count, at, lines)
      with recursive n (seq) as (select ?1 union all select seq + 1 from n where seq < ?1 + ${PART - 1})
      select ${ACCOUNT}, seq, seq, 1, ?2 + seq * ${MINUTE}, json_array(json_array(seq, ?2 + seq * ${MINUTE}, 'square', 'Main',
        iif(seq % ${EVERY} = 0, 'MUG', 'SKU-' || (seq % 300)),
        json_object('kind', 'change', 'side', 'square', 'delta', -100000, 'before', (9000 - seq / ${EVERY}) * 100000,
          'after', (8999 - seq / ${EVERY}) * 100000, 'otherBefore', (9000 - seq / ${EVERY}) * 100000,
          'otherAfter', (8999 - seq / ${EVERY}) * 100000, 'fate', 'sent', 'via', 'webhook',
          'at', ?2 + seq * ${MINUTE} - 400, 'since', ?2 + (seq - ${EVERY}) * ${MINUTE} - 400))) from n`,
  )
    .bind(first, START)
    .run();
}

it('an answer about a time reads at most 200 rows of a million lines', async () => {
  for (let first = 1; first <= LINES; first += PART) await store(first);
  await indexHistory(openDb(env.DB), ACCOUNT, LINES);
  const { database, cost } = metered();
  const counted = openDb(database);
  for (const minute of [3_700, LINES / 2, LINES - 1]) {
    cost.read = 0;
    const page = await readTimeline(counted, ACCOUNT, { sku: 'MUG', at: START + minute * MINUTE, before: null, limit: 20 });
    expect(page?.numbers?.square.number).toBe((8_999 - Math.floor(minute / EVERY)) * 100_000);
    expect(cost.read).toBeGreaterThan(20);
    expect(cost.read).toBeLessThanOrEqual(200);
  }
});
