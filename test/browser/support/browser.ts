import { chromium as driver, type Browser, type BrowserContext, type Page } from 'playwright-core';

import { chromium } from '../../../scripts/chromium';

/** What the page reported: errors in its console, uncaught exceptions, violations of its security policy. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[];
}

/**
 * Launches headless Chromium, which knows no other name than `localhost`, so that a test never reaches outside the machine. (A route that
 * refuses other names would turn off Chromium's cache, and each page would load and compile all scripts again.) Close it after the tests.
 */
export async function launchBrowser(): Promise<Browser> {
  return chromiumWith('MAP * ~NOTFOUND , EXCLUDE localhost');
}

/** Launches headless Chromium with rules that say where it finds names. */
export async function chromiumWith(rules: string): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-dev-shm-usage', `--host-resolver-rules=${rules}`];
  return driver.launch({ executablePath: chromium(), args });
}

/** Opens a new private window. */
export async function openWindow(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'UTC', ...options });
  // An upper bound only: on a busy machine a page's first data may take many seconds.
  context.setDefaultTimeout(180_000);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`));
  return { context, page, complaints };
}
