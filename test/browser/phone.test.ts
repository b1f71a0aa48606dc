import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startApp, until } from '../../scripts/app-process';
import { changeStock, setUp, signIn, snapshotsDone } from '../../scripts/merchant';
import { launchBrowser, openWindow } from './support/browser';
import { holdAChange } from './support/held';
import { variantsInSync, type App } from './support/merchant';
import { sees, named } from './support/place';
import { row } from './support/screen-parts';
import { MERCHANT, PHONE } from './support/screens';

/** A SKU as long as Shopify and Square allow, without any place where a line could break. */
const LONG_SKU = 'W'.repeat(255);
/** The narrowest window that screens are made for, in px. */
const NARROWEST = 360;
/** WCAG 2.2, 2.5.8: the minimum side of a touch target, in px. */
const TARGET = 24;
/** The side of a touch target in the cards of the inventory, in px. */
const CARD_TARGET = 44;

let app: App;
let browser: Browser;
let page: Page;

/** A sandbox that causes every banner: a long SKU in list and history, a held change, and changes that operators have paused. */
beforeAll(async () => {
  app = await startApp();
  const merchant = await signIn(app);
  await setUp(app, merchant);
  await snapshotsDone(merchant);
  // While changes are paused, nothing can be leveled.
  const { steps } = (await merchant.rpc('sh.Inventory/PlanLevelling', { view: 'out_of_sync', take: 'shopify' })) as { steps: object[] };
  await merchant.rpc('sh.Inventory/LevelVariants', { steps: steps.slice(0, 1) });
  await holdAChange(app, merchant);
  const { sku = '', shopify_id = '', square_id = '' } = (await variantsInSync(merchant, 2)).at(-1) ?? {};
  await changeStock(app, { platform: 'square', sku, delta: -1 });
  await merchant.rpc('sh.Variants/SaveSku', { shopify_variant_id: shopify_id, square_variant_id: square_id, sku: LONG_SKU });
  await changeStock(app, { platform: 'square', sku: LONG_SKU, delta: -1 });
  const recorded = async () =>
    ((await merchant.rpc('sh.History/GetHistory', { sku_query: LONG_SKU, table: { limit: 1 } })) as { total_items: number }).total_items >
    0;
  await until(recorded, 'a line of the long SKU');
  const operator = await signIn(app, { shop: 'operator' });
  for (const source of ['', 'square']) {
    await operator.rpc('sh.Operations/PauseWrites', { source, reason: 'Square asked everybody to hold back while it moves its inventory' });
  }
  browser = await launchBrowser();
  const opened = await openWindow(browser, { viewport: PHONE, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  await opened.context.addCookies(merchant.cookies());
  ({ page } = opened);
});

afterAll(async () => {
  await browser?.close();
  await app?.kill();
});

async function show(path: string, shown: Locator, open?: (page: Page) => Promise<unknown>) {
  await page.setViewportSize(PHONE);
  await page.goto(new URL(path, app.page).href);
  await open?.(page);
  await shown.waitFor();
  await page.waitForFunction(() => document.querySelector('.skeleton') === null);
}

/** By how much the page is wider than the window, in px. */
const excess = async () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('no screen is wider than the phone', () => {
  const screens = [
    ...MERCHANT.filter(({ open, phone }) => open === undefined || phone),
    { name: 'history of the long SKU', path: `/history?sku=${LONG_SKU}`, shows: row },
    { name: 'timeline of the long SKU', path: `/timeline?sku=${LONG_SKU}`, shows: row },
    { name: 'list with the long SKU', path: `/inventory?q=${LONG_SKU}`, shows: row },
    {
      name: 'variant of the long SKU',
      path: `/inventory?q=${LONG_SKU}`,
      open: async () => row(page).getByRole('button').first().click(),
      shows: () => named(page, 'dialog', 'Variant Details').getByText('Barcode'),
    },
  ];

  // The self-test shows a problem here.
  test.each(screens.filter(({ path }) => path !== '/test'))('$name', async ({ path, open, shows }) => {
    await show(path, shows(page), open);
    for (const width of [PHONE.width, NARROWEST]) {
      await page.setViewportSize({ ...PHONE, width });
      expect(await excess(), `${width} px`).toBe(0);
    }
  });
});

describe('the inventory on a phone', () => {
  test('shows four rows at once below all banners', async () => {
    await show('/inventory', row(page));
    await sees(page, 'Changes to Shopify and Square are paused.');
    await sees(page, '1 variant has a change on hold for your review');
    const whole = await page.locator('tr[data-sku]').evaluateAll(
      (rows) =>
        rows.filter((one) => {
          const { top, bottom, left, width } = one.getBoundingClientRect();
          const at = document.elementFromPoint(left + width / 2, bottom - 2);
          return top >= 0 && bottom <= innerHeight && at !== null && one.contains(at);
        }).length,
    );
    expect(whole).toBeGreaterThanOrEqual(4);
  });

  test.each(['/inventory', '/history', `/timeline?sku=${LONG_SKU}`, '/issues', '/dashboard'])(
    'has large enough touch targets on %s',
    async (path) => {
      await show(path, path === '/dashboard' ? page.getByText(/variants (?:are )?in sync/u) : page.getByRole('table').first());
      expect(await page.evaluate(smallTargets, { side: TARGET, within: 'body' })).toEqual([]);
    },
  );

  test.each(['/inventory', '/inventory?view=square_only', '/inventory?view=held'])(
    'shows cards with both quantities, and touch targets of 44 px, on %s',
    async (path) => {
      await show(path, row(page));
      const cards = page.locator('tr[data-sku]');
      expect(await cards.first().locator('td').count()).toBe(1);
      expect(await cards.first().locator('dt').allInnerTexts()).toEqual(['Shopify', 'Square', 'Status']);
      expect(await cards.first().getByRole('button', { name: /^Fix/u }).count()).toBe(1);
      expect(await page.evaluate(smallTargets, { side: CARD_TARGET, within: 'table[aria-label="Variants"]' })).toEqual([]);
    },
  );

  test('shows which row is selected', async () => {
    await show('/inventory', row(page));
    const color = async (at: Locator): Promise<string> =>
      at
        .locator('td')
        .first()
        .evaluate((cell) => getComputedStyle(cell).backgroundColor);
    const [chosen, other] = [page.locator('tr[data-sku]').nth(0), page.locator('tr[data-sku]').nth(1)];
    expect(await color(chosen)).toBe(await color(other));
    await chosen.getByRole('checkbox').tap();
    await sees(page, '1 selected');
    await until(async () => (await color(chosen)) !== (await color(other)), 'another colour of the chosen row');
    const bar = named(page, 'region', 'Selected variants');
    expect(await bar.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  });
});

/**
 * Runs in the page: returns what can be pressed within a part of it, but does not respond everywhere in a square of `side` px around its center. A checkbox
 * is hit through its label, and what opens the dialog of a row through the row, which opens the same. Links within a sentence are as
 * high as their line (2.5.8 exempts them).
 */
function smallTargets({ side, within }: { readonly side: number; readonly within: string }) {
  const small: string[] = [];
  const clipped = (one: Element) => getComputedStyle(one).clipPath !== 'none';
  const inSentence = (one: Element): boolean =>
    getComputedStyle(one).display === 'inline' && one.closest('p, div')?.textContent !== one.textContent && one.matches('p a');
  const targetOf = (one: Element): Element => {
    const opener = one.matches('[aria-haspopup="dialog"]:not([aria-label^="Copy"])') ? one.closest('tr.cursor-pointer') : null;
    return one.closest('label') ?? opener ?? one;
  };
  const pressed = `:is(${within}) :is(a[href], button, input, select, textarea, summary, [role="switch"])`;
  for (const one of document.querySelectorAll<HTMLElement>(pressed)) {
    if (!one.checkVisibility({ visibilityProperty: true }) || clipped(one) || inSentence(one)) continue;
    one.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = one.getBoundingClientRect();
    const target = targetOf(one);
    const reach = side / 2 - 0.5;
    const [x, y] = [left + width / 2, top + height / 2];
    const around: readonly (readonly [number, number])[] = [
      [x, y - reach],
      [x, y + reach],
      [x - reach, y],
      [x + reach, y],
    ];
    const hit = around.every(([atX, atY]) => {
      const found = document.elementFromPoint(atX, atY);
      return found !== null && target.contains(found) && (target.tagName !== 'TR' || found.closest('label, [aria-label^="Copy"]') === null);
    });
    if (!hit) small.push(`${one.tagName} “${(one.getAttribute('aria-label') ?? one.textContent).trim()}”: ${width} × ${height}`);
  }
  return small;
}
