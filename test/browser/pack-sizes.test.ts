import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { addProduct, changeStock, stockOf } from '../../scripts/merchant';
import { launchBrowser, type Visit } from './support/browser';
import { openAs, startMerchant, type App, type Merchant } from './support/merchant';
import { named, press, sees, select } from './support/place';

/** Sells cases on Shopify and their bottles at Square's counter. */
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

const SKU = 'CIDER-12';
const both = async (shopify: number, square: number): Promise<void> => {
  await until(async () => {
    const stock = await stockOf(app, SKU);
    return stock.shopify === shopify && stock.square === square;
  }, `${shopify} cases and ${square} bottles`);
};
const open = async (): Promise<void> => {
  await page.goto(new URL(`/inventory?q=${SKU}`, app.page).href);
  await page
    .getByRole('button', { name: /Orchard Cider/u })
    .first()
    .click();
};

test('a case on Shopify and its bottles at Square: the pack size is set in the details, and both sides sell on', async () => {
  await addProduct(app, { platforms: ['shopify', 'square'], title: 'Orchard Cider', sku: SKU, price: 2_400, quantity: 5 });
  await page.waitForTimeout(1_000);
  await open();
  await press(page, 'Change pack size');
  await select(named(page, 'combobox', 'Sold in packs on'), 'Shopify');
  await named(page, 'textbox', 'Pieces in a pack').fill('12');
  await press(page, 'Save pack size');
  // Five cases and five bottles are not the same stock: the details offer to set it, in bottles.
  await sees(page, /^1 on Shopify = 12 on Square\. Enter the quantity in units of:/u);
  await named(page, 'textbox', 'Inventory Count').fill('60');
  await press(page, 'Save Inventory Count');
  await both(5, 60);
  await sees(page, 'Items In Sync');

  await changeStock(app, { platform: 'square', sku: SKU, delta: -1 });
  await both(4, 59);
  await changeStock(app, { platform: 'shopify', sku: SKU, delta: -2 });
  await both(2, 35);
  await changeStock(app, { platform: 'square', sku: SKU, delta: 1 });
  await both(3, 36);

  await page.goto(new URL(`/inventory?q=${SKU}&view=in_sync`, app.page).href);
  await sees(page, '1 on Shopify = 12 on Square');
  expect(visit.complaints).toEqual([]);
});
