import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { readProducts } from '../../scripts/sandbox/product-csv';
import { startSandbox, type RunningSandbox } from './running-sandbox';
import { at, list, shopifyKit } from './shopify-kit';

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'csv-'));
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await sandbox.reset({});
});

const load = (files: readonly string[], ...options: readonly string[]): Promise<{ stdout: string }> =>
  run(process.execPath, ['scripts/sandbox/load-products.ts', ...files, '--base', sandbox.origin, ...options]);

async function counts() {
  const { data } = await shopifyKit(sandbox).ask('{ productsCount { count } productVariantsCount { count } }');
  return { products: Number(at(data, 'productsCount', 'count')), variants: Number(at(data, 'productVariantsCount', 'count')) };
}

describe('the product loader', () => {
  it('loads a CSV into both platforms, counted where it is tracked, and a second load updates it on Shopify', async () => {
    const file = join(folder, 'two.csv');
    const header = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price';
    writeFileSync(
      file,
      `${header}\nkite,Kite,Size,Small,KITE-S,shopify,5,12\nkite,,,Large,KITE-L,shopify,7,15\nyoyo,Yo-yo,Title,Default Title,YOYO,,3,4\n`,
    );
    const before = await counts();
    const { stdout } = await load([file], '--square');
    expect(stdout).toContain('2 products with 3 variants');
    expect(await counts()).toEqual({ products: before.products + 2, variants: before.variants + 3 });
    expect(await sandbox.read('/control/stock?sku=KITE-L')).toEqual({ shopify: 7, square: 7 });
    expect(await sandbox.read('/control/stock?sku=YOYO')).toMatchObject({ shopify: 3 });

    writeFileSync(file, `${header}\nkite,Kite,Size,Small,KITE-S,shopify,9,12\n`);
    await load([file]);
    expect(await sandbox.read('/control/stock?sku=KITE-S')).toMatchObject({ shopify: 9 });
    expect(await sandbox.read('/control/stock?sku=KITE-L')).toMatchObject({ shopify: null });
  });

  it('reports what is wrong with a file and loads nothing', async () => {
    const file = join(folder, 'wrong.csv');
    writeFileSync(file, 'Name,Price\nKite,5\n');
    const before = await counts();
    const failed = await load([file]).then(
      () => null,
      (error: unknown) => error,
    );
    expect(at(failed, 'code')).toBe(1);
    expect(at(failed, 'stderr')).toContain("wrong.csv: the column 'Handle' is missing");
    expect(await counts()).toEqual(before);
  });

  const samples = process.env['PRODUCT_CSVS'] ?? '../shared/data/product-csvs';
  it.skipIf(!existsSync(samples))('loads public sample catalogs unchanged, if they are available', async () => {
    const files = readdirSync(samples).map((name) => join(samples, name));
    const products = files.flatMap((file) => readProducts(readFileSync(file, 'utf8')));
    const variants = products.flatMap((product) => product.variants);
    const before = await counts();
    await load(files);
    const after = await counts();
    expect({ products: after.products - before.products, variants: after.variants - before.variants }).toEqual({
      products: products.length,
      variants: variants.length,
    });
    const shopify = shopifyKit(sandbox);
    const query =
      'query P($query: String!) { products(first: 1, query: $query) { nodes { variants(first: 100) { nodes { sku inventoryQuantity } } } } }';
    for (const product of products) {
      const { data } = await shopify.ask(query, { query: `handle:"${product.handle}"` });
      expect(list(data, 'products', 'nodes', 0, 'variants', 'nodes')).toEqual(
        product.variants.map((variant) => ({ sku: variant.sku, inventoryQuantity: variant.quantity })),
      );
    }
  });
});
