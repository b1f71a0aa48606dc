import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startApp, until } from '../../scripts/app-process.mjs';
import { changeStock, setUp, signIn, snapshotsDone } from '../../scripts/merchant.mjs';
import { barriers } from './support/axe';
import { launchBrowser, openWindow } from './support/browser';

type App = Awaited<ReturnType<typeof startApp>>;

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** A screen as it is looked at: where it is, what shows that it is there, and what is opened above it first. */
interface Screen {
  readonly name: string;
  readonly path: string;
  readonly shows: (page: Page) => Locator;
  readonly open?: (page: Page) => Promise<void>;
  /** Looked at on a phone too: its layout is another one there. */
  readonly phone?: true;
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole('heading', { level: 1, name });
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole('dialog', { name });
const row = (page: Page): Locator => page.locator('tr[data-sku]').first();
const menuButton = (page: Page): Locator => page.locator('header').getByRole('button');
const press = (name: string | RegExp) => async (page: Page) => page.getByRole('button', { name }).first().click();

const BEFORE_SET_UP: readonly Screen[] = [{ name: 'onboarding', path: '/onboard', shows: (page) => page.getByText('3 left'), phone: true }];

const VISITOR: readonly Screen[] = [
  { name: 'sign-in', path: '/', shows: heading('Sign in to Shelfbridge'), phone: true },
  { name: 'privacy for a visitor', path: '/privacy', shows: heading(/./u) },
  { name: 'terms for a visitor', path: '/terms', shows: heading(/./u) },
];

const MERCHANT: readonly Screen[] = [
  { name: 'dashboard', path: '/dashboard', shows: (page) => page.getByText(/\d+ of \d+ variants are in step/u), phone: true },
  { name: 'inventory', path: '/inventory', shows: row, phone: true },
  { name: 'inventory, open variant', path: '/inventory', open: press(/^Fix: /u), shows: dialog('Variant Details'), phone: true },
  { name: 'inventory, levelling', path: '/inventory', open: press('Level quantities'), shows: dialog('Level quantities') },
  { name: 'issues', path: '/issues?view=missing_skus&source=square', shows: (page) => page.getByRole('table') },
  {
    name: 'issues, SKU dialog',
    path: '/issues?view=missing_skus&source=square',
    open: press(/^Add SKU: /u),
    shows: dialog('Update Variant SKU'),
  },
  { name: 'locations', path: '/locations', shows: (page) => page.getByRole('table') },
  { name: 'locations, disconnect dialog', path: '/locations', open: press('Disconnect'), shows: dialog('Disconnect locations') },
  { name: 'history', path: '/history', shows: row },
  { name: 'settings', path: '/settings', shows: (page) => page.getByRole('switch').first() },
  { name: 'subscription', path: '/subscription', shows: (page) => page.getByText('Active', { exact: true }) },
  { name: 'subscription, cancel dialog', path: '/subscription', open: press('Cancel Subscription'), shows: dialog('Cancel Subscription') },
  { name: 'connections', path: '/connections', shows: heading('Connections') },
  { name: 'a connection', path: '/connection/square', shows: heading(/./u) },
  { name: 'Shopify', path: '/shopify', shows: heading(/Shopify/u) },
  { name: 'Square', path: '/square', shows: heading(/Square/u) },
  { name: 'check of access', path: '/verifyAccess', shows: (page) => page.getByText('Access verified').nth(1) },
  { name: 'self-test', path: '/test', shows: (page) => page.getByText(/^Everything works\./u) },
  { name: 'help', path: '/help', shows: heading(/./u) },
  { name: 'privacy', path: '/privacy', shows: heading(/./u) },
  { name: 'terms', path: '/terms', shows: heading(/./u) },
  { name: 'no such page', path: '/nothing-here', shows: heading(/./u) },
  { name: 'menu', path: '/help', open: async (page) => menuButton(page).click(), shows: (page) => page.getByRole('menu') },
];

let app: App;
let browser: Browser;
let visitor: Page;
let page: Page;
/** What was found while only onboarding was open to the merchant. */
let found: string[] = [];

/** A window whose policy lets axe in, and where nothing moves: a colour is judged as it ends, not on its way. */
async function window(cookies: Parameters<Awaited<ReturnType<typeof openWindow>>['context']['addCookies']>[0]): Promise<Page> {
  const opened = await openWindow(browser, { bypassCSP: true, reducedMotion: 'reduce', viewport: DESKTOP });
  opened.page.setDefaultTimeout(15_000);
  await opened.context.addCookies(cookies);
  return opened.page;
}

/** The barriers of a screen in both colour schemes, and on a phone where asked. */
async function look(at: Page, screen: Screen): Promise<string[]> {
  const lines: string[] = [];
  for (const viewport of screen.phone ? [DESKTOP, PHONE] : [DESKTOP]) {
    await at.setViewportSize(viewport);
    await at.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await at.goto(new URL(screen.path, app.page).href);
    await screen.open?.(at);
    await screen.shows(at).waitFor();
    await at.waitForFunction(() => document.querySelector('.skeleton') === null);
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
  const merchant = await signIn(app);
  page = await window(merchant.cookies());
  for (const screen of BEFORE_SET_UP) found = await look(page, screen);
  await setUp(app, merchant);
  await snapshotsDone(merchant);
  const { products } = (await merchant.rpc('sh.Inventory/GetInventory', { view: 'in_sync', table: { limit: 1 } })) as {
    products: { variants: { sku: string }[] }[];
  };
  await changeStock(app, { platform: 'square', sku: products[0]?.variants[0]?.sku ?? '', delta: -1 });
});

afterAll(async () => {
  await browser?.close();
  await app?.kill();
});

describe('no screen bars anybody', () => {
  test('onboarding', () => {
    expect(found).toEqual([]);
  });

  test.each(VISITOR)('$name', async (screen) => {
    expect(await look(visitor, screen)).toEqual([]);
  });

  test.each(MERCHANT)('$name', async (screen) => {
    expect(await look(page, screen)).toEqual([]);
  });
});

describe('by keyboard alone', () => {
  const open = async (path: string): Promise<void> => {
    await page.setViewportSize(DESKTOP);
    await page.goto(new URL(path, app.page).href);
  };
  const focused = async (target: Locator): Promise<boolean> =>
    target.evaluateAll((elements) => elements.some((element) => element === document.activeElement));
  const hasFocus = async (target: Locator, what: string): Promise<void> => {
    await until(async () => focused(target), `focus on ${what}`, 5_000);
  };
  /** Presses a key again and again until the target has the focus. */
  const reach = async (target: Locator, what: string, key = 'Tab', limit = 60): Promise<void> => {
    for (let presses = 0; presses < limit; presses += 1) {
      if (await focused(target)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`${limit} presses of ${key} do not reach ${what}`);
  };
  /** Goes once round and further, and fails when the focus leaves the element. */
  const staysWithin = async (box: Locator): Promise<void> => {
    const stops = await box.evaluate((element) => element.querySelectorAll('a[href], button, input, textarea, select').length);
    expect(stops).toBeGreaterThan(0);
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let presses = 0; presses < stops + 2; presses += 1) {
        await page.keyboard.press(key);
        // Focus guards at either end send the focus on at once.
        await until(async () => box.evaluate((element) => element.contains(document.activeElement)), 'focus within the dialog', 2_000);
      }
    }
  };

  test('the first Tab offers the way past the bar, and Enter takes it', async () => {
    await open('/help');
    await heading(/./u)(page).waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await hasFocus(skip, 'the way past the bar');
    await page.keyboard.press('Enter');
    await hasFocus(page.locator('main'), 'the content');
  });

  test('a variant is opened with Enter, left with Escape, and the focus is on its row again', async () => {
    await open('/inventory');
    const name = row(page).getByRole('button').first();
    await name.waitFor();
    await reach(name, 'the first variant');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: 'Variant Details' });
    await drawer.waitFor();
    await drawer.getByText('SKU', { exact: true }).first().waitFor();
    await staysWithin(drawer);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await hasFocus(name, 'the row that was opened');
  });

  test.each([
    { path: '/locations', button: 'Disconnect', title: 'Disconnect locations' },
    { path: '/issues?view=missing_skus&source=square', button: /^Add SKU: /u, title: 'Update Variant SKU' },
    { path: '/subscription', button: 'Cancel Subscription', title: 'Cancel Subscription' },
  ])('the dialog “$title” keeps the focus, Escape closes it, and the focus is back', async ({ path, button, title }) => {
    await open(path);
    const opener = page.getByRole('button', { name: button }).first();
    await opener.waitFor();
    await reach(opener, `the button of ${title}`);
    await page.keyboard.press('Enter');
    const box = page.getByRole('dialog', { name: title });
    await box.waitFor();
    await staysWithin(box);
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
    await hasFocus(opener, `the button of ${title}`);
  });

  test('a table is sorted by its head, forwards and backwards', async () => {
    await open('/inventory');
    await row(page).waitFor();
    const head = page.getByRole('columnheader', { name: 'Square Qty' });
    const sort = head.getByRole('button');
    await reach(sort, 'the head of the column');
    for (const [key, order] of [
      ['Enter', 'ascending'],
      ['Space', 'descending'],
    ] as const) {
      await page.keyboard.press(key);
      await until(async () => (await head.getAttribute('aria-sort')) === order, order, 5_000);
      await hasFocus(sort, 'the head of the column');
    }
  });

  test('pages are turned', async () => {
    await open('/inventory?page=1');
    const back = page.getByRole('navigation', { name: 'Pages' }).getByRole('button', { name: 'Prev' });
    await back.waitFor();
    await reach(back, 'Prev');
    await page.keyboard.press('Enter');
    await row(page).waitFor();
    expect(await page.getByRole('navigation', { name: 'Pages' }).innerText()).toContain('Showing 1 - ');
    await hasFocus(back, 'Prev, though there is nothing before this page');
  });

  test('a button that works for a while keeps the focus', async () => {
    await open('/inventory');
    await row(page).waitFor();
    const refresh = page.getByRole('button', { name: 'Refresh now' });
    await reach(refresh, 'Refresh now');
    await page.keyboard.press('Enter');
    await page.getByText('Snapshot queued').waitFor();
    await hasFocus(refresh, 'Refresh now');

    await open('/issues?view=missing_skus&source=square');
    await press(/^Add SKU: /u)(page);
    const generate = page.getByRole('button', { name: 'Generate Unique SKU' });
    await generate.waitFor();
    await reach(generate, 'Generate Unique SKU');
    await page.keyboard.press('Enter');
    const made = page.getByRole('textbox', { name: 'New SKU' });
    await until(async () => (await made.inputValue()) !== '', 'a made SKU', 5_000);
    await hasFocus(generate, 'Generate Unique SKU');
  });

  test('“/” goes to the search box, and what is typed is found', async () => {
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

  test('the menu opens, its arrows lead to a place, and Escape closes it', async () => {
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
      await until(async () => !(await focused(page.locator('body, [data-base-ui-focus-guard]'))), 'focus on something', 2_000);
      await reach(button, 'the menu', key === 'Tab' ? 'Shift+Tab' : 'Tab');
    }
    await page.keyboard.press('Enter');
    await menu.waitFor();
    await reach(page.getByRole('menuitem', { name: 'Settings' }), 'Settings', 'ArrowDown', 12);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.page}/settings`);
    await menu.waitFor({ state: 'detached' });
  });
});
