import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { compactHistory } from '../../src/db/compact-history';
import { readHistory } from '../../src/db/history';
import { deliverCauses } from '../../src/durable/actions/deliver-history';
import { JOBS } from '../../src/worker/jobs/cron-jobs';
import { routeHarness } from '../worker/support/route-harness';

const DAY = 86_400_000;
/** Lines before this are old. */
const BEFORE = 20_000 * DAY;
const OLD = BEFORE - 3 * DAY;

const change = (side: string, delta: number, after: number) => ({ kind: 'change', side, delta, before: after - delta, after });
const insert = () => env.DB.prepare('insert into history (account, seq, at, originator, location, sku, fact) values (?, ?, ?, ?, ?, ?, ?)');
const line = (account: number, seq: number, at: number, fact: object, sku = 'TEE') =>
  insert().bind(account, seq, at, 'square', 'Main', sku, JSON.stringify(fact));
const days = async (account: number) => {
  const { results } = await env.DB.prepare(
    'select day, sku, side, lines, added, removed, last from history_days where account = ? order by 1, 2, 3',
  )
    .bind(account)
    .all<Record<string, unknown>>();
  return results.map((row) => Object.values(row));
};
const left = async (account: number) => {
  const { results } = await env.DB.prepare('select seq from history where account = ? order by seq').bind(account).all<{ seq: number }>();
  return results.map(({ seq }) => seq);
};

describe('old lines of the history', () => {
  it('become sums per day, SKU, and platform, with the last number of the day; young ones stay, and so do other accounts’', async () => {
    const world = routeHarness();
    const { db } = world.services;
    const [mine, other] = [(await world.signIn()).account.id, (await world.signIn()).account.id];
    await env.DB.batch([
      line(mine, 1, OLD, change('shopify', -2, 8)),
      line(mine, 2, OLD + 1, change('shopify', 5, 13)),
      line(mine, 3, OLD + 2, change('shopify', -1, 12)),
      line(mine, 4, OLD + 3, change('square', -3, 9)),
      line(mine, 5, OLD + 4, { kind: 'linked', shopify: 1, square: 1 }),
      line(mine, 6, OLD + 5, change('shopify', -4, 0), 'MUG'),
      line(mine, 7, OLD + DAY, change('shopify', -1, 11)),
      line(mine, 8, BEFORE - 1, change('shopify', -1, 10)),
      line(mine, 9, BEFORE, change('shopify', -1, 9)),
      line(other, 1, BEFORE, change('shopify', -1, 9)),
    ]);
    await deliverCauses(env.DB, mine, 'shopify', [{ seq: 1, cause: { kind: 'ordered', by: '' } }]);
    await deliverCauses(env.DB, mine, 'shopify', [{ seq: 9, cause: { kind: 'ordered', by: '' } }]);
    expect(await compactHistory(db, BEFORE, 20)).toBe(false);
    expect(await days(mine)).toEqual([
      [19_997, 'MUG', 'shopify', 1, 0, -4, 0],
      [19_997, 'TEE', '', 1, 0, 0, null],
      [19_997, 'TEE', 'shopify', 3, 5, -3, 12],
      [19_997, 'TEE', 'square', 1, 0, -3, 9],
      [19_998, 'TEE', 'shopify', 1, 0, -1, 11],
      [19_999, 'TEE', 'shopify', 1, 0, -1, 10],
    ]);
    expect([await left(mine), await left(other), await days(other)]).toEqual([[9], [1], []]);
    const { total, lines } = await readHistory(db, mine, { sku: '', limit: 10, page: 0 });
    expect([total, lines[0]?.cause]).toEqual([1, { kind: 'ordered', by: '' }]);
    // Nothing is left to do, and nothing counts twice.
    expect(await compactHistory(db, BEFORE, 20)).toBe(false);
    expect(await days(mine)).toHaveLength(6);
  });

  it('are summed up by the hourly job once they are 400 days old', async () => {
    const world = routeHarness();
    const accountId = (await world.signIn()).account.id;
    const today = Math.floor(world.services.now() / DAY) * DAY;
    await env.DB.batch([
      line(accountId, 1, today - 400 * DAY - 1, change('square', -1, 3)),
      line(accountId, 2, today - 400 * DAY, change('square', -1, 2)),
    ]);
    await JOBS.find(({ name }) => name === 'prune')?.run(world.services);
    expect([(await days(accountId)).length, await left(accountId)]).toEqual([1, [2]]);
  });

  it('are added to the sums of a day that is done in several parts, as many per run as allowed', async () => {
    const world = routeHarness();
    const { db } = world.services;
    const accountId = (await world.signIn()).account.id;
    const facts = JSON.stringify(Array.from({ length: 5_000 }, (_, n) => [n + 1, change('square', -1, 5_000 - n)]));
    await env.DB.prepare(
      `insert into history (account, seq, at, originator, location, sku, fact)
        select ?1, value ->> 0, ?2, 'square', '', 'TEE', value -> 1 from json_each(?3)`,
    )
      .bind(accountId, OLD, facts)
      .run();
    expect(await compactHistory(db, BEFORE, 2)).toBe(true);
    expect([await days(accountId), (await left(accountId)).length]).toEqual([[[19_997, 'TEE', 'square', 4_000, 0, -4_000, 1_001]], 1_000]);
    expect(await compactHistory(db, BEFORE, 2)).toBe(false);
    expect([await days(accountId), await left(accountId)]).toEqual([[[19_997, 'TEE', 'square', 5_000, 0, -5_000, 1]], []]);
  });
});
