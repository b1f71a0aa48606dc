import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';

import { SOURCES } from '../../src/domain/source';
import { allowNoise } from '../support/fail-on-noise';
import { bothAt, change, expectStock, history, kill, ring, skuOf, tasksDone, useWorld, webhooksQuiet, writes } from './account-harness';
import { fillD1, fillObjects } from './broken-storage';

const [FIRST, SECOND] = [skuOf(1), skuOf(2)];
const merchant = useWorld(5);

/** The changes in the history, as SKU, side, and units, in a fixed order. */
async function changes(): Promise<string[]> {
  const lines = await history(merchant);
  return lines
    .filter(({ fact }) => fact['kind'] === 'change')
    .map(({ sku, fact }) => `${sku} ${String(fact['side'])} ${Number(fact['delta']) / 100_000}`)
    .toSorted();
}

const webhookTasks = async (): Promise<unknown> =>
  env.DB.prepare("select count(*) as n from tasks where name = 'webhooks' and state = 'queued'").first('n');

describe('an account object whose storage is full', () => {
  beforeEach(() => {
    allowNoise(/"event":"(?:webhook\.object-unreachable|task\.broke-off)"/u);
  });

  it('sends nothing that it cannot store, keeps the webhooks as tasks, and counts each sale once when there is room again', async () => {
    const makeRoom = await fillObjects(merchant);
    await change('shopify', FIRST, -1);
    await change('square', FIRST, -2);
    await change('square', SECOND, -3);
    await webhooksQuiet();
    await expect.poll(webhookTasks).toBeGreaterThan(0);
    await kill(merchant);
    expect(await writes()).toEqual({ shopify: 0, square: 0 });
    await expectStock(FIRST, 99, 98);
    makeRoom();
    await bothAt(FIRST, 97);
    await bothAt(SECOND, 97);
    await tasksDone();
    expect(await changes()).toEqual([`${FIRST} shopify -1`, `${FIRST} square -2`, `${SECOND} square -3`]);
  });

  it('repeats a write whose answer it could not store with the same key: it counts once', async () => {
    await change('shopify', FIRST, -1);
    await bothAt(FIRST, 99);
    const makeRoom = await fillObjects(merchant);
    for (const source of SOURCES) await change(source, SECOND, -1);
    await webhooksQuiet();
    makeRoom();
    await bothAt(SECOND, 98);
    await tasksDone();
    expect(await changes()).toEqual([`${FIRST} shopify -1`, `${SECOND} shopify -1`, `${SECOND} square -1`]);
  });

  it('still answers what reads, and its health names the problem', async () => {
    const makeRoom = await fillObjects(merchant);
    await kill(merchant);
    expect(await merchant.stub().inventoryCounts()).toMatchObject({ inSync: 5 });
    expect(await merchant.health()).toMatchObject({ storageShare: 1 });
    makeRoom();
    expect((await merchant.health()).storageShare).toBeLessThan(0.01);
  });
});

describe('a shared database that is full', () => {
  beforeEach(() => {
    // A webhook that meets a killed object goes to the queue, which cannot store it as a task now and repeats it.
    allowNoise(/"event":"(?:webhook\.object-unreachable|queue\.not-stored)"/u);
  });

  it('stops no sale: lines of the history wait in the object, whatever kills it, and none is lost or counted twice', async () => {
    const makeRoom = fillD1();
    await change('shopify', FIRST, -1);
    await bothAt(FIRST, 99);
    await ring(merchant);
    await kill(merchant);
    await change('square', FIRST, -2);
    await bothAt(FIRST, 97);
    await ring(merchant);
    expect(await env.DB.prepare('select count(*) as n from history_batches').first('n')).toBe(0);
    makeRoom();
    await ring(merchant);
    expect(await changes()).toEqual([`${FIRST} shopify -1`, `${FIRST} square -2`]);
  });
});
