import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startApp, until } from '../../scripts/app-process';
import { changeStock, stockOf } from '../../scripts/merchant';
import { root } from '../../scripts/root';
import { readProducts } from '../../scripts/sandbox/product-csv';
import { launchBrowser } from './support/browser';
import { openAs, settle, type App, type Merchant } from './support/merchant';
import { askShopify } from './support/outside';
import { sees, press, named, button } from './support/place';
import { generateWorld } from './support/world';

const run = promisify(execFile);

/** Names with markup, formulas, right-to-left, overlong, or unbreakable text; SKUs with characters special to URLs and searches. */
const FILE = join(root, 'test/fixtures/hostile-products.csv');
const products = readProducts(readFileSync(FILE, 'utf8')).map(({ title, variants }) => ({ title, sku: variants[0]?.sku ?? '' }));

/** SKUs whose names are checked only in the list. */
const PLAIN = ['RLO-1', 'WORDY', '100%_*', '100XY*', 'SP ACE 2', '+1-800'];

let app: App;
let merchant: Merchant;
let browser: Browser;
let page: Page;
/** Errors that the page reported; a call that is meant to fail reports one too. */
let complaints: string[];

beforeAll(async () => {
  app = await startApp();
  await generateWorld(app, 3);
  const words = [FILE, '--shop', 'demo.myshopify.com', '--square', '--base', app.sandbox];
  await run(process.execPath, [join(root, 'scripts/sandbox/load-products.ts'), ...words]);
  merchant = await settle(app);
  browser = await launchBrowser();
  ({ page, complaints } = await openAs(browser, merchant));
});

afterAll(async () => {
  await browser?.close();
  await app?.kill();
});

const open = async (path: string, at = page) => {
  await at.goto(new URL(path, app.page).href);
};
const drawer = (at = page) => named(at, 'dialog', 'Variant Details');
/** The SKUs that the list shows for a search. */
async function found(query: string) {
  await open(`/inventory?${new URLSearchParams({ q: query }).toString()}`);
  await page.locator('tr[data-sku]').first().or(page.getByText('[No Matching Products]')).waitFor();
  return page.locator('tr[data-sku]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-sku') ?? ''));
}

test('external names render as text, stay within their place, and widen no screen, on a phone or a desktop', async () => {
  for (const width of [390, 1280]) {
    const { page: at, context } = await openAs(browser, merchant, { viewport: { width, height: 900 } });
    const fits = async (what: string) => {
      const seen = await at.evaluate(() => ({
        ran: 'hacked' in globalThis,
        beside: document.documentElement.scrollWidth - globalThis.innerWidth,
      }));
      expect([width, what, seen]).toEqual([width, what, { ran: false, beside: 0 }]);
    };
    await open('/inventory', at);
    await at.locator('tr[data-sku="WORDY"]').waitFor();
    for (const { title } of products.slice(0, 4)) {
      const shown = await button(at, title).count();
      expect([title, shown > 0]).toEqual([title, true]);
    }
    await fits('inventory');
    for (const { title, sku } of products.filter(({ sku: one }) => !PLAIN.includes(one))) {
      await open(`/inventory?${new URLSearchParams({ q: sku }).toString()}`, at);
      await at
        .locator(`tr[data-sku=${JSON.stringify(sku)}]`)
        .getByRole('button')
        .first()
        .click();
      await drawer(at).getByRole('heading', { name: title, exact: true }).waitFor();
      await fits(`drawer of ${sku}`);
      await named(drawer(at), 'link', /^View history of/u).click();
      await named(at, 'heading', 'History').waitFor();
      expect(await at.getByRole('searchbox').inputValue()).toBe(sku);
      await fits(`history of ${sku}`);
    }
    await context.close();
  }
  expect(complaints).toEqual([]);
});

test('a search for any SKU finds only that SKU, and no character is a wildcard', async () => {
  for (const { sku } of products) expect([sku, await found(sku)]).toEqual([sku, [sku]]);
  expect(await found('100%_')).toEqual(['100%_*']);
  for (const nothing of ['_', '***', '" OR 1=1 --', "'; DROP TABLE variants; --", '\\', 'x'.repeat(10_000)]) {
    const skus = await found(nothing);
    expect([nothing.slice(0, 30), skus.filter((sku) => !sku.includes(nothing))]).toEqual([nothing.slice(0, 30), []]);
    expect(await page.getByText('could not be loaded').count()).toBe(0);
  }
  expect(complaints).toEqual([]);
});

test('a URL with invalid parameters shows what exists, or says that there is nothing', async () => {
  await open('/inventory?page=99');
  await sees(page, 'This page no longer exists. Select Prev to go back.');
  await button(page, 'Prev').waitFor();
  await open('/history?page=99');
  await sees(page, 'This page of the history does not exist.');
  for (const query of [
    'page=-1',
    'page=NaN',
    'page=1e99',
    'page=0.5',
    'view=everything',
    'sort=;drop',
    'page=99999999999',
    'variant=x.y.z',
  ]) {
    await open(`/inventory?${query}`);
    await page.locator('tr[data-sku="WORDY"]').waitFor();
  }
  for (const query of ['view=none&source=ebay', 'view=&source=']) {
    await open(`/issues?${query}`);
    await named(page, 'heading', 'Shopify Variants with Missing Skus').waitFor();
  }
  expect(complaints).toEqual([]);
});

test('a SKU may hold quotes, spaces, slashes, percent signs, plus and hash: both platforms get it as typed', async () => {
  const sku = `"q' u/o\\t e" 50% +#&?=${'é'}`;
  await open('/inventory?q=GEN-000001');
  await page.locator('tr[data-sku="GEN-000001"]').getByRole('button').first().click();
  await press(drawer(), 'Modify SKU');
  await named(drawer(), 'textbox', 'New SKU').fill(`  ${sku} `);
  await press(drawer(), 'Save SKU');
  await drawer().getByText(sku, { exact: true }).first().waitFor();
  expect(await stockOf(app, sku)).toEqual({ shopify: 100, square: 100 });
  await changeStock(app, { platform: 'square', sku, delta: -3 });
  await until(async () => (await stockOf(app, sku)).shopify === 97, 'the sale to arrive under the new SKU');
  expect(await found(sku)).toEqual([sku]);
});

test('two tabs that save at the same time do not undo each other’s changes', async () => {
  const { page: other, context } = await openAs(browser, merchant);
  await open('/settings');
  await open('/settings', other);
  await named(page, 'textbox', 'Account Name').fill('Named in one tab');
  await named(other, 'switch', 'Set Shopify Barcodes').click();
  await named(other, 'textbox', 'Email address for alerts').fill('owner@shop.example');
  await press(page, 'Save Settings');
  await sees(page, 'Settings saved!');
  await press(other, 'Save Settings');
  await sees(other, 'Settings saved!');
  expect(await merchant.rpc('sh.Account/GetAccountSettings')).toMatchObject({
    account_name: 'Named in one tab',
    set_barcode: true,
    alert_address: 'owner@shop.example',
  });
  const sku = 'GEN-000003';
  for (const at of [page, other]) {
    await open(`/inventory?q=${sku}`, at);
    await at.locator(`tr[data-sku="${sku}"]`).getByRole('button').first().click();
    await press(drawer(at), 'Set the count');
  }
  await named(drawer(), 'textbox', 'Inventory Count').fill('40');
  await named(drawer(other), 'textbox', 'Inventory Count').fill('50');
  await Promise.all([page, other].map(async (at) => button(drawer(at), 'Save Inventory Count').click()));
  const equal = async () => {
    const { shopify, square } = await stockOf(app, sku);
    return shopify === square && (shopify === 40 || shopify === 50);
  };
  await until(equal, 'one of the two numbers on both platforms');
  await context.close();
});

test('a browser that goes offline keeps its content, shows an error with a reference, and recovers on its own', async () => {
  complaints.length = 0;
  await open('/inventory?q=WORDY');
  await page.locator('tr[data-sku="WORDY"]').waitFor();
  await page.context().setOffline(true);
  await sees(page, /cannot reach Shelfbridge right now.*Reference: SH-ERR-\d+/u);
  expect(await page.locator('tr[data-sku="WORDY"]').count()).toBe(1);
  await press(page, 'Refresh now');
  await sees(page, /We could not reach the server\. Check your connection and try again\. Reference: SH-ERR-\d+/u);
  await press(page, 'Export CSV');
  await sees(page, 'Error exporting the inventory');
  await page.context().setOffline(false);
  await changeStock(app, { platform: 'shopify', sku: 'WORDY', delta: -1 });
  await page.getByText(/cannot reach Shelfbridge right now/u).waitFor({ state: 'detached' });
  await page.locator('tr[data-sku="WORDY"] [data-cell="square"]', { hasText: /^6$/u }).waitFor();
});

test('a variant that is deleted while its drawer is open: the drawer says so, keeps the last known data, and allows no saving', async () => {
  complaints.length = 0;
  await open('/inventory?q=SP+ACE+2');
  await page.locator('tr[data-sku="SP ACE 2"]').getByRole('button').first().click();
  await press(drawer(), 'Set the count');
  await named(drawer(), 'textbox', 'Inventory Count').fill('4');
  const { productVariants } = await askShopify<{ productVariants: { nodes: { product: { id: string } }[] } }>(
    app,
    `query { productVariants(first: 1, query: "sku:'SP ACE 2'") { nodes { product { id } } } }`,
  );
  const id = productVariants.nodes[0]?.product.id ?? '';
  await askShopify(app, `mutation { productDelete(input: { id: ${JSON.stringify(id)} }) { userErrors { message } } }`);
  await sees(drawer(), 'This variant is no longer available');
  expect(await button(drawer(), 'Save Inventory Count').count()).toBe(0);
  expect(await named(drawer(), 'link', /^View history of/u).count()).toBe(1);
  expect(await stockOf(app, 'SP ACE 2')).toEqual({ shopify: null, square: 12 });
  await button(drawer(), 'Close').last().click();
  await named(page.locator('tr[data-sku="SP ACE 2"]'), 'img', 'Not on Shopify').waitFor();
});
