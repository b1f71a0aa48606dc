import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it, vi } from 'vitest';

import { ok } from '../../src/domain/result';
import { allowNoise } from '../support/fail-on-noise';
import { pause } from '../support/pause';
import {
  alerts,
  answerInstead,
  bothAt,
  callsOf,
  change,
  forgetCalls,
  kill,
  recount,
  ring,
  skuOf,
  snapshot,
  stockOf,
  sweep,
  variantOf,
  useAlarms,
  useWorld,
  setFaultsOnBoth,
  expectWrites,
  eachAt,
  expectStock,
} from './account-harness';

const [SKU, OTHER] = [skuOf(1), skuOf(2)];

const merchant = useWorld(30);
useAlarms();

describe('a reconciliation', () => {
  it('finds changes whose webhooks were lost, on both sides, without reading everything', async () => {
    await setFaultsOnBoth({ webhookLoss: 1 });
    await change('shopify', SKU, -2);
    await change('square', OTHER, -3);
    await recount('square', skuOf(3), 90);
    await sweep(merchant);
    await bothAt(SKU, 98);
    await bothAt(OTHER, 97);
    await bothAt(skuOf(3), 90);
    expect(await callsOf('shopify', 'bulkOperationRunQuery')).toBe(0);
    await expectWrites(1, 1);
    await sweep(merchant);
    await expectWrites(1, 1);
  });

  it('becomes due automatically, even in an object that is often not in memory', async () => {
    const dueAt = async (): Promise<number | null> => runInDurableObject(merchant.stub(), async (_, state) => state.storage.getAlarm());
    await ring(merchant);
    const first = await dueAt();
    const stored = await runInDurableObject(merchant.stub(), (_, state) =>
      state.storage.sql
        .exec<{ n: number }>(
          "select count(*) as n from meta where name = 'swept' and value ->> '$.shopify.doneAt' > 0 and value ->> '$.square.doneAt' > 0",
        )
        .one(),
    );
    expect(first).not.toBeNull();
    expect(stored.n).toBe(1);
    await forgetCalls();
    const day = Date.now() + 86_400_000;
    vi.spyOn(Date, 'now').mockReturnValue(day);
    await ring(merchant);
    expect(await callsOf('square', 'POST /v2/inventory/counts/batch-retrieve')).toBeGreaterThan(0);
  });

  it.each(['shopify', 'square'] as const)('finds a change on %s that became visible after a later one', async (platform) => {
    await setFaultsOnBoth({ webhookLoss: 1 });
    const late = await stockIdOf(platform, OTHER);
    await change(platform, OTHER, -3);
    // Shopify's timestamps are whole seconds: the later change gets a later one.
    await pause(1_100);
    await change(platform, skuOf(3), -1);
    const healed = platform === 'square' ? hideCount(late) : hideLevel(late);
    await sweep(merchant);
    await bothAt(skuOf(3), 99);
    expect((await stockOf(OTHER))[platform === 'square' ? 'shopify' : 'square']).toBe(100);
    healed();
    await sweep(merchant);
    await bothAt(OTHER, 97);
  });

  it('is taken along by an alarm that fires anyway in the last minutes before it is due, and not before', async () => {
    await sweep(merchant);
    await forgetCalls();
    const start = Date.now();
    // An hour, give or take a tenth: taken along after 45 to 55 minutes.
    const clock = vi.spyOn(Date, 'now').mockReturnValue(start + 44 * 60_000);
    await ring(merchant);
    expect(await callsOf('square', 'POST /v2/inventory/counts/batch-retrieve')).toBe(0);
    clock.mockReturnValue(start + 55.5 * 60_000);
    await ring(merchant);
    await expect.poll(() => callsOf('square', 'POST /v2/inventory/counts/batch-retrieve')).toBeGreaterThan(0);
  });

  it('reads known levels again without a row, a call for an unknown variant, or drift', async () => {
    await setFaultsOnBoth({ webhookLoss: 1 });
    for (let n = 1; n <= 5; n += 1) await change('square', skuOf(n), -1);
    await sweep(merchant);
    await eachAt(5, 99);
    await sweep(merchant);
    const before = await contents();
    await sweep(merchant);
    expect(await contents()).toEqual(before);
    expect((await merchant.health()).drift).toBe(0);
  });

  it('asks once for a variant that the catalog does not know, not on every run', async () => {
    await setFaultsOnBoth({ webhookLoss: 1 });
    const healed = answerInstead<CountsBody>(/\/v2\/inventory\/counts\/batch-retrieve$/u, (body) => ({
      ...body,
      counts: [...body.counts, ...body.counts.slice(0, 1).map((count) => ({ ...count, catalog_object_id: 'NOBODY' }))],
    }));
    await change('square', SKU, -1);
    await sweep(merchant);
    await bothAt(SKU, 99);
    expect(await touched()).toBe(1);
    // The variant is read, and stays unknown.
    const read = async (): Promise<number> => {
      await ring(merchant);
      return touched();
    };
    await expect.poll(read, { interval: 500 }).toBe(0);
    await sweep(merchant);
    expect(await touched()).toBe(0);
    healed();
  });

  it('does not let a timestamp in the future hide earlier changes', async () => {
    await setFaultsOnBoth({ webhookLoss: 1 });
    const future = new Date(Date.now() + 86_400_000).toISOString();
    const healed = answerInstead<CountsBody>(/\/v2\/inventory\/counts\/batch-retrieve$/u, (body) => ({
      ...body,
      counts: [
        ...body.counts,
        ...body.counts.slice(0, 1).map((count) => ({ ...count, catalog_object_id: 'NOBODY', calculated_at: future })),
      ],
    }));
    await change('square', SKU, -1);
    await sweep(merchant);
    await bothAt(SKU, 99);
    healed();
    await change('square', OTHER, -1);
    await sweep(merchant);
    await bothAt(OTHER, 99);
  });

  it('detects deleted subscriptions, creates them again, and finds what was missed meanwhile', async () => {
    const gone = await deleteSubscriptions(['INVENTORY_LEVELS_UPDATE', 'PRODUCTS_UPDATE']);
    expect(gone).toBe(2);
    await change('shopify', SKU, -4);
    await sweep(merchant);
    await bothAt(SKU, 96);
    // After a reconciliation that found something, the subscriptions are checked next.
    await ring(merchant);
    await expect.poll(subscriptions).toContain('INVENTORY_LEVELS_UPDATE');
    await forgetCalls();
    await change('shopify', SKU, -1);
    await bothAt(SKU, 95);
    expect(await callsOf('shopify', 'bulkOperationRunQuery')).toBe(0);
  });
});

describe('a day later', () => {
  const DAY_MS = 86_400_000;
  const realNow = Date.now.bind(Date);

  /** Makes the object believe that this much time has passed, and runs the alarm. */
  async function alarmAfter(ms: number): Promise<void> {
    const ahead = Date.now() + ms - realNow();
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + ahead);
    await ring(merchant);
  }

  const states = async (): Promise<string[]> => (await merchant.state()).snapshots.map(({ state }) => state);

  it('both sides are read completely, once, which finds what webhooks and reconciliation could not', async () => {
    // Nothing reports that a row of ours differs from the platform.
    await runInDurableObject(merchant.stub(), (_, state) => {
      state.storage.sql.exec('update variant set shopify_name = ? where shopify_sku = ?', 'As it was', SKU);
    });
    await kill(merchant);
    await alarmAfter(DAY_MS - 60_000);
    expect(await states()).toEqual(['done', 'done']);
    await alarmAfter(120_000);
    const filed = await env.DB.prepare("select count(*) as n from tasks where name = 'snapshot' and queued_at > ?")
      .bind(Date.now() - 60_000)
      .first<number>('n');
    expect(filed).toBe(2);
    await snapshot(merchant);
    expect(await states()).toEqual(['done', 'done']);
    const { shopify } = await variantOf(merchant, SKU);
    expect(shopify?.name).not.toBe('As it was');
    await expectWrites(0, 0);
    await ring(merchant);
    expect(await states()).toEqual(['done', 'done']);
  });

  it('webhook subscriptions are checked, and created again if they are gone', async () => {
    await ring(merchant);
    await deleteSubscriptions(['INVENTORY_LEVELS_UPDATE']);
    await alarmAfter(DAY_MS - 60_000);
    expect(await subscriptions()).not.toContain('INVENTORY_LEVELS_UPDATE');
    await alarmAfter(120_000);
    expect(await subscriptions()).toContain('INVENTORY_LEVELS_UPDATE');
  });
});

describe('an implausible response', () => {
  const countsOfSquare = /\/v2\/inventory\/counts\/batch-retrieve$/u;

  it.each([
    ['empty', (body: CountsBody) => ({ ...body, counts: [] })],
    ['without counts', () => ({})],
    ['truncated', (body: CountsBody) => JSON.stringify(body).slice(0, 200)],
    [
      'all zero',
      (body: CountsBody) => ({ ...body, counts: body.counts.map((count) => ({ ...count, quantity: '0', calculated_at: LATER })) }),
    ],
  ] as const)('in a reconciliation, %s: nothing is written', async (what, spoil) => {
    await setFaultsOnBoth({ webhookLoss: 1 });
    for (let n = 1; n <= 20; n += 1) await change('square', skuOf(n), -1);
    const healed = answerInstead(countsOfSquare, spoil);
    await sweep(merchant);
    await sweep(merchant);
    await expectWrites(0, 0);
    expect(alerts()).toHaveLength(what === 'all zero' ? 1 : 0);
    healed();
    await sweep(merchant);
    await eachAt(20, 99);
  });

  it('in a reconciliation, all zero, is accepted once the merchant confirms it', async () => {
    await setFaultsOnBoth({ webhookLoss: 1 });
    for (let n = 1; n <= 20; n += 1) await recount('square', skuOf(n), 0);
    await sweep(merchant);
    await sweep(merchant);
    await expectWrites(0, 0);
    expect(alerts()).toHaveLength(1);
    expect(await merchant.stub().approve('square')).toEqual(ok(null));
    // Immediately: the merchant is waiting for it.
    await eachAt(20, 0);
    await expectStock(skuOf(21), 100, 100);
  });

  it('in a snapshot, all zero, stops the snapshot until the merchant confirms it', async () => {
    await setFaultsOnBoth({ webhookLoss: 1 });
    for (let n = 1; n <= 20; n += 1) await recount('square', skuOf(n), 0);
    await merchant.stub().requestSnapshot('square');
    const [parked] = (await snapshot(merchant)).filter((view) => view.source === 'square');
    expect(parked).toMatchObject({ state: 'failed' });
    expect(parked?.problem).toContain('fell to zero');
    await expectWrites(0, 0);
    expect(await merchant.stub().approve('square')).toEqual(ok(null));
    await snapshot(merchant);
    await eachAt(20, 0);
  });

  it('in a snapshot, empty or truncated, changes nothing', async () => {
    // Its task may run before this test has taken the snapshot's last step itself.
    allowNoise(/"event":"task\.failed".*"name":"snapshot"/u);
    const healed = answerInstead(/\/v2\/catalog\/search$/u, () => ({}));
    await merchant.stub().requestSnapshot('square');
    const [view] = (await snapshot(merchant)).filter((one) => one.source === 'square');
    expect(view).toMatchObject({ state: 'failed' });
    healed();
    expect(await merchant.stub().inventoryCounts()).toMatchObject({ inSync: 30 });
    await expectWrites(0, 0);
  });
});

interface CountsBody {
  readonly counts: readonly object[];
}

/** Omits this variation from Square's counts. */
function hideCount(variation: string): () => void {
  return answerInstead<CountsBody>(/\/v2\/inventory\/counts\/batch-retrieve$/u, (body) => ({
    ...body,
    counts: body.counts.filter((count) => !JSON.stringify(count).includes(variation)),
  }));
}

interface LevelsBody {
  readonly data?: { readonly location?: { readonly inventoryLevels?: { readonly nodes: readonly object[] } } };
}

/** Omits this item from Shopify's list of changed levels. */
function hideLevel(item: string): () => void {
  return answerInstead<LevelsBody>(/graphql\.json$/u, (body) => {
    const levels = body.data?.location?.inventoryLevels;
    if (levels === undefined) return body;
    const nodes = levels.nodes.filter((node) => !JSON.stringify(node).includes(`InventoryItem/${item}"`));
    return { ...body, data: { ...body.data, location: { ...body.data?.location, inventoryLevels: { ...levels, nodes } } } };
  });
}

/** The platform's stock id of a SKU. */
async function stockIdOf(platform: 'shopify' | 'square', sku: string): Promise<string> {
  const column = platform === 'shopify' ? 'item_id' : 'variation_id';
  return runInDurableObject(merchant.stub(), (_, state) => {
    const row = state.storage.sql.exec<{ id: string | number }>(`select ${column} as id from variant where shopify_sku = ?`, sku).one();
    return String(row.id);
  });
}

/** The number of refresh queues that the object stores: one or none. */
async function touched(): Promise<number> {
  return runInDurableObject(
    merchant.stub(),
    (_, state) => state.storage.sql.exec<{ n: number }>("select count(*) as n from meta where name = 'touched'").one().n,
  );
}

/** Everything that the object stores, except for when it last reconciled. */
async function contents(): Promise<unknown> {
  return runInDurableObject(merchant.stub(), (_, state) => {
    const rows = (query: string) => state.storage.sql.exec<Record<string, string>>(query).toArray();
    return {
      variants: rows('select * from variant order by key'),
      journal: rows("select name from sqlite_master where name like 'day_%' order by name").map((day) =>
        rows(`select * from ${day['name']}`),
      ),
      meta: rows(
        "select name, json_remove(value, '$.shopify.doneAt', '$.square.doneAt') as value from meta where name in ('swept', 'touched')",
      ),
    };
  });
}

const LATER = new Date(Date.now() + 1_000).toISOString();

async function graphql(query: string): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', 'x-shopify-access-token': 'shpat_sandbox' };
  const address = 'http://localhost:8789/shopify/demo.myshopify.com/admin/api/2026-07/graphql.json';
  const response = await env.SANDBOX.fetch(address, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data, errors } = await response.json<{ data?: Record<string, unknown>; errors?: unknown }>();
  if (data === undefined) throw new Error(JSON.stringify(errors));
  return data;
}

async function listed(): Promise<{ id: string; topic: string }[]> {
  const { webhookSubscriptions } = await graphql('{ webhookSubscriptions(first: 100) { nodes { id topic } } }');
  return (webhookSubscriptions as { nodes: { id: string; topic: string }[] }).nodes;
}

async function subscriptions(): Promise<string[]> {
  return (await listed()).map((one) => one.topic);
}

async function deleteSubscriptions(topics: readonly string[]): Promise<number> {
  const wanted = (await listed()).filter((one) => topics.includes(one.topic));
  for (const { id } of wanted) {
    await graphql(`mutation { webhookSubscriptionDelete(id: "${id}") { deletedWebhookSubscriptionId userErrors { message } } }`);
  }
  return wanted.length;
}
