import { readFile } from 'node:fs/promises';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { chooseFilledExport } from '../../scripts/import-skus';
import { changeStock, configureSandbox, setUp, signIn, stockOf } from '../../scripts/merchant';
import { launchBrowser, openWindow, type Visit } from './support/browser';
import { openAs, startMerchant, variantsInSync, type App, type Merchant } from './support/merchant';
import { askShopify } from './support/outside';
import { press, sees, named, button } from './support/place';

let app: App;
let browser: Browser;
let visit: Visit;
let merchant: Merchant;

beforeAll(async () => {
  ({ app, merchant } = await startMerchant());
  browser = await launchBrowser();
  visit = await openAs(browser, merchant);
});

afterAll(async () => {
  await browser.close();
  await app.kill();
});

interface Standing {
  readonly is_active: boolean;
  readonly shopify_subscription_id: string;
}

const subscription = async () => {
  return (await merchant.rpc('sh.Subscriptions/GetSubscription')) as Standing;
};

test('a merchant cancels with a reason, keeps access, and subscribes again', async () => {
  const { page } = visit;
  await page.goto(`${app.page}/subscription`);
  await press(page, 'Cancel Subscription');
  await page.getByRole('textbox').fill('Closing the counter');
  await press(page, 'Cancel My Subscription');
  await sees(page, 'Inactive');
  await sees(page, /your stock keeps syncing, until \w{3} \d{2} \d{4}/u);
  const cancelled = await subscription();
  expect(cancelled.is_active).toBe(false);

  await page.goto(`${app.page}/dashboard`);
  await sees(page, /will be deactivated on/u);
  await named(page, 'link', 'Subscribe').click();
  await page.waitForURL(`${app.page}/subscription`);
  await press(page, 'Subscribe');
  await press(page, 'Authorize on Shopify');
  await page.waitForURL(`${app.page}/dashboard`);
  const again = await subscription();
  expect(again.is_active).toBe(true);
  expect(again.shopify_subscription_id).not.toBe(cancelled.shopify_subscription_id);
});

test('a merchant who declines the charge pays nothing and sees a message about it', async () => {
  const { page } = visit;
  await merchant.rpc('sh.Subscriptions/CancelSubscription', { subscription_id: (await subscription()).shopify_subscription_id });
  await configureSandbox(app, { autoApprove: false });
  await page.goto(`${app.page}/subscription?test`);
  await press(page, 'Subscribe');
  await sees(page, 'TEST!!');
  await press(page, 'Authorize on Shopify');
  await press(page, 'Decline');
  // Shopify keeps the merchant in its own admin; they come back by opening the app there.
  await named(page, 'link', 'Open Shelfbridge').click();
  await page.waitForURL(`${app.page}/subscription`);
  await sees(page, 'You declined the charge');
  await sees(page, 'Inactive');
  await sees(page, '[No Transactions]');
  await press(page, 'Try again');
  await press(page, 'Decline');
  await named(page, 'link', 'Open Shelfbridge').click();
  await page.waitForURL(`${app.page}/subscription`);
  await press(page, 'Not now');
  await page.getByText('You declined the charge').waitFor({ state: 'detached' });
  await page.reload();
  await sees(page, 'Inactive');
  expect(await page.getByText('You declined the charge').count()).toBe(0);
  await configureSandbox(app, { autoApprove: true });
});

test('a Shopify charge appears among the payments', async () => {
  const { page } = visit;
  // A subscription whose trial is over, as Shopify would start it: the first period is charged immediately.
  const { appSubscriptionCreate: made } = await askShopify<{
    appSubscriptionCreate: { confirmationUrl: string; appSubscription: { id: string } };
  }>(
    app,
    `mutation { appSubscriptionCreate(name: "Standard", returnUrl: "${app.page}/shopify/billingReturn", test: false, lineItems: [{ plan: {
      appRecurringPricingDetails: { price: { amount: "49.99", currencyCode: USD }, interval: EVERY_30_DAYS } } }])
      { confirmationUrl appSubscription { id } } }`,
  );
  await fetch(made.confirmationUrl, { redirect: 'manual' });
  await page.goto(`${app.page}/subscription`);
  await page.getByText('Active', { exact: true }).waitFor();
  expect(await page.getByText(made.appSubscription.id.split('/').at(-1) ?? '', { exact: true }).count()).toBe(1);
  const today = new Date().toISOString().slice(0, 10);
  await named(page, 'row', new RegExp(`^${today} .+ \\$49\\.99$`, 'u')).waitFor();
});

test('the self-test and the access check report the actual state of both platforms', async () => {
  const { page } = visit;
  await page.goto(`${app.page}/test`);
  await sees(page, /^Everything works\./u);
  await configureSandbox(app, { faults: { square: { rate5xx: 1 } } });
  await page.goto(`${app.page}/verifyAccess`);
  await sees(named(page, 'region', 'Square'), 'Square did not respond.');
  await sees(named(page, 'region', 'Shopify'), 'Access verified');
  await configureSandbox(app, { faults: { square: { rate5xx: 0 } } });
  await press(page, 'Check again');
  await sees(named(page, 'region', 'Square'), 'Access verified');
});

/** Presses Export CSV; returns the file's header and lines. */
async function exported() {
  const { page } = visit;
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export CSV').click()]);
  const text = await readFile(await download.path(), 'utf8');
  const [head = '', ...lines] = text.trim().split('\r\n');
  return { head, lines };
}

test('the inventory exports as a file with the current filter and both platforms’ own numbers', async () => {
  const counts = (await merchant.rpc('sh.Inventory/GetInventoryCounts')) as { out_of_sync: number };
  await visit.page.goto(`${app.page}/inventory?view=out_of_sync`);
  await visit.page.locator('tr[data-sku]').first().waitFor();
  const { head, lines } = await exported();
  const columns = head.replace('\uFEFF', '').split(',');
  expect(lines).toHaveLength(counts.out_of_sync);
  for (const line of lines) {
    const cells = line.split(',');
    const [sku = '', shopify, square] = ['SKU', 'Shopify Qty', 'Square Qty'].map((name) => cells[columns.indexOf(name)]);
    expect({ shopify: Number(shopify), square: Number(square) }, sku).toEqual(await stockOf(app, sku));
  }
});

test('the inventory can be filtered by when stock has changed', async () => {
  const { page } = visit;
  const [{ sku } = { sku: '' }] = await variantsInSync(merchant);
  const before = new Date().toISOString();
  const stock = await stockOf(app, sku);
  await changeStock(app, { platform: 'square', sku, delta: -1 });
  await until(async () => (await stockOf(app, sku)).shopify === (stock.shopify ?? 0) - 1, 'the sale at Shopify');
  await page.goto(`${app.page}/inventory?${String(new URLSearchParams({ filter: `changed:${before}` }))}`);
  await page.locator(`tr[data-sku="${sku}"]`).waitFor();
  expect(await page.locator('tr[data-sku]').count()).toBe(1);
  await named(page, 'button', /^Remove the filter Stock changed: Since /u).click();
  await until(async () => (await page.locator('tr[data-sku]').count()) > 1, 'all variants');

  await press(page, 'Filter');
  await named(page, 'combobox', 'Stock changed').selectOption({ label: 'In the last 24 hours' });
  await page.waitForURL(`${app.page}/inventory?filter=changed%3A24h`);
  await page.locator(`tr[data-sku="${sku}"]`).waitFor();
  await named(page, 'combobox', 'Stock changed').selectOption({ label: 'Since a day…' });
  await page.getByLabel('Stock changed since').fill('2031-01-02');
  await sees(page, 'Stock changed: Since Jan 02 2031');
  await until(async () => (await page.locator('tr[data-sku]').count()) === 0, 'no variant');
});

test('issues export as a file', async () => {
  const counts = (await merchant.rpc('sh.Issues/GetMissingSkuCounts')) as { square: number };
  await visit.page.goto(`${app.page}/issues?view=missing_skus&source=square`);
  await visit.page.getByRole('table').waitFor();
  const { lines } = await exported();
  expect(counts.square).toBeGreaterThan(0);
  expect(lines).toHaveLength(counts.square);
});

test('the history exports as a file with the search results only', async () => {
  const { page } = visit;
  const [{ sku } = { sku: '' }] = await variantsInSync(merchant);
  await changeStock(app, { platform: 'square', sku, delta: -1 });
  await page.goto(`${app.page}/history`);
  await page.getByRole('searchbox').fill(sku);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(`${app.page}/history?sku=${encodeURIComponent(sku)}`);
  await page.locator(`[data-sku="${sku}"]`).first().waitFor();
  const { head, lines } = await exported();
  expect(head).toContain('Timestamp,Originated By,Location,Sku,Message');
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.every((line) => line.includes(sku))).toBe(true);
});

test('the history is filtered with the keyboard and on a phone, and its export follows', async () => {
  const { page } = visit;
  const [{ sku } = { sku: '' }] = await variantsInSync(merchant);
  await changeStock(app, { platform: 'square', sku, delta: -1 });
  await page.goto(`${app.page}/history`);
  const platform = named(page, 'combobox', 'Platform');
  await platform.focus();
  await page.keyboard.press('End');
  await page.waitForURL(`${app.page}/history?source=square`);
  await page.locator(`[data-sku="${sku}"]`).first().waitFor();
  const { lines } = await exported();
  expect(lines.length).toBeGreaterThan(0);
  // Next year: nothing matches, and the page says why.
  await page.getByLabel('From').fill(`${new Date().getFullYear() + 1}-01-01`);
  await sees(page, /^No history with these filters: from Jan 01 \d{4}, platform Square\.$/u);
  const size = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  await press(page, 'Filters (2)');
  const controls = named(page, 'group', 'Filters').locator('input, select, button');
  for (const control of await controls.all()) expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await named(page, 'group', 'Filters').getByRole('button', { name: 'Clear filters' }).click();
  await page.waitForURL(`${app.page}/history`);
  await page.setViewportSize(size);
});

test('counts are imported from a file, but not over a sale that was made since they were shown', async () => {
  const { page } = visit;
  const [first, second] = await variantsInSync(merchant, 5);
  if (first === undefined || second === undefined) throw new Error('fewer than two variants are in sync');
  await page.goto(`${app.page}/inventory`);
  await press(page, 'Import counts');
  const drawer = named(page, 'dialog', 'Import counts');
  const lines = ['SKU;Count', `${first.sku};31`, `${second.sku};0`, 'NO-SUCH-SKU;4', `${first.sku}-blank;`];
  await drawer.getByLabel('CSV file').setInputFiles({ name: 'counts.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\r\n')) });
  await sees(drawer, '3 rows with a count, 1 row without, left out.');
  await press(drawer, 'Preview changes');
  await sees(drawer, '2 variants will change');
  await sees(drawer, '1 row left out');
  const before = await stockOf(app, first.sku);
  await changeStock(app, { platform: 'square', sku: first.sku, delta: -1 });
  const sold = { shopify: (before.shopify ?? 0) - 1, square: (before.square ?? 0) - 1 };
  await expect.poll(async () => stockOf(app, first.sku), { timeout: 20_000 }).toEqual(sold);
  await press(drawer, 'Set 2 counts');
  await sees(drawer, 'Setting 1 count');
  await sees(drawer, 'Changed since preview');
  await expect.poll(async () => stockOf(app, second.sku), { timeout: 20_000 }).toEqual({ shopify: 0, square: 0 });
  expect(await stockOf(app, first.sku)).toEqual(sold);
  await press(drawer, 'Preview 1 variant again');
  await sees(drawer, '1 variant will change');
  await press(drawer, 'Set 1 count');
  await expect.poll(async () => stockOf(app, first.sku), { timeout: 20_000 }).toEqual({ shopify: 31, square: 31 });
  expect(await stockOf(app, second.sku)).toEqual({ shopify: 0, square: 0 });
  await button(drawer, 'Close').last().click();
  await drawer.waitFor({ state: 'detached' });
});

test('SKUs are imported from the exported list, and set on the platform', async () => {
  const { page } = visit;
  const missing = async (): Promise<number> => ((await merchant.rpc('sh.Issues/GetMissingSkuCounts')) as { square: number }).square;
  const count = await missing();
  expect(count).toBeGreaterThan(1);
  await page.goto(`${app.page}/issues?view=missing_skus&source=square`);
  await page.getByRole('table').waitFor();
  await chooseFilledExport(page, (row) => `IMPORTED-${row}`);
  const drawer = named(page, 'dialog', 'Import SKUs');
  await press(drawer, 'Preview changes');
  await sees(drawer, `${count} SKUs will be set on Square`);
  await press(drawer, `Set ${count} SKUs`);
  await sees(drawer, `${count} SKUs set`);
  for (let row = 1; row <= count; row += 1)
    expect(await stockOf(app, `IMPORTED-${row}`)).toMatchObject({ square: expect.any(Number) as number });
  await expect.poll(missing, { timeout: 20_000 }).toBe(0);
  await button(drawer, 'Close').last().click();
  await drawer.waitFor({ state: 'detached' });
});

test('an operator who impersonated the merchant returns to their own account', async () => {
  const operator = await signIn(app, { shop: 'operator' });
  await operator.rpc('sh.Session/ImpersonateDomain', { domain: 'demo' });
  const { context, page } = await openWindow(browser);
  await context.addCookies(operator.cookies());
  await page.goto(`${app.page}/subscription`);
  await sees(page, 'Your actions are recorded under operator.myshopify.com.');
  await sees(page, 'A subscription cannot be changed while impersonating.');
  await press(page, /^Impersonating/u);
  await named(page, 'menuitem', 'Stop Impersonating').click();
  await sees(page, "You're back to your old self");
  await sees(page, 'No Current Subscription');
  expect(await operator.rpc('sh.Session/GetSessionData')).toMatchObject({
    shopify_domain: 'operator.myshopify.com',
    impersonator_domain: '',
  });
  await context.close();
});

test('impersonation started in one tab shows in another before that tab can save its form to the wrong account', async () => {
  const operator = await signIn(app, { shop: 'operator' });
  await setUp(app, operator);
  const settings = async (): Promise<unknown> => merchant.rpc('sh.Account/GetAccountSettings');
  const before = await settings();
  const { context, page } = await openWindow(browser);
  await context.addCookies(operator.cookies());
  await page.goto(`${app.page}/settings`);
  await page.getByLabel('Account Name').fill('Meant for the operator');
  // No poll may detect it first: the button press must be the request that reaches the server.
  await page.route('**/sh.Account/GetAccountStatus', async (route) => route.abort());
  await operator.rpc('sh.Session/ImpersonateDomain', { domain: 'demo' });
  await press(page, 'Save Settings');
  await sees(page, /^This browser switched to another account/u);
  await page.unroute('**/sh.Account/GetAccountStatus');
  await sees(page, /You are impersonating demo\.myshopify\.com/u);
  expect(await settings()).toEqual(before);
  // The next poll of the account's status detects the return.
  await operator.rpc('sh.Session/ImpersonateDomain', { domain: '' });
  await page.getByText(/You are impersonating/u).waitFor({ state: 'detached' });
  await context.close();
});

test('no page reported errors', () => {
  expect(visit.complaints).toEqual([]);
});
