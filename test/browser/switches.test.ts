import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startApp, until } from '../../scripts/app-process';
import { changeStock, setUp, signIn, snapshotsDone, stockOf } from '../../scripts/merchant';
import { launchBrowser, openWindow, type Visit } from './support/browser';
import { askShopify, askSquare } from './support/outside';

type App = Awaited<ReturnType<typeof startApp>>;
type Merchant = Awaited<ReturnType<typeof signIn>>;

let app: App;
let merchant: Merchant;
let browser: Browser;
let visit: Visit;
let page: Page;
/** SKUs in step, ten or more of each; every test takes its own. */
let stocked: string[] = [];

beforeAll(async () => {
  app = await startApp();
  merchant = await signIn(app);
  await setUp(app, merchant);
  await snapshotsDone(merchant);
  const { products } = (await merchant.rpc('sh.Inventory/GetInventory', { view: 'in_sync', table: { limit: 200 } })) as {
    products: { variants: { sku: string; shopify_quantity: number }[] }[];
  };
  stocked = products.flatMap(({ variants }) => variants.filter((one) => one.shopify_quantity >= 20).map(({ sku }) => sku));
  browser = await launchBrowser();
  visit = await openWindow(browser);
  ({ page } = visit);
  page.setDefaultTimeout(30_000);
  await visit.context.addCookies(merchant.cookies());
});

afterAll(async () => {
  await browser?.close();
  await app?.kill();
});

const open = async (path: string): Promise<void> => {
  await page.goto(new URL(path, app.page).href);
};
const take = (): string => stocked.pop() ?? '';
/** Turns switches of the settings, and saves. */
const turn = async (...switches: string[]): Promise<void> => {
  await open('/settings');
  for (const name of switches) await page.getByRole('switch', { name }).click();
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Settings saved!').waitFor();
};
const row = (sku: string) => page.locator(`tr[data-sku="${sku}"]`);
/** Waits until both platforms hold so many, as they say themselves. */
const bothHold = async (sku: string, units: number): Promise<void> => {
  const hold = async (): Promise<boolean> => {
    const { shopify, square } = await stockOf(app, sku);
    return shopify === units && square === units;
  };
  await until(hold, `${units} of ${sku} on both platforms`, 30_000);
};
/** Sells on one platform; what there was before. */
const sell = async (platform: 'shopify' | 'square', sku: string, units: number): Promise<number> => {
  const before = (await stockOf(app, sku))[platform] ?? 0;
  await changeStock(app, { platform, sku, delta: -units });
  return before;
};

test('with auto-sync off a sale is counted and not sent; turned on, it goes', async () => {
  const sku = take();
  await turn('Auto-sync');
  const before = await sell('square', sku, 2);
  await open(`/inventory?q=${sku}`);
  await row(sku).getByRole('img', { name: 'Out of sync' }).waitFor();
  expect(await stockOf(app, sku)).toEqual({ shopify: before, square: before - 2 });
  await turn('Auto-sync');
  await bothHold(sku, before - 2);
});

test('a change above the maximum is held, and sent or dropped as the merchant says', async () => {
  await open('/settings');
  await page.getByRole('switch', { name: 'Enforce a Maximum Update Quantity' }).click();
  await page.getByRole('spinbutton', { name: 'Maximum' }).fill('5');
  await page.getByRole('button', { name: 'Save Settings' }).click();
  await page.getByText('Settings saved!').waitFor();

  const [sent, dropped] = [take(), take()];
  const before = await sell('square', sent, 8);
  await open(`/inventory?q=${sent}`);
  await row(sent).getByText('change held').waitFor();
  expect(await stockOf(app, sent)).toEqual({ shopify: before, square: before - 8 });
  await page.getByText('1 variant has a change on hold for your review').waitFor();
  await page.getByRole('button', { name: 'Send all' }).click();
  await page.getByRole('dialog', { name: 'Send 1 held change?' }).getByRole('button', { name: 'Send all' }).click();
  await bothHold(sent, before - 8);

  const had = await sell('shopify', dropped, 9);
  await open(`/inventory?q=${dropped}`);
  await row(dropped).getByText('change held').waitFor();
  await row(dropped)
    .getByRole('button', { name: /^Fix: /u })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: 'Variant Details' });
  await drawer.getByRole('button', { name: 'Drop' }).click();
  await page.getByText('Held change dropped').waitFor();
  await drawer.getByText('Quantities differ').waitFor();
  // A small sale still goes across, on top of what stays apart.
  await sell('shopify', dropped, 1);
  await until(async () => (await stockOf(app, dropped)).square === had - 1, 'the small sale alone on Square', 30_000);
  expect(await stockOf(app, dropped)).toEqual({ shopify: had - 10, square: had - 1 });
  await open(`/history?sku=${encodeURIComponent(dropped)}`);
  await page
    .getByText(/maximum/u)
    .first()
    .waitFor();
  await turn('Enforce a Maximum Update Quantity');
});

test('with Set Shopify Barcodes an added SKU is the barcode too, as Shopify says itself', async () => {
  await turn('Set Shopify Barcodes');
  await open('/issues?view=missing_skus&source=shopify');
  await page
    .getByRole('button', { name: /^Add SKU: /u })
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: 'Update Variant SKU' });
  await dialog.getByRole('textbox', { name: 'New SKU' }).fill('BAR-0001');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Success' }).waitFor();
  const found = await askShopify<{ productVariants: { nodes: object[] } }>(
    app,
    '{ productVariants(first: 2, query: "sku:BAR-0001") { nodes { sku barcode } } }',
  );
  expect(found.productVariants.nodes).toEqual([{ sku: 'BAR-0001', barcode: 'BAR-0001' }]);
});

test('a location that is renamed on Square has its new name here', async () => {
  const { locations } = await askSquare<{ locations: { id: string }[] }>(app, 'GET', '/v2/locations');
  await open('/locations');
  await page.getByRole('table', { name: 'Synced locations' }).waitFor();
  await askSquare(app, 'PUT', `/v2/locations/${locations[0]?.id ?? ''}`, { location: { name: 'Corner Shop' } });
  await page.getByRole('table', { name: 'All locations' }).getByText('Corner Shop').waitFor();
});

test('disconnected locations move nothing; joined again, stock moves, and what differed stays as it is', async () => {
  const [apart, joined] = [take(), take()];
  await open('/locations');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('dialog', { name: 'Disconnect locations' }).getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No Synced Locations').waitFor();
  const before = await sell('square', apart, 3);

  await page.getByRole('button', { name: 'Sync Locations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sync Locations' });
  for (const platform of ['Shopify', 'Square']) {
    await dialog.getByRole('combobox', { name: `${platform} location` }).click();
    await page.getByRole('option').first().click();
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Locations saved. We are reading both catalogs now.').waitFor();
  await page.getByRole('table', { name: 'Synced locations' }).waitFor();
  await snapshotsDone(merchant);
  const had = await sell('square', joined, 1);
  await bothHold(joined, had - 1);
  expect(await stockOf(app, apart)).toEqual({ shopify: before, square: before - 3 });
});

test.each(['square', 'shopify'] as const)(
  '%s is disconnected: nothing reaches it; connected again, what was sold meanwhile does',
  async (source) => {
    const name = source === 'square' ? 'Square' : 'Shopify';
    const sku = take();
    await open(`/${source}`);
    await page.getByRole('button', { name: `Disconnect ${name}` }).click();
    await page
      .getByRole('dialog', { name: `Disconnect ${name}?` })
      .getByRole('button', { name: 'Disconnect' })
      .click();
    await page.getByText(`${name} disconnected`).waitFor();
    await page.getByText('Disconnected', { exact: true }).waitFor();
    const other = source === 'square' ? 'shopify' : 'square';
    const before = await sell(other, sku, 2);
    await open('/dashboard');
    await page.getByText(`${name} is not connected.`).waitFor();
    expect((await stockOf(app, sku))[source]).toBe(before);

    await open(`/${source}`);
    await page.getByRole('link', { name: `Connect ${name}` }).click();
    await page.waitForURL((url) => url.origin === app.page);
    await bothHold(sku, before - 2);
  },
);

test('no page complained', () => {
  expect(visit.complaints).toEqual([]);
});
