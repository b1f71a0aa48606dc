import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser } from './support/browser';
import { openAs, startMerchant, type App, type Merchant } from './support/merchant';
import { button, named, press, sees, select } from './support/place';
import { row } from './support/screen-parts';
import { PHONE } from './support/screens';

let app: App;
let merchant: Merchant;
let browser: Browser;

beforeAll(async () => {
  ({ app, merchant } = await startMerchant());
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await app?.kill();
});

/** The button that shows a saved view. */
const view = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

const isShown = async (page: Page, name: string) => expect.poll(() => view(page, name).getAttribute('aria-pressed')).toBe('true');

test('a view that is saved on the desktop is on the phone, is renamed there, and deleted', async () => {
  const desktop = await openAs(browser, merchant);
  await desktop.page.goto(new URL('/inventory?filter=type%3AShirts&sort=-square_quantity', app.page).href);
  await row(desktop.page).waitFor();
  await select(desktop.page.getByRole('combobox', { name: 'View', exact: true }), 'In Sync');
  await press(desktop.page, 'Save view');
  await named(desktop.page, 'dialog', 'Save view').getByLabel('Name').fill('Shirts in sync');
  await desktop.page.keyboard.press('Enter');
  await sees(desktop.page, 'View saved');
  await isShown(desktop.page, 'Shirts in sync');
  const showing = await desktop.page.getByText(/^Showing 1 - /u).innerText();

  const phone = await openAs(browser, merchant, { viewport: PHONE, hasTouch: true, isMobile: true });
  const { page } = phone;
  await page.goto(new URL('/inventory', app.page).href);
  await view(page, 'Shirts in sync').tap();
  await isShown(page, 'Shirts in sync');
  await named(page, 'button', 'Remove the filter Type or category: Shirts').waitFor();
  await sees(page, showing);
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  expect((await button(page, 'Rename the view Shirts in sync').boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await press(page, 'Rename the view Shirts in sync');
  await named(page, 'dialog', 'Rename view').getByLabel('Name').fill('S'.repeat(60));
  await press(named(page, 'dialog', 'Rename view'), 'Rename');
  await isShown(page, 'S'.repeat(60));
  expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')).toBe(0);
  await press(page, `Delete the view ${'S'.repeat(60)}`);
  await press(named(page, 'dialog', 'Delete view?'), 'Delete');
  await sees(page, 'View deleted');

  await desktop.page.reload();
  await button(desktop.page, 'Save view').waitFor();
  expect(await view(desktop.page, 'Shirts in sync').count()).toBe(0);
  expect([desktop.complaints, phone.complaints]).toEqual([[], []]);
  await desktop.context.close();
  await phone.context.close();
});
