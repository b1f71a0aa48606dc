import { env } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import { openDb } from '../../src/db/database';
import { replayDeadLetter } from '../../src/db/dead-letters';
import { allowNoise } from '../support/fail-on-noise';
import { useAlarms, useWorld } from './account-harness';
import { addAtSquare, countAtSquare, holdCatalogReads } from './arrivals';

const merchant = useWorld();
useAlarms();

/** Inserts abandoned work on Square as the tasks table stores it; returns its id. */
async function deadLetter(name: 'snapshot' | 'copy'): Promise<number> {
  const insert = `insert into tasks (name, account, source, state, queued_at, due, attempts, finished_at, error)
    values (?, ?, 'square', 'failed', 1, 1, 8, ?, 'Square could not be reached.') returning id`;
  const id = await env.DB.prepare(insert).bind(name, Number(merchant.accountId), Date.now()).first<number>('id');
  if (id === null) throw new Error('no row');
  return id;
}

/** Replays a dead letter and lets a consumer work on it; returns what became of its row. */
async function replay(id: number): Promise<unknown> {
  // The object stores work that waits as a task of its own at its next alarm, which may have come before the work was given up.
  const open = env.DB.prepare("select count(*) as n from tasks where name in ('snapshot', 'copy') and state in ('queued', 'running')");
  await expect.poll(() => open.first('n'), { timeout: 180_000, interval: 100 }).toBe(0);
  expect(await replayDeadLetter(openDb(env.DB), id, Date.now())).toBe('queued');
  await env.TASKS.send({ task: id });
  const row = env.DB.prepare('select state, error from tasks where id = ?').bind(id);
  await expect.poll(() => row.first('state'), { timeout: 180_000, interval: 100 }).toMatch(/done|failed/u);
  return row.first();
}

describe('abandoned work, replayed against a platform that responds again,', () => {
  it('reads a complete catalog', async () => {
    allowNoise(/"event":"task.failed".*"name":"snapshot"/u);
    await merchant.stub().requestSnapshot('square');
    await merchant.stub().giveUpSnapshot('square');
    const run = async () => (await merchant.state()).snapshots.find(({ source }) => source === 'square');
    const failed = await run();
    expect(failed).toMatchObject({ state: 'failed', completed: null });
    expect(await replay(await deadLetter('snapshot'))).toMatchObject({ state: 'done', error: '' });
    const done = await run();
    expect(done).toMatchObject({ state: 'done', processed: 5 });
    expect(done?.id).toBeGreaterThan(failed?.id ?? 0);
  });

  it('copies the products', async () => {
    await countAtSquare(merchant, await addAtSquare('LONELY'), 7);
    const sort = { column: 'sku', descending: false } as const;
    const found = async () => {
      const page = await merchant.stub().inventory({ view: 'all', query: 'LONELY', limit: 1, page: 0, sort });
      return page.ok ? page.value.variants[0] : undefined;
    };
    await expect.poll(found, { timeout: 180_000, interval: 200 }).toMatchObject({ square: { sku: 'LONELY' } });
    const release = holdCatalogReads();
    const variantId = (await found())?.square?.id ?? '';
    expect(await merchant.stub().startCopy({ source: 'square', variantId, by: 'merchant' })).toMatchObject({ ok: true });
    await merchant.stub().giveUpCopies('square');
    release();
    expect(await merchant.stub().copies()).toMatchObject([{ state: 'failed' }]);
    expect(await replay(await deadLetter('copy'))).toMatchObject({ state: 'done', error: '' });
    expect(await merchant.stub().copies()).toMatchObject([{ state: 'done' }, { state: 'failed' }]);
    expect(await found()).toMatchObject({ shopify: { sku: 'LONELY' }, shopifyQuantity: 700_000, squareQuantity: 700_000 });
    // Once more: work that is done is not repeated.
    const shopifyId = (await found())?.shopify?.id;
    expect(await replay(await deadLetter('copy'))).toMatchObject({ state: 'done' });
    expect((await merchant.stub().copies()).length).toBe(2);
    expect((await found())?.shopify?.id).toBe(shopifyId);
  });
});
