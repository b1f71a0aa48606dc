import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { chromium as findChromium } from '../../scripts/chromium';
import { allowNoise } from '../support/fail-on-noise';
import { startSandbox, type RunningSandbox } from './running-sandbox';
import { at, part } from './shopify-kit';

let sandbox: RunningSandbox;
let browser: Browser;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  // If the machine has no browser, one is installed first.
  allowNoise(/Installing Chromium/u);
  sandbox = await startSandbox();
  browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(180_000);
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(sandbox.origin);
  await page.locator('.row').first().waitFor();
});
afterAll(async () => {
  await browser.close();
  await sandbox.stop();
});

/** The two numbers of the only visible row: online store, counter. */
const numbers = () => page.locator('.number').allTextContents();
const search = (text: string) => page.getByRole('searchbox').fill(text);

describe('a person on the shop floor', () => {
  it('adds a product, sells and recounts it, and sees both numbers and the log at once', async () => {
    await page.getByRole('button', { name: 'Add product' }).click();
    await page.locator('#add').getByLabel('Name', { exact: true }).fill('Paper <kite>');
    await page.getByRole('textbox', { name: 'SKU', exact: true }).fill('KITE-9');
    await page.getByRole('button', { name: 'Put it on the shelf' }).click();
    await search('kite-9');
    await expect.poll(numbers).toEqual(['10', '10']);
    await page.getByRole('button', { name: 'Sell Paper <kite>: Counter' }).click();
    await expect.poll(numbers).toEqual(['10', '9']);
    expect(await page.locator('.step').textContent()).toBe('◂ +1');
    await page.getByRole('button', { name: 'Restock Paper <kite>: Online store' }).click();
    await expect.poll(numbers).toEqual(['11', '9']);
    await page.getByRole('button', { name: 'Recount Paper <kite>: Online store' }).click();
    await page.getByLabel('How many are on the shelf?').fill('9');
    await page.keyboard.press('Enter');
    await expect.poll(numbers).toEqual(['9', '9']);
    expect(await page.locator('.step').textContent()).toBe('in sync');
    await expect.poll(() => page.locator('#log').textContent()).toContain('10 → 9');
  });

  it('renames it on only one side', async () => {
    await page.getByRole('button', { name: 'Change Paper <kite>' }).click();
    await page.locator('#rename').getByLabel('Name', { exact: true }).fill('Paper dragon');
    await page.locator('#rename-sides').getByLabel('Online store').uncheck();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.name').textContent()).toContain('at the counter: Paper dragon');
  });

  it('sees others’ changes without touching the page', async () => {
    await sandbox.change({ platform: 'square', sku: 'KITE-9', delta: -4 });
    await expect.poll(numbers).toEqual(['9', '5']);
  });

  it('switches faults on with the keyboard, and off again', async () => {
    await page.getByRole('tab', { name: 'Live log' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('#square-rate429').focus();
    await page.keyboard.press('ArrowRight');
    const chance = async () => (await sandbox.read('/control/config'))['faults'];
    await expect.poll(chance).toMatchObject({ square: { rate429: 0.01 }, shopify: { rate429: 0 } });
    await page.getByRole('button', { name: 'Stormy' }).click();
    await expect.poll(chance).toMatchObject({ square: { webhookLoss: 0.15 }, shopify: { webhookLoss: 0.15 } });
    await page.getByRole('button', { name: 'Calm' }).click();
    await expect.poll(chance).toMatchObject({ square: { webhookLoss: 0, rate429: 0 } });
    await expect.poll(() => page.locator('#square-rate429').inputValue()).toBe('0');
    await page.getByRole('button', { name: 'Like the real platforms' }).click();
    await expect.poll(chance).toMatchObject({ square: { webhookDelayMs: 60_000, readLagMs: 3000, throttledReads: 0.05 } });
    await expect.poll(() => page.locator('#square-webhookDelayMs-value').textContent()).toBe('60 s');
    await page.getByRole('button', { name: 'Calm' }).click();
    await expect.poll(chance).toMatchObject({ square: { webhookDelayMs: 0, readLagMs: 0, throttledReads: 0 } });
  });

  it('sets every switch of the sandbox: what the page offers is what the configuration has', async () => {
    const { faults } = await sandbox.read('/control/config');
    for (const platform of ['shopify', 'square']) {
      const offered = await page
        .locator(`[data-platform="${platform}"]`)
        .evaluateAll((controls) =>
          controls.map((control) => control.getAttribute('data-fault') ?? control.getAttribute('data-poison') ?? ''),
        );
      // Only Shopify has shop states and bulk operations: their switches are refused for Square.
      const known = Object.keys(part(faults, platform)).filter(
        (name) => platform === 'shopify' || !['shopState', 'bulkFailed', 'bulkPartial'].includes(name),
      );
      expect(offered.toSorted()).toEqual(known.toSorted());
    }
  });

  it('poisons items for a while, and shows when it is over', async () => {
    const counter = async () => at(await sandbox.read('/control/config'), 'faults', 'square');
    const items = page.locator('#square-poisonedItems');
    await items.fill('KITE-9,  MUG-SPK ,');
    await items.press('Tab');
    await page.locator('#square-poisonAnswer').selectOption('refusal');
    await expect.poll(counter).toMatchObject({ poisonedItems: ['KITE-9', 'MUG-SPK'], poisonAnswer: 'refusal', poisonMs: 0 });
    await page.locator('#square-poisonMs').fill('1');
    await page.locator('#square-poisonMs').press('Tab');
    await expect.poll(counter).toMatchObject({ poisonMs: 1000 });
    await expect.poll(() => items.inputValue()).toBe('');
    expect(await counter()).toMatchObject({ poisonedItems: [] });
  });

  it('resets the sandbox with generated variants', async () => {
    await search('');
    await page.getByRole('tab', { name: 'World' }).click();
    await page.locator('#variants').fill('30');
    await page.getByRole('button', { name: 'Make them' }).click();
    await expect.poll(() => page.locator('#summary-wide').textContent()).toBe('30 variants in sync');
  });

  it('causes no browser errors', () => {
    expect(complaints).toEqual([]);
  });
});
