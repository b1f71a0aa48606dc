import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { makeDataDir, startApp, until } from '../../scripts/app-process';
import { changeStock, setUp, signIn, snapshotsDone, stockOf } from '../../scripts/merchant';
import type { App } from './support/merchant';
import { callsOf, differences, expectedStock, forgetCalls, generateWorld, salesOver, sell, writesOf } from './support/world';

/** The whole app started by `npm start`, a sandbox with 100 variants, and one merchant set up over HTTP. */
describe('stock, end to end', () => {
  const dataDir = makeDataDir();
  let app: App;
  let skus: string[] = [];

  beforeAll(async () => {
    app = await startApp({ dataDir, keepData: true });
    skus = await generateWorld(app, 100);
    const merchant = await signIn(app);
    await setUp(app, merchant);
    await snapshotsDone(merchant);
  });

  afterAll(async () => {
    await app.kill();
  });

  test.each(['square', 'shopify'] as const)('a sale of two on %s shows on the other side within two seconds', async (platform) => {
    const sku = skus[platform === 'square' ? 98 : 99] ?? '';
    await changeStock(app, { platform, sku, delta: -2 });
    const exact = async () => {
      const stock = await stockOf(app, sku);
      return stock.shopify === 98 && stock.square === 98;
    };
    await until(exact, `${sku} at 98 on both sides`);
  });

  test('a thousand sales on both sides end with exact stock, about one write each, and none for an echo', async () => {
    await forgetCalls(app);
    const sold = skus.slice(0, 90);
    const sales = salesOver(sold, 1_000);
    const expected = expectedStock(sold, sales);
    await sell(app, sales);
    await until(async () => (await differences(app, expected)).length === 0, 'exact stock on both sides').catch(async () => {
      expect(await differences(app, expected)).toEqual([]);
    });
    const after = writesOf(await callsOf(app));
    expect(after).toBeLessThanOrEqual(1_100);
    expect(after).toBeGreaterThan(0);
    // Echoes of these writes have arrived or are arriving: none of them may cause another write.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(writesOf(await callsOf(app))).toBe(after);
    expect(await differences(app, expected)).toEqual([]);
  });

  test('stock is exact after a kill in the middle of two hundred sales and a restart', async () => {
    const [first, second] = [skus.slice(0, 40), skus.slice(40, 90)];
    const before = new Map<string, number>();
    for (const sku of skus.slice(0, 90)) before.set(sku, (await stockOf(app, sku)).square ?? 0);
    const sales = [...salesOver(first, 100), ...salesOver(second, 100)];
    const done: typeof sales = [];
    const selling = (async () => {
      for (const sale of sales) {
        try {
          await changeStock(app, sale);
          done.push(sale);
        } catch {
          // The shop floor is down as well, so no sales happen. The interrupted sale may or may not have happened.
          return sale;
        }
      }
      return null;
    })();
    await until(() => done.length > 80, 'the first sales');
    await app.kill();
    const cutOff = await selling;
    app = await startApp({ dataDir, port: app.port, keepData: true });
    const rest = sales.filter((sale) => !done.includes(sale) && sale !== cutOff);
    await sell(app, rest, 2);
    const expected = new Map(before);
    for (const { sku, delta } of [...done, ...rest]) expected.set(sku, (expected.get(sku) ?? 0) + delta);
    // Only the sale's own platform shows whether the interrupted sale happened, once nothing else changes.
    if (cutOff !== null) expected.delete(cutOff.sku);
    await until(async () => (await differences(app, expected)).length === 0, 'exact stock on both sides', 180_000).catch(async () => {
      expect(await differences(app, expected)).toEqual([]);
    });
    if (cutOff !== null) {
      const { sku, delta } = cutOff;
      const known = [...done, ...rest].filter((sale) => sale.sku === sku).reduce((sum, sale) => sum + sale.delta, before.get(sku) ?? 0);
      const settled = async () => {
        const stock = await stockOf(app, sku);
        return stock.shopify === stock.square && (stock.shopify === known || stock.shopify === known + delta);
      };
      await until(settled, `${sku} at ${known} or ${known + delta} on both sides`);
    }
  });

  test('sales five idle seconds apart, when both ends close the connection, all arrive on the first attempt', async () => {
    // A webhook of before that is still on its way would count as delivered, and not as sent.
    let before = '';
    const quiet = async (): Promise<boolean> => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const now = JSON.stringify((await callsOf(app)).webhooks);
      const isSame = now === before;
      before = now;
      return isSame;
    };
    await until(quiet, 'no webhook under way');
    await forgetCalls(app);
    for (const gap of [5020, 5030, 5040, 5050]) {
      await Promise.all(skus.slice(0, 30).map(async (sku) => changeStock(app, { platform: 'square', sku, delta: -1 })));
      await new Promise((resolve) => setTimeout(resolve, gap));
    }
    expect((await callsOf(app)).webhooks).toMatchObject({ square: { sent: 120, delivered: 120, failed: 0 }, shopify: { failed: 0 } });
  });
});
