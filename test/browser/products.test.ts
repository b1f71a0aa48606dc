import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { startApp } from '../../scripts/app-process';
import { setUp, signIn, snapshotsDone, type Merchant } from '../../scripts/merchant';
import { root } from '../../scripts/root';
import { readProducts } from '../../scripts/sandbox/product-csv';
import type { App } from './support/merchant';
import { generateWorld } from './support/world';

const run = promisify(execFile);

/** Public sample catalogs in the import's real format; they exist next to the project on some machines and are not part of it. */
const SAMPLES = join(root, '../shared/data/product-csvs');
const samples = existsSync(SAMPLES) ? readdirSync(SAMPLES).map((name) => join(SAMPLES, name)) : [];

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => {
  await app.kill();
});

interface Counts {
  readonly all: number;
  readonly in_sync: number;
  readonly out_of_sync: number;
  readonly not_tracked: number;
  readonly only_shopify: number;
  readonly only_square: number;
  readonly archived: number;
  readonly excluded: number;
}

/** What the app must count for files that were loaded into both platforms, plus the one generated variant. */
function expectedOf(files: readonly string[]) {
  const variants = files.flatMap((file) => readProducts(readFileSync(file, 'utf8')).flatMap((product) => product.variants));
  const holders = (sku: string) => variants.filter((variant) => variant.sku === sku).length;
  const linked = variants.filter((variant) => variant.sku !== '' && holders(variant.sku) === 1);
  const single = variants.length - linked.length;
  // Variants that the file does not track have no number on either platform that could agree or differ.
  const agreeing = linked.filter((variant) => variant.tracked).length;
  const counts: Counts = {
    all: 1 + linked.length + 2 * single,
    in_sync: 1 + agreeing,
    out_of_sync: 0,
    not_tracked: linked.length - agreeing,
    only_shopify: single,
    only_square: single,
    archived: 0,
    excluded: 0,
  };
  const both = (count: number) => ({ shopify: count, square: count });
  return {
    counts,
    missing: both(variants.filter((variant) => variant.sku === '').length),
    duplicate: both(variants.filter((variant) => variant.sku !== '' && holders(variant.sku) > 1).length),
    untracked: both(variants.filter((variant) => !variant.tracked).length),
  };
}

/** Loads the files into both platforms and sets a merchant up. */
async function loadedMerchant(files: readonly string[], shop: string): Promise<Merchant> {
  await generateWorld(app, 1);
  await run(process.execPath, [
    join(root, 'scripts/sandbox/load-products.ts'),
    ...files,
    '--shop',
    'demo.myshopify.com',
    '--square',
    '--base',
    app.sandbox,
  ]);
  const merchant = await signIn(app, { shop });
  await setUp(app, merchant);
  await snapshotsDone(merchant);
  return merchant;
}

/** Waits until the app counts what is expected: a link that has just been made may still wait for a read of its quantities. */
async function countsBecome(expected: ReturnType<typeof expectedOf>, merchant: Merchant): Promise<void> {
  const counted = async () => ({
    counts: await merchant.rpc('sh.Inventory/GetInventoryCounts'),
    missing: await merchant.rpc('sh.Issues/GetMissingSkuCounts'),
    duplicate: await merchant.rpc('sh.Issues/GetDuplicateSkuCounts'),
    untracked: await merchant.rpc('sh.Issues/GetInventoryDisabledSkuCounts'),
  });
  await expect.poll(counted).toEqual(expected);
}

test('counts of a catalog in Shopify’s product CSV match the file', async () => {
  const file = join(root, 'test/fixtures/products.csv');
  const expected = expectedOf([file]);
  expect(expected.counts).toEqual({
    all: 10,
    in_sync: 3,
    out_of_sync: 0,
    not_tracked: 1,
    only_shopify: 3,
    only_square: 3,
    archived: 0,
    excluded: 0,
  });
  await countsBecome(expected, await loadedMerchant([file], 'demo'));
});

test.skipIf(samples.length === 0)('counts of the public sample catalogs match their files (skipped where they are absent)', async () => {
  const expected = expectedOf(samples);
  const merchant = await signIn(app);
  const { synced } = (await merchant.rpc('sh.Locations/GetLocations')) as { synced: { id: string }[] };
  await merchant.rpc('sh.Locations/DisconnectSyncedLocation', { id: synced[0]?.id });
  await countsBecome(expected, await loadedMerchant(samples, 'demo'));
});
