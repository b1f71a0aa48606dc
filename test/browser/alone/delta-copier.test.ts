import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { until } from '../../../scripts/app-process';
import { changeStock, stockOf } from '../../../scripts/merchant';
import { launchBrowser } from '../support/browser';
import { named, press, sees } from '../support/place';
import {
  askToReconcile,
  bothHave,
  caseOf,
  caseRow,
  changesInSquaresLog,
  heldCase,
  mailAbout,
  mailsTo,
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

/** What a variant may lose, in units on each side, until it is on hold. */
const MOST_LOST = 6;
/** The longest from the sale to the hold (ms). On a quiet machine it takes eight seconds. */
const HELD_WITHIN_MS = 60_000;

let browser: Browser;
let shop: RivalShop;

beforeAll(async () => {
  browser = await launchBrowser();
  shop = await openRivalShop(browser);
});

afterAll(async () => {
  await browser?.close();
  await shop?.close();
});

/** Switches the copier on, sells one unit online, and waits until the variant is on hold. */
async function sellBesideTheCopier(sku: string): Promise<Case> {
  expect(await stockOf(shop.app, sku)).toEqual({ shopify: STOCK, square: STOCK });
  await turn(shop, 'delta', true);
  await sellOne(shop, sku, 'Online store');
  return heldCase(shop, sku, HELD_WITHIN_MS);
}

describe('an app that copies every change', () => {
  let sku = '';
  let one: Case;

  test('is noticed after one sale: the variant is on hold, and has lost six units at most', async () => {
    sku = shop.skus[0] ?? '';
    one = await sellBesideTheCopier(sku);
    expect(one).toMatchObject({ state: 'held', proof: 'silence' });
    const { shopify, square } = await settled(shop, sku);
    // One unit was sold: what is missing beyond it is what the copier cost.
    for (const units of [shopify, square]) {
      expect(STOCK - 1 - units).toBeGreaterThan(0);
      expect(STOCK - 1 - units).toBeLessThanOrEqual(MOST_LOST);
    }
    expect(await shop.merchant.rpc('sh.Account/GetAccountStatus')).toMatchObject({
      writers_held: 1,
      writers_suspected: 0,
      all_on_hold: false,
    });
  });

  test('is shown on the dashboard, and on the page of the case in numbers', async () => {
    const { app, page } = shop;
    await page.goto(`${app.page}/dashboard`);
    await sees(page, '1 variant is on hold: another app changes its stock as well');
    one = (await caseOf(shop, sku)) ?? one;
    await openCase(shop, one);
    const row = caseRow(page, sku);
    const text = await row.innerText();
    expect(text).toMatch(
      new RegExp(
        `Another app(?: \\(probably TwinStock\\))? repeated ${one.copies} changes (?:at|between) .*: -${one.copies} units on both platforms together\\.`,
        'u',
      ),
    );
    // Each of them was one unit, and Square’s log has those that were made there.
    expect(one.units).toBe(-one.copies);
    const atSquare = await changesInSquaresLog(shop, 'delta');
    expect(atSquare).toBeGreaterThan(0);
    expect(one.copies).toBeGreaterThanOrEqual(atSquare);
    const { shopify, square } = await stockOf(app, sku);
    const quantities = row.getByLabel('Quantities now');
    expect((await quantities.innerText()).replaceAll(/\s+/gu, ' ')).toBe(`Shopify ${shopify ?? ''} Square ${square ?? ''}`);
    await row.locator('summary').click();
    expect(await row.locator('details li').count()).toBe(one.copies);
    expect(text).toContain('On hold');
    await picturesOf(shop, 'delta-case');
  });

  test('is mailed to the owner, in numbers', async () => {
    const mail = await mailAbout(shop, sku);
    expect(mail).toContain('Subject: demo.myshopify.com: Another app changes the same stock as Shelfbridge, so every sale counts twice.');
    expect(mail).toMatch(
      new RegExp(
        `\\(SKU ${sku}\\): (?:Another app|The app "TwinStock") repeated ${one.copies} changes (?:at|between) [^\\n]* UTC, -${one.copies} units on both platforms together\\.`,
        'u',
      ),
    );
    expect(mail).toContain('turn off stock sync in the other app');
    expect(mail).toContain(`${shop.app.page}/issues?view=writers`);
  });

  test('is named by Square’s log as the one that it probably is', async () => {
    await until(async () => (await caseOf(shop, sku))?.app_name === 'TwinStock', 'the name of the app');
    await openCase(shop, one);
    await sees(caseRow(shop.page, sku), /^Another app \(probably TwinStock\) repeated/u);
    await sees(caseRow(shop.page, sku), 'Whether it is TwinStock, whether it is still on, and which quantity is correct.');
  });

  test('keeps the variant on hold while the merchant wants that: a sale at the counter is not sent', async () => {
    const dialog = await askToReconcile(shop, one);
    await press(dialog, 'Keep on hold');
    await dialog.waitFor({ state: 'detached' });
    const before = await stockOf(shop.app, sku);
    // The copier is still on, and copies this sale once; nothing of ours follows that it could copy.
    await sellOne(shop, sku, 'Counter');
    const after = await settled(shop, sku, 8_000);
    expect(after).toEqual({ shopify: (before.shopify ?? 0) - 1, square: (before.square ?? 0) - 1 });
    expect(await caseOf(shop, sku)).toMatchObject({ id: one.id, state: 'held' });
    const active = await askToReconcile(shop, one);
    await sees(active, 'Changes are still arriving');
    expect(await named(active, 'textbox', 'Quantity for both platforms').count()).toBe(0);
    await press(active, 'Keep on hold');
  });

  test('is reconciled once it is off: both sides have what customers left, and sync again', async () => {
    await turn(shop, 'delta', false);
    // Two units were bought.
    console.log(`the number of ${sku} was ${await reconcile(shop, one, STOCK - 2)}`);
    await sees(shop.page, 'We have not noticed another app that copies stock between Shopify and Square.');
    expect(await caseOf(shop, sku)).toBeNull();
    await sellOne(shop, sku, 'Online store');
    await bothHave(shop, sku, STOCK - 3);
    await sellOne(shop, sku, 'Counter');
    await bothHave(shop, sku, STOCK - 4);
    expect(await settled(shop, sku)).toEqual({ shopify: STOCK - 4, square: STOCK - 4 });
    await shop.page.goto(`${shop.app.page}/dashboard`);
    await sees(shop.page, 'All 10 variants are in sync.');
    expect(await shop.page.getByText('another app changes its stock as well').count()).toBe(0);
  });
});

describe('an app whose changes are real, as the merchant says', () => {
  test('gets what waited, and is not tested again', async () => {
    const sku = shop.skus[1] ?? '';
    const one = await sellBesideTheCopier(sku);
    await settled(shop, sku);
    await turn(shop, 'delta', false);
    await changeStock(shop.app, { platform: 'square', sku, delta: -5 });
    await settled(shop, sku);
    const { units } = (await caseOf(shop, sku)) ?? one;
    const { page } = shop;
    await openCase(shop, one);
    await press(caseRow(page, sku), /^This app’s changes are real/u);
    const dialog = named(page, 'dialog', 'Are this app’s changes real?');
    await sees(dialog, 'If they are copies after all, every sale counts twice, and we do not warn you again.');
    await press(dialog, 'Changes are real');
    await sees(page, 'Saved. This variant is no longer on hold.');
    // Both sales, and all that the copier did on either side.
    const left = STOCK - 1 - 5 + units;
    await bothHave(shop, sku, left);
    expect(await settled(shop, sku)).toEqual({ shopify: left, square: left });
    expect(await caseOf(shop, sku)).toBeNull();
    // With the copier on, each sale of this variant runs away, as the dialog says.
    await turn(shop, 'delta', true);
    await sellOne(shop, sku, 'Online store');
    await until(async () => ((await stockOf(shop.app, sku)).square ?? 0) < left - MOST_LOST - 4, 'a number that runs away');
    await turn(shop, 'delta', false);
    expect(await caseOf(shop, sku)).toBeNull();
  });
});

test('no page reported errors, and no mail came for nothing', () => {
  expect(shop.visit.complaints).toEqual([]);
  expect(mailsTo(shop).length).toBeGreaterThan(0);
  expect(mailsTo(shop).length).toBeLessThanOrEqual(4);
});
