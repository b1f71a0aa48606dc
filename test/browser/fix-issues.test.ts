import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startApp, until } from '../../scripts/app-process';
import { configureSandbox, setUp, signIn, snapshotsDone, stockOf } from '../../scripts/merchant';
import { launchBrowser, openWindow, type Visit } from './support/browser';
import { isTracked } from './support/outside';

type App = Awaited<ReturnType<typeof startApp>>;
type Merchant = Awaited<ReturnType<typeof signIn>>;

/** The small catalogue as a shop owner finds it, and everything in it mended from the screens; the platforms are asked what came of it. */
describe('mending what is wrong, end to end', () => {
  let app: App;
  let merchant: Merchant;
  let browser: Browser;
  let visit: Visit;
  let page: Page;

  beforeAll(async () => {
    app = await startApp();
    merchant = await signIn(app);
    await setUp(app, merchant);
    await snapshotsDone(merchant);
    browser = await launchBrowser();
    visit = await openWindow(browser);
    await visit.context.addCookies(merchant.cookies());
    ({ page } = visit);
  });

  afterAll(async () => {
    await browser?.close();
    await app?.stop();
  });

  const open = async (path: string): Promise<void> => {
    await page.goto(new URL(path, app.page).href);
  };
  const drawer = () => page.getByRole('dialog', { name: 'Variant Details' });
  /** SKUs of the rows in sight, once there are any. */
  const rows = async (): Promise<string[]> => {
    await page.locator('tr[data-sku]').first().waitFor();
    const skus = await page.locator('tr[data-sku]').evaluateAll((found) => found.map((row) => row.getAttribute('data-sku') ?? ''));
    return skus.filter((sku) => sku !== '');
  };
  const outOfSync = async (): Promise<number> => {
    const counts: unknown = await merchant.rpc('sh.Inventory/GetInventoryCounts');
    return (counts as { out_of_sync: number }).out_of_sync;
  };

  test('one variant: either platform’s number with one press, and both platforms hold it', async () => {
    await open('/inventory?view=out_of_sync');
    const [sku = ''] = await rows();
    const before = await stockOf(app, sku);
    expect(before.shopify).not.toBe(before.square);
    await page
      .locator(`tr[data-sku="${sku}"]`)
      .getByRole('button', { name: /^Fix: / })
      .first()
      .click();
    await drawer()
      .getByRole('button', { name: /^Use this number: Square/u })
      .click();
    await drawer().getByRole('button', { name: 'Save Inventory Count' }).click();
    await drawer().getByText('Items In Sync').waitFor();
    expect(await stockOf(app, sku)).toEqual({ shopify: before.square, square: before.square });
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
  });

  test('the rest at once: the plan is shown, and what was shown is what comes', async () => {
    await open('/inventory?view=out_of_sync');
    const skus = await rows();
    const wanted = new Map<string, number | null>();
    for (const sku of skus) wanted.set(sku, (await stockOf(app, sku)).shopify);
    await page.getByRole('button', { name: 'Level quantities' }).click();
    const level = page.getByRole('dialog', { name: 'Level quantities' });
    await level.getByText("Shopify's quantities are correct").click();
    await level.getByRole('button', { name: 'Preview changes' }).click();
    await level.getByText(`0 on Shopify, ${skus.length} on Square.`).waitFor();
    for (const sku of skus) expect((await stockOf(app, sku)).shopify).toBe(wanted.get(sku));
    await level.getByRole('button', { name: `Level ${skus.length} variants` }).click();
    await level.getByText(`Updating ${skus.length} variants`).waitFor();
    await until(async () => (await outOfSync()) === 0, 'nothing out of sync', 30_000);
    for (const sku of skus) expect(await stockOf(app, sku)).toEqual({ shopify: wanted.get(sku), square: wanted.get(sku) });
  });

  test('a variant that is on Square alone is copied to Shopify from its drawer', async () => {
    await open('/inventory?view=square_only');
    await rows();
    const row = page.locator('tr[data-sku]').filter({ hasText: 'Paper Lantern' });
    const sku = (await row.getAttribute('data-sku')) ?? '';
    const before = await stockOf(app, sku);
    expect(before.shopify).toBeNull();
    await row
      .getByRole('button', { name: /^Fix: / })
      .first()
      .click();
    await drawer().getByRole('button', { name: 'Sync To Shopify' }).click();
    await drawer().getByRole('button', { name: 'Copy 1 Variant(s)' }).click();
    await drawer().getByText('Sync to Shopify started').waitFor();
    await drawer().getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('“Paper Lantern” is on Shopify').waitFor();
    expect(await stockOf(app, sku)).toEqual({ shopify: before.square, square: before.square });
    await page.getByRole('button', { name: /^Dismiss: “Paper Lantern”/u }).click();
  });

  test('and one from its row', async () => {
    await open('/inventory?view=square_only');
    await rows();
    const row = page.locator('tr[data-sku]').filter({ hasText: 'Counter Postcards' });
    const sku = (await row.getAttribute('data-sku')) ?? '';
    await row
      .getByRole('button', { name: /^Copy To Shopify: / })
      .first()
      .click();
    await page.getByRole('dialog', { name: 'Copy To Shopify' }).getByRole('button', { name: 'Copy To Shopify' }).click();
    await page.getByText('“Counter Postcards” is on Shopify').waitFor();
    const after = await stockOf(app, sku);
    expect(after.shopify).toBe(after.square);
    expect(after.shopify).not.toBeNull();
  });

  test('a product that is on Shopify alone is copied to Square, all its variants', async () => {
    await open('/inventory?view=shopify_only');
    const before = new Map<string, number | null>();
    for (const sku of await rows()) before.set(sku, (await stockOf(app, sku)).shopify);
    // The first one that can be copied: its SKU is its own, and it is counted.
    const row = page
      .locator('tr[data-sku]:not([data-sku=""])')
      .filter({ hasNotText: /duplicate SKU|not tracked/u })
      .first();
    const sku = (await row.getAttribute('data-sku')) ?? '';
    await row
      .getByRole('button', { name: /^Fix: / })
      .first()
      .click();
    await drawer().getByRole('button', { name: 'Sync To Square' }).click();
    await drawer()
      .getByRole('button', { name: /^Copy \d+ Variants$/u })
      .click();
    await drawer().getByText('Sync to Square started').waitFor();
    await until(async () => (await stockOf(app, sku)).square !== null, `${sku} on Square`, 30_000);
    await until(
      async () => {
        const now = await stockOf(app, sku);
        return now.square === before.get(sku) && now.shopify === before.get(sku);
      },
      `${sku} with the same number on both sides`,
      30_000,
    );
    await drawer().getByRole('button', { name: 'Close' }).last().click();
  });

  test('a SKU is changed from the drawer, and both platforms have the new one', async () => {
    await open('/inventory?view=in_sync');
    const [sku = ''] = await rows();
    const before = await stockOf(app, sku);
    await page.locator(`tr[data-sku="${sku}"]`).click();
    await drawer().getByRole('button', { name: 'Modify SKU' }).click();
    await drawer().getByRole('textbox', { name: 'New SKU' }).fill(`${sku}-NEW`);
    await drawer().getByRole('button', { name: 'Save SKU' }).click();
    await until(async () => (await drawer().innerText()).includes(`SKU ${sku}-NEW`), 'the new SKU in the drawer', 10_000);
    expect(await stockOf(app, `${sku}-NEW`)).toEqual(before);
    expect(await stockOf(app, sku)).toEqual({ shopify: null, square: null });
  });

  test.each([
    ['shopify', 'Shopify Variants with Missing Skus'],
    ['square', 'Square Variations with Missing Skus'],
  ] as const)('a missing SKU is made and saved, and %s has it', async (source, heading) => {
    await open(`/issues?view=missing_skus&source=${source}`);
    const list = page.getByRole('table', { name: heading });
    const action = list.getByRole('button', { name: /^Add SKU: / });
    await action.first().waitFor();
    const before = await action.count();
    await action.first().click();
    const dialog = page.getByRole('dialog', { name: 'Update Variant SKU' });
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByRole('button', { name: 'Generate Unique SKU' }).click();
    const box = dialog.getByRole('textbox', { name: 'New SKU' });
    await until(async () => (await box.inputValue()) !== '', 'a made SKU', 10_000);
    const sku = await box.inputValue();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('SKU Updated Successfully. This variant has been removed from the list.').waitFor();
    expect((await stockOf(app, sku))[source]).not.toBeNull();
    await page.getByRole('dialog', { name: 'Success' }).getByRole('button', { name: 'Close' }).last().click();
    await until(async () => (await action.count()) === before - 1, 'one row less', 10_000);
  });

  test('one of two that share a SKU gets its own on Shopify, and the other keeps it', async () => {
    await open('/issues?view=duplicate_skus&source=shopify');
    const [shared = ''] = await rows();
    await page
      .getByRole('button', { name: /^Change SKU: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Update Variant SKU' });
    await dialog.getByRole('textbox', { name: 'New SKU' }).fill('OWN-0001');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'Success' }).waitFor();
    expect((await stockOf(app, 'OWN-0001')).shopify).not.toBeNull();
    expect((await stockOf(app, shared)).shopify).not.toBeNull();
    await page.getByText('None Found').waitFor();
  });

  test.each(['shopify', 'square'] as const)('tracking is turned on where %s says so itself, and the list is read anew', async (source) => {
    await open(`/issues?view=inventory_disabled&source=${source}`);
    const [sku = ''] = await rows();
    expect(await isTracked(app, source, sku)).toBe(false);
    const action = page.getByRole('button', { name: /^Enable Tracking: / });
    await action.first().waitFor();
    const before = await action.count();
    await action.first().click();
    const dialog = page.getByRole('dialog', { name: 'Track Inventory For Variant' });
    await dialog.getByRole('button', { name: 'Enable Inventory Tracking' }).click();
    await dialog.getByText('Inventory Tracking Enabled').waitFor();
    expect(await isTracked(app, source, sku)).toBe(true);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await until(async () => (await action.count()) === before - 1, 'one row less', 10_000);
  });

  test('while a platform is down nothing is half done: the reason, a reference, and the way on', async () => {
    expect(visit.complaints).toEqual([]);
    await open('/issues?view=duplicate_skus&source=square');
    await page
      .getByRole('button', { name: /^Change SKU: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Update Variant SKU' });
    await dialog.getByRole('textbox', { name: 'New SKU' }).fill('NEVER-SAVED');
    await configureSandbox(app, { faults: { square: { rate5xx: 1 } } });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('We encountered an error trying to update the SKU.').waitFor();
    expect(await dialog.getByText(/Reference: \S+/u).count()).toBe(1);
    await configureSandbox(app, { faults: { square: { rate5xx: 0 } } });
    expect((await stockOf(app, 'NEVER-SAVED')).square).toBeNull();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog', { name: 'Success' }).waitFor();
    expect((await stockOf(app, 'NEVER-SAVED')).square).not.toBeNull();
  });
});
