import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { startEdge, type Edge } from '../../scripts/bench/edge';
import { loadingRequests, recordRequests, roundsOf, SLOW } from '../../scripts/bench/waterfall';
import { chromiumWith, openWindow } from './support/browser';
import { startMerchant, type App, type Merchant } from './support/merchant';

let app: App;
let merchant: Merchant;
let edge: Edge;
let browser: Browser;

beforeAll(async () => {
  ({ app, merchant } = await startMerchant());
  edge = await startEdge(app.worker, app.page);
  // A page without a port calls its own origin, as in production: no call needs a preflight.
  browser = await chromiumWith(`MAP localhost:80 127.0.0.1:${edge.port}`);
});

afterAll(async () => {
  await browser?.close();
  await edge?.stop();
  await app?.kill();
});

/** Pages, what shows that they are loaded, and the most requests. */
const PAGES: readonly (readonly [path: string, shows: string, most: number])[] = [
  ['/dashboard', 'main h2', 10],
  ['/inventory', 'tr[data-index]', 10],
  ['/issues', '#issues-heading', 10],
  ['/history', 'main h1', 10],
  ['/timeline?sku=NOTHING', 'main h2', 10],
  ['/locations', 'main h2', 10],
  ['/settings', 'main form', 10],
  ['/connections', 'main h1', 10],
  // The new site has a frame of its own, which opens its menu as a layer.
  ['/new/dashboard', 'main h2', 11],
];

/** How late every answer is, in ms: long beside what a busy machine takes to send requests that need no other answer. */
const LATENCY_MS = 500;

/** Opens a page with an empty cache, every answer late, and returns its requests once all are answered. */
async function requestsOf(path: string, shows: string, signedIn: boolean) {
  const { context, page, complaints } = await openWindow(browser);
  try {
    if (signedIn) await context.addCookies(merchant.cookies());
    const session = await context.newCDPSession(page);
    const requests = await recordRequests(session);
    // With latency, requests that need no other answer overlap, so that rounds can be told apart. No time is measured.
    await session.send('Network.emulateNetworkConditions', { ...SLOW, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 });
    await page.goto(`http://localhost${path}`);
    await page.locator(shows).first().waitFor();
    await page.waitForFunction(() => document.querySelector('.skeleton') === null);
    await expect.poll(() => loadingRequests(requests()).filter(({ answered }) => answered === null), { timeout: 60_000 }).toEqual([]);
    return { requests: loadingRequests(requests()), complaints };
  } finally {
    await context.close();
  }
}

declare const document: { querySelector(selector: string): unknown };

test.each(PAGES)('%s loads in three rounds with few requests', async (path, shows, most) => {
  const { requests, complaints } = await requestsOf(path, shows, true);
  const urls = requests.map(({ url }) => new URL(url).pathname);
  expect(roundsOf(requests), urls.join(' ')).toBeLessThanOrEqual(3);
  expect(urls.length, urls.join(' ')).toBeLessThanOrEqual(most);
  expect(urls.filter((url) => url.startsWith('/rpc/'))).toEqual(['/rpc/batch']);
  expect(complaints).toEqual([]);
});

test('a visitor gets the sign-in page in three rounds, without a refused call in the console', async () => {
  const { requests, complaints } = await requestsOf('/', 'input[name=shop]', false);
  expect(roundsOf(requests)).toBeLessThanOrEqual(3);
  expect(complaints).toEqual([]);
});
