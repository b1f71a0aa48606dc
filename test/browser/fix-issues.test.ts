import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { addProduct, changeStock, configureSandbox, stockOf } from '../../scripts/merchant';
import { launchBrowser, type Visit } from './support/browser';
import { openAs, startMerchant, type App, type Merchant } from './support/merchant';
import { isTracked } from './support/outside';
import { pressFirst, press, sees, named, button } from './support/place';

/** Fixes everything in the small catalog, as a shop owner finds it, from the screens; the platforms are asked for the result. */
describe('fixing issues, end to end', () => {
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

  const open = async (path: string) => {
    await page.goto(new URL(path, app.page).href);
  };
  const drawer = () => named(page, 'dialog', 'Variant Details');
  /** SKUs of the visible rows, once there are any. */
  const rows = async () => {
    await page.locator('tr[data-sku]').first().waitFor();
    const skus = await page.locator('tr[data-sku]').evaluateAll((found) => found.map((row) => row.getAttribute('data-sku') ?? ''));
    return skus.filter((sku) => sku !== '');
  };
  const outOfSync = async () => {
    const counts: unknown = await merchant.rpc('sh.Inventory/GetInventoryCounts');
    return (counts as { out_of_sync: number }).out_of_sync;
  };

  test('one variant: one click applies either platform’s number, and both platforms have it', async () => {
    await open('/inventory?view=out_of_sync');
    const [sku = ''] = await rows();
    const before = await stockOf(app, sku);
    expect(before.shopify).not.toBe(before.square);
    await pressFirst(page.locator(`tr[data-sku="${sku}"]`), /^Fix: /);
    await press(drawer(), /^Use this number: Square/u);
    await press(drawer(), 'Save Inventory Count');
    await sees(drawer(), 'Items In Sync');
    expect(await stockOf(app, sku)).toEqual({ shopify: before.square, square: before.square });
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
  });

  test('the rest in bulk: the plan is shown, and the result matches it', async () => {
    await open('/inventory?view=out_of_sync');
    const skus = await rows();
    const wanted = new Map<string, number | null>();
    for (const sku of skus) wanted.set(sku, (await stockOf(app, sku)).shopify);
    await press(page, 'Level quantities');
    const level = named(page, 'dialog', 'Level quantities');
    await level.getByText("Shopify's quantities are correct").click();
    await press(level, 'Preview changes');
    await sees(level, `0 on Shopify, ${skus.length} on Square.`);
    for (const sku of skus) expect((await stockOf(app, sku)).shopify).toBe(wanted.get(sku));
    await press(level, `Level ${skus.length} variants`);
    await sees(level, `Updating ${skus.length} variants`);
    await until(async () => (await outOfSync()) === 0, 'nothing out of sync');
    for (const sku of skus) expect(await stockOf(app, sku)).toEqual({ shopify: wanted.get(sku), square: wanted.get(sku) });
  });

  test('a variant that is only on Square is copied to Shopify from its drawer', async () => {
    await open('/inventory?view=square_only');
    await rows();
    const row = page.locator('tr[data-sku]').filter({ hasText: 'Paper Lantern' });
    const sku = (await row.getAttribute('data-sku')) ?? '';
    const before = await stockOf(app, sku);
    expect(before.shopify).toBeNull();
    await pressFirst(row, /^Fix: /);
    await press(drawer(), 'Sync To Shopify');
    await press(drawer(), 'Copy 1 Variant(s)');
    await sees(drawer(), 'Sync to Shopify started');
    await button(drawer(), 'Close').last().click();
    await sees(page, '“Paper Lantern” is on Shopify');
    expect(await stockOf(app, sku)).toEqual({ shopify: before.square, square: before.square });
    await press(page, /^Dismiss: “Paper Lantern”/u);
  });

  test('a variant that is only on Square is copied to Shopify from its row', async () => {
    await open('/inventory?view=square_only');
    await rows();
    const row = page.locator('tr[data-sku]').filter({ hasText: 'Counter Postcards' });
    const sku = (await row.getAttribute('data-sku')) ?? '';
    await pressFirst(row, /^Copy To Shopify: /);
    await press(named(page, 'dialog', 'Copy To Shopify'), 'Copy To Shopify');
    await sees(page, '“Counter Postcards” is on Shopify');
    const after = await stockOf(app, sku);
    expect(after.shopify).toBe(after.square);
    expect(after.shopify).not.toBeNull();
  });

  test('what is sold on Square under another SKU is recognized, or found by a search, matched, and synced from then on', async () => {
    await addProduct(app, { platforms: ['square'], title: 'Suede Jewellery Roll', sku: 'roll sue', price: 4_900, quantity: 5 });
    await open('/inventory?view=square_only');
    await page.locator('tr[data-sku="roll sue"]').waitFor();
    await open('/inventory?view=shopify_only');
    await pressFirst(page.locator('tr[data-sku="ROLL-SUE"]'), /^Fix: /);
    const similar = named(drawer(), 'region', 'May be the same on Square');
    await sees(similar, 'same SKU, written differently');
    const before = await stockOf(app, 'ROLL-SUE');
    // A wrong click: it is not suggested again, and still found by a search.
    await press(similar, 'Not the same');
    await sees(similar, 'Not suggested for this variant anymore.');
    await page.reload();
    await button(drawer(), 'Find it on Square').waitFor();
    await page.waitForLoadState('networkidle');
    await similar.waitFor({ state: 'detached' });
    await press(drawer(), 'Find it on Square');
    const search = named(drawer(), 'region', 'Find it on Square');
    await named(search, 'searchbox', 'Find it on Square').fill('suede jewellery');
    await press(search, 'Search');
    await press(search, /^Link: Suede Jewellery Roll/u);
    await sees(drawer(), 'Quantities differ');
    // The numbers are as they were: which one is right is the merchant's choice.
    expect([(await stockOf(app, 'ROLL-SUE')).shopify, (await stockOf(app, 'roll sue')).square]).toEqual([before.shopify, 5]);
    await changeStock(app, { platform: 'square', sku: 'roll sue', delta: -1 });
    await until(async () => (await stockOf(app, 'ROLL-SUE')).shopify === (before.shopify ?? 0) - 1, 'the sale on Shopify');
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
  });

  test('a product that is only on Shopify is copied to Square with all its variants', async () => {
    await open('/inventory?view=shopify_only');
    const before = new Map<string, number | null>();
    for (const sku of await rows()) before.set(sku, (await stockOf(app, sku)).shopify);
    // The first one that can be copied: its SKU is unique, and it is tracked.
    const row = page
      .locator('tr[data-sku]:not([data-sku=""])')
      .filter({ hasNotText: /duplicate SKU|not tracked/u })
      .first();
    const sku = (await row.getAttribute('data-sku')) ?? '';
    await pressFirst(row, /^Fix: /);
    await press(drawer(), 'Sync To Square');
    await press(drawer(), /^Copy \d+ Variants$/u);
    await sees(drawer(), 'Sync to Square started');
    await until(async () => (await stockOf(app, sku)).square !== null, `${sku} on Square`);
    await until(
      async () => {
        const now = await stockOf(app, sku);
        return now.square === before.get(sku) && now.shopify === before.get(sku);
      },
      `${sku} with the same number on both sides`,
      30_000,
    );
    await button(drawer(), 'Close').last().click();
  });

  test('a SKU is changed from the drawer, and both platforms have the new one', async () => {
    await open('/inventory?view=in_sync');
    const [sku = ''] = await rows();
    const before = await stockOf(app, sku);
    await page.locator(`tr[data-sku="${sku}"]`).click();
    await press(drawer(), 'Modify SKU');
    await named(drawer(), 'textbox', 'New SKU').fill(`${sku}-NEW`);
    await press(drawer(), 'Save SKU');
    await until(async () => (await drawer().innerText()).includes(`SKU ${sku}-NEW`), 'the new SKU in the drawer');
    expect(await stockOf(app, `${sku}-NEW`)).toEqual(before);
    expect(await stockOf(app, sku)).toEqual({ shopify: null, square: null });
  });

  test.each([
    ['shopify', 'Shopify Variants with Missing Skus'],
    ['square', 'Square Variations with Missing Skus'],
  ] as const)('a missing SKU is generated and saved, and %s has it', async (source, heading) => {
    await open(`/issues?view=missing_skus&source=${source}`);
    const list = named(page, 'table', heading);
    const action = button(list, /^Add SKU: /);
    await action.first().waitFor();
    const before = await action.count();
    await action.first().click();
    const dialog = named(page, 'dialog', 'Update Variant SKU');
    expect(await button(dialog, 'Save').isDisabled()).toBe(true);
    await press(dialog, 'Generate Unique SKU');
    const box = named(dialog, 'textbox', 'New SKU');
    await until(async () => (await box.inputValue()) !== '', 'a made SKU');
    const sku = await box.inputValue();
    await press(dialog, 'Save');
    await sees(page, 'SKU Updated Successfully. This variant has been removed from the list.');
    expect((await stockOf(app, sku))[source]).not.toBeNull();
    await button(named(page, 'dialog', 'Success'), 'Close')
      .last()
      .click();
    await until(async () => (await action.count()) === before - 1, 'one row less');
  });

  test('one of two variants that share a SKU gets its own on Shopify, and the other keeps it', async () => {
    await open('/issues?view=duplicate_skus&source=shopify');
    const [shared = ''] = await rows();
    await pressFirst(page, /^Change SKU: /);
    const dialog = named(page, 'dialog', 'Update Variant SKU');
    await named(dialog, 'textbox', 'New SKU').fill('OWN-0001');
    await press(dialog, 'Save');
    await named(page, 'dialog', 'Success').waitFor();
    expect((await stockOf(app, 'OWN-0001')).shopify).not.toBeNull();
    expect((await stockOf(app, shared)).shopify).not.toBeNull();
    await sees(page, 'None Found');
  });

  test.each(['shopify', 'square'] as const)('tracking is turned on, %s confirms it, and the list reloads', async (source) => {
    await open(`/issues?view=inventory_disabled&source=${source}`);
    const [sku = ''] = await rows();
    expect(await isTracked(app, source, sku)).toBe(false);
    const action = button(page, /^Enable Tracking: /);
    await action.first().waitFor();
    const before = await action.count();
    await action.first().click();
    const dialog = named(page, 'dialog', 'Track Inventory For Variant');
    await press(dialog, 'Enable Inventory Tracking');
    await sees(dialog, 'Inventory Tracking Enabled');
    expect(await isTracked(app, source, sku)).toBe(true);
    await button(dialog, 'Close').last().click();
    await until(async () => (await action.count()) === before - 1, 'one row less');
  });

  test('while a platform is down, nothing is half done: the reason, a reference, and how to continue are shown', async () => {
    expect(visit.complaints).toEqual([]);
    await open('/issues?view=duplicate_skus&source=square');
    await pressFirst(page, /^Change SKU: /);
    const dialog = named(page, 'dialog', 'Update Variant SKU');
    await named(dialog, 'textbox', 'New SKU').fill('NEVER-SAVED');
    await configureSandbox(app, { faults: { square: { rate5xx: 1 } } });
    await press(dialog, 'Save');
    await sees(dialog, 'We encountered an error trying to update the SKU.');
    expect(await dialog.getByText(/Reference: \S+/u).count()).toBe(1);
    await configureSandbox(app, { faults: { square: { rate5xx: 0 } } });
    expect((await stockOf(app, 'NEVER-SAVED')).square).toBeNull();
    await press(dialog, 'Save');
    await named(page, 'dialog', 'Success').waitFor();
    expect((await stockOf(app, 'NEVER-SAVED')).square).not.toBeNull();
  });
});
