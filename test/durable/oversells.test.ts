import { env, runInDurableObject } from 'cloudflare:test';
import { describe, expect, it } from 'vitest';

import type { OversellView } from '../../src/durable/api/oversell-api';
import { pause } from '../support/pause';
import {
  bothAt,
  callsOf,
  change,
  control,
  expectWrites,
  forgetCalls,
  kill,
  recount,
  ring,
  skuOf,
  stockBecomes,
  useAlarms,
  useWorld,
  variantOf,
  webhooksQuiet,
} from './account-harness';

const ONE = 100_000;
const merchant = useWorld(3);
// A write after the same sale on both platforms may wait for one: another app may have copied it.
useAlarms();
const sku = skuOf(1);

const listed = async (): Promise<readonly OversellView[]> => (await merchant.stub().oversells(10, null)).cases;
/** Waits for a case, which opens once the object has taken in the webhooks of both sides, and returns it. */
const only = async (): Promise<OversellView> => {
  await expect.poll(listed).not.toEqual([]);
  const [one, ...others] = await listed();
  expect(others).toEqual([]);
  return one ?? expect.fail('no oversell is listed');
};
const soldIn = ({ changes }: OversellView) => changes.map(({ source, delta }) => `${source} ${delta / ONE}`).toSorted();
const setAutoSync = async (autoSync: boolean): Promise<void> => {
  expect(await merchant.stub().saveSettings({ ...(await merchant.stub().settings()), autoSync })).toMatchObject({ ok: true });
};

/** Waits until both platforms show these units, and nothing is on its way. */
async function settledAt(units: number): Promise<void> {
  await bothAt(sku, units);
  await webhooksQuiet();
}

/**
 * Leaves this many units on both platforms. Shopify's times are whole seconds: a number that it had before in the same second is read again
 * later.
 */
async function leave(units: number): Promise<void> {
  await pause(1_100);
  await recount('square', sku, units);
  await settledAt(units);
}

/** Sells the last unit on both platforms at the same moment. */
async function sellLast(): Promise<void> {
  await leave(1);
  await Promise.all([change('shopify', sku, -1), change('square', sku, -1)]);
  await settledAt(-1);
}

/** Sells the last unit on Shopify and, two seconds later, on Square, which does not know yet: changes wait. */
async function sellLastWhileOff(): Promise<void> {
  await leave(1);
  await setAutoSync(false);
  // A number of the very second of our own write has to be read: then its time is not certain.
  await pause(1_100);
  await change('shopify', sku, -1);
  await pause(2_500);
  await change('square', sku, -1);
  await stockBecomes(sku, 0, 0);
  await webhooksQuiet();
}

describe('an oversell', () => {
  it('of the last unit, sold on both platforms at the same moment, is one case with both sales', async () => {
    await sellLast();
    const one = await only();
    expect(one).toMatchObject({ sku, productName: 'Light Bowl 1', variantName: 'Red', short: ONE, more: 0 });
    expect(soldIn(one)).toEqual(['shopify -1', 'square -1']);
    expect(await merchant.state()).toMatchObject({ oversold: 1 });
    expect(await merchant.health()).toMatchObject({ oversold: 1 });
  });

  it('tells which sale came later, and what each was, once the platforms have told', async () => {
    await sellLastWhileOff();
    expect(await only()).toMatchObject({
      later: 'square',
      changes: [
        { source: 'shopify', isTimed: true, what: 'Shopify changed by -1' },
        { source: 'square', isTimed: true, what: 'Square changed by -1' },
      ],
    });
    await ring(merchant);
    expect((await only()).changes[1]).toMatchObject({ what: 'Sold 1 on Square (Square Point of Sale)' });
    await setAutoSync(true);
    await settledAt(-1);
    expect(soldIn(await only())).toEqual(['shopify -1', 'square -1']);
  });

  it('is noticed where Square sells a unit that it no longer shows, because a customer of Shopify has not fetched it yet', async () => {
    await leave(1);
    await change('shopify', sku, -1);
    await settledAt(0);
    expect(await listed()).toEqual([]);
    await change('square', sku, -1);
    await settledAt(-1);
    expect(soldIn(await only())).toEqual(['shopify -1', 'square -1']);
  });

  it('takes in further sales, survives a kill, and ends when there is stock again', async () => {
    await sellLast();
    await kill(merchant);
    await change('square', sku, -2);
    await settledAt(-3);
    const one = await only();
    expect(one).toMatchObject({ short: 3 * ONE });
    expect(one.changes.at(-1)).toMatchObject({ source: 'square', delta: -2 * ONE });
    expect(one.changes).toHaveLength(3);
    await kill(merchant);
    expect(await merchant.state()).toMatchObject({ oversold: 1 });
    await change('shopify', sku, 7);
    await settledAt(4);
    expect(await listed()).toEqual([]);
    expect(await merchant.state()).toMatchObject({ oversold: 0 });
  });

  it('ends when the merchant sets the number', async () => {
    await sellLast();
    const { shopify } = await variantOf(merchant, sku);
    expect(
      await merchant.stub().saveQuantity({ source: 'shopify', variantId: shopify?.id ?? '', quantity: 0, by: 'merchant' }),
    ).toMatchObject({ ok: true });
    await settledAt(0);
    expect(await listed()).toEqual([]);
  });

  it('is listed for its variant alone, and stays away once it is dismissed, until the variant was in stock again', async () => {
    await sellLast();
    const [{ key }, other] = [await variantOf(merchant, sku), await variantOf(merchant, skuOf(2))];
    const { id } = await only();
    expect((await merchant.stub().oversells(10, key)).cases.map((one) => one.id)).toEqual([id]);
    expect(await merchant.stub().oversells(10, other.key)).toEqual({ total: 0, cases: [] });
    await merchant.stub().dismissOversells(['1:2']);
    expect(await listed()).toHaveLength(1);
    await merchant.stub().dismissOversells([id]);
    await kill(merchant);
    await change('square', sku, -1);
    await settledAt(-2);
    expect(await listed()).toEqual([]);
    await sellLast();
    expect(await listed()).toHaveLength(1);
    await merchant.stub().dismissOversells(null);
    expect(await merchant.state()).toMatchObject({ oversold: 0 });
  });

  it('is noticed and named while D1 is down', async () => {
    for (const table of ['history_batches', 'history_causes']) await env.DB.prepare(`alter table ${table} rename to ${table}_away`).run();
    await sellLastWhileOff();
    await only();
    await ring(merchant);
    expect((await only()).changes[1]).toMatchObject({ what: 'Sold 1 on Square (Square Point of Sale)' });
    for (const table of ['history_batches', 'history_causes']) await env.DB.prepare(`alter table ${table}_away rename to ${table}`).run();
    await ring(merchant);
    expect(await listed()).toHaveLength(1);
    await setAutoSync(true);
    await settledAt(-1);
  });

  it('is withdrawn when one of the sales turns out to be a count', async () => {
    await leave(5);
    await setAutoSync(false);
    await change('shopify', sku, -2);
    await recount('square', sku, 0);
    await stockBecomes(sku, 3, 0);
    await webhooksQuiet();
    expect(soldIn(await only())).toEqual(['shopify -2', 'square -5']);
    await ring(merchant);
    expect(await listed()).toEqual([]);
    expect(await merchant.health()).toMatchObject({ oversold: 0 });
    // What follows at a number below zero is sold on purpose: the count is not taken for a sale again.
    await change('shopify', sku, -1);
    await webhooksQuiet();
    expect(await listed()).toEqual([]);
    await setAutoSync(true);
    await settledAt(-3);
  });

  it('that cannot be stored delays and changes no sync', async () => {
    await runInDurableObject(merchant.stub(), (_, { storage }) => storage.sql.exec('drop table oversell'));
    await sellLast();
    await runInDurableObject(merchant.stub(), (_, { storage }) =>
      storage.sql.exec(
        'create table oversell (item_id text, variation_id text, dismissed integer, body text, primary key (item_id, variation_id))',
      ),
    );
  });

  it('costs no write and no reading: both are as many as without', async () => {
    await sellLastWhileOff();
    await forgetCalls();
    await setAutoSync(true);
    await settledAt(-1);
    await expectWrites(1, 1);
    await ring(merchant);
    expect(await callsOf('square', 'POST /v2/inventory/changes/batch-retrieve')).toBe(1);
    await ring(merchant);
    expect(await callsOf('square', 'POST /v2/inventory/changes/batch-retrieve')).toBe(1);
  });
});

describe('no oversell', () => {
  it('are orders of Shopify beyond a number that Shopify shows, nor further sales below zero', async () => {
    await leave(1);
    await change('square', sku, -1);
    await settledAt(0);
    // The merchant lets Shopify sell what is out of stock.
    await change('shopify', sku, -2);
    await settledAt(-2);
    await change('shopify', sku, -1);
    await settledAt(-3);
    await change('square', sku, -1);
    await settledAt(-4);
    await Promise.all([change('shopify', sku, -1), change('square', sku, -1)]);
    await settledAt(-6);
    expect(await listed()).toEqual([]);
  });

  it('are sales of one platform alone, though they go below zero', async () => {
    await leave(1);
    await change('square', sku, -1);
    await settledAt(0);
    await change('square', sku, -1);
    await settledAt(-1);
    expect(await listed()).toEqual([]);
  });

  it('are sales at both platforms of what is there, counts, returns, and our own writes', async () => {
    await leave(6);
    await Promise.all([change('shopify', sku, -3), change('square', sku, -3)]);
    await settledAt(0);
    await recount('square', sku, 4);
    await settledAt(4);
    await recount('square', sku, 0);
    await settledAt(0);
    await control('POST', 'change', { platform: 'square', sku, delta: 2, cause: 'return' });
    await settledAt(2);
    expect(await listed()).toEqual([]);
  });

  it('is a sale of what Square has got since the other platform sold', async () => {
    await leave(1);
    await change('shopify', sku, -1);
    await settledAt(0);
    await change('square', sku, 1);
    await settledAt(1);
    await change('square', sku, -2);
    await settledAt(-1);
    expect(await listed()).toEqual([]);
  });

  it('is a sale of units that the merchant has taken away in the app', async () => {
    await leave(5);
    await setAutoSync(false);
    await change('shopify', sku, -1);
    await webhooksQuiet();
    await setAutoSync(true);
    await settledAt(4);
    const { shopify } = await variantOf(merchant, sku);
    expect(
      await merchant.stub().saveQuantity({ source: 'shopify', variantId: shopify?.id ?? '', quantity: 0, by: 'merchant' }),
    ).toMatchObject({ ok: true });
    await settledAt(0);
    await change('square', sku, -1);
    await settledAt(-1);
    expect(await listed()).toEqual([]);
  });
});
