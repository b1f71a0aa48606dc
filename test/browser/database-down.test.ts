import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { makeDataDir, until } from '../../scripts/app-process';
import { changeStock, stockOf } from '../../scripts/merchant';
import { launchBrowser } from './support/browser';
import { openAs, startMerchant, variantsInSync, type App, type Merchant } from './support/merchant';
import { sees, named } from './support/place';

let app: App;
let merchant: Merchant;
let browser: Browser;
let database: DatabaseSync;
let sku = '';

beforeAll(async () => {
  const dataDir = makeDataDir();
  ({ app, merchant } = await startMerchant({ dataDir }));
  sku = (await variantsInSync(merchant, 50)).find((one) => one.shopify_quantity >= 20)?.sku ?? '';
  database = new DatabaseSync(fileOf(dataDir));
  browser = await launchBrowser();
});

afterAll(async () => {
  database?.close();
  await browser?.close();
  await app?.kill();
});

/** The file of the shared database of a data folder. */
function fileOf(dataDir: string) {
  const folder = join(dataDir, 'product/v3/d1/miniflare-D1DatabaseObject');
  const name = readdirSync(folder).find((one) => /^[0-9a-f]{64}\.sqlite$/u.test(one));
  if (name === undefined) throw new Error(`${folder} holds no database`);
  return join(folder, name);
}

const sellOne = async () => {
  const before = await stockOf(app, sku);
  await changeStock(app, { platform: 'square', sku, delta: -1 });
  const expected = { shopify: (before.shopify ?? 0) - 1, square: (before.square ?? 0) - 1 };
  const crossed = async () => JSON.stringify(await stockOf(app, sku)) === JSON.stringify(expected);
  await until(crossed, `one ${sku} less on both platforms`);
};

test('while the shared database is locked, calls report it, sales sync, and pages recover on their own', async () => {
  const open = await openAs(browser, merchant);
  await open.page.goto(`${app.page}/inventory?q=${sku}`);
  await open.page.locator(`tr[data-sku="${sku}"]`).waitFor();
  // This caches where Square's webhooks are routed: a Worker that has just started would have to wait for the database.
  await sellOne();
  database.exec('begin exclusive');
  const late = await openAs(browser, merchant);
  try {
    await expect(merchant.rpc('sh.Account/GetAccountStatus')).rejects.toThrow('unavailable');
    const health = await fetch(`${app.worker}/healthz`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({ ok: false, database: 'unavailable' });
    expect((await fetch(`${app.worker}/shopify/oauthRequest?shop=demo`, { redirect: 'manual' })).status).toBe(503);
    await sellOne();
    await late.page.goto(`${app.page}/inventory?q=${sku}`);
    await sees(late.page, 'Shelfbridge could not be loaded.');
    // Another page of an app that is open already: its own data cannot be read, while the session is known.
    await named(open.page, 'link', 'History').first().click();
    await sees(open.page, 'could not be loaded');
  } finally {
    database.exec('rollback');
  }
  await late.page.locator(`tr[data-sku="${sku}"]`).waitFor({ timeout: 180_000 });
  await open.page.getByRole('table').getByText(sku).first().waitFor({ timeout: 180_000 });
  expect(await (await fetch(`${app.worker}/healthz`)).json()).toMatchObject({ ok: true });
  await sellOne();
});
