import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startApp, until } from '../../scripts/app-process';
import { seedCustomers } from '../../scripts/customers';
import { setUp, signIn } from '../../scripts/merchant';
import { barriers } from './support/axe';
import { launchBrowser, openWindow, type Visit } from './support/browser';
import type { App, Merchant } from './support/merchant';
import { press, sees, named, button } from './support/place';

const CUSTOMERS = 1000;
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

let app: App;
let browser: Browser;
let operator: Merchant;
let visit: Visit;
let page: Page;
/** Records that were written to the page's console. */
const logged: string[] = [];

beforeAll(async () => {
  app = await startApp();
  await seedCustomers(app, CUSTOMERS);
  operator = await signIn(app, { shop: 'operator' });
  await setUp(app, operator);
  browser = await launchBrowser();
  // CSP is bypassed for axe; the windows below check that the pages follow it.
  visit = await openWindow(browser, { bypassCSP: true, viewport: DESKTOP, reducedMotion: 'reduce' });
  await visit.context.addCookies(operator.cookies());
  ({ page } = visit);
  page.on('console', (message) => message.type() === 'log' && logged.push(message.text()));
});

afterAll(async () => {
  await browser?.close();
  await app?.kill();
});

const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const open = async (path: string) => {
  await page.goto(app.page + path);
};
const search = () => new URL(page.url()).searchParams;

describe('the new site', () => {
  test('its links lead to its pages, the current one is marked, and the old site is one click away', async () => {
    await open('/new');
    const places = named(page, 'navigation', 'Main');
    for (const [name, path] of [
      ['Onboarding', '/new/onboard'],
      ['Dashboard', '/new/dashboard'],
      ['Connections', '/new/connections'],
      ['Locations', '/new/locations'],
      ['Account', '/new/account'],
      ['Help', '/new/help'],
      ['Admin', '/new/admin'],
    ] as const) {
      await places.getByRole('link', { name }).click();
      await heading(name).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      expect(await places.locator('[aria-current="page"]').allInnerTexts()).toEqual([name]);
    }
    await named(places, 'link', 'Old Site').click();
    await heading('Dashboard').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('banner').getByRole('button').click();
    await named(page, 'menuitem', 'New Site').click();
    await heading('Admin').waitFor();
  });

  test('on a phone the navigation is collapsed, and closes when a link is chosen', async () => {
    await page.setViewportSize(PHONE);
    await open('/new/help');
    await press(page, 'Open navigation');
    const sheet = page.getByRole('dialog');
    await named(sheet, 'link', 'Connections').click();
    await heading('Connections').waitFor();
    await sheet.waitFor({ state: 'detached' });
    await sees(named(page, 'region', 'Square'), 'Connected');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
    await page.setViewportSize(DESKTOP);
  });
});

describe('keyboard only', () => {
  const focused = async (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement);

  test('the first Tab focuses the skip link, and Enter follows it', async () => {
    await open('/new/help');
    await heading('Help').waitFor();
    await page.keyboard.press('Tab');
    const skip = named(page, 'link', 'Skip to content');
    await until(async () => focused(skip), 'focus on the way past the places');
    await page.keyboard.press('Enter');
    await until(async () => focused(page.locator('main')), 'focus on the content');
  });

  test('a navigation link moves focus to its page, and the collapsed navigation restores focus', async () => {
    await open('/new/help');
    const place = named(named(page, 'navigation', 'Main'), 'link', 'Connections');
    await place.focus();
    await page.keyboard.press('Enter');
    await heading('Connections').waitFor();
    await until(async () => focused(page.locator('main')), 'focus on the content');

    await page.setViewportSize(PHONE);
    const opener = button(page, 'Open navigation');
    await opener.focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    await until(async () => sheet.evaluate((element) => element.contains(document.activeElement)), 'focus within the places');
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await until(async () => focused(opener), 'focus on the button that draws them in');
    await page.setViewportSize(DESKTOP);
  });

  test('a lookup is typed and submitted with Enter, and its button keeps focus', async () => {
    await open('/new/admin?tab=square');
    await named(page, 'textbox', 'Square item or variation ID').focus();
    await page.keyboard.type('NOTHING');
    await page.keyboard.press('Tab');
    const go = button(page, 'Go');
    await until(async () => focused(go), 'focus on Go');
    await page.keyboard.press('Enter');
    await page.getByText('No Item', { exact: true }).waitFor();
    expect(await focused(go)).toBe(true);
  });
});

describe('the operators’ page', () => {
  test('the test call arrives', async () => {
    await open('/new/admin');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await sees(page, 'Test call succeeded');
  });

  test('a processor is paused and resumed, and the scheduled tasks show when they last ran', async () => {
    await open('/new/admin?tab=tasks');
    const box = named(page, 'spinbutton', 'Desired count of copy');
    const before = await box.inputValue();
    for (const [typed, paused] of [
      ['0', 1],
      [before, 0],
    ] as const) {
      await box.fill(typed);
      await press(page, 'Save Tasks');
      await page.getByText('Tasks saved').first().waitFor();
      await page.reload();
      await box.waitFor();
      expect(await box.inputValue()).toBe(typed);
      expect(await page.getByText('Paused', { exact: true }).count()).toBe(paused);
    }
    await named(page, 'table', 'Scheduled tasks')
      .getByText(/Success \w{3} \d\d \d\d:\d\d \(.+\)/u)
      .first()
      .waitFor();
  });

  test('a thousand customers are paged, searched, and linked to their accounts', async () => {
    await open('/new/admin?tab=customers');
    await sees(page, '100 accounts shown.');
    await sees(page, `Showing 1 - 100 of ${(CUSTOMERS + 1).toLocaleString('en-US')}`);
    expect(Object.fromEntries(search())).toEqual({ tab: 'customers', limit: '100', offset: '0', query: '', active: 'false' });
    await press(page, 'Next');
    await sees(page, 'Showing 101 - 200 of');
    expect(search().get('offset')).toBe('100');

    await page.getByRole('searchbox').fill('harbour-goods-8.');
    await sees(page, '1 accounts shown.');
    expect(search().get('query')).toBe('harbour-goods-8.');
    expect(search().get('offset')).toBe('0');
    const row = page.getByRole('row').nth(1);
    expect(await row.locator('[data-cell="domain"]').innerText()).toContain('harbour-goods-8.myshopify.com');
    expect(await row.locator('[data-cell="expires"]').innerText()).toMatch(/^\d\d\/\d\d\/\d\d$/u);
    const id = (await row.locator('[data-cell="id"]').innerText()).trim();
    expect(await row.getByRole('link').getAttribute('href')).toBe(`/admin/account/${/\d+/u.exec(id)?.[0] ?? ''}`);

    await open('/new/admin?tab=customers&limit=1000&offset=0');
    await sees(page, '1,000 accounts shown.');
    expect(await page.getByRole('row').count()).toBeLessThan(80);
    await named(page, 'checkbox', 'Active Only').check();
    await page.waitForURL((url) => url.searchParams.get('active') === 'true');
    await page.waitForFunction(() => !document.body.innerText.includes('1,000 accounts shown.'));
    expect(await page.locator('[data-cell="expires"] .italic').count()).toBe(0);
  });

  test('Shopify’s own items are paged, and a lookup shows in the page and the console', async () => {
    await open('/new/admin?tab=shopify');
    await named(page, 'link', 'All Shopify items').click();
    const table = named(page, 'table', 'Shopify items');
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(8);
    const first = await table.locator('[data-cell="sku"]').first().innerText();
    await named(page, 'link', 'Next Page').click();
    await page.waitForURL((url) => url.searchParams.has('cursor'));
    await page.waitForFunction((sku) => document.querySelector('[data-cell="sku"]')?.textContent !== sku, first);
    const title = await table.locator('[data-cell="item"] a').first().innerText();
    await table.locator('[data-cell="item"] a').first().click();
    const panel = named(page, 'region', 'Product');
    await panel.getByText(title, { exact: true }).waitFor();
    expect(logged.some((line) => line.startsWith('Shopify product') && line.includes(title))).toBe(true);
    await named(page, 'textbox', 'Shopify product or variant ID').fill('1');
    await press(page, 'Go');
    await page.getByText('No product or variant found', { exact: true }).waitFor();
  });

  test('Square’s items are looked up, and a variation by its link', async () => {
    await open('/new/external/square');
    const table = named(page, 'table', 'Square items');
    await table.waitFor();
    await sees(page, '100 on this page');
    await table.locator('[data-cell="item"] a').first().click();
    const item = named(page, 'region', 'Item');
    const variation = named(page, 'region', 'Variation');
    await variation.getByText('No Variation', { exact: true }).waitFor();
    // Below the variations are links to pictures, at another host.
    const link = item.locator('a[href^="/"]').last();
    const name = await link.innerText();
    await link.click();
    await variation.getByText(name, { exact: true }).waitFor();
    await named(page, 'textbox', 'Square item or variation ID').fill('NOTHING');
    await press(page, 'Go');
    await item.getByText('No Item', { exact: true }).waitFor();
    await variation.getByText('No Variation', { exact: true }).waitFor();
  });
});

test('an operator stops impersonating a merchant in the new site’s menu', async () => {
  await signIn(app);
  // An open page that still shows the operator's own account would be refused at its next call.
  await page.goto('about:blank');
  await operator.rpc('sh.Session/ImpersonateDomain', { domain: 'demo' });
  await page.setViewportSize(PHONE);
  await open('/new/admin');
  await sees(page, 'Your actions are recorded under operator.myshopify.com.');
  await press(page, /^Impersonating/u);
  await named(page, 'menuitem', 'Stop Impersonating').click();
  await sees(page, "You're back to your old self");
  await page.getByText('Your actions are recorded under').waitFor({ state: 'detached' });
  expect(await operator.rpc('sh.Session/GetSessionData')).toMatchObject({ impersonator_domain: '' });
  await page.setViewportSize(DESKTOP);
});

test('a merchant who opens the operators’ page sees that it is for operators only, and gets no data from the server either', async () => {
  const merchant = await signIn(app);
  // A merchant who is not set up is redirected to onboarding from every page.
  await setUp(app, merchant);
  const other = await openWindow(browser);
  await other.context.addCookies(merchant.cookies());
  await other.page.goto(`${app.page}/new/admin?tab=customers`);
  await sees(other.page, 'This page is for operators only');
  expect(await named(named(other.page, 'navigation', 'Main'), 'link', 'Admin').count()).toBe(0);
  await expect(merchant.rpc('sh.Admin/AdminGetAccounts')).rejects.toThrow(/permission_denied/u);
  expect(other.complaints).toEqual([]);
  await other.context.close();
});

describe('every screen is accessible', () => {
  const look = async (viewport: typeof DESKTOP, path: string, shows: () => Locator) => {
    await page.setViewportSize(viewport);
    await open(path);
    await shows().waitFor();
    await page.waitForFunction(() => document.querySelector('.skeleton') === null);
    const lines: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      lines.push(...(await barriers(page)).map((line) => `${colorScheme}, ${viewport.width} px: ${line}`));
    }
    return lines;
  };

  test.each([
    ['connections', '/new/connections', () => named(page, 'region', 'Square')],
    ['test', '/new/admin', () => page.getByRole('button', { name: 'Test', exact: true })],
    ['tasks', '/new/admin?tab=tasks', () => page.getByRole('table').nth(1)],
    ['customers', '/new/admin?tab=customers', () => page.getByText('100 accounts shown.')],
    ['Shopify', '/new/admin?tab=shopify&id=1', () => page.getByText('No product or variant found', { exact: true })],
    ['Square', '/new/admin?tab=square&id=NOTHING', () => page.getByText('No Item', { exact: true })],
    ['Shopify items', '/new/external/shopify', () => page.getByRole('table')],
    ['Square items', '/new/external/square', () => page.getByRole('table')],
  ] as const)('%s', async (_name, path, shows) => {
    expect([...(await look(DESKTOP, path, shows)), ...(await look(PHONE, path, shows))]).toEqual([]);
  });

  // The merchant's own pages are checked closely in their own tests; this checks the shell around them.
  test.each([
    ['onboarding', '/new/onboard', () => page.getByText('0 left')],
    ['dashboard', '/new/dashboard', () => page.getByText('Account Status')],
    ['locations', '/new/locations', () => page.getByRole('table').first()],
    ['account', '/new/account', () => page.getByLabel('Account Name')],
    ['help', '/new/help', () => heading('Help')],
  ] as const)('%s', async (_name, path, shows) => {
    expect(await look(DESKTOP, path, shows)).toEqual([]);
  });

  test('the collapsed navigation', async () => {
    await page.setViewportSize(PHONE);
    await open('/new/help');
    await press(page, 'Open navigation');
    await page.getByRole('dialog').waitFor();
    expect(await barriers(page)).toEqual([]);
  });
});

test('no page reported errors except for lookups of missing items', () => {
  expect(visit.complaints.filter((line) => !line.includes('the server responded with a status of 404'))).toEqual([]);
});
