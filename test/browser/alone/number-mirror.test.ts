import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { changeStock, stockOf } from '../../../scripts/merchant';
import { launchBrowser } from '../support/browser';
import { named, sees } from '../support/place';
import {
  bothHave,
  caseOf,
  caseRow,
  heldCase,
  mailAbout,
  openCase,
  openRivalShop,
  reconcile,
  RIVALS,
  sellOne,
  settled,
  STOCK,
  turn,
  type Case,
  type RivalShop,
} from '../support/rival';
import { picturesOf } from '../support/rival-pictures';
import { pause } from '../support/storm-sales';

/** Two customers who buy on both sides within this time (ms) meet the numbers that the mirror and we are just setting. */
const TOGETHER_MS = 300;
/** The longest from the sales to the hold (ms). On a quiet machine it takes eight seconds. */
const HELD_WITHIN_MS = 60_000;
/** What a variant may lose, in units on each side, until it is on hold. */
const MOST_LOST = 6;

let browser: Browser;
let shop: RivalShop;
let sku = '';
let one: Case;

beforeAll(async () => {
  browser = await launchBrowser();
  shop = await openRivalShop(browser);
  sku = shop.skus[3] ?? '';
});

afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

test('an app that sets each number on the other side at once repeats our writes: the variant is on hold', async () => {
  const { app, floor } = shop;
  const delay = floor.locator('#rival-mirror-delay');
  await delay.fill('0');
  await delay.blur();
  await turn(shop, 'mirror', true);
  expect(await (await fetch(`${app.sandbox}/control/config`)).json()).toMatchObject({ rivals: { mirror: { on: true, delayMs: 0 } } });
  await changeStock(app, { platform: 'shopify', sku, delta: -1 });
  await pause(TOGETHER_MS);
  await changeStock(app, { platform: 'square', sku, delta: -1 });
  one = await heldCase(shop, sku, HELD_WITHIN_MS);
  expect(one).toMatchObject({ proof: 'silence' });
  const { shopify, square } = await settled(shop, sku);
  expect(shopify).toBe(square);
  expect(Math.abs(STOCK - 2 - square)).toBeLessThanOrEqual(MOST_LOST);
  await turn(shop, 'mirror', false);
});

test('the dashboard and the page of the case say what it did in numbers', async () => {
  const { app, page } = shop;
  await page.goto(`${app.page}/dashboard`);
  await sees(page, '1 variant is on hold: another app changes its stock as well');
  await openCase(shop, one);
  const row = caseRow(page, sku);
  expect(await row.innerText()).toMatch(
    new RegExp(
      `Another app(?: \\(probably ${RIVALS.mirror}\\))? repeated ${one.copies} changes (?:at|between) .*: [+-]?${Math.abs(one.units)} units? on both platforms together\\.`,
      'u',
    ),
  );
  const { shopify, square } = await stockOf(app, sku);
  expect((await row.getByLabel('Quantities now').innerText()).replaceAll(/\s+/gu, ' ')).toBe(
    `Shopify ${shopify ?? ''} Square ${square ?? ''}`,
  );
  await picturesOf(shop, 'mirror-case');
});

test('the owner is mailed', async () => {
  const mail = await mailAbout(shop, sku);
  expect(mail).toMatch(
    new RegExp(
      `\\(SKU ${sku}\\): (?:Another app|The app "${RIVALS.mirror}") repeated ${one.copies} changes (?:at|between) [^\\n]* UTC, \\+?${one.units} units? on both platforms together\\.`,
      'u',
    ),
  );
});

test('once it is off, both sides are set to what customers left, and the variant syncs again', async () => {
  // It works both ways, so that what it set at Shopify cannot be told from sales for certain: the merchant counts.
  expect(await reconcile(shop, one, STOCK - 2)).toBe('counted');
  expect(await caseOf(shop, sku)).toBeNull();
  await sellOne(shop, sku, 'Counter');
  await bothHave(shop, sku, STOCK - 3);
  await sellOne(shop, sku, 'Online store');
  await bothHave(shop, sku, STOCK - 4);
  expect(await named(shop.page, 'heading', 'Changed by Another App').count()).toBe(1);
  expect(shop.visit.complaints).toEqual([]);
});
