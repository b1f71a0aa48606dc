import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startApp } from '../../scripts/app-process';
import { changeStock, stockOf } from '../../scripts/merchant';
import { barriers } from './support/axe';
import { launchBrowser, openWindow, type Visit } from './support/browser';
import type { App } from './support/merchant';
import { button, named, press, pressFirst, sees } from './support/place';
import { signIn } from './support/sign-in';
import { callsOf, writesOf } from './support/world';

const [SKU, OTHER] = ['CND-BEE-S', 'CND-BEE-T'];

let app: App;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  app = await startApp();
  browser = await launchBrowser();
  visit = await openWindow(browser, { bypassCSP: true });
  visit.page.setDefaultTimeout(20_000);
});

afterAll(async () => {
  await browser.close();
  await app.kill();
});

test('a new merchant chooses to watch first, by the keyboard', async () => {
  const { page } = visit;
  await signIn(page, app);
  await page.waitForURL(`${app.page}/onboard`);
  await named(page, 'link', 'Connect Square').click();
  await pressFirst(page, 'Allow');
  await press(page, 'Select locations');
  const dialog = named(page, 'dialog', 'Select Locations');
  for (const platform of ['Shopify', 'Square'])
    await named(named(dialog, 'group', new RegExp(platform, 'u')), 'radio', /./u)
      .first()
      .check();
  await named(dialog, 'radio', /^Start syncing now/u).focus();
  await page.keyboard.press('ArrowDown');
  expect(await named(dialog, 'radio', /^Watch first/u).isChecked()).toBe(true);
  await button(dialog, 'Save').press('Enter');
  await sees(page, '1 left');
  await press(page, 'Activate');
  await press(page, 'Authorize on Shopify');
  await press(page, 'Approve');
  await page.waitForURL(({ pathname }) => pathname === '/onboard' || pathname === '/dashboard');
});

test('nothing is written while they sell on both sides, and the dashboard says what syncing would have done', async () => {
  const { page } = visit;
  await page.goto(`${app.page}/dashboard`);
  await named(page, 'heading', 'You are only watching').waitFor();
  await page.getByText(/\d+ of \d+ variants in sync/u).waitFor({ timeout: 180_000 });
  const before = await stockOf(app, SKU);
  await changeStock(app, { platform: 'square', sku: SKU, delta: -2 });
  await sees(page, '1 change of 1 variant would have been sent to the other platform.');
  // What is left is sold out on both: only one of them had it.
  const left = (before.shopify ?? 0) - 2;
  await changeStock(app, { platform: 'square', sku: SKU, delta: -left });
  await changeStock(app, { platform: 'shopify', sku: SKU, delta: -3 });
  await sees(page, /^1 oversell \(3 units\) would have been prevented\.$/u);
  const cells = await page.locator(`[data-watched="${SKU}"] td`).allInnerTexts();
  expect(cells.slice(1)).toEqual([`-${left + 2}`, '-3', '3']);
  expect(writesOf(await callsOf(app))).toBe(0);
  expect(await stockOf(app, SKU)).toMatchObject({ shopify: (before.shopify ?? 0) - 3, square: 0 });
  expect(await barriers(page)).toEqual([]);
});

test('what is sold after they start syncing crosses, and nothing from before', async () => {
  const { page } = visit;
  const before = await stockOf(app, OTHER);
  await press(page, 'Start syncing');
  const dialog = named(page, 'dialog', 'Start syncing?');
  await sees(dialog, /What happened while you were watching is not sent\./u);
  await sees(dialog, /\d+ variants have different quantities\./u);
  expect(await barriers(page)).toEqual([]);
  await press(dialog, 'Start syncing');
  await sees(page, 'Syncing has started');
  await expect.poll(() => named(page, 'heading', 'You are only watching').count()).toBe(0);
  await changeStock(app, { platform: 'shopify', sku: OTHER, delta: -1 });
  await expect.poll(async () => (await stockOf(app, OTHER)).square).toBe((before.square ?? 0) - 1);
  expect(writesOf(await callsOf(app))).toBe(1);
});
