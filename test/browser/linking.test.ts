import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { addProduct, changeStock, stockOf } from '../../scripts/merchant';
import { launchBrowser, type Visit } from './support/browser';
import { openAs, startMerchant, type App, type Merchant } from './support/merchant';
import { button, named, press, sees } from './support/place';

/** Links what both platforms have under different SKUs, by keyboard, and sells it. */
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

const card = () => named(page, 'region', 'Is this the same item?');
const unmatched = async (): Promise<string[]> => {
  const answer = await merchant.rpc('sh.Variants/GetUnmatchedVariants', { source: 'square' });
  return (answer as { variants: { sku: string }[] }).variants.map(({ sku }) => sku);
};
/** Decides on the item under review with a key, and returns its name. */
async function decide(key: string): Promise<string> {
  const name = (await card().locator('p.font-medium').first().textContent()) ?? '';
  await button(card(), 'Skip').focus();
  await page.keyboard.press(key);
  return name;
}

test('what both platforms have under different SKUs is found, decided by keyboard, shown, and linked', async () => {
  await addProduct(app, { platforms: ['shopify'], title: 'Brass Ship Lantern', sku: 'LANTERN-9', price: 8_900, quantity: 4 });
  await addProduct(app, { platforms: ['square'], title: 'Ship lantern (brass)', sku: 'lantern 9', price: 8_900, quantity: 4 });
  await until(async () => (await unmatched()).includes('lantern 9'), 'the new item at Square');
  await page.goto(new URL('/inventory?view=square_only', app.page).href);
  await page.getByRole('link', { name: 'Find and link them' }).click();

  await press(page, 'Accept 1 with the same SKU, written differently');
  await sees(page, '1 link accepted');
  const names: string[] = [];
  while (!(await named(page, 'region', 'Review').isVisible())) {
    const name = await decide(names.length === 0 ? 'n' : 'a');
    names.push(name);
    await until(
      async () =>
        (await card()
          .locator('p.font-medium')
          .first()
          .textContent({ timeout: 500 })
          .catch(() => '')) !== name,
      `what follows ${name}`,
    );
  }
  expect(names.length).toBeGreaterThanOrEqual(3);
  const links = names.length;
  await press(page, `Link ${links} items`);
  await sees(page, /No quantity and no SKU changes/u);
  expect(await unmatched()).toContain('lantern 9');
  await press(page, `Link ${links} items`);
  await named(page, 'heading', `${links} items linked`).waitFor();
  expect([await stockOf(app, 'LANTERN-9'), await stockOf(app, 'lantern 9')]).toEqual([
    { shopify: 4, square: null },
    { shopify: null, square: 4 },
  ]);

  await changeStock(app, { platform: 'square', sku: 'lantern 9', delta: -1 });
  await until(async () => (await stockOf(app, 'LANTERN-9')).shopify === 3, 'the sale on Shopify');
  // What is not the same is not asked again.
  await press(page, 'Search again');
  await sees(page, 'Nothing to link');

  // The two are not the same after all: what sells from then on stays on its side, until they are linked again.
  await page.goto(new URL('/inventory?q=LANTERN-9', app.page).href);
  await page
    .getByRole('button', { name: /Brass Ship Lantern/u })
    .first()
    .click();
  await sees(page, 'Linked by hand. The link stays when a SKU changes.');
  await press(page, 'Keep separate');
  await press(page, 'Keep Separate');
  await sees(page, 'Not on Square');
  await changeStock(app, { platform: 'square', sku: 'lantern 9', delta: -1 });
  await press(page, 'Find it on Square');
  await named(page, 'searchbox', 'Find it on Square').fill('lantern 9');
  await press(page, 'Link: Ship lantern (brass)');
  await sees(page, 'Linked by hand. The link stays when a SKU changes.');
  await changeStock(app, { platform: 'square', sku: 'lantern 9', delta: -1 });
  await until(async () => (await stockOf(app, 'LANTERN-9')).shopify === 2, 'the sale after the second link');
  expect(visit.complaints).toEqual([]);
});
