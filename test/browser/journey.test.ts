import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startApp } from '../../scripts/app-process';
import { changeStock } from '../../scripts/merchant';
import { launchBrowser, openWindow, type Visit } from './support/browser';
import type { App } from './support/merchant';
import { sees, pressFirst, press, named, button } from './support/place';
import { signIn } from './support/sign-in';

let app: App;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  app = await startApp();
  browser = await launchBrowser();
  visit = await openWindow(browser);
});

afterAll(async () => {
  await browser.close();
  await app.kill();
});

declare global {
  interface Window {
    /** Every transition that started: what moved, and for how many ms. */
    seenMotion?: [property: string, ms: unknown][];
  }
}

/** Records every transition that starts from now on. */
async function watchMotion(page: Page) {
  await page.evaluate(() => {
    const seen: [string, unknown][] = [];
    window.seenMotion = seen;
    document.addEventListener('transitionrun', ({ target, propertyName }) => {
      const moving = target instanceof Element ? target.getAnimations() : [];
      const found = moving.find((one) => one instanceof CSSTransition && one.transitionProperty === propertyName);
      seen.push([propertyName, found?.effect?.getTiming().duration]);
    });
  });
}

/** The distinct durations of a property's transitions. */
async function motionOf(page: Page, property: string) {
  const seen = await page.evaluate(() => window.seenMotion ?? []);
  return [...new Set(seen.filter(([name]) => name === property).map(([, ms]) => ms))];
}

/** The cells of a SKU's inventory row as displayed: Shopify's number, the status mark, Square's number. */
async function rowOf(sku: string) {
  const row = visit.page.locator(`[data-sku="${sku}"]`);
  const marks = await row.getByRole('img').evaluateAll((images) => images.map((image) => image.getAttribute('aria-label')));
  return [...(await row.innerText()).split(/\s*\n\s*/u), ...marks].join(' | ');
}

test('a new merchant signs in, connects both platforms, chooses locations, subscribes, and sees their stock', async () => {
  const { page } = visit;
  await signIn(page, app);
  await page.waitForURL(`${app.page}/onboard`);
  await sees(page, '3 left');

  await named(page, 'link', 'Connect Square').click();
  await pressFirst(page, 'Allow');
  await sees(page, '2 left');

  await press(page, 'Select locations');
  const dialog = named(page, 'dialog', 'Select Locations');
  const save = button(dialog, 'Save');
  await save.waitFor();
  expect(await save.isDisabled()).toBe(true);
  for (const platform of ['Shopify', 'Square']) {
    await named(named(dialog, 'group', new RegExp(platform, 'u')), 'radio', /./u)
      .first()
      .check();
  }
  await save.click();
  await sees(page, '1 left');

  // The merchant declines first: nothing is charged, and the step stays open.
  for (const answer of ['Decline', 'Approve']) {
    await sees(page, '1 left');
    await press(page, 'Activate');
    await page.getByRole('dialog').getByText('$49.99 every 30 days', { exact: true }).waitFor();
    await press(page, 'Authorize on Shopify');
    await press(page, answer);
    if (answer === 'Decline') {
      await named(page, 'link', 'Open Shelfbridge').click();
      await sees(page, 'You declined the charge');
    }
  }
  // Back at the end of the setup, or on the dashboard if Shopify's webhook about the charge arrived before the browser came back.
  await page.waitForURL(({ pathname }) => pathname === '/onboard' || pathname === '/dashboard');
  await page.goto(`${app.page}/onboard`);
  await sees(page, "You're ready to rock!");

  await named(page, 'link', /dashboard/iu)
    .first()
    .click();
  await page.getByText(/\d+ of \d+ variants in sync/u).waitFor({ timeout: 180_000 });
});

test('a sale on either side shows in the inventory list without a reload', async () => {
  const { page } = visit;
  await named(page, 'link', 'Inventory').first().click();
  await page.getByPlaceholder(/search/iu).fill('CND-BEE-S');
  const row = page.locator('[data-sku="CND-BEE-S"]');
  await row.waitFor();
  const [shopify = 0] = (await row.innerText()).match(/\b\d+\b/gu)?.map(Number) ?? [];
  await changeStock(app, { platform: 'square', sku: 'CND-BEE-S', delta: -2 });
  await expect.poll(() => rowOf('CND-BEE-S')).toContain(`${shopify - 2}`);
  await changeStock(app, { platform: 'shopify', sku: 'CND-BEE-S', delta: -1 });
  await expect.poll(() => rowOf('CND-BEE-S')).toContain(`${shopify - 3}`);
  await expect.poll(() => rowOf('CND-BEE-S')).toContain('In sync');
});

test('a variant opens over half of a large window and all of a phone’s in 250 ms, a panel in 200 ms', async () => {
  const { page } = visit;
  const variant = button(page.locator('[data-sku="CND-BEE-S"]'), /^Fix: /u).last();
  const drawer = named(page, 'dialog', 'Variant Details');
  const shareOfWindow = async () => {
    const { width = 0, x = 0 } = (await drawer.boundingBox()) ?? {};
    const whole = await page.evaluate(() => document.documentElement.clientWidth);
    expect(Math.round(x + width)).toBe(whole);
    return width / whole;
  };
  await watchMotion(page);
  await variant.click();
  await sees(drawer, 'Items In Sync');
  await expect.poll(() => motionOf(page, 'transform')).toEqual([250]);
  for (const [width, share] of [
    [2560, 0.5],
    [1440, 0.5],
    [1024, 0.5],
    [768, 1],
    [390, 1],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(shareOfWindow).toBeCloseTo(share, 2);
  }
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(`${app.page}/dashboard`);
  const panel = page.getByRole('button', { name: /^Shopify/u, expanded: true });
  await panel.waitFor();
  await watchMotion(page);
  await panel.click();
  await expect.poll(() => motionOf(page, 'grid-template-rows')).toEqual([200]);
  await page.getByRole('button', { name: /^Shopify/u, expanded: false }).click();
});

test('history describes what happened in words a shop owner understands', async () => {
  const { page } = visit;
  await named(page, 'link', 'History').first().click();
  await sees(page, /(?:Sold 2 on Square(?: \([^)]*\))?|Square changed by -2): Shopify \d+ → \d+/u);
  await sees(page, /(?:Ordered 1 on Shopify|Shopify changed by -1): Square \d+ → \d+/u);
});

test('the pair is shown, a second is refused, and settings are kept', async () => {
  const { page } = visit;
  await named(page, 'link', 'Locations').first().click();
  await button(page, 'Disconnect').waitFor();

  await page.goto(`${app.page}/settings`);
  await named(page, 'switch', /maximum/iu).click();
  await named(page, 'spinbutton', 'Maximum').fill('5');
  await press(page, 'Save Settings');
  await sees(page, 'Settings saved!');
  await page.reload();
  expect(await named(page, 'spinbutton', 'Maximum').inputValue()).toBe('5');
});

test('signing out ends the session', async () => {
  const { page } = visit;
  await page.goto(`${app.page}/signout`);
  await page.goto(`${app.page}/inventory`);
  await button(page, 'Sign In Via Shopify').waitFor();
  expect((await visit.context.cookies()).some((cookie) => cookie.name === '_shsessid')).toBe(false);
});

test('no page reported errors in the browser console', () => {
  expect(visit.complaints).toEqual([]);
});
