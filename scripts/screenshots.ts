// `npm run screenshots [-- folder] [--full-page] [--only text]`: takes screenshots of every page when empty, full, loading, failing, and in
// intermediate states, light and dark, on a phone and on a desktop. `--only` takes only those whose name contains the text. Starts its own
// app.
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { chromium as driver, type Browser, type BrowserContext } from 'playwright-core';

import { startApp, type App } from './app-process.ts';
import { chromium } from './chromium.ts';
import { seedAlerts, seedCustomers } from './customers.ts';
import { withoutEarlyCalls } from './early-calls.ts';
import { changeStock, configureSandbox, setUp, signIn, snapshotsDone, stockOf, type Cookie, type Merchant } from './merchant.ts';
import { root } from './root.ts';
import {
  copyByAnotherApp,
  copyUnderWay,
  disconnectSquare,
  doing,
  holdAChange,
  deciding,
  findOnSquare,
  levelAll,
  leveled,
  oversell,
  pause,
  sellUnderAnotherSku,
  type Undo,
  type Wanted,
} from './screenshot-states.ts';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'full-page': { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const folder = resolve(process.cwd(), positionals[0] ?? join(root, 'dist/screenshots'));
const SIZES = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
const SCHEMES = ['light', 'dark'] as const;

const LOOKS = Object.entries(SIZES).flatMap(([size, viewport]) => SCHEMES.map((colorScheme) => ({ size, viewport, colorScheme })));

/** Pages by name: an address, or more than that. */
type Pages = Readonly<Record<string, string | Wanted>>;

/** What is used of a page's globals. */
declare const document: { readonly body: { readonly innerText: string }; querySelector(selector: string): unknown };

// Functions, not text: a page's security policy forbids evaluating text.
const hasText = () => document.body.innerText.trim().length > 40;
const isLoaded = () => document.querySelector('.skeleton') === null;

/** Takes a screenshot of a page: an address, or one with calls that fail or never return and with a user's actions. */
async function picture(context: BrowserContext, wanted: string | Wanted, file: string): Promise<string[]> {
  const { address, act, after, fail, hang }: Wanted = typeof wanted === 'string' ? { address: wanted } : wanted;
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  if (fail !== undefined || hang !== undefined) await withoutEarlyCalls(page, new URL(address).origin);
  if (fail !== undefined) await page.route(fail, (route) => route.abort());
  if (hang !== undefined) await page.route(hang, () => {});
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(address, { waitUntil: 'load' });
  await page.waitForFunction(hasText, undefined, { timeout: 20_000 });
  // The app polls, so the network never becomes idle for good: half a second without requests is enough, or two seconds at most.
  await page.waitForLoadState('networkidle', { timeout: 2000 }).catch(() => {});
  // Wait for the loaded state, unless it never comes.
  const loaded = () => page.waitForFunction(isLoaded, undefined, { timeout: 10_000 }).catch(() => {});
  if (hang === undefined) await loaded();
  if (act !== undefined) {
    await act(page);
    await page.waitForTimeout(400);
    await loaded();
  }
  await page.screenshot({ path: file, fullPage: options['full-page'], animations: 'disabled' });
  await after?.(page);
  await page.close();
  return fail === undefined && act === undefined ? complaints : [];
}

/** Pages of one stage of the app's life. */
interface Stage {
  readonly stage: string;
  readonly pages: Pages;
  readonly cookies?: readonly Cookie[];
  readonly blocked?: string;
}

/** Opens each page in every size and color scheme; `blocked` makes the product's calls fail, as when it is unreachable. */
async function shoot(browser: Browser, { stage, pages, cookies = [], blocked = '' }: Stage): Promise<void> {
  for (const { size, viewport, colorScheme } of LOOKS) {
    const context = await browser.newContext({
      viewport,
      colorScheme,
      deviceScaleFactor: size === 'phone' ? 2 : 1,
      hasTouch: size === 'phone',
    });
    await context.addCookies([...cookies]);
    if (blocked) await context.route(`${blocked}/**`, (route) => route.abort());
    for (const [name, wanted] of Object.entries(pages)) {
      const look = `${stage}-${name}-${size}-${colorScheme}`;
      if (!look.includes(options.only)) continue;
      const complaints = await picture(context, wanted, join(folder, `${look}.png`));
      if (!blocked && complaints.length > 0) console.log(`  ${look}: ${complaints.join('; ')}`);
    }
    await context.close();
  }
  console.log(`${stage}: ${Object.keys(pages).join(', ')}`);
}

/** Returns SKUs that both sides stock, from the account's own list. */
async function linkedSkus(app: App, merchant: Merchant, count: number): Promise<string[]> {
  const { products = [] } = (await merchant.rpc('sh.Inventory/GetInventory', {
    view: 'in_sync',
    query: '',
    table: { limit: 100, page: 0, sort: '' },
  })) as { products?: { variants: { sku: string }[] }[] };
  const skus = products.flatMap((product) => product.variants.map((variant) => variant.sku)).filter(Boolean);
  const stocked: string[] = [];
  for (const sku of skus) {
    const stock = await stockOf(app, sku);
    if (stock.shopify !== null && stock.square !== null) stocked.push(sku);
    if (stocked.length === count) break;
  }
  return stocked;
}

async function sell(app: App, merchant: Merchant): Promise<void> {
  const skus = await linkedSkus(app, merchant, 8);
  for (const [index, sku] of skus.entries()) {
    await changeStock(app, { platform: index % 2 === 0 ? 'square' : 'shopify', sku, delta: -1 - (index % 3) });
  }
  // Requested without waiting for a result: a read delivers the history.
  await merchant.rpc('sh.History/GetHistory', { table: { limit: 50 } });
}

/** Takes the merchant's screens in intermediate states, and undoes every change, so that later screenshots start from the same state. */
async function shootDoing(app: App, browser: Browser, merchant: Merchant): Promise<void> {
  const at = (path: string) => app.page + path;
  const cookies = merchant.cookies();
  const [held = '', paused = '', oversold = '', copied = ''] = await linkedSkus(app, merchant, 4);
  const open = (sku: string): Wanted => ({
    address: at(`/inventory?${new URLSearchParams({ q: sku }).toString()}`),
    act: (page) =>
      page
        .getByRole('button', { name: /^Fix: /u })
        .first()
        .click(),
  });
  const show = (sku: string): Wanted => ({
    address: at(`/inventory?${new URLSearchParams({ q: sku }).toString()}`),
    act: (page) => page.locator(`[data-sku="${sku}"]`).first().click(),
  });
  const numbers = { dashboard: at('/dashboard'), inventory: at('/inventory?view=out_of_sync') };
  const stages: Record<string, { pages: Pages; begin: () => Promise<Undo> }> = {
    '4-doing': { pages: doing(at), begin: async () => async () => {} },
    '4-held': {
      pages: { ...numbers, held: at('/inventory?view=held'), drawer: open(held) },
      begin: () => holdAChange(app, merchant, held),
    },
    '4-oversold': {
      pages: { dashboard: at('/dashboard'), issues: at('/issues?view=oversold'), drawer: show(oversold) },
      begin: () => oversell(app, merchant, oversold),
    },
    '4-another-app': {
      pages: {
        dashboard: at('/dashboard'),
        inventory: at('/inventory?view=needs_attention'),
        issues: at('/issues?view=writers'),
        drawer: show(copied),
        ...deciding(at),
      },
      begin: () => copyByAnotherApp(app, merchant, copied),
    },
    '4-leveled': { pages: leveled(at), begin: () => levelAll(merchant) },
    '4-paused': { pages: { ...numbers, drawer: open(paused) }, begin: () => pause(app, merchant, paused) },
    '4-copying': { pages: { inventory: at('/inventory') }, begin: () => copyUnderWay(app, merchant) },
    '4-copied': { pages: { inventory: at('/inventory') }, begin: async () => async () => {} },
    '4-similar': {
      pages: { drawer: open('ROLL-SUE'), find: { ...open('ROLL-SUE'), act: findOnSquare('jewellery') } },
      begin: () => sellUnderAnotherSku(app, merchant),
    },
    '4-disconnected': {
      pages: { ...numbers, connections: at('/connections'), onboarding: at('/onboard') },
      begin: () => disconnectSquare(merchant),
    },
  };
  for (const [stage, { pages, begin }] of Object.entries(stages)) {
    const end = await begin();
    await shoot(browser, { stage, cookies, pages });
    await end();
  }
}

/** Takes the operator screens, with a thousand customers of which some have health problems. */
async function shootOperator(app: App, browser: Browser): Promise<void> {
  await seedCustomers(app, 1000);
  const operator = await signIn(app, { shop: 'operator' });
  await setUp(app, operator);
  await snapshotsDone(operator);
  const { variants } = (await operator.rpc('sh.External/GetExternalShopifyItems', { limit: 1 })) as {
    variants: { product_id: string }[];
  };
  const { variations } = (await operator.rpc('sh.External/GetExternalSquareItems', { limit: 1 })) as {
    variations: { item_id: string; variation_id: string }[];
  };
  const pages = {
    'new-onboard': '/new/onboard',
    'new-dashboard': '/new/dashboard',
    'new-connections': '/new/connections',
    'new-locations': '/new/locations',
    'new-account': '/new/account',
    'new-help': '/new/help',
    'new-test': '/new/admin',
    'new-tasks': '/new/admin?tab=tasks',
    'new-customers': '/new/admin?tab=customers',
    'new-customers-none': '/new/admin?tab=customers&query=no-such-customer',
    'new-shopify': `/new/admin?tab=shopify&id=${encodeURIComponent(variants[0]?.product_id ?? '')}`,
    'new-square': `/new/admin?tab=square&id=${variations[0]?.item_id}&variation=${variations[0]?.variation_id}`,
    'new-shopify-items': '/new/external/shopify',
    'new-square-items': '/new/external/square',
    fleet: '/admin',
    account: '/admin/account/1',
    'received-webhooks': '/admin/account/1/webhooks',
    audit: '/admin/audit',
    alerts: '/admin/alerts',
    'dead-letters': '/admin/dead-letters',
  };
  const addressOf = (name: keyof typeof pages) => app.page + pages[name];
  const addresses = Object.fromEntries(Object.entries(pages).map(([name, path]) => [name, app.page + path]));
  const cookies = operator.cookies();
  await shoot(browser, { stage: '7-operator', cookies, pages: addresses });
  await seedAlerts(app);
  await shoot(browser, {
    stage: '7-operator-told',
    cookies,
    pages: { alerts: addressOf('alerts'), 'dead-letters': addressOf('dead-letters'), tasks: addressOf('new-tasks') },
  });
  await shoot(browser, {
    stage: '8-operator-unreachable',
    cookies,
    blocked: `${app.worker}/rpc/sh.Admin`,
    pages: { 'new-tasks': addressOf('new-tasks'), 'new-customers': addressOf('new-customers'), account: addressOf('account') },
  });
  await shoot(browser, {
    stage: '8-operator-unreachable',
    cookies,
    blocked: `${app.worker}/rpc/sh.Operations`,
    pages: { fleet: addressOf('fleet'), audit: addressOf('audit') },
  });
}

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const app = await startApp();
  const browser = await driver.launch({ executablePath: chromium(), args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  try {
    const at = (path: string) => app.page + path;
    const signedIn = {
      dashboard: at('/dashboard'),
      inventory: at('/inventory'),
      locations: at('/locations'),
      location: at('/location/1'),
      history: at('/history'),
      timeline: at('/timeline'),
      linking: at('/linking'),
      settings: at('/settings'),
      account: at('/account'),
      issues: at('/issues'),
      connections: at('/connections'),
      shopify: at('/shopify'),
      square: at('/square'),
      'verify-access': at('/verifyAccess'),
      subscription: at('/subscription'),
      help: at('/help'),
      'self-test': at('/test'),
    };
    await shoot(browser, {
      stage: '1-visitor',
      pages: { 'sign-in': at('/'), privacy: at('/privacy'), 'shop-floor': app.sandbox },
    });
    const merchant = await signIn(app);
    const cookies = merchant.cookies();
    await shoot(browser, { stage: '2-new', cookies, pages: { onboarding: at('/onboard') } });
    await setUp(app, merchant);
    await snapshotsDone(merchant);
    await shoot(browser, { stage: '3-quiet', cookies, pages: { history: at('/history') } });
    await sell(app, merchant);
    await shoot(browser, {
      stage: '4-full',
      cookies,
      pages: { ...signedIn, onboarding: at('/onboard'), 'not-found': at('/nothing-here'), 'shop-floor': app.sandbox },
    });
    await shootDoing(app, browser, merchant);
    await shootOperator(app, browser);
    await configureSandbox(app, { faults: { shopify: { rate5xx: 1 }, square: { rate5xx: 1 } } });
    await sell(app, merchant);
    await shoot(browser, {
      stage: '5-platforms-down',
      cookies,
      pages: { dashboard: at('/dashboard'), inventory: at('/inventory'), 'shop-floor': app.sandbox },
    });
    await shoot(browser, {
      stage: '6-unreachable',
      cookies,
      blocked: app.worker,
      pages: { dashboard: at('/dashboard'), inventory: at('/inventory') },
    });
    console.log(`Pictures are in ${folder}`);
  } finally {
    await browser.close();
    await app.kill();
  }
}

await main();
