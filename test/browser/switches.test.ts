import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { changeStock, snapshotsDone, stockOf } from '../../scripts/merchant';
import { launchBrowser, type Visit } from './support/browser';
import { openAs, startMerchant, variantsInSync, type App, type Merchant } from './support/merchant';
import { askShopify, askSquare } from './support/outside';
import { press, sees, pressFirst, named } from './support/place';

let app: App;
let merchant: Merchant;
let browser: Browser;
let visit: Visit;
let page: Page;
/** SKUs in sync, with ten or more units each; every test takes its own. */
let stocked: string[] = [];

beforeAll(async () => {
  ({ app, merchant } = await startMerchant());
  stocked = (await variantsInSync(merchant, 200)).filter((one) => one.shopify_quantity >= 20).map(({ sku }) => sku);
  browser = await launchBrowser();
  visit = await openAs(browser, merchant);
  ({ page } = visit);
});

afterAll(async () => {
  await browser?.close();
  await app?.kill();
});

const open = async (path: string) => {
  await page.goto(new URL(path, app.page).href);
};
const take = () => stocked.pop() ?? '';
/** Toggles switches in the settings, and saves. */
const turn = async (...switches: string[]) => {
  await open('/settings');
  for (const name of switches) await page.getByRole('switch', { name }).click();
  await press(page, 'Save Settings');
  await sees(page, 'Settings saved!');
};
const row = (sku: string) => page.locator(`tr[data-sku="${sku}"]`);
/** Waits until both platforms report this many units. */
const bothHold = async (sku: string, units: number) => {
  const hold = async () => {
    const { shopify, square } = await stockOf(app, sku);
    return shopify === units && square === units;
  };
  await until(hold, `${units} of ${sku} on both platforms`);
};
/** Sells on one platform; returns the quantity before. */
const sell = async (platform: 'shopify' | 'square', sku: string, units: number): Promise<number> => {
  const before = (await stockOf(app, sku))[platform] ?? 0;
  await changeStock(app, { platform, sku, delta: -units });
  return before;
};

test('with auto-sync off, a sale is counted but not sent; turning it on sends the sale', async () => {
  const sku = take();
  await turn('Auto-sync');
  const before = await sell('square', sku, 2);
  await open(`/inventory?q=${sku}`);
  await named(row(sku), 'img', 'Out of sync').waitFor();
  expect(await stockOf(app, sku)).toEqual({ shopify: before, square: before - 2 });
  await turn('Auto-sync');
  await bothHold(sku, before - 2);
});

test('a change above the maximum is held, and sent or dropped as the merchant decides', async () => {
  await open('/settings');
  await named(page, 'switch', 'Enforce a Maximum Update Quantity').click();
  await named(page, 'spinbutton', 'Maximum').fill('5');
  await press(page, 'Save Settings');
  await sees(page, 'Settings saved!');

  const [sent, dropped] = [take(), take()];
  const before = await sell('square', sent, 8);
  await open(`/inventory?q=${sent}`);
  await sees(row(sent), 'change held');
  expect(await stockOf(app, sent)).toEqual({ shopify: before, square: before - 8 });
  await sees(page, '1 variant has a change on hold for your review');
  await press(page, 'Send all');
  await press(named(page, 'dialog', 'Send 1 held change?'), 'Send all');
  await bothHold(sent, before - 8);

  const had = await sell('shopify', dropped, 9);
  await open(`/inventory?q=${dropped}`);
  await sees(row(dropped), 'change held');
  await pressFirst(row(dropped), /^Fix: /u);
  const drawer = named(page, 'dialog', 'Variant Details');
  await press(drawer, 'Drop');
  await sees(page, 'Held change dropped');
  await sees(drawer, 'Quantities differ');
  // A small sale still syncs, on top of the existing difference.
  await sell('shopify', dropped, 1);
  await until(async () => (await stockOf(app, dropped)).square === had - 1, 'the small sale alone on Square');
  expect(await stockOf(app, dropped)).toEqual({ shopify: had - 10, square: had - 1 });
  await open(`/history?sku=${encodeURIComponent(dropped)}`);
  await page
    .getByText(/maximum/u)
    .first()
    .waitFor();
  await turn('Enforce a Maximum Update Quantity');
});

test('with Set Shopify Barcodes, an added SKU becomes the barcode too, as Shopify confirms', async () => {
  await turn('Set Shopify Barcodes');
  await open('/issues?view=missing_skus&source=shopify');
  await pressFirst(page, /^Add SKU: /u);
  const dialog = named(page, 'dialog', 'Update Variant SKU');
  await named(dialog, 'textbox', 'New SKU').fill('BAR-0001');
  await press(dialog, 'Save');
  await named(page, 'dialog', 'Success').waitFor();
  const found = await askShopify<{ productVariants: { nodes: object[] } }>(
    app,
    '{ productVariants(first: 2, query: "sku:BAR-0001") { nodes { sku barcode } } }',
  );
  expect(found.productVariants.nodes).toEqual([{ sku: 'BAR-0001', barcode: 'BAR-0001' }]);
});

test('a location that is renamed on Square has its new name in the app', async () => {
  const { locations } = await askSquare<{ locations: { id: string }[] }>(app, 'GET', '/v2/locations');
  await open('/locations');
  await named(page, 'table', 'Synced locations').waitFor();
  await askSquare(app, 'PUT', `/v2/locations/${locations[0]?.id ?? ''}`, { location: { name: 'Corner Shop' } });
  await sees(named(page, 'table', 'All locations'), 'Corner Shop');
});

test('disconnected locations sync nothing; after reconnecting, stock syncs, and existing differences stay', async () => {
  const [apart, joined] = [take(), take()];
  await open('/locations');
  await press(page, 'Disconnect');
  await press(named(page, 'dialog', 'Disconnect locations'), 'Disconnect');
  await sees(page, 'No Synced Locations');
  const before = await sell('square', apart, 3);

  await press(page, 'Sync Locations');
  const dialog = named(page, 'dialog', 'Sync Locations');
  for (const platform of ['Shopify', 'Square']) {
    await named(named(dialog, 'group', `${platform} location`), 'radio', /./u)
      .first()
      .check();
  }
  await press(dialog, 'Save');
  await sees(page, 'Locations saved. We are reading both catalogs now.');
  await named(page, 'table', 'Synced locations').waitFor();
  await snapshotsDone(merchant);
  const had = await sell('square', joined, 1);
  await bothHold(joined, had - 1);
  expect(await stockOf(app, apart)).toEqual({ shopify: before, square: before - 3 });
});

test.each(['square', 'shopify'] as const)(
  'while %s is disconnected nothing reaches it; after reconnecting, sales made meanwhile do',
  async (source) => {
    const name = source === 'square' ? 'Square' : 'Shopify';
    const sku = take();
    await open(`/${source}`);
    await press(page, `Disconnect ${name}`);
    await press(named(page, 'dialog', `Disconnect ${name}?`), 'Disconnect');
    await sees(page, `${name} disconnected`);
    await page.getByText('Disconnected', { exact: true }).waitFor();
    const other = source === 'square' ? 'shopify' : 'square';
    const before = await sell(other, sku, 2);
    await open('/dashboard');
    await sees(page, `${name} is not connected.`);
    expect((await stockOf(app, sku))[source]).toBe(before);

    await open(`/${source}`);
    await named(page, 'link', `Connect ${name}`).click();
    await page.waitForURL((url) => url.origin === app.page);
    await bothHold(sku, before - 2);
  },
);

test('no page reported errors', () => {
  expect(visit.complaints).toEqual([]);
});
