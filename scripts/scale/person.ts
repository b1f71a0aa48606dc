import { chromium as driver, type Browser, type BrowserContext, type Page } from 'playwright-core';

import { PAGE_SIZE } from '../../src/web/merchant/inventory/list-query';
import { recordRequests } from '../bench/waterfall.ts';
import { chromium } from '../chromium.ts';
import { timed } from './point';

/** Rows of the list, once they belong to what was asked for. */
const ROWS = 'table[aria-label="Variants"]:not([aria-busy]) tr[data-index]';
/** An upper bound of every step, in ms: a page that does not get there is stuck. */
const STUCK_MS = 120_000;

/** Quantities as a row shows them. */
export interface Shown {
  readonly shopify: number;
  readonly square: number;
}

/** Launches headless Chromium, which reaches no other name than `localhost`. */
export async function launch(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost'];
  return driver.launch({ executablePath: chromium(), args });
}

/** A person with a window of the app. Every step ends when its result is on the screen, and returns the ms that this took. */
export class Person {
  readonly page: Page;
  readonly #origin: string;
  readonly #requests: () => number;
  /** Errors that the page reported. */
  readonly errors: string[] = [];
  /** The most rows that were in the document at the end of a step. */
  mostRows = 0;

  private constructor(page: Page, origin: string, requests: () => number) {
    this.page = page;
    this.#origin = origin;
    this.#requests = requests;
    page.on('console', (message) => {
      if (message.type() === 'error') this.errors.push(message.text());
    });
    page.on('pageerror', ({ message }) => this.errors.push(message));
  }

  /** Opens a window in front of the browser's others, with their sign-in. Those behind are drawn, and scroll, seldom: they are no measure. */
  static async open(context: BrowserContext, origin: string): Promise<Person> {
    context.setDefaultTimeout(STUCK_MS);
    const page = await context.newPage();
    const requests = await recordRequests(await context.newCDPSession(page));
    return new Person(page, origin, () => requests().length);
  }

  /** Requests that the page has made so far. */
  get requests(): number {
    return this.#requests();
  }

  /** Signs in with the shop's name; ends with the stock on the dashboard. */
  async signIn(shop: string): Promise<number> {
    await this.page.goto(this.#origin);
    await this.page.getByRole('textbox', { name: 'Shop domain' }).fill(shop);
    return this.#timed(async () => {
      await this.page.getByRole('button', { name: /sign in/iu }).click();
      await this.page.getByText(/variants (?:are )?in sync\./u).waitFor();
    });
  }

  /** Opens the list from the menu. */
  async openFromMenu(): Promise<number> {
    return this.#timed(async () => {
      await this.page.getByRole('link', { name: 'Inventory' }).first().click();
      await this.#shows(0);
    });
  }

  /** Opens a page of the list, from 0, by its address: all of the app is loaded again. */
  async openPage(number: number): Promise<number> {
    return this.#timed(async () => {
      await this.page.goto(`${this.#origin}/inventory${number === 0 ? '' : `?page=${number}`}`);
      await this.#shows(number);
    });
  }

  /** Presses the button of the next or the previous page; `number` is that page's. */
  async turn(button: 'Next' | 'Prev', number: number): Promise<number> {
    return this.#timed(async () => {
      await this.page.getByRole('button', { name: button }).click();
      await this.#shows(number);
    });
  }

  /** Whether there is a page after this one. */
  async hasNext(): Promise<boolean> {
    return (await this.page.getByRole('button', { name: 'Next' }).getAttribute('aria-disabled')) !== 'true';
  }

  /** Scrolls to the end of the page, which has so many rows. */
  async toTheEnd(rows: number): Promise<number> {
    const ms = await this.#timed(async () => {
      await this.page.keyboard.press('End');
      await this.page.locator(`tr[data-index="${rows - 1}"]`).waitFor();
    });
    await this.page.keyboard.press('Home');
    await this.page.locator('tr[data-index="0"]').waitFor();
    return ms;
  }

  /** Searches the list, from Enter to the result: a first row with such a text, or the words that nothing was found (null). */
  async search(words: string, firstRow: RegExp | null): Promise<number> {
    await this.page.getByRole('searchbox').fill(words);
    return this.#timed(async () => {
      await this.page.keyboard.press('Enter');
      if (firstRow === null) await this.page.getByText('[No Matching Products]').waitFor();
      else await this.page.locator(`${ROWS}[data-index="0"]`).filter({ hasText: firstRow }).waitFor();
    });
  }

  /** Turns a variant's tracking on where issues of Square are listed: the ms until the list, until it is on, and until the row is gone. */
  async enableTracking(sku: string): Promise<readonly number[]> {
    const row = this.page.locator(`tr[data-sku="${sku}"]`);
    const listed = await this.#timed(async () => {
      await this.page.goto(`${this.#origin}/issues?view=inventory_disabled&source=square`);
      await row.waitFor();
    });
    await row.getByRole('button', { name: /^Enable Tracking: /u }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Track Inventory For Variant' });
    const enabled = await this.#timed(async () => {
      await dialog.getByRole('button', { name: 'Enable Inventory Tracking' }).click();
      await dialog.getByText('Inventory Tracking Enabled').waitFor();
    });
    const gone = await this.#timed(async () => {
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      await row.waitFor({ state: 'detached' });
    });
    return [listed, enabled, gone];
  }

  /** Has both catalogs read again. */
  async refresh(): Promise<number> {
    return this.#timed(async () => {
      await this.page.getByRole('button', { name: 'Refresh now' }).click();
      await this.page.getByText('Snapshot queued').waitFor();
    });
  }

  /** Opens the dashboard; ends when it says that so many variants are in sync, which is all of them. */
  async seesAllInSync(variants: number): Promise<number> {
    return this.#timed(async () => {
      await this.page.goto(`${this.#origin}/dashboard`);
      await this.page.getByText(`All ${variants.toLocaleString('en')} variants are in sync.`).waitFor();
    });
  }

  /** Returns the SKUs of the first rows, at most so many. */
  async skus(most: number): Promise<string[]> {
    const found: string[] = [];
    for (const row of (await this.page.locator(ROWS).all()).slice(0, most)) found.push((await row.getAttribute('data-sku')) ?? '');
    return found;
  }

  /** Returns the quantities that the list shows for a SKU; null where it has no such row. */
  async numbers(sku: string): Promise<Shown | null> {
    const row = this.page.locator(`tr[data-sku="${sku}"]`);
    if ((await row.count()) !== 1) return null;
    const cell = async (name: string): Promise<number> => {
      const shown = await row.locator(`td[data-cell="${name}"]`).innerText();
      return Number(shown.trim().replaceAll(',', '').replace('−', '-'));
    };
    return { shopify: await cell('shopify'), square: await cell('square') };
  }

  /** Waits until the list shows a page, from 0, and not the one before. */
  async #shows(number: number): Promise<void> {
    await this.page.getByText(`Showing ${(number * PAGE_SIZE + 1).toLocaleString('en')} - `).waitFor();
    await this.page.locator(`${ROWS}[data-index="0"]`).waitFor();
  }

  async #timed(work: () => Promise<void>): Promise<number> {
    const { ms } = await timed(work);
    this.mostRows = Math.max(this.mostRows, await this.page.locator('tr[data-index]').count());
    return ms;
  }
}
