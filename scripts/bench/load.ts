// Loads the inventory list of an account with 3,000 variants in Chromium over a slow connection and with a slow processor, several times
// with an empty cache, and prints one line of JSON: the median of each figure.
import { chromium as driver, type Browser } from 'playwright-core';

import { startApp, until } from '../app-process.ts';
import { chromium } from '../chromium.ts';
import { setUp, signIn, snapshotsDone, type Merchant } from '../merchant.ts';
import { startEdge } from './edge.ts';
import { loadingRequests, recordRequests, roundsOf, SLOW } from './waterfall.ts';

const VARIANTS = 3_000;
const LOADS = 5;
/** How much slower than this machine's the processor is. */
const SLOWDOWN = 4;

/** What the page notes about itself; times in ms from the start of its navigation. */
interface Noted {
  readonly rows: number | null;
  /** The time beyond 50 ms of each long task. */
  readonly blocking: number;
  readonly shift: number;
}

/** One load. */
interface Load extends Noted {
  readonly requests: number;
  readonly rounds: number;
  readonly bytes: number;
  readonly urls: readonly string[];
}

// What `watch` uses of the page: the types of a whole browser are not those of this program.
interface Seen extends Noted {
  rows: number | null;
  blocking: number;
  shift: number;
}
interface Entry {
  readonly duration: number;
  readonly value: number;
  readonly hadRecentInput: boolean;
}
declare const window: { seen: Seen };
declare const document: { querySelector(selector: string): object | null };
declare const MutationObserver: new (callback: () => void) => {
  observe(node: object, options: { childList: true; subtree: true }): void;
  disconnect(): void;
};
declare const PerformanceObserver: new (callback: (list: { getEntries(): Entry[] }) => void) => {
  observe(options: { type: string; buffered: true }): void;
};

/** Runs in the page before its own scripts: notes when the first rows are there, long tasks, and layout shifts. */
function watch(): void {
  const seen: Seen = { rows: null, blocking: 0, shift: 0 };
  window.seen = seen;
  const rows = new MutationObserver(() => {
    if (document.querySelector('tr[data-index]') === null) return;
    seen.rows = performance.now();
    rows.disconnect();
  });
  rows.observe(document, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.blocking += Math.max(0, duration - 50);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
}

async function load(browser: Browser, merchant: Merchant): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addCookies(merchant.cookies());
    const page = await context.newPage();
    await page.addInitScript(watch);
    const session = await context.newCDPSession(page);
    const requests = await recordRequests(session);
    let bytes = 0;
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await session.send('Network.emulateNetworkConditions', SLOW);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.goto('http://localhost/inventory');
    // Seldom, since looking takes time of the page too.
    await page.waitForFunction(() => window.seen.rows !== null, undefined, { polling: 250, timeout: 60_000 });
    await until(() => loadingRequests(requests()).every(({ answered }) => answered !== null), 'the end of all requests', 60_000);
    // What a page does after its last answer belongs to it, and what it then requests.
    await page.waitForTimeout(1_500);
    const all = loadingRequests(requests());
    return {
      ...(await page.evaluate(() => window.seen)),
      requests: all.length,
      rounds: roundsOf(all),
      bytes,
      urls: all.map(({ url }) => new URL(url).pathname),
    };
  } finally {
    await context.close();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const app = await startApp();
const edge = await startEdge(app.worker, app.page);
const browser = await driver.launch({
  executablePath: chromium(),
  // The page calls its own origin only where that has no port.
  args: ['--no-sandbox', '--disable-dev-shm-usage', `--host-resolver-rules=MAP localhost:80 127.0.0.1:${edge.port}`],
});
try {
  const response = await fetch(`${app.sandbox}/control/reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ catalogue: { variants: VARIANTS, seed: 1 } }),
  });
  if (!response.ok) throw new Error(`the sandbox did not begin again: ${await response.text()}`);
  const merchant = await signIn(app);
  await setUp(app, merchant);
  await snapshotsDone(merchant);
  // The first look at a cold object and a Worker that has just started are not the page's.
  await load(browser, merchant);
  const loads: Load[] = [];
  while (loads.length < LOADS) loads.push(await load(browser, merchant));
  if (process.env['DEBUG']) for (const one of loads) console.error(JSON.stringify(one, null, 1));
  const of = (figure: (one: Load) => number): number => median(loads.map(figure));
  console.log(
    JSON.stringify({
      rows: of((one) => one.rows ?? Number.NaN),
      blocking: of((one) => one.blocking),
      shift: Math.max(...loads.map((one) => one.shift)),
      rounds: of((one) => one.rounds),
      requests: Math.max(...loads.map((one) => one.requests)),
      bytes: of((one) => one.bytes),
    }),
  );
} finally {
  await browser.close();
  await edge.stop();
  await app.stop();
}
