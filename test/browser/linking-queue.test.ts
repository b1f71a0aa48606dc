import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { addProduct, changeStock, stockOf } from '../../scripts/merchant';
import { launchBrowser, type Visit } from './support/browser';
import { openAs, startMerchant, type App, type Merchant } from './support/merchant';
import { button, named, press, sees } from './support/place';

/** Works off a review of 400 items by keyboard: names in another order, under SKUs that have nothing in common. */
const KINDS =
  'Lantern Kettle Blanket Mirror Basket Candle Cushion Teapot Ladle Apron Stool Vase Clock Bowl Tray Rug Lamp Jug Shelf Hook'.split(' ');
const MAKES =
  'Brass Copper Linen Walnut Wicker Cedar Velvet Marble Granite Cotton Bamboo Pewter Willow Enamel Cork Slate Woolen Leather Maple Silver'.split(
    ' ',
  );
const ITEMS = MAKES.flatMap((make) => KINDS.map((kind) => ({ make, kind })));
/** The longest that working off the review may take, ms. */
const MOST_MS = 600_000;
/** Products that are added at the same time. */
const AT_ONCE = 20;

let app: App;
let merchant: Merchant;
let browser: Browser;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  ({ app, merchant } = await startMerchant());
  for (let first = 0; first < ITEMS.length; first += AT_ONCE) {
    await Promise.all(
      ITEMS.slice(first, first + AT_ONCE).flatMap(({ make, kind }, index) => [
        addProduct(app, { platforms: ['shopify'], title: `${make} ${kind}`, sku: `A-${first + index}-${kind}`, price: 1_000, quantity: 9 }),
        addProduct(app, {
          platforms: ['square'],
          title: `${kind}, ${make.toLowerCase()}`,
          sku: `${make}${7_000 - first - index}`,
          price: 1_000,
          quantity: 9,
        }),
      ]),
    );
  }
  browser = await launchBrowser();
  visit = await openAs(browser, merchant);
  ({ page } = visit);
});

afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

test(`${ITEMS.length} items are reviewed by keyboard within ten minutes, and linked`, async () => {
  await until(async () => {
    const counts = (await merchant.rpc('sh.Inventory/GetInventoryCounts')) as { only_shopify?: number; only_square?: number };
    return Math.min(counts.only_shopify ?? 0, counts.only_square ?? 0) >= ITEMS.length;
  }, 'the items of both platforms');
  await page.goto(new URL('/linking', app.page).href);
  const card = named(page, 'region', 'Is this the same item?');
  const asked = card.locator('p.font-medium').first();
  const chosen = card.getByRole('radio', { checked: true });
  const started = Date.now();
  await asked.waitFor();
  let accepted = 0;
  const wrong: string[] = [];
  await button(card, 'Skip').focus();
  for (let name = await asked.textContent(); name !== null;) {
    const [make = '', kind = ''] = name.split(' ');
    const isOurs = KINDS.includes(kind) && MAKES.includes(make);
    const said = isOurs ? await chosen.locator('xpath=ancestor::label').first().textContent() : '';
    if (isOurs && said?.includes(`${kind}, ${make.toLowerCase()}`) !== true) wrong.push(`${name}: ${said ?? ''}`);
    await page.keyboard.press(isOurs ? 'a' : 'n');
    accepted += Number(isOurs);
    const before = name;
    name = await until(async () => {
      if (await named(page, 'region', 'Review').isVisible()) return { next: null };
      const next = await asked.textContent({ timeout: 1_000 }).catch(() => before);
      return next === before ? null : { next };
    }, `what follows ${before}`).then(({ next }) => next);
  }
  expect(wrong).toEqual([]);
  expect(accepted).toBe(ITEMS.length);
  await press(page, `Link ${accepted} items`);
  await sees(page, /No quantity and no SKU changes/u);
  await press(page, `Link ${accepted} items`);
  await named(page, 'heading', `${accepted} items linked`).waitFor({ timeout: MOST_MS });
  const took = Date.now() - started;
  expect(took).toBeLessThan(MOST_MS);

  await changeStock(app, { platform: 'square', sku: 'Brass7000', delta: -1 });
  await until(async () => (await stockOf(app, 'A-0-Lantern')).shopify === 8, 'the sale on Shopify');
  expect(visit.complaints).toEqual([]);
});
