import { rmSync } from 'node:fs';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { changeStock, configureSandbox, signIn, snapshotsDone, stockOf } from '../../scripts/merchant';
import type { App } from './support/merchant';
import { SHORT_TIMERS, startStormApp } from './support/storm';
import { callsOf, differences, expectedStock, forgetCalls, salesOver, sell, writesOf } from './support/world';

/** Long enough for two reconciliations: one that may have just started without the last change, and the next (ms). */
const TWO_SWEEPS_MS = 2 * SHORT_TIMERS.SWEEP_MS * 1.1 + 15_000;

let app: App;
let skus: readonly string[] = [];

beforeAll(async () => {
  ({ app, skus } = await startStormApp(60, 5));
});

afterAll(async () => {
  await app.kill();
  rmSync(app.dataDir, { recursive: true, force: true });
});

async function graphql(query: string) {
  const headers = { 'content-type': 'application/json', 'x-shopify-access-token': 'shpat_sandbox' };
  const address = `${app.sandbox}/shopify/demo.myshopify.com/admin/api/2026-07/graphql.json`;
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify({ query }) });
  const { data, errors } = (await response.json()) as { data?: Record<string, unknown>; errors?: unknown };
  if (data === undefined) throw new Error(JSON.stringify(errors));
  return data;
}

async function subscriptions() {
  const { webhookSubscriptions } = await graphql('{ webhookSubscriptions(first: 100) { nodes { id topic } } }');
  return (webhookSubscriptions as { nodes: { id: string; topic: string }[] }).nodes;
}

describe('missing webhooks', () => {
  test('for ten minutes, and two deleted subscriptions: noticed, recreated, exact after a reconciliation, without a full snapshot', async () => {
    const before = (await subscriptions()).map((one) => one.topic).toSorted();
    await forgetCalls(app);
    const silent = { webhookLoss: 1 };
    await configureSandbox(app, { clockSpeed: 60, faults: { shopify: silent, square: silent } });
    const started = Date.now();
    const doomed = ['INVENTORY_LEVELS_UPDATE', 'PRODUCTS_UPDATE'];
    for (const { id, topic } of await subscriptions()) {
      if (doomed.includes(topic)) await graphql(`mutation { webhookSubscriptionDelete(id: "${id}") { userErrors { message } } }`);
    }
    expect((await subscriptions()).length).toBe(before.length - 2);
    const sales = salesOver(skus, 120);
    const expected = expectedStock(skus, sales);
    await sell(app, sales);
    // Ten minutes of the platforms' clock have passed.
    await until(() => Date.now() - started > 10_000, 'ten minutes at sixty times the speed', 12_000);
    await configureSandbox(app, { clockSpeed: 1 });
    await until(async () => (await subscriptions()).length === before.length, 'the subscriptions', SHORT_TIMERS.WEBHOOK_CHECK_MS * 3);
    expect((await subscriptions()).map((one) => one.topic).toSorted()).toEqual(before);
    await until(async () => (await differences(app, expected)).length === 0, 'exact stock on both sides', TWO_SWEEPS_MS).catch(async () => {
      expect(await differences(app, expected)).toEqual([]);
    });
    const calls = await callsOf(app);
    expect(calls.shopify['bulkOperationRunQuery'] ?? 0).toBe(0);
    expect(calls.square['POST /v2/catalog/search'] ?? 0).toBe(0);
    await configureSandbox(app, { faults: { shopify: { webhookLoss: 0 }, square: { webhookLoss: 0 } } });
  });
});

describe('an uninstallation in the middle of everything', () => {
  test('ends every write of the old connection, and a new installation starts from the current quantities', async () => {
    const rough = {
      webhookDelayMs: 2_000,
      webhookDuplicate: 0.2,
      webhookReorder: 0.2,
      rate429: 0.1,
      rate5xx: 0.1,
      timeoutAfterEffect: 0.1,
    };
    await configureSandbox(app, { faults: { shopify: rough, square: rough } });
    const sales = salesOver(skus, 120);
    await sell(app, sales.slice(0, 60));
    const body = 'do=uninstall';
    const left = await fetch(`${app.sandbox}/shopify/demo.myshopify.com/admin/apps`, { method: 'POST', body, redirect: 'manual' });
    expect(left.status).toBe(303);
    const smooth = Object.fromEntries(Object.keys(rough).map((name) => [name, 0]));
    await sell(app, sales.slice(60));
    await configureSandbox(app, { faults: { shopify: smooth, square: smooth } });
    const sent = async () => writesOf(await callsOf(app));
    // The app learns of it from a webhook, which may be seconds late; from then on nothing is sent.
    let last = await sent();
    await until(
      async () => {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        const now = await sent();
        const quiet = now === last;
        last = now;
        return quiet;
      },
      'the last write of the old connection',
      30_000,
    );
    await forgetCalls(app);
    for (const sku of skus.slice(0, 20)) await changeStock(app, { platform: 'square', sku, delta: -1 });
    for (const sku of skus.slice(20, 40)) await changeStock(app, { platform: 'shopify', sku, delta: -1 });
    // Longer than the reconciliation interval: nothing is sent, whatever is still pending.
    await new Promise((resolve) => setTimeout(resolve, SHORT_TIMERS.SWEEP_MS * 1.2));
    expect(await sent()).toBe(0);

    const found = new Map(await Promise.all(skus.map(async (sku) => [sku, await stockOf(app, sku)] as const)));
    const merchant = await signIn(app);
    const made = (await merchant.rpc('sh.Subscriptions/CreateSubscription', { is_test: true })) as { redirect_url: string };
    await merchant.open(made.redirect_url);
    await snapshotsDone(merchant);
    expect(await sent()).toBe(0);
    for (const [sku, stock] of found) expect(await stockOf(app, sku), sku).toEqual(stock);
    const [one = '', other = ''] = [skus[0], skus[25]];
    await changeStock(app, { platform: 'square', sku: one, delta: -2 });
    await changeStock(app, { platform: 'shopify', sku: other, delta: -3 });
    const moved = async (sku: string, by: number) => {
      const [was, is] = [found.get(sku), await stockOf(app, sku)];
      return is.shopify === (was?.shopify ?? 0) - by && is.square === (was?.square ?? 0) - by;
    };
    await until(async () => (await moved(one, 2)) && (await moved(other, 3)), 'new sales on both sides');
  });
});
