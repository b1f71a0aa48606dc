import { rmSync } from 'node:fs';

import { afterEach, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { configureSandbox } from '../../scripts/merchant';
import { Import, IMPORTED, importedSku, VARIANTS } from './support/import';
import { startStormApp } from './support/storm';
import { differences } from './support/world';

/**
 * Creates products on both platforms through their APIs while they sell. Environment variables set the size; the full run:
 * IMPORT_PRODUCTS=1000 IMPORT_SALES=200 IMPORT_LIMIT_MS=60000 npx vitest run --project storm test/browser/storm-import.test.ts
 */
const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
const PRODUCTS = number('IMPORT_PRODUCTS', 60);
const SALES = number('IMPORT_SALES', 40);
/** Longest wait for all to be linked after the import's end, ms. */
const LIMIT_MS = number('IMPORT_LIMIT_MS', 240_000);
const OTHERS = 20;
/** Products that have been on both platforms for this long are linked, or the page says that products are being read. */
const UNSAID_MS = 15_000;

let running: Awaited<ReturnType<typeof startStormApp>>['app'] | undefined;

afterEach(async () => {
  await running?.kill();
  if (running !== undefined) rmSync(running.dataDir, { recursive: true, force: true });
  running = undefined;
});

interface Counts {
  readonly in_sync: number;
  readonly out_of_sync: number;
}

interface Status {
  readonly shopify_changes_waiting: number;
  readonly square_changes_waiting: boolean;
  readonly snapshots: readonly { readonly state: string }[];
}

test('products that are imported into both platforms are linked, and no sale is lost', async () => {
  const { app, skus, merchant } = await startStormApp(OTHERS, 3, {});
  running = app;
  await configureSandbox(app, { faults: { shopify: { latencyMs: 20 }, square: { latencyMs: 20 } } });
  const { synced } = (await merchant.rpc('sh.Locations/GetLocations')) as { synced: { shopify_id: string; square_id: string }[] };
  const shelves = { shopify: synced[0]?.shopify_id.split('/').at(-1) ?? '', square: synced[0]?.square_id ?? '' };
  const work = new Import(app, shelves, PRODUCTS);

  const look = async () => {
    const settled = work.settledFor(UNSAID_MS);
    // The status was read before the counts were taken.
    const status = (await merchant.rpc('sh.Account/GetAccountStatus')) as Status;
    const counts = (await merchant.rpc('sh.Inventory/GetInventoryCounts')) as Counts;
    const linked = counts.in_sync + counts.out_of_sync - OTHERS;
    const changes = status.shopify_changes_waiting > 0 || status.square_changes_waiting;
    const reading = changes || status.snapshots.some(({ state }) => state === 'queued' || state === 'running');
    // A page that shows fewer products than both platforms have must say why.
    if (linked < settled)
      expect(reading, `${linked} of ${settled} variants are linked and nothing is said: ${JSON.stringify(counts)}`).toBe(true);
    return { linked, reading };
  };

  let over = false;
  let sayings = 0;
  const watching = (async () => {
    while (!over) {
      if ((await look()).reading) sayings += 1;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
  })();
  const started = Date.now();
  const importing = work.run().then(() => Date.now());
  const selling = work.sell(skus, SALES);
  const ended = await importing;
  await until(async () => (await look()).linked === PRODUCTS * VARIANTS, 'every imported variant linked', LIMIT_MS);
  const linkedAfterMs = Date.now() - ended;
  await selling;
  over = true;
  await watching;

  const expected = new Map<string, number>(skus.map((sku) => [sku, 100]));
  for (let product = 0; product < PRODUCTS; product += 1)
    for (let variant = 0; variant < VARIANTS; variant += 1) expected.set(importedSku(product, variant), IMPORTED);
  for (const { sku, delta } of work.sold) expected.set(sku, (expected.get(sku) ?? 0) + delta);
  const soldSkus = new Map([...expected].filter(([sku]) => work.sold.some((sale) => sale.sku === sku)));
  let wrong = await differences(app, soldSkus);
  await until(async () => (wrong = await differences(app, soldSkus)).length === 0, 'exact stock').catch(() => undefined);
  const importMs = ended - started;
  console.log(JSON.stringify({ products: PRODUCTS, sales: work.sold.length, importMs, linkedAfterMs, sayings, wrong: wrong.length }));
  expect(wrong).toEqual([]);
  expect(await differences(app, expected)).toEqual([]);
  expect(app.output()).not.toMatch(/alert:/u);
});
