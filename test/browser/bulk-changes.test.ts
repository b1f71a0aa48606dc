import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { changeStock, stockOf } from '../../scripts/merchant';
import { launchBrowser, type Visit } from './support/browser';
import { openAs, startMerchant, type App, type Merchant } from './support/merchant';
import { button, named, press, sees } from './support/place';

/** Levels what differs, sells some of it, and undoes the leveling. */
let app: App;
let merchant: Merchant;
let browser: Browser;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  ({ app, merchant } = await startMerchant());
  browser = await launchBrowser();
  visit = await openAs(browser, merchant);
  ({ page } = visit);
});

afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

interface Listed {
  readonly sku: string;
  readonly shopify_quantity?: number;
  readonly square_quantity?: number;
}

async function outOfSync(): Promise<readonly Listed[]> {
  const answer = await merchant.rpc('sh.Inventory/GetInventory', { view: 'out_of_sync' });
  return (answer as { products?: { variants: Listed[] }[] }).products?.flatMap(({ variants }) => variants) ?? [];
}

async function stockIs(sku: string, shopify: number, square: number): Promise<void> {
  await until(async () => {
    const stock = await stockOf(app, sku);
    return stock.shopify === shopify && stock.square === square;
  }, `${sku} at ${shopify} and ${square}`);
}

test('leveled quantities are undone: each platform has what it had, less what was sold meanwhile', async () => {
  const before = await outOfSync();
  const [first] = before;
  if (first?.shopify_quantity === undefined || first.square_quantity === undefined) throw new Error('nothing differs');
  const { sku, shopify_quantity: shopify, square_quantity: square } = first;
  expect(shopify).not.toBe(square);
  await page.goto(new URL('/inventory?view=out_of_sync', app.page).href);
  await press(page, 'Level quantities');
  const drawer = named(page, 'dialog', 'Level quantities');
  await named(drawer, 'radio', /^Shopify's quantities/u).click();
  await press(drawer, 'Preview changes');
  await press(drawer, /^Level \d+ variants?$/u);
  await named(drawer, 'link', 'See or undo this change').click();
  await named(page, 'heading', /^Quantities leveled, /u).waitFor();
  await named(page, 'row', new RegExp(`${sku}.*${shopify}.*${square}.*${shopify}`, 'u')).waitFor();
  await stockIs(sku, shopify, shopify);

  await changeStock(app, { platform: 'square', sku, delta: -2 });
  await stockIs(sku, shopify - 2, shopify - 2);
  await button(page, /^Undo \d+$/u).focus();
  await page.keyboard.press('Enter');
  await named(page, 'dialog', /^Undo the change of/u).waitFor();
  await press(page, /^Undo \d+ variants?$/u);
  await sees(page, /undone\. The new quantities are on their way/u);
  await stockIs(sku, shopify - 2, square - 2);
  await named(page, 'row', new RegExp(`${sku}.*Undone`, 'u')).waitFor();
  expect(await button(page, /^Undo \d+$/u).count()).toBe(0);

  // From the history, the list of all of them leads back here.
  await page.goto(new URL('/history', app.page).href);
  await page
    .getByText(/^Bulk change undone/u)
    .first()
    .waitFor();
  await named(page, 'link', 'Bulk changes').click();
  await named(page, 'link', 'Quantities leveled').click();
  await named(page, 'heading', /^Quantities leveled, /u).waitFor();
  expect(visit.complaints).toEqual([]);
});
