import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { changeStock, stockOf } from '../../scripts/merchant';
import { launchBrowser, type Visit } from './support/browser';
import { openAs, startMerchant, type App, type Merchant } from './support/merchant';
import { button, named, press, sees } from './support/place';

/** Levels what differs, sells some of it, and undoes the leveling; enables tracking of many variants, and undoes that. */
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

test('tracking is enabled for many variants of a platform, by keyboard as well, and disabled again', async () => {
  const untracked = async (): Promise<number> => {
    const { total } = (await merchant.rpc('sh.Issues/GetIssues', { source: 'shopify', issue_type: 'inventory_disabled' })) as {
      total?: number;
    };
    return total ?? 0;
  };
  const before = await untracked();
  expect(before).toBeGreaterThan(1);
  await page.goto(new URL('/issues?view=inventory_disabled&source=shopify', app.page).href);
  await press(page, /^Enable tracking$/u);
  const drawer = named(page, 'dialog', 'Enable inventory tracking');
  await sees(drawer, `${before} variants will be tracked`);
  // All but one of them.
  await named(drawer, 'region', 'Variants to track').getByRole('checkbox').first().focus();
  await page.keyboard.press('Space');
  await sees(drawer, new RegExp(`^${before - 1} variants? will be tracked$`, 'u'));
  await press(drawer, /^Enable tracking for \d+ variants?$/u);
  await sees(drawer, new RegExp(`^Tracking enabled for ${before - 1} variants?$`, 'u'));
  expect(await untracked()).toBe(1);

  await named(drawer, 'link', 'See or undo this change').click();
  await named(page, 'link', 'Tracking enabled').click();
  await named(page, 'heading', /^Tracking enabled, /u).waitFor();
  await press(page, `Undo ${before - 1}`);
  await press(named(page, 'dialog', /^Disable tracking for/u), /^Disable for \d+ variants?$/u);
  await sees(page, /variants? undone\./u);
  expect(await untracked()).toBe(before);
  expect(visit.complaints).toEqual([]);
});
