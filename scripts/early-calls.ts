import type { Page } from 'playwright-core';

/**
 * Lets a page's first calls, which it otherwise makes in one request before its code is loaded, be made one by one, so that one of them can
 * fail, hang, or be changed. `origin` is the page's.
 */
export async function withoutEarlyCalls(page: Page, origin: string): Promise<void> {
  const headers = { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' };
  await page.route('**/rpc/batch', (route) => route.fulfill({ json: null, headers }));
}
