import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startApp, until } from '../../scripts/app-process';
import { seedCustomers } from '../../scripts/customers';
import { setUp, signIn } from '../../scripts/merchant';
import { barriers } from './support/axe';
import { launchBrowser, openWindow, type Visit } from './support/browser';

type App = Awaited<ReturnType<typeof startApp>>;
type Person = Awaited<ReturnType<typeof signIn>>;

const CUSTOMERS = 1000;
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

let app: App;
let browser: Browser;
let operator: Person;
let visit: Visit;
let page: Page;
/** What was written to the page's console as its record. */
const logged: string[] = [];

beforeAll(async () => {
  app = await startApp();
  await seedCustomers(app, CUSTOMERS);
  operator = await signIn(app, { shop: 'operator' });
  await setUp(app, operator);
  browser = await launchBrowser();
  // The policy lets axe in; that the pages keep to it is seen in the windows below.
  visit = await openWindow(browser, { bypassCSP: true, viewport: DESKTOP, reducedMotion: 'reduce' });
  await visit.context.addCookies(operator.cookies());
  ({ page } = visit);
  page.setDefaultTimeout(15_000);
  page.on('console', (message) => message.type() === 'log' && logged.push(message.text()));
});

afterAll(async () => {
  await browser?.close();
  await app?.kill();
});

const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const open = async (path: string): Promise<void> => {
  await page.goto(app.page + path);
};
const search = (): URLSearchParams => new URL(page.url()).searchParams;

describe('the newer area', () => {
  test('its places lead to its pages, the one in sight is marked, and the old site is one step away', async () => {
    await open('/new');
    const places = page.getByRole('navigation', { name: 'Main' });
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
    await places.getByRole('link', { name: 'Old Site' }).click();
    await heading('Dashboard').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('banner').getByRole('button').click();
    await page.getByRole('menuitem', { name: 'New Site' }).click();
    await heading('Admin').waitFor();
  });

  test('on a phone the places are drawn in, and go when one was chosen', async () => {
    await page.setViewportSize(PHONE);
    await open('/new/help');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    const sheet = page.getByRole('dialog');
    await sheet.getByRole('link', { name: 'Connections' }).click();
    await heading('Connections').waitFor();
    await sheet.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Square' }).getByText('Connected').waitFor();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(wide).toBe(false);
    await page.setViewportSize(DESKTOP);
  });
});

describe('by keyboard alone', () => {
  const focused = async (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement);

  test('the first Tab offers the way past the places, and Enter takes it', async () => {
    await open('/new/help');
    await heading('Help').waitFor();
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await until(async () => focused(skip), 'focus on the way past the places', 5_000);
    await page.keyboard.press('Enter');
    await until(async () => focused(page.locator('main')), 'focus on the content', 5_000);
  });

  test('a place takes the focus to its page, and the drawn-in places give it back', async () => {
    await open('/new/help');
    const place = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Connections' });
    await place.focus();
    await page.keyboard.press('Enter');
    await heading('Connections').waitFor();
    await until(async () => focused(page.locator('main')), 'focus on the content', 5_000);

    await page.setViewportSize(PHONE);
    const opener = page.getByRole('button', { name: 'Open navigation' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const sheet = page.getByRole('dialog');
    await sheet.waitFor();
    await until(async () => sheet.evaluate((element) => element.contains(document.activeElement)), 'focus within the places', 5_000);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });
    await until(async () => focused(opener), 'focus on the button that draws them in', 5_000);
    await page.setViewportSize(DESKTOP);
  });

  test('a lookup is typed and sent with Enter, and its button keeps the focus', async () => {
    await open('/new/admin?tab=square');
    await page.getByRole('textbox', { name: 'Square item or variation ID' }).focus();
    await page.keyboard.type('NOTHING');
    await page.keyboard.press('Tab');
    const go = page.getByRole('button', { name: 'Go' });
    await until(async () => focused(go), 'focus on Go', 5_000);
    await page.keyboard.press('Enter');
    await page.getByText('No Item', { exact: true }).waitFor();
    expect(await focused(go)).toBe(true);
  });
});

describe('the operators’ page', () => {
  test('the test call arrives', async () => {
    await open('/new/admin');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await page.getByText('Test call succeeded').waitFor();
  });

  test('a processor is paused and goes on, and the scheduled tasks say when they last ran', async () => {
    await open('/new/admin?tab=tasks');
    const box = page.getByRole('spinbutton', { name: 'Desired count of copy' });
    const before = await box.inputValue();
    for (const [typed, paused] of [
      ['0', 1],
      [before, 0],
    ] as const) {
      await box.fill(typed);
      await page.getByRole('button', { name: 'Save Tasks' }).click();
      await page.getByText('Tasks saved').first().waitFor();
      await page.reload();
      await box.waitFor();
      expect(await box.inputValue()).toBe(typed);
      expect(await page.getByText('Paused', { exact: true }).count()).toBe(paused);
    }
    await page
      .getByRole('table', { name: 'Scheduled tasks' })
      .getByText(/Success \w{3} \d\d \d\d:\d\d \(.+\)/u)
      .first()
      .waitFor();
  });

  test('a thousand customers are turned page by page, searched, and led to their accounts', async () => {
    await open('/new/admin?tab=customers');
    await page.getByText('100 accounts shown.').waitFor();
    await page.getByText(`Showing 1 - 100 of ${(CUSTOMERS + 1).toLocaleString('en-US')}`).waitFor();
    expect(Object.fromEntries(search())).toEqual({ tab: 'customers', limit: '100', offset: '0', query: '', active: 'false' });
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Showing 101 - 200 of').waitFor();
    expect(search().get('offset')).toBe('100');

    await page.getByRole('searchbox').fill('harbour-goods-8.');
    await page.getByText('1 accounts shown.').waitFor();
    expect(search().get('query')).toBe('harbour-goods-8.');
    expect(search().get('offset')).toBe('0');
    const row = page.getByRole('row').nth(1);
    expect(await row.locator('[data-cell="domain"]').innerText()).toContain('harbour-goods-8.myshopify.com');
    expect(await row.locator('[data-cell="expires"]').innerText()).toMatch(/^\d\d\/\d\d\/\d\d$/u);
    const id = (await row.locator('[data-cell="id"]').innerText()).trim();
    expect(await row.getByRole('link').getAttribute('href')).toBe(`/admin/account/${/\d+/u.exec(id)?.[0] ?? ''}`);

    await open('/new/admin?tab=customers&limit=1000&offset=0');
    await page.getByText('1,000 accounts shown.').waitFor();
    expect(await page.getByRole('row').count()).toBeLessThan(80);
    await page.getByRole('checkbox', { name: 'Active Only' }).check();
    await page.waitForURL((url) => url.searchParams.get('active') === 'true');
    await page.waitForFunction(() => !document.body.innerText.includes('1,000 accounts shown.'));
    expect(await page.locator('[data-cell="expires"] .italic').count()).toBe(0);
  });

  test('Shopify’s own items are paged, and looked up into page and console', async () => {
    await open('/new/admin?tab=shopify');
    await page.getByRole('link', { name: 'All Shopify items' }).click();
    const table = page.getByRole('table', { name: 'Shopify items' });
    await table.waitFor();
    expect(await table.getByRole('row').count()).toBe(8);
    const first = await table.locator('[data-cell="sku"]').first().innerText();
    await page.getByRole('link', { name: 'Next Page' }).click();
    await page.waitForURL((url) => url.searchParams.has('cursor'));
    await page.waitForFunction((sku) => document.querySelector('[data-cell="sku"]')?.textContent !== sku, first);
    const title = await table.locator('[data-cell="item"] a').first().innerText();
    await table.locator('[data-cell="item"] a').first().click();
    const panel = page.getByRole('region', { name: 'Product' });
    await panel.getByText(title, { exact: true }).waitFor();
    expect(logged.some((line) => line.startsWith('Shopify product') && line.includes(title))).toBe(true);
    await page.getByRole('textbox', { name: 'Shopify product or variant ID' }).fill('1');
    await page.getByRole('button', { name: 'Go' }).click();
    await page.getByText('No product or variant found', { exact: true }).waitFor();
  });

  test('Square’s items are looked up, and a variation by its link', async () => {
    await open('/new/external/square');
    const table = page.getByRole('table', { name: 'Square items' });
    await table.waitFor();
    await page.getByText('100 on this page').waitFor();
    await table.locator('[data-cell="item"] a').first().click();
    const item = page.getByRole('region', { name: 'Item' });
    const variation = page.getByRole('region', { name: 'Variation' });
    await variation.getByText('No Variation', { exact: true }).waitFor();
    const link = item.getByRole('link').last();
    const name = await link.innerText();
    await link.click();
    await variation.getByText(name, { exact: true }).waitFor();
    await page.getByRole('textbox', { name: 'Square item or variation ID' }).fill('NOTHING');
    await page.getByRole('button', { name: 'Go' }).click();
    await item.getByText('No Item', { exact: true }).waitFor();
    await variation.getByText('No Variation', { exact: true }).waitFor();
  });
});

test('an operator who acts as a merchant stops it in the newer area’s menu', async () => {
  await signIn(app);
  await operator.rpc('sh.Session/ImpersonateDomain', { domain: 'demo' });
  await page.setViewportSize(PHONE);
  await open('/new/admin');
  await page.getByText('Your actions are recorded under operator.myshopify.com.').waitFor();
  await page.getByRole('button', { name: /^Impersonating/u }).click();
  await page.getByRole('menuitem', { name: 'Stop Impersonating' }).click();
  await page.getByText("You're back to your old self").waitFor();
  await page.getByText('Your actions are recorded under').waitFor({ state: 'detached' });
  expect(await operator.rpc('sh.Session/GetSessionData')).toMatchObject({ impersonator_domain: '' });
  await page.setViewportSize(DESKTOP);
});

test('a merchant who opens the operators’ page is told whom it is for, and gets no data from the server either', async () => {
  const merchant = await signIn(app);
  // One who is not set up is sent to onboarding from everywhere.
  await setUp(app, merchant);
  const other = await openWindow(browser);
  await other.context.addCookies(merchant.cookies());
  await other.page.goto(`${app.page}/new/admin?tab=customers`);
  await other.page.getByText('This page is for operators only').waitFor();
  expect(await other.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Admin' }).count()).toBe(0);
  await expect(merchant.rpc('sh.Admin/AdminGetAccounts')).rejects.toThrow(/permission_denied/u);
  expect(other.complaints).toEqual([]);
  await other.context.close();
});

describe('no screen bars anybody', () => {
  const look = async (viewport: typeof DESKTOP, path: string, shows: () => Locator): Promise<string[]> => {
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
    ['connections', '/new/connections', () => page.getByRole('region', { name: 'Square' })],
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

  // The merchant's own pages are looked at closely where they are at home; here it is the shell around them.
  test.each([
    ['onboarding', '/new/onboard', () => page.getByText('0 left')],
    ['dashboard', '/new/dashboard', () => page.getByText('Account Status')],
    ['locations', '/new/locations', () => page.getByRole('table').first()],
    ['account', '/new/account', () => page.getByLabel('Account Name')],
    ['help', '/new/help', () => heading('Help')],
  ] as const)('%s', async (_name, path, shows) => {
    expect(await look(DESKTOP, path, shows)).toEqual([]);
  });

  test('the drawn-in places', async () => {
    await page.setViewportSize(PHONE);
    await open('/new/help');
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await barriers(page)).toEqual([]);
  });
});

test('no page complained but of what was looked up and is not there', () => {
  expect(visit.complaints.filter((line) => !line.includes('the server responded with a status of 404'))).toEqual([]);
});
