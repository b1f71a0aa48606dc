import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startApp } from '../../scripts/app-process';
import { launchBrowser, openWindow } from './support/browser';
import type { App } from './support/merchant';

let app: App;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => {
  await app.kill();
});

/** A person types the address, or follows a link. */
const PERSON = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html,*/*' };
/** A page loads its code. */
const SCRIPT = { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'script', accept: '*/*' };

/** The responses of both addresses to each kind of request. */
async function ask(path: string, { method = 'GET', ways = [PERSON, SCRIPT] }: { method?: 'GET' | 'HEAD'; ways?: (typeof PERSON)[] } = {}) {
  const answers = [];
  for (const address of [app.page, app.worker]) {
    for (const headers of ways) {
      const response = await fetch(`${address}${path}`, { method, headers, redirect: 'manual' });
      answers.push({
        asked: `${method} ${address}${path} ${JSON.stringify(headers)}`,
        status: response.status,
        type: response.headers.get('content-type')?.split(';')[0],
        cache: response.headers.get('cache-control'),
        policy: response.headers.get('content-security-policy'),
        body: await response.text(),
      });
    }
  }
  return answers;
}

describe('a file that does not exist returns 404, which is not cached', () => {
  test.each([
    '/assets/none.js',
    '/assets/index-00000000.js',
    '/assets/none',
    '/assets/',
    '/assets',
    '/favicon-none.ico',
    '/main.js.map',
    '/inventory/none.css',
    '/.env',
  ])('%s', async (path) => {
    for (const method of ['GET', 'HEAD'] as const) {
      for (const answer of await ask(path, { method })) {
        expect(answer, answer.asked).toMatchObject({ status: 404, type: 'text/plain', cache: 'no-store' });
        expect(answer.body, answer.asked).toBe(method === 'HEAD' ? '' : 'There is no such file.');
      }
    }
  });
});

test('a file that exists is cached for a year', async () => {
  const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/u.exec(await (await fetch(app.page)).text()) ?? [];
  for (const answer of [...(await ask(script)), ...(await ask(script, { method: 'HEAD' }))]) {
    expect(answer, answer.asked).toMatchObject({ status: 200, type: 'text/javascript', cache: 'public, max-age=31536000, immutable' });
  }
});

test.each(['/', '/inventory', '/location/1', '/admin/account/1', '/shopify', '/nothing-here'])(
  'the page %s is served with its security policy and is not cached as immutable',
  async (path) => {
    for (const answer of await ask(path, { ways: [PERSON] })) {
      expect(answer, answer.asked).toMatchObject({ status: 200, type: 'text/html' });
      expect(answer.body, answer.asked).toContain('<div id="root"></div>');
      expect(answer.policy, answer.asked).toContain("script-src 'self'");
      expect(answer.cache ?? '', answer.asked).not.toContain('immutable');
    }
  },
);

test('an open page whose parts a new version has replaced says so, and continues after a reload', async () => {
  const browser = await launchBrowser();
  try {
    const { page } = await openWindow(browser);
    await page.goto(app.page);
    await page.getByRole('heading', { name: 'Sign in to Shelfbridge' }).waitFor();
    // The page was built before: the file that it asks for is gone.
    const part = /\/assets\/legal-pages-[^/]*\.js$/u;
    await page.route(part, (route) => route.continue({ url: `${app.page}/assets/legal-pages-00000000.js` }));
    await page.getByRole('link', { name: 'Privacy' }).first().click();
    const alert = page.getByRole('alert');
    await alert.getByText('Shelfbridge may have been updated while this page was open.').waitFor();
    expect(page.url()).toBe(`${app.page}/privacy`);
    await page.unroute(part);
    await alert.getByRole('button', { name: 'Reload page' }).click();
    await page
      .getByRole('heading', { name: /Privacy/u })
      .first()
      .waitFor();
    expect(await alert.count()).toBe(0);
  } finally {
    await browser.close();
  }
});
