// Scrolls the inventory table with a thousand rows in Chromium and prints one line of JSON: the longest frame of each pass (ms) in our
// table and in a bare page with as many rows, and the largest number of rows in the document at once.
import { chromium as driver, type Browser, type Page } from 'playwright-core';

import { startApp, type App } from '../app-process.ts';
import { chromium } from '../chromium.ts';
import { withoutEarlyCalls } from '../early-calls.ts';
import { setUp, signIn, snapshotsDone, type Merchant } from '../merchant.ts';

const ROWS = 1_000;
/** Pixels per frame: reading, paging, and a fling. */
const SPEEDS = [60, 400, 2_000];
/** Passes at each speed. Other load on the machine can only lengthen a frame, so the best pass is the most accurate. */
const PASSES = 3;

/** The time of each frame in ms, and the largest number of rows in the document. */
interface Scrolled {
  readonly frames: number[];
  readonly rows: number;
}

// What `scroll` uses of the page: the types of a whole browser are not those of this program.
declare const window: {
  readonly scrollY: number;
  scrollBy(options: { top: number; behavior: 'instant' }): void;
  scrollTo(options: { top: number; behavior: 'instant' }): void;
};
declare const document: {
  readonly documentElement: { readonly scrollHeight: number };
  querySelectorAll(selector: string): { readonly length: number };
};
declare function requestAnimationFrame(callback: (time: number) => void): number;

/** Runs in the page: scrolls down once and up again, `speed` pixels per frame. */
async function scroll(speed: number): Promise<Scrolled> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const frames: number[] = [];
  let rows = 0;
  let before = await frame();
  for (const direction of [1, -1]) {
    const end = direction > 0 ? document.documentElement.scrollHeight : 0;
    // Reading speed covers only a part: the whole page would take minutes.
    const steps = Math.min(120, Math.ceil(document.documentElement.scrollHeight / speed));
    for (let step = 0; step < steps && Math.round(window.scrollY) !== end; step += 1) {
      window.scrollBy({ top: direction * speed, behavior: 'instant' });
      const now = await frame();
      frames.push(now - before);
      before = now;
      rows = Math.max(rows, document.querySelectorAll('tr[data-index]').length);
    }
  }
  return { frames, rows };
}

/** Returns the longest frame of the best pass at any speed, all frames, and the largest number of rows seen. */
async function measure(page: Page): Promise<Scrolled & { longest: number }> {
  let longest = 0;
  let rows = 0;
  const frames: number[] = [];
  for (const speed of SPEEDS) {
    const passes: number[] = [];
    for (let pass = 0; pass < PASSES; pass += 1) {
      await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
      const found = await page.evaluate(scroll, speed);
      passes.push(Math.max(...found.frames));
      frames.push(...found.frames);
      rows = Math.max(rows, found.rows);
    }
    longest = Math.max(longest, Math.min(...passes));
  }
  return { longest, rows, frames };
}

async function openTable(browser: Browser, app: App, merchant: Merchant): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies(merchant.cookies());
  const page = await context.newPage();
  // The page requests 500 rows; the server returns up to a thousand.
  await withoutEarlyCalls(page, app.page);
  await page.route('**/rpc/sh.Inventory/GetInventory', async (route) => {
    const asked = route.request().postDataJSON() as { table: object };
    await route.continue({ postData: JSON.stringify({ ...asked, table: { ...asked.table, limit: ROWS } }) });
  });
  await page.goto(`${app.page}/inventory`);
  await page.locator(`table[aria-rowcount="${ROWS}"]`).waitFor({ timeout: 60_000 });
  return page;
}

/** Opens a page of as many plain rows of the same height, with nothing that runs while they scroll. */
async function openBare(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.setContent(`<body>${Array.from({ length: ROWS }, (_, row) => `<p style="margin:0;height:56px">line ${row}</p>`).join('')}`);
  return page;
}

const app = await startApp();
const browser = await driver.launch({ executablePath: chromium(), args: ['--no-sandbox', '--disable-dev-shm-usage'] });
try {
  const response = await fetch(`${app.sandbox}/control/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ catalogue: { variants: ROWS, seed: 1 } }),
  });
  if (!response.ok) throw new Error(`the sandbox did not begin again: ${await response.text()}`);
  const merchant = await signIn(app);
  await setUp(app, merchant);
  await snapshotsDone(merchant);
  const ours = await measure(await openTable(browser, app, merchant));
  const bare = await measure(await openBare(browser));
  const over = ours.frames.filter((ms) => ms > 50).length;
  console.log(JSON.stringify({ longest: ours.longest, rows: ours.rows, frames: ours.frames.length, over, bare: bare.longest }));
} finally {
  await browser.close();
  await app.stop();
}
