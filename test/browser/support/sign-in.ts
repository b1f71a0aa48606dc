import type { Page } from 'playwright-core';

/** Where the app runs; as `startApp` gives it. */
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
  await page.getByRole('textbox', { name: 'Shop domain' }).fill(shop);
  await page.getByRole('button', { name: /sign in/iu }).click();
  await page.waitForURL((url) => url.origin !== app.page || url.pathname === '/onboard' || url.pathname === '/dashboard');
  if (page.url().startsWith(app.sandbox)) await page.getByRole('button', { name: 'Install app' }).click();
  await page.waitForURL((url) => url.origin === app.page && (url.pathname === '/onboard' || url.pathname === '/dashboard'));
}
