import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startApp } from '../../scripts/app-process';
import { addProduct, changeStock, stockOf } from '../../scripts/merchant';
import { launchBrowser, openWindow, type Visit } from './support/browser';
import type { App } from './support/merchant';
import { named, press, pressFirst, sees } from './support/place';
import { generateWorld } from './support/world';

/** The first day of a shop with 3,000 SKUs, 600 of which have a problem, worked by mouse; every press of it is counted. */
const SOUND = 2_400;
const DIFFERENT = 300;
const WRITTEN_OTHERWISE = 300;

declare global {
  interface Window {
    /** Counts a press of the mouse, on whatever page. */
    countPress: () => void;
  }
}

let app: App;
let browser: Browser;
let visit: Visit;
let page: Page;
let presses = 0;

beforeAll(async () => {
  app = await startApp();
  const skus = await generateWorld(app, SOUND + DIFFERENT);
  for (const sku of skus.slice(SOUND)) await changeStock(app, { platform: 'square', sku, delta: -7 });
  for (let number = 1; number <= WRITTEN_OTHERWISE; number += 1) {
    const good = { title: `Enamel mug no. ${number}`, price: 1_500, quantity: 5 };
    await addProduct(app, { ...good, platforms: ['shopify'], sku: `MUG-${number}` });
    await addProduct(app, { ...good, platforms: ['square'], sku: `mug ${number}` });
  }
  browser = await launchBrowser();
  visit = await openWindow(browser);
  await visit.context.exposeBinding('countPress', () => {
    presses += 1;
  });
  await visit.context.addInitScript(() => {
    document.addEventListener('pointerdown', ({ isTrusted }) => isTrusted && window.countPress(), true);
  });
  ({ page } = visit);
});

afterAll(async () => {
  await browser.close();
  await app.kill();
});

test('the first sale is synced within 12 presses of opening the page', async () => {
  await page.goto(app.page);
  await named(page, 'textbox', 'Shop domain').fill('demo');
  await press(page, /sign in/iu);
  await press(page, 'Install app');
  await named(page, 'link', 'Connect Square').click();
  await pressFirst(page, 'Allow');
  await press(page, 'Select locations');
  const dialog = named(page, 'dialog', 'Select Locations');
  for (const platform of ['Shopify', 'Square'])
    await dialog
      .getByRole('group', { name: `${platform} location` })
      .getByRole('radio')
      .first()
      .click();
  await press(dialog, 'Save');
  await press(page, 'Activate');
  await press(page, 'Authorize on Shopify');
  await press(page, 'Approve');
  await page.waitForURL(({ origin, pathname }) => origin === app.page && (pathname === '/onboard' || pathname === '/dashboard'));
  await page.goto(new URL('/dashboard', app.page).href);
  await page.getByText(/\d+ of [\d,]+ variants in sync/u).waitFor();
  const sold = 'GEN-000001';
  const { shopify } = await stockOf(app, sold);
  await changeStock(app, { platform: 'square', sku: sold, delta: -1 });
  await expect.poll(async () => (await stockOf(app, sold)).shopify).toBe((shopify ?? 0) - 1);
  // One more would still be within what is promised: 12.
  expect(presses).toBe(11);
});

/** Presses that a part of the day takes. */
async function pressesOf(work: () => Promise<void>): Promise<number> {
  const before = presses;
  await work();
  return presses - before;
}

test('300 differences are leveled in a few presses from the dashboard', async () => {
  await page.goto(new URL('/dashboard', app.page).href);
  const leveled = await pressesOf(async () => {
    await named(page, 'link', 'Level what differs').click();
    await press(page, 'Level quantities');
    const dialog = named(page, 'dialog', 'Level quantities');
    await named(dialog, 'radio', /^Shopify's quantities are correct/u).click();
    await press(dialog, 'Preview changes');
    await press(dialog, `Level ${DIFFERENT} variants`);
  });
  expect(leveled).toBeLessThanOrEqual(5);
  const last = `GEN-00${SOUND + DIFFERENT}`;
  await expect.poll(() => stockOf(app, last)).toEqual({ shopify: 100, square: 100 });
});

test('300 goods under SKUs that are written differently are linked, a press for each that is not sure', async () => {
  await page.goto(new URL('/dashboard', app.page).href);
  const review = named(page, 'region', 'Is this the same item?');
  let unsure = 0;
  const linked = await pressesOf(async () => {
    await named(page, 'link', 'Find and link the same goods').click();
    await press(page, /^Accept all \d+ with the same SKU/u);
    unsure = Number((await review.getByText(/^\d+ items? to review$/u).innerText()).split(' ')[0]);
    for (let left = unsure; left > 0; left -= 1) {
      await press(review, 'Accept');
      if (left > 1) await sees(review, left === 2 ? '1 item to review' : `${left - 1} items to review`);
    }
    await press(page, `Link ${WRITTEN_OTHERWISE} items`);
    await sees(page, /No quantity and no SKU changes/u);
    await press(page, `Link ${WRITTEN_OTHERWISE} items`);
  });
  expect(unsure).toBeLessThan(WRITTEN_OTHERWISE / 10);
  expect(linked - unsure).toBeLessThanOrEqual(5);
  await named(page, 'heading', `${WRITTEN_OTHERWISE} items linked`).waitFor();
  await page.goto(new URL('/dashboard', app.page).href);
  await sees(page, `All ${(SOUND + DIFFERENT + WRITTEN_OTHERWISE).toLocaleString('en')} variants are in sync.`);
  expect(visit.complaints).toEqual([]);
});
