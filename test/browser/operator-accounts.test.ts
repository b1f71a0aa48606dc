import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { until } from '../../scripts/app-process';
import { seedCustomers, writeSql } from '../../scripts/customers';
import { changeStock, signIn, stockOf } from '../../scripts/merchant';
import { barriers } from './support/axe';
import { launchBrowser, openWindow } from './support/browser';
import { givenUpWork, subscriptionsOf } from './support/customer';
import { startMerchant, variantsInSync, type App, type Merchant } from './support/merchant';
import { askShopify } from './support/outside';
import { named, press, sees, select } from './support/place';
import { callsOf, forgetCalls } from './support/world';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

let app: App;
let browser: Browser;
let merchant: Merchant;
let operator: Merchant;
let page: Page;
let account: string;

beforeAll(async () => {
  ({ app, merchant } = await startMerchant());
  account = ((await merchant.rpc('sh.Session/GetSessionData')) as { account_id: string }).account_id;
  operator = await signIn(app, { shop: 'operator' });
  await seedCustomers(app, 1000);
  await writeSql(app, givenUpWork(account));
  browser = await launchBrowser();
  // CSP is bypassed for axe; a separate window below checks that the pages follow it.
  const visit = await openWindow(browser, { bypassCSP: true, viewport: DESKTOP, reducedMotion: 'reduce' });
  await visit.context.addCookies(operator.cookies());
  ({ page } = visit);
});

afterAll(async () => {
  await browser?.close();
  await app?.kill();
});

const open = async (path: string): Promise<void> => {
  await page.goto(app.page + path);
};
const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const button = (name: string | RegExp): Locator => page.getByRole('button', { name, ...(typeof name === 'string' ? { exact: true } : {}) });
const section = (name: string): Locator => page.getByRole('region', { name, exact: true });
const said = async (text: string): Promise<void> => named(page, 'region', 'Messages').getByText(text).first().waitFor();
const tile = (name: string): Locator => page.locator('dl > div', { has: page.getByText(name, { exact: true }) }).locator('dd');
const subscriptions = async (): ReturnType<typeof subscriptionsOf> => subscriptionsOf(app);
const openAccount = async (): Promise<void> => {
  await open(`/admin/account/${account}`);
  await heading('demo.myshopify.com').waitFor();
};

describe('the fleet', () => {
  test('opens from Admin in the menu; a customer is found and opened with one click', async () => {
    await open('/dashboard');
    await page.locator('header').getByRole('button').click();
    await named(page, 'menuitem', 'Admin').click();
    await heading('Fleet').waitFor();
    expect(new URL(page.url()).pathname).toBe('/admin');
    await page.keyboard.press('/');
    await page.keyboard.type('demo.my');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === 'demo.my');
    const rows = named(page, 'table', 'Customers').locator('tbody tr[data-index]');
    await until(async () => (await rows.count()) === 1, 'the one customer');
    await rows.first().click();
    await heading('demo.myshopify.com').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/admin/account/${account}`);
  });
});

describe('a thousand customers with awkward names', () => {
  const table = (): Locator => named(page, 'table', 'Customers');
  const first = (): Locator => table().locator('tbody tr[data-index="0"]');
  const summary = (): Locator => named(page, 'navigation', 'Pages');

  interface Fleet {
    readonly total: number;
    readonly accounts: readonly { readonly account_id: string; readonly domain: string; readonly troubles: readonly string[] }[];
    readonly troubles: readonly { readonly trouble: string; readonly accounts: number }[];
  }
  const fleet = async (request: object): Promise<Fleet> => (await operator.rpc('sh.Operations/GetFleet', request)) as Fleet;

  test('are listed worst first; each health problem with its count leads to the customers who have it', async () => {
    await open('/admin');
    const { accounts, troubles, total } = await fleet({ limit: 1 });
    await sees(first(), accounts[0]?.domain ?? '');
    await sees(summary(), `Showing 1 - 100 of ${total.toLocaleString('en-US')} customers`);
    const held = troubles.find(({ trouble }) => trouble === 'held')?.accounts ?? 0;
    expect(held).toBeGreaterThan(0);
    await button(`Held ${held}`).click();
    await sees(summary(), `Showing 1 - ${held} of ${held} customers`);
    expect(new URL(page.url()).search).toBe('?trouble=held');
    for (const row of await table().locator('tbody tr[data-index]').all()) expect(await row.innerText()).toContain('Held');
  });

  test('are sorted by their column headers, and paged', async () => {
    await open('/admin?sort=-frozen');
    const { accounts } = await fleet({ limit: 1, sort: '-domain' });
    await press(table(), 'Customer');
    await page.waitForURL((url) => url.searchParams.get('sort') === 'domain');
    await press(table(), 'Customer');
    await sees(first(), accounts[0]?.domain ?? '');
    expect(await named(table(), 'columnheader', 'Customer').getAttribute('aria-sort')).toBe('descending');
    await button('Next').click();
    const second = await fleet({ limit: 1, offset: 100, sort: '-domain' });
    await sees(first(), second.accounts[0]?.domain ?? '');
    await button('Worst first').click();
    await page.waitForURL((url) => url.search === '');
  });

  test('show their names as text, in either reading direction', async () => {
    await open(`/admin?q=${encodeURIComponent('<script>')}`);
    await named(first(), 'link', '<script>alert(1)</script>').waitFor();
    await open(`/admin?q=${encodeURIComponent('متجر')}`);
    await named(first(), 'link', 'متجر الزهور').click();
    await page.getByRole('heading', { level: 1, name: /\.myshopify\.com$/u }).waitFor();
    await sees(page, 'متجر الزهور');
  });
});

describe('an account', () => {
  test('shows the figures that the platforms have', async () => {
    await openAccount();
    const { productsCount, productVariantsCount, locations } = await askShopify<{
      productsCount: { count: number };
      productVariantsCount: { count: number };
      locations: { nodes: object[] };
    }>(app, '{ productsCount { count } productVariantsCount { count } locations(first: 50) { nodes { id } } }');
    expect(await tile('Shopify Catalog').innerText()).toBe(
      `${productsCount.count} products\n${productVariantsCount.count} variants, ${locations.nodes.length} locations`,
    );
    expect(await tile('Synced Locations').innerText()).toBe('1');
    expect(await tile('Charges').innerText()).toBe('$0.00');
    expect(await tile('Last Login').innerText()).toMatch(/^\d{4}-\d\d-\d\d\n0 days ago$/u);
    expect(await tile('Shopify Orders (YTD)').innerText()).toBe('not available');
    await sees(page, `Account ${account} · owner@demo.example`);
    await section('Health').or(page.getByText('No health problems')).first().waitFor();
  });

  test('gets a new snapshot, which shows its progress until it is done', async () => {
    await forgetCalls(app);
    await button('New Square Snapshot').click();
    await said('Snapshot queued');
    const newest = named(page, 'list', 'Tasks').locator('[data-task="snapshot"]').first();
    await until(async () => (await named(page, 'list', 'Tasks').locator('[data-task="snapshot"]').count()) === 3, 'the new task');
    await until(async () => (await newest.getAttribute('data-state')) === 'done', 'the end of the snapshot');
    expect(
      (await callsOf(app)).square['POST /v2/catalog/search'] ?? (await callsOf(app)).square['GET /v2/catalog/list'] ?? 0,
    ).toBeGreaterThan(0);
  });

  test.each([
    ['Sync Square Locations', 'square', 'GET /v2/locations'],
    ['Sync Shopify Locations', 'shopify', 'locations'],
  ] as const)('%s asks the platform', async (name, source, request) => {
    await forgetCalls(app);
    await button(name).click();
    await said('Synced');
    // The first sync's message may still be visible.
    await until(async () => ((await callsOf(app))[source][request] ?? 0) > 0, `a request for ${source}’s locations`);
  });

  test('shows the scopes that Shopify granted in bold', async () => {
    await button('Shopify App Scopes').click();
    const granted = named(page, 'list', 'Scopes').locator('li.font-bold');
    await granted.first().waitFor();
    const { connections } = (await merchant.rpc('sh.Connections/GetConnections')) as {
      connections: { source: string; granted_scopes: string[] }[];
    };
    const known = connections.find(({ source }) => source === 'shopify')?.granted_scopes ?? [];
    expect(await granted.allInnerTexts()).toEqual(known.toSorted());
  });

  test('shows the Square token masked, and refreshes it at Square', async () => {
    await button('Square token').click();
    await button('Show token').click();
    const token = section('Square token');
    await sees(token, 'bearer');
    const shown = async () => token.locator('dl > div', { hasText: 'Access token' }).locator('dd').innerText();
    const before = await shown();
    expect(before).toMatch(/^•+\w{4}$/u);
    await button('Refresh token').click();
    await said('Token refreshed');
    expect(await shown()).toMatch(/^•+\w{4}$/u);
    expect(await shown()).not.toBe(before);
  });

  test('gets simulated webhooks, and only what the platform confirms takes effect', async () => {
    await button('Simulated webhooks').click();
    await forgetCalls(app);
    await button('Simulate Square locations changed').click();
    await said('Simulated: Square locations changed');
    await until(async () => ((await callsOf(app)).square['GET /v2/locations'] ?? 0) > 0, 'the locations to be read');
    await button('Simulate Square access revoked').click();
    await press(named(page, 'dialog', 'Square access revoked'), 'Simulate');
    await sees(page, /Square still grants the account access\. Nothing was changed\./u);
  });
});

describe('the webhooks of an account', () => {
  const table = (): Locator => named(page, 'table', 'Shopify Webhooks');
  const dialog = (): Locator => named(page, 'dialog', 'Update Webhook');

  test('are those that Shopify has', async () => {
    await openAccount();
    await button('Shopify Webhooks').click();
    await table().waitFor();
    const shown = await table()
      .locator('tbody tr')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-topic')));
    expect(shown).toEqual((await subscriptions()).map(({ topic }) => topic).toSorted());
  });

  test('one is created by keyboard: the topic is suggested, the target is typed; Shopify then has it', async () => {
    await button('Add').click();
    await dialog().waitFor();
    const topic = named(dialog(), 'combobox', 'Topic');
    await topic.focus();
    await page.keyboard.type('carts');
    expect(await dialog().getByRole('listbox').getByRole('option').allInnerTexts()).toEqual(['CARTS_CREATE', 'CARTS_UPDATE']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await topic.inputValue()).toBe('CARTS_UPDATE');
    await select(named(dialog(), 'combobox', 'Type'), 'PubSub');
    await named(dialog(), 'textbox', 'Google project').fill('my-project');
    await named(dialog(), 'textbox', 'Google topic').fill('carts');
    await press(dialog(), 'Save');
    await said('Webhook saved');
    await dialog().waitFor({ state: 'detached' });
    const row = table().locator('tr[data-topic="CARTS_UPDATE"]');
    await row.getByText('GoogPubSub: my-project, carts').filter({ visible: true }).waitFor();
    expect((await subscriptions()).find((one) => one.topic === 'CARTS_UPDATE')?.uri).toBe('pubsub://my-project:carts');
  });

  test('one is changed to EventBridge, and then deleted after confirmation', async () => {
    const arn = 'arn:aws:events:us-east-1::event-source/aws.partner/shopify.com/4711/source';
    await button('Edit CARTS_UPDATE').click();
    await select(named(dialog(), 'combobox', 'Type'), 'EventBridge');
    await named(dialog(), 'textbox', 'AWS ARN').fill(arn);
    await press(dialog(), 'Save');
    await table().getByText('Aws: 4711/source').filter({ visible: true }).waitFor();
    expect((await subscriptions()).find((one) => one.topic === 'CARTS_UPDATE')?.uri).toBe(arn);

    await button('Edit CARTS_UPDATE').click();
    await press(dialog(), 'Delete');
    const question = named(page, 'dialog', 'Delete webhook');
    await sees(question, 'Are you sure you want to delete this webhook?');
    await press(question, 'Cancel');
    await question.waitFor({ state: 'detached' });
    expect((await subscriptions()).some((one) => one.topic === 'CARTS_UPDATE')).toBe(true);
    await press(dialog(), 'Delete');
    await press(question, 'Delete');
    await said('Webhook deleted');
    await dialog().waitFor({ state: 'detached' });
    expect((await subscriptions()).some((one) => one.topic === 'CARTS_UPDATE')).toBe(false);
  });

  test('those that are missing are added', async () => {
    const whole = (await subscriptions()).map(({ topic }) => topic).toSorted();
    const doomed = (await subscriptions()).find(({ topic }) => topic === 'PRODUCTS_UPDATE')?.id ?? '';
    await askShopify(app, `mutation { webhookSubscriptionDelete(id: "${doomed}") { userErrors { message } } }`);
    expect(await subscriptions()).toHaveLength(whole.length - 1);
    await openAccount();
    await button('Shopify Webhooks').click();
    await table().waitFor();
    expect(await table().locator('tr[data-topic="PRODUCTS_UPDATE"]').count()).toBe(0);
    await button('Auto-Add Missing Webhooks').click();
    await said('Missing webhooks added');
    await table().locator('tr[data-topic="PRODUCTS_UPDATE"]').waitFor();
    expect((await subscriptions()).map(({ topic }) => topic).toSorted()).toEqual(whole);
  });

  test('the dialog is accessible, and Escape closes first its list and then the dialog', async () => {
    await button('Add').click();
    const topic = named(dialog(), 'combobox', 'Topic');
    await topic.click();
    expect(await dialog().getByRole('listbox').getByRole('option').count()).toBe(5);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await until(async () => (await dialog().getByRole('listbox').getByRole('option').count()) === 0, 'the list to close');
    expect(await dialog().isVisible()).toBe(true);
    expect(await barriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });
});

describe('received webhooks', () => {
  test('are read and replayed without doing anything twice', async () => {
    const [{ sku } = { sku: '' }] = await variantsInSync(merchant);
    const before = await stockOf(app, sku);
    await changeStock(app, { platform: 'square', sku, delta: -2 });
    await until(async () => (await stockOf(app, sku)).shopify === (before.shopify ?? 0) - 2, 'the sale on both sides');
    await open(`/admin/account/${account}/webhooks`);
    const list = named(page, 'table', 'Received webhooks');
    await list.getByRole('button', { name: 'inventory.count.updated', exact: true }).first().click();
    const drawer = named(page, 'dialog', 'inventory.count.updated');
    expect(await drawer.getByLabel('Payload').innerText()).toContain('"merchant_id": "MLDEMO"');
    await press(drawer, 'Replay');
    await press(named(page, 'dialog', 'Replay webhook'), 'Replay');
    await said('Replayed inventory.count.updated');
    const after = await stockOf(app, sku);
    expect(after).toEqual({ shopify: (before.shopify ?? 0) - 2, square: (before.square ?? 0) - 2 });
  });
});

describe('impersonation', () => {
  test('starts at the account, shows on every page, lasts an hour at most, and ends from the menu', async () => {
    await openAccount();
    await button('Impersonate').click();
    await said('Impersonating demo.myshopify.com');
    for (const path of ['/admin', `/admin/account/${account}`, '/admin/audit', '/dashboard', '/inventory', '/new/admin']) {
      await open(path);
      await sees(page, /You are impersonating demo\.myshopify\.com/u);
      await sees(page, /Impersonation ends in (?:60|59|58|57|56|55) minutes\./u);
      await named(page, 'img', 'Impersonating').first().waitFor();
    }
    await open(`/admin/account/${account}`);
    await button('Square token').click();
    await button('Show token').click();
    await said('Error getting the Square token');
    await open('/dashboard');
    await sees(page, /\d+ of \d+ variants in sync/u);
    await button(/^Impersonating/u).click();
    await named(page, 'menuitem', 'Stop Impersonating').click();
    await said("You're back to your old self");
    await page.getByText(/You are impersonating/u).waitFor({ state: 'detached' });
  });
});

describe('a dead letter', () => {
  test('is replayed and then done, or dropped', async () => {
    await open('/admin/dead-letters');
    const list = named(page, 'table', 'Dead letters');
    await list.getByText('Square did not answer.').first().waitFor();
    await forgetCalls(app);
    await named(page, 'checkbox', 'Select square of demo.myshopify.com').check();
    await button('Replay 1').click();
    await said('1 dead letter replayed.');
    await until(async () => ((await callsOf(app)).square['GET /v2/locations'] ?? 0) > 0, 'the locations to be read');
    await named(page, 'checkbox', 'Select shopify of demo.myshopify.com').check();
    await button('Drop 1').click();
    await press(named(page, 'dialog', 'Drop dead letters'), 'Drop');
    await said('1 dead letter dropped.');
    await sees(page, 'No dead letters');
  });
});

describe('a location', () => {
  test('opens from the list, with the stock that both platforms have', async () => {
    const window = await openWindow(browser, { viewport: DESKTOP });
    await window.context.addCookies(merchant.cookies());
    await window.page.goto(`${app.page}/locations`);
    await named(window.page, 'table', 'Synced locations').getByRole('link').first().click();
    const row = named(window.page, 'table', 'Stock').locator('tr[data-sku]:not([data-sku=""])').first();
    await row.waitFor();
    const sku = (await row.getAttribute('data-sku')) ?? '';
    const shown = async (source: string) => Number(await row.locator(`[data-cell="${source}"]`).innerText());
    expect({ shopify: await shown('shopify'), square: await shown('square') }).toEqual(await stockOf(app, sku));
    expect(window.complaints).toEqual([]);
    await window.context.close();
  });
});

describe('the audit log', () => {
  test('lists everything that was done above, by which operator and to which account', async () => {
    await open(`/admin/audit?account=${account}`);
    const list = named(page, 'table', 'Audit log');
    await list.waitFor();
    const { entries } = (await operator.rpc('sh.Operations/GetAudit', { account_id: account, limit: 500 })) as {
      entries: { method: string; result: string; actor_domain: string; domain: string; reference: string }[];
    };
    const done = new Set(entries.filter(({ result }) => result === 'ok').map(({ method }) => method));
    for (const method of [
      'sh.Admin/AdminGetAccount',
      'sh.Admin/AdminBuildSnapshot',
      'sh.Admin/AdminSyncLocations',
      'sh.Admin/AdminGetWebhooks',
      'sh.Admin/AdminSaveWebhook',
      'sh.Admin/AdminAddAllWebhooks',
      'sh.Admin/AdminGetScopes',
      'sh.Admin/AdminGetWebhookPayloads',
      'sh.Admin/AdminReplayWebhookReceipt',
      'sh.Admin/AdminGetSquareAuthToken',
      'sh.Admin/AdminSquareLocationsChanged',
      'sh.Session/ImpersonateDomain',
    ]) {
      expect(done).toContain(method);
    }
    expect(entries.some(({ method, result }) => method === 'sh.Admin/AdminGetSquareAuthToken' && result === 'permission_denied')).toBe(
      true,
    );
    expect(new Set(entries.map(({ actor_domain, domain }) => `${actor_domain} ${domain}`))).toEqual(
      new Set(['operator.myshopify.com demo.myshopify.com']),
    );
    await named(page, 'textbox', 'Method').fill('AdminAddAllWebhooks');
    await button('Apply filters').click();
    await page.waitForURL((url) => url.searchParams.get('method') === 'AdminAddAllWebhooks');
    const rows = list.locator('tbody tr[data-index]');
    await until(async () => (await rows.count()) === 1, 'the one entry of it');
    expect((await rows.first().innerText()).replaceAll(/\s+/gu, ' ')).toContain('Added missing webhooks sh.Admin/AdminAddAllWebhooks');
    await button('Clear filters').click();
    await list.getByText('Replayed dead letters').first().waitFor();
    await list.getByText('Dropped dead letters').first().waitFor();
  });

  test('alerts are listed on their own page', async () => {
    await open(`/admin/alerts?account=${account}`);
    await sees(page, 'Square did not answer for ten minutes.');
    await sees(named(page, 'table', 'Alerts'), 'Platform unavailable');
  });
});

describe('every page', () => {
  const paths = (): readonly string[] => [
    '/admin',
    `/admin?q=${encodeURIComponent('Very Very')}`,
    `/admin/account/${account}`,
    `/admin/account/${account}/webhooks`,
    '/admin/audit',
    '/admin/alerts',
    '/admin/dead-letters',
  ];

  test('is accessible, in light and dark mode, wide and narrow', async () => {
    const found: string[] = [];
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      for (const path of paths()) {
        await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
        await open(path);
        await page.waitForFunction(() => document.querySelector('h1') !== null && document.querySelector('.skeleton') === null);
        for (const colorScheme of viewport === PHONE ? (['light'] as const) : (['light', 'dark'] as const)) {
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          found.push(...(await barriers(page)).map((line) => `${path}, ${viewport.width} px, ${colorScheme}: ${line}`));
        }
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (overflow > 0) found.push(`${path} is ${overflow} px too wide for ${viewport.width} px`);
      }
    }
    expect(found).toEqual([]);
  });

  test('follows its security policy and reports no errors; a merchant can open none of them', async () => {
    const seen = await openWindow(browser, { viewport: DESKTOP });
    await seen.context.addCookies(operator.cookies());
    for (const path of paths()) {
      await seen.page.goto(app.page + path);
      await seen.page.waitForFunction(() => document.querySelector('h1') !== null && document.querySelector('.skeleton') === null);
    }
    await seen.page.goto(`${app.page}/admin/account/${account}`);
    const closed = named(seen.page, 'region', 'Shopify App Scopes').locator('[inert]');
    await closed.waitFor({ state: 'attached' });
    // The specification's 200 ms for opening and closing.
    expect(await closed.evaluate((element) => getComputedStyle(element).transitionDuration)).toBe('0.2s');
    expect(seen.complaints).toEqual([]);
    await seen.context.close();
    const other = await openWindow(browser, { viewport: DESKTOP });
    await other.context.addCookies(merchant.cookies());
    for (const path of paths()) {
      await other.page.goto(app.page + path);
      await named(other.page, 'heading', '404 not found').waitFor();
    }
    await other.context.close();
  });
});
