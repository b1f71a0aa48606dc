import type { Page } from 'playwright-core';

import { press, named } from './place';

/** Where the app runs, as returned by `startApp`. */
export interface Addresses {
  readonly page: string;
  readonly worker: string;
  readonly sandbox: string;
}

/**
 * Signs in as a new user does: types the shop's name, agrees on the platform's consent page. Ends on a page of the app.
 * With `autoApprove` in the sandbox there is no consent page to agree on.
 */
export async function signIn(page: Page, app: Addresses, shop = 'demo'): Promise<void> {
  await page.goto(app.page);
  await named(page, 'textbox', 'Shop domain').fill(shop);
  await press(page, /sign in/iu);
  await page.waitForURL((url) => url.origin !== app.page || url.pathname === '/onboard' || url.pathname === '/dashboard');
  if (page.url().startsWith(app.sandbox)) await press(page, 'Install app');
  await page.waitForURL((url) => url.origin === app.page && (url.pathname === '/onboard' || url.pathname === '/dashboard'));
}
