import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startApp, until } from '../../scripts/app-process';
import { withoutEarlyCalls } from '../../scripts/early-calls';
import { changeStock, configureSandbox, setUp, signIn, snapshotsDone, stockOf } from '../../scripts/merchant';
import { copyByAnotherApp } from '../../scripts/screenshot-states';
import { barriers } from './support/axe';
import { launchBrowser, openWindow } from './support/browser';
import { makeChanges } from './support/changed';
import { CHANGED } from './support/changed-screens';
import { holdAChange } from './support/held';
import { keyboard } from './support/keyboard';
import { variantsInSync, type App, type Merchant } from './support/merchant';
import { sees, named } from './support/place';
import { heading, menuButton, press, row } from './support/screen-parts';
import { ANOTHER_APP, DESKTOP, DOWN, FAILING, HELD, MERCHANT, ONBOARDING, PHONE, UNPAIRED, VISITOR, type Screen } from './support/screens';

let app: App;
let browser: Browser;
let visitor: Page;
let page: Page;
/** Barriers found while only onboarding was open to the merchant. */
const found: string[] = [];
let merchant: Merchant;

/** A window without CSP, so that axe can run, and without animations, so that axe checks final colors. */
async function window(cookies: Parameters<Awaited<ReturnType<typeof openWindow>>['context']['addCookies']>[0]) {
  const opened = await openWindow(browser, { bypassCSP: true, reducedMotion: 'reduce', viewport: DESKTOP });
  await opened.context.addCookies(cookies);
  return opened.page;
}

/** Returns the barriers of a screen in both color schemes, and on a phone if requested; there also by how much it is too wide. */
async function look(at: Page, screen: Screen) {
  const lines: string[] = [];
  for (const viewport of screen.phone ? [DESKTOP, PHONE] : [DESKTOP]) {
    await at.setViewportSize(viewport);
    await at.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await at.goto(new URL(screen.path, app.page).href);
    await screen.open?.(at);
    await screen.shows(at).waitFor();
    await at.waitForFunction(() => document.querySelector('.skeleton') === null);
    const excess = await at.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (excess > 0) lines.push(`${viewport.width} px: ${excess} px too wide`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await at.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const seen = await barriers(at);
      lines.push(...seen.map((line) => `${colorScheme}, ${viewport.width} px: ${line}`));
    }
  }
  return lines;
}

beforeAll(async () => {
  app = await startApp();
  browser = await launchBrowser();
  visitor = await window([]);
  merchant = await signIn(app);
  page = await window(merchant.cookies());
  // Choosing locations requires both connections, and setup connects Square once more.
  await configureSandbox(app, { squareSeller: 'MLDEMO' });
  await merchant.open('/square/oauthRequest');
  for (const screen of ONBOARDING) found.push(...(await look(page, screen)));
  await setUp(app, merchant);
  await snapshotsDone(merchant);
  await changeStock(app, { platform: 'square', sku: (await variantsInSync(merchant))[0]?.sku ?? '', delta: -1 });
});

afterAll(async () => {
  await browser?.close();
  await app?.kill();
});

describe('every screen is accessible', () => {
  test('onboarding', () => {
    expect(found).toEqual([]);
  });

  test.each(VISITOR)('$name', async (screen) => {
    expect(await look(visitor, screen)).toEqual([]);
  });

  test.each(MERCHANT)('$name', async (screen) => {
    expect(await look(page, screen)).toEqual([]);
  });

  test.each(FAILING)('$name', async ({ method, ...screen }) => {
    const calls = `**/rpc/${method}`;
    await withoutEarlyCalls(page, app.page);
    await page.route(calls, async (route) => route.abort());
    expect(await look(page, screen)).toEqual([]);
    await page.unrouteAll();
  });

  describe('while Square is down', () => {
    beforeAll(async () => {
      await configureSandbox(app, { faults: { square: { rate5xx: 1 } } });
    });
    afterAll(async () => {
      await configureSandbox(app, { faults: { square: { rate5xx: 0 } } });
    });

    test.each(DOWN)('$name', async (screen) => {
      expect(await look(page, screen)).toEqual([]);
    });
  });
});

describe('keyboard only', () => {
  const open = async (path: string) => {
    await page.setViewportSize(DESKTOP);
    await page.goto(new URL(path, app.page).href);
  };
  const { focused, hasFocus, reach, select, staysWithin } = keyboard(() => page);

  test('the first Tab focuses the skip link, and Enter follows it', async () => {
    await open('/help');
    await heading(/./u)(page).waitFor();
    await page.keyboard.press('Tab');
    const skip = named(page, 'link', 'Skip to content');
    await hasFocus(skip, 'the way past the bar');
    await page.keyboard.press('Enter');
    await hasFocus(page.locator('main'), 'the content');
  });

  test('Enter opens a variant, and Escape closes it and returns focus to its row', async () => {
    await open('/inventory');
    const name = row(page).getByRole('button').first();
    await name.waitFor();
    await reach(name, 'the first variant');
    await page.keyboard.press('Enter');
    const drawer = named(page, 'dialog', 'Variant Details');
    await drawer.waitFor();
    await drawer.getByText('SKU', { exact: true }).first().waitFor();
    // Loaded from the platform's image host, which the page's policy allows.
    const picture = drawer.locator('img').first();
    await until(async () => picture.evaluate((image) => 'naturalWidth' in image && image.naturalWidth !== 0), 'the picture');
    await staysWithin(drawer);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await hasFocus(name, 'the row that was opened');
  });

  test.each([
    { path: '/locations', button: 'Disconnect', title: 'Disconnect locations' },
    { path: '/issues?view=missing_skus&source=square', button: /^Add SKU: /u, title: 'Update Variant SKU' },
    { path: '/subscription', button: 'Cancel Subscription', title: 'Cancel Subscription' },
  ])('the dialog “$title” traps focus, and Escape closes it and restores focus', async ({ path, button, title }) => {
    await open(path);
    const opener = named(page, 'button', button).first();
    await opener.waitFor();
    await reach(opener, `the button of ${title}`);
    await page.keyboard.press('Enter');
    const box = named(page, 'dialog', title);
    await box.waitFor();
    await staysWithin(box);
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await hasFocus(opener, `the button of ${title}`);
  });

  test('a column header sorts the table ascending and descending', async () => {
    await open('/inventory');
    await row(page).waitFor();
    const head = named(page, 'columnheader', 'Square Qty');
    const sort = head.getByRole('button');
    await reach(sort, 'the head of the column');
    for (const [key, order] of [
      ['Enter', 'ascending'],
      ['Space', 'descending'],
    ] as const) {
      await page.keyboard.press(key);
      await until(async () => (await head.getAttribute('aria-sort')) === order, order);
      await hasFocus(sort, 'the head of the column');
    }
  });

  test('a variant is brought in sync: open it, use Square’s number, save', async () => {
    await open('/inventory?view=out_of_sync');
    await row(page).waitFor();
    const sku = (await row(page).getAttribute('data-sku')) ?? '';
    const before = await stockOf(app, sku);
    await reach(named(row(page), 'button', /^Fix: /u), 'Fix');
    await page.keyboard.press('Enter');
    const drawer = named(page, 'dialog', 'Variant Details');
    const useIt = named(drawer, 'button', /^Use this number: Square/u);
    await useIt.waitFor();
    await reach(useIt, 'Square’s number');
    await page.keyboard.press('Enter');
    await reach(named(drawer, 'button', 'Save Inventory Count'), 'Save');
    await page.keyboard.press('Enter');
    await sees(drawer, 'Items In Sync');
    expect(await stockOf(app, sku)).toEqual({ shopify: before.square, square: before.square });
  });

  test('Space selects rows, and a view is selected by its first letter', async () => {
    await open('/inventory');
    await row(page).waitFor();
    await reach(row(page).getByRole('checkbox'), 'the first row’s box');
    await page.keyboard.press('Space');
    await sees(page, '1 selected');
    const views = named(page, 'combobox', 'View');
    await reach(views, 'the views', 'Shift+Tab');
    await select(views, 'Out of Sync');
    await page.waitForURL(`${app.page}/inventory?view=out_of_sync`);
  });

  const box = (index: number) => page.locator(`tr[data-index="${index}"]`).getByRole('checkbox');
  const arrowDown = async (from: number, to: number) => {
    for (let index = from + 1; index <= to; index += 1) {
      await page.keyboard.press('ArrowDown');
      await hasFocus(box(index), `the box of row ${index}`);
    }
  };

  test('Shift+Space selects a range, and Escape closes what is opened for it, then clears it', async () => {
    await open('/inventory?filter=type%3AShirts');
    await row(page).waitFor();
    await reach(box(0), 'the first row’s box');
    await page.keyboard.press('Space');
    await sees(page, '1 selected');
    await arrowDown(0, 2);
    await page.keyboard.press('Shift+Space');
    await sees(page, '3 selected');
    const level = named(page, 'button', 'Level selected');
    await reach(level, 'the action for what is selected');
    await page.keyboard.press('Enter');
    const drawer = named(page, 'dialog', 'Level quantities');
    await drawer.waitFor();
    await staysWithin(drawer);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await hasFocus(level, 'the action');
    await sees(page, '3 selected');
    await page.keyboard.press('Escape');
    await level.waitFor({ state: 'detached' });
    await hasFocus(named(page, 'checkbox', 'Select all on this page'), 'the list');
  });

  test('Shift and a click beside a box select a range as well, and mark no text', async () => {
    await open('/inventory');
    await row(page).waitFor();
    await box(1).check();
    await box(3)
      .locator('..')
      .click({ modifiers: ['Shift'], position: { x: 4, y: 4 } });
    await sees(page, '3 selected');
    await hasFocus(box(3), 'the box beside the click');
    expect(await page.evaluate(() => document.getSelection()?.toString())).toBe('');
    await box(0).click({ modifiers: ['Shift'] });
    await sees(page, '4 selected');
  });

  test('the arrow keys move between the boxes of rows, also to one that is not rendered', async () => {
    await open('/inventory');
    await row(page).waitFor();
    await reach(box(0), 'the first row’s box');
    // Beyond the rows that were rendered at first. What sticks to the window's edges hides no focus.
    await arrowDown(0, 35);
    const isInSight = async (index: number) =>
      box(index).evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2) === one;
      });
    expect(await isInSight(35)).toBe(true);
    // The row above the focus is scrolled away so far that it is not rendered any more.
    for (let times = 0; (await box(34).count()) > 0 && times < 60; times += 1) {
      await page.evaluate(() => scrollBy(0, 28));
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    }
    await hasFocus(box(35), 'the last box');
    await page.keyboard.press('ArrowUp');
    await hasFocus(box(34), 'the box above it');
    await until(async () => isInSight(34), 'the box above it in sight');
  });

  test('a filter is chosen, and is removed', async () => {
    await open('/inventory');
    await row(page).waitFor();
    await reach(named(page, 'button', 'Filter'), 'Filter');
    await page.keyboard.press('Enter');
    const vendor = named(page, 'combobox', 'Vendor');
    await vendor.waitFor();
    await reach(vendor, 'the vendors');
    await select(vendor, 'Hive Road');
    const remove = named(page, 'button', 'Remove the filter Vendor: Hive Road');
    await remove.waitFor();
    await page.waitForURL(`${app.page}/inventory?filter=vendor%3A%22Hive+Road%22`);
    const names = page.locator('tr[data-sku]');
    await until(async () => (await names.allInnerTexts()).every((text) => text.includes('Hive Road')), 'only this vendor');
    await reach(remove, 'the filter');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.page}/inventory`);
  });

  test('the list can be paged', async () => {
    await open('/inventory?page=1');
    const back = named(named(page, 'navigation', 'Pages'), 'button', 'Prev');
    await back.waitFor();
    await reach(back, 'Prev');
    await page.keyboard.press('Enter');
    await row(page).waitFor();
    expect(await named(page, 'navigation', 'Pages').innerText()).toContain('Showing 1 - ');
    await hasFocus(back, 'Prev, though there is nothing before this page');
  });

  test('a button keeps focus while its action runs', async () => {
    await open('/inventory');
    await row(page).waitFor();
    const refresh = named(page, 'button', 'Refresh now');
    await reach(refresh, 'Refresh now');
    await page.keyboard.press('Enter');
    await sees(page, 'Snapshot queued');
    await hasFocus(refresh, 'Refresh now');

    await open('/issues?view=missing_skus&source=square');
    await press(/^Add SKU: /u)(page);
    const generate = named(page, 'button', 'Generate Unique SKU');
    await generate.waitFor();
    await reach(generate, 'Generate Unique SKU');
    await page.keyboard.press('Enter');
    const made = named(page, 'textbox', 'New SKU');
    await until(async () => (await made.inputValue()) !== '', 'a made SKU');
    await hasFocus(generate, 'Generate Unique SKU');
  });

  test('“/” focuses the search box, and a typed search finds its result', async () => {
    await open('/inventory');
    await row(page).waitFor();
    const sku = (await page.locator('tr[data-sku]:not([data-sku=""])').first().getAttribute('data-sku')) ?? '';
    await page.keyboard.press('/');
    const box = page.getByRole('searchbox');
    await hasFocus(box, 'the search box');
    await page.keyboard.type(sku);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search.includes(encodeURIComponent(sku)));
    expect(await box.inputValue()).toBe(sku);
  });

  test('the menu opens, the arrow keys lead to a page, and Escape closes it', async () => {
    await open('/dashboard');
    const button = menuButton(page).and(page.locator(':enabled'));
    await button.waitFor();
    await reach(button, 'the menu');
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu');
    await menu.waitFor();
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await hasFocus(button, 'the button of the menu');
    for (const key of ['Tab', 'Shift+Tab']) {
      await page.keyboard.press('Enter');
      await menu.waitFor();
      await page.keyboard.press(key);
      await menu.waitFor({ state: 'detached' });
      await until(async () => !(await focused(page.locator('body, [data-base-ui-focus-guard]'))), 'focus on something');
      await reach(button, 'the menu', key === 'Tab' ? 'Shift+Tab' : 'Tab');
    }
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await reach(named(page, 'menuitem', 'Settings'), 'Settings', 'ArrowDown', 12);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.page}/settings`);
    await menu.waitFor({ state: 'detached' });
  });
});

describe('screens with a change above the maximum are accessible', () => {
  beforeAll(async () => {
    await holdAChange(app, merchant);
  });

  test.each(HELD)('$name', async (screen) => {
    expect(await look(page, screen)).toEqual([]);
  });
});

describe('screens with a variant that another app changes are accessible', () => {
  beforeAll(async () => {
    const variant = (await variantsInSync(merchant, 5)).findLast(({ sku }) => sku !== '');
    await copyByAnotherApp(app, merchant, variant?.sku ?? '');
  });

  test.each(ANOTHER_APP)('$name', async (screen) => {
    expect(await look(page, screen)).toEqual([]);
  });
});

describe('screens of saved views, packs, and bulk changes are accessible', () => {
  beforeAll(async () => {
    await makeChanges(app, merchant);
  });

  test.each(CHANGED)('$name', async (screen) => {
    expect(await look(page, screen)).toEqual([]);
  });
});

/** Runs last: afterward the account has no location pair. */
describe('screens without a location pair are accessible', () => {
  beforeAll(async () => {
    const { synced } = (await merchant.rpc('sh.Locations/GetLocations')) as { synced: { id: string }[] };
    await merchant.rpc('sh.Locations/DisconnectSyncedLocation', { id: synced[0]?.id });
  });

  test.each(UNPAIRED)('$name', async (screen) => {
    expect(await look(page, screen)).toEqual([]);
  });
});
