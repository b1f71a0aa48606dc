import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { changeStock, stockOf } from '../../../scripts/merchant';
import { launchBrowser } from '../support/browser';
import { sees } from '../support/place';
import {
  bothHave,
  caseOf,
  caseRow,
  changesInSquaresLog,
  mailAbout,
  openCase,
  openRivalShop,
  reconcile,
  sellOne,
  settled,
  STOCK,
  turn,
  type Case,
  type RivalShop,
} from '../support/rival';
import { picturesOf } from '../support/rival-pictures';
import { sellUntilHeld } from '../support/rival-sales';

/** The most sales until Square’s log proves the app. On a quiet machine it takes a dozen. */
const MOST_SALES = 30;
/** As long as so many sales take (ms). */
const LONGEST_MS = 1_200_000;

let browser: Browser;
let shop: RivalShop;
let sku = '';
let one: Case;
/** Units that customers bought. */
let sold = 0;

beforeAll(async () => {
  browser = await launchBrowser();
  shop = await openRivalShop(browser);
  sku = shop.skus[2] ?? '';
});

afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

test(
  'an app that copies orders is proven by its name in Square’s log, and the variant is on hold',
  async () => {
    await turn(shop, 'orders', true);
    const done = await sellUntilHeld(shop, sku, MOST_SALES, async () => {
      await changeStock(shop.app, { platform: 'shopify', sku, delta: -1 });
      return 1;
    });
    sold = done.units;
    console.log(`${sku} was on hold after ${sold} sales`);
    one = done.held ?? expect.fail(`no app was proven by ${sold} sales`);
    await settled(shop, sku);
    await turn(shop, 'orders', false);
    expect(await changesInSquaresLog(shop, 'orders')).toBe(sold);
    one = (await caseOf(shop, sku)) ?? one;
    expect(one).toMatchObject({ state: 'held', proof: 'name', app_name: 'Order Relay', units: -one.copies });
    // Square’s log may have been read just before the last copy.
    expect(sold - one.copies).toBeOneOf([0, 1]);
  },
  LONGEST_MS,
);

test('the dashboard and the page of the case say which app, and what it did in numbers', async () => {
  const { app, page } = shop;
  await page.goto(`${app.page}/dashboard`);
  await sees(page, '1 variant is on hold: another app changes its stock as well');
  await openCase(shop, one);
  const text = await caseRow(page, sku).innerText();
  expect(text).toMatch(
    new RegExp(
      `Another app \\(Order Relay\\) repeated ${one.copies} changes between .*, so ${one.copies} units were taken off twice\\.`,
      'u',
    ),
  );
  expect(text).toContain('Square’s stock history says that Order Relay made these changes, and they repeat changes on Shopify.');
  const { shopify, square } = await stockOf(app, sku);
  // Each sale counted twice, but for the last ones, whose copies were not sent any more.
  expect(square).toBeLessThan(STOCK - sold);
  expect((await caseRow(page, sku).getByLabel('Quantities now').innerText()).replaceAll(/\s+/gu, ' ')).toBe(
    `Shopify ${shopify ?? ''} Square ${square ?? ''}`,
  );
  await picturesOf(shop, 'orders-case');
});

test('the mail to the owner names the app', async () => {
  const mail = await mailAbout(shop, sku);
  expect(mail).toContain('Subject: demo.myshopify.com: Another app changes the same stock as Shelfbridge, so every sale counts twice.');
  expect(mail).toMatch(
    new RegExp(
      `\\(SKU ${sku}\\): The app "Order Relay" repeated ${one.copies} changes (?:at|between) [^\\n]* UTC, -${one.copies} units in sum, counted twice\\.`,
      'u',
    ),
  );
});

test('once it is off, the proposed number is what customers left; it is set, and the variant syncs again', async () => {
  expect(await reconcile(shop, one, STOCK - sold)).toBe('proposed');
  expect(await caseOf(shop, sku)).toBeNull();
  await sellOne(shop, sku, 'Counter');
  await bothHave(shop, sku, STOCK - sold - 1);
  await sellOne(shop, sku, 'Online store');
  await bothHave(shop, sku, STOCK - sold - 2);
  expect(shop.visit.complaints).toEqual([]);
});
