// Intermediate states of the merchant's screens. Each state is an address, a user's actions there, and calls that fail or never return. For
// screenshots.ts.
import type { Page } from 'playwright-core';

import { until, type App } from './app-process.ts';
import { chooseFilledExport } from './import-skus.ts';
import { addProduct, changeStock, configureSandbox, snapshotsDone, stockOf, type AccountStatus, type Merchant } from './merchant.ts';

/** What a user does on a page. */
type Act = (page: Page) => Promise<void>;

/** A page to take a picture of. */
export interface Wanted {
  readonly address: string;
  readonly act?: Act;
  /** Done after the picture. */
  readonly after?: Act;
  /** Calls that fail, as a pattern of addresses. */
  readonly fail?: string;
  /** Calls that never return. */
  readonly hang?: string;
}

/** Undoes a change. */
export type Undo = () => Promise<unknown>;

const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).first().click();
const inTurn =
  (...steps: readonly Act[]): Act =>
  async (page) => {
    for (const step of steps) await step(page);
  };
const choose =
  (name: RegExp): Act =>
  (page) =>
    page.getByRole('radio', { name }).check();

/** Chooses a file of SKUs: the first is one that Square alone has. */
const chooseSkus: Act = async (page) => chooseFilledExport(page, (row) => (row === 1 ? 'LNT-PPR' : `NEW-${row}`));
/** Chooses a file of which every row has the same SKU. */
const chooseWrongSkus: Act = async (page) => chooseFilledExport(page, () => 'NEW');
const previewSkus = inTurn(chooseSkus, press('Preview changes'));
const setSkus = inTurn(previewSkus, press(/^Set \d+ SKUs?$/u));

/** Opens the timeline of a SKU that has history. */
const toTimeline: Act = async (page) => {
  await page.locator('tr[data-sku]:not([data-sku=""])').first().getByRole('link').click();
  await page.getByRole('link', { name: 'Timeline', exact: true }).click();
  await page.getByRole('table', { name: 'Timeline' }).waitFor();
};
/** Looks up the numbers of this minute. */
const showNow: Act = async (page) => {
  const now = new Date();
  const local = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  await page.getByLabel('Numbers at a time').fill(local);
  await page.getByText('Looking up').waitFor({ state: 'detached' });
};

/** Returns the states that need only the small catalog. */
export const doing = (at: (path: string) => string): Record<string, Wanted> => ({
  menu: { address: at('/dashboard'), act: press('Maple & Pine') },
  'account-deleting': { address: at('/account'), act: press('Delete account') },
  'drawer-differs': { address: at('/inventory?view=out_of_sync'), act: press(/^Fix: /u) },
  'drawer-alone': { address: at('/inventory?view=square_only'), act: press(/^Fix: Paper Lantern/u) },
  'drawer-copy': { address: at('/inventory?view=square_only'), act: inTurn(press(/^Fix: Paper Lantern/u), press('Sync To Shopify')) },
  'drawer-error': {
    address: at('/inventory?view=out_of_sync'),
    fail: '**/sh.Variants/GetVariantDetail',
    act: press(/^Fix: /u),
  },
  'level-choice': { address: at('/inventory?view=out_of_sync'), act: press('Level quantities') },
  'level-plan': {
    address: at('/inventory?view=out_of_sync'),
    act: inTurn(press('Level quantities'), choose(/^Shopify's quantities/u), press('Preview changes')),
  },
  'copy-dialog': { address: at('/inventory?view=square_only'), act: press(/^Copy To Shopify/u) },
  'sku-dialog': { address: at('/issues'), act: press(/^Add SKU/u) },
  'import-skus-file': { address: at('/issues'), act: press('Import SKUs') },
  'import-skus-wrong': { address: at('/issues'), act: chooseWrongSkus },
  'import-skus-columns': { address: at('/issues'), act: chooseSkus },
  'import-skus-preview': { address: at('/issues'), act: previewSkus },
  // A save that hangs would be carried out when the page is closed.
  'import-skus-applying': { address: at('/issues'), hang: '**/sh.Variants/GetVariantDetail', act: setSkus },
  'import-skus-stopped': { address: at('/issues'), fail: '**/sh.Variants/SaveSku', act: setSkus },
  'tracking-dialog': { address: at('/issues?view=inventory_disabled'), act: press(/^Enable Tracking/u) },
  'cancel-dialog': { address: at('/subscription'), act: press('Cancel Subscription') },
  'disconnect-dialog': { address: at('/dashboard'), act: press('Disconnect Square') },
  'inventory-filtered': { address: at('/inventory?filter=vendor%3A"Fern+%26+Folly"+type%3AShirts'), act: press('Filter') },
  'inventory-nothing': { address: at('/inventory?q=nothing+of+this+name') },
  'history-nothing': { address: at('/history?sku=NOTHING') },
  'history-filtered': { address: at('/history?from=2026-01-01&source=square') },
  'history-none-filtered': { address: at('/history?cause=losses&originator=operator') },
  timeline: { address: at('/history'), act: toTimeline },
  'timeline-at': { address: at('/history'), act: inTurn(toTimeline, showNow) },
  'linking-plan': { address: at('/linking'), act: inTurn(press('Accept'), press('Link 1 item')) },
  'linking-failing': { address: at('/linking'), fail: '**/sh.Variants/GetSeparatePairs' },
  'timeline-nothing': { address: at('/timeline?sku=NOTHING') },
  'timeline-failing': { address: at('/timeline?sku=NOTHING'), fail: '**/sh.History/GetTimeline' },
  'dashboard-loading': { address: at('/dashboard'), hang: '**/rpc/sh.{Inventory,Issues}/*' },
  'inventory-loading': { address: at('/inventory'), hang: '**/rpc/sh.Inventory/*' },
  offline: {
    address: at('/inventory'),
    act: async (page) => {
      await page.context().setOffline(true);
      await page.getByText(/cannot reach Shelfbridge right now/u).waitFor();
      await press('Refresh now')(page);
      await page.getByText(/^Error /u).waitFor();
    },
    after: (page) => page.context().setOffline(false),
  },
});

/** Returns the states of deciding about another app; a variant is on hold because of it. */
export const deciding = (at: (path: string) => string): Record<string, Wanted> => ({
  reconcile: { address: at('/issues?view=writers'), act: press(/^I turned it off: reconcile: /u) },
  trust: { address: at('/issues?view=writers'), act: press(/changes are real: /u) },
  'issues-loading': { address: at('/issues?view=writers'), hang: '**/sh.Issues/GetWriterCases' },
  'issues-failing': { address: at('/issues?view=writers'), fail: '**/sh.Issues/GetWriterCases' },
});

/** Returns the action that opens the list's first variant with a problem, and searches Square for it. */
export const findOnSquare = (words: string): Act =>
  inTurn(press(/^Fix: /u), press(/^Find it on Square$/u), async (page) => {
    await page.getByRole('searchbox', { name: 'Find it on Square' }).fill(words);
    await page.keyboard.press('Enter');
    const found = page.getByRole('region', { name: 'Find it on Square' }).getByRole('listitem').first();
    await found.waitFor();
    await found.scrollIntoViewIfNeeded();
  });

/** Returns the states of a bulk change that can be undone. */
export const leveled = (at: (path: string) => string): Record<string, Wanted> => ({
  'bulk-changes': { address: at('/bulk-changes') },
  'bulk-change': { address: at('/bulk-changes/1') },
  'undo-dialog': { address: at('/bulk-changes/1'), act: press(/^Undo /u) },
  'bulk-change-gone': { address: at('/bulk-changes/99') },
  'bulk-change-loading': { address: at('/bulk-changes/1'), hang: '**/sh.Inventory/GetBulkChange' },
  'bulk-changes-failing': { address: at('/bulk-changes'), fail: '**/sh.Inventory/GetBulkChanges' },
});

/** Levels everything that differs, one row of it out of date. Returns a function that undoes it. */
export async function levelAll(merchant: Merchant): Promise<Undo> {
  const { steps } = (await merchant.rpc('sh.Inventory/PlanLevelling', { view: 'out_of_sync', take: 'square' })) as { steps: object[] };
  const [first] = steps;
  await merchant.rpc('sh.Inventory/LevelVariants', { steps: [...steps, { ...first, shopify_quantity: 12_345 }] });
  return async () => {
    await merchant.rpc('sh.Inventory/UndoBulkChange', { id: '1' });
  };
}

async function saveSettings(merchant: Merchant, change: object): Promise<void> {
  await merchant.rpc('sh.Account/SaveAccountSettings', { ...((await merchant.rpc('sh.Account/GetAccountSettings')) as object), ...change });
}

const statusOf = async (merchant: Merchant): Promise<AccountStatus> => (await merchant.rpc('sh.Account/GetAccountStatus')) as AccountStatus;

/** Creates a change over the merchant's maximum, which waits for their decision. Returns a function that undoes it. */
export async function holdAChange(app: App, merchant: Merchant, sku: string): Promise<Undo> {
  await saveSettings(merchant, { apply_max_quantity: true, max_quantity_update: 5 });
  await changeStock(app, { platform: 'square', sku, delta: 12 });
  await until(async () => (await statusOf(merchant)).held > 0, 'a held change');
  return async () => {
    await merchant.rpc('sh.Inventory/ResolveHeld', { ids: [], send: true });
    await saveSettings(merchant, { apply_max_quantity: false });
  };
}

/** Sells the last unit of a variant on both platforms. Returns a function that undoes it. */
export async function oversell(app: App, merchant: Merchant, sku: string): Promise<Undo> {
  const { square } = await stockOf(app, sku);
  const units = square ?? 0;
  await changeStock(app, { platform: 'square', sku, delta: 1 - units });
  await until(async () => (await stockOf(app, sku)).shopify === 1, 'a last unit');
  await saveSettings(merchant, { auto_sync: false });
  await changeStock(app, { platform: 'shopify', sku, delta: -1, cause: 'order' });
  await new Promise((resolve) => setTimeout(resolve, 3_000));
  await changeStock(app, { platform: 'square', sku, delta: -1 });
  await saveSettings(merchant, { auto_sync: true });
  await until(async () => (await statusOf(merchant)).oversold > 0, 'an oversold variant');
  return async () => {
    await changeStock(app, { platform: 'square', sku, delta: units + 1 });
    await until(async () => (await statusOf(merchant)).oversold === 0, 'the end of the oversell');
  };
}

/** Lets another app copy a sale of a variant until the variant is on hold, and switches the app off. Returns a function that undoes it. */
export async function copyByAnotherApp(app: App, merchant: Merchant, sku: string): Promise<Undo> {
  const { square } = await stockOf(app, sku);
  await configureSandbox(app, { rivals: { delta: { on: true } } });
  await changeStock(app, { platform: 'square', sku, delta: -1 });
  const held = async () => ((await merchant.rpc('sh.Account/GetAccountStatus')) as { writers_held: number }).writers_held;
  await until(async () => (await held()) > 0, 'a variant on hold because of another app', 120_000);
  await configureSandbox(app, { rivals: { delta: { on: false } } });
  return async () => {
    const { cases } = (await merchant.rpc('sh.Issues/GetWriterCases')) as { cases: { id: string }[] };
    for (const { id } of cases) await merchant.rpc('sh.Issues/ResolveWriterCase', { id, action: 'reconcile', quantity: square ?? 0 });
    await until(async () => (await held()) === 0, 'the end of the hold');
  };
}

/** Pauses sending, with a change waiting. Returns a function that undoes it. */
export async function pause(app: App, merchant: Merchant, sku: string): Promise<Undo> {
  await saveSettings(merchant, { auto_sync: false });
  await changeStock(app, { platform: 'shopify', sku, delta: -2 });
  await until(async () => (await statusOf(merchant)).owed > 0, 'a change that waits');
  return () => saveSettings(merchant, { auto_sync: true });
}

/** Starts a copy that Shopify delays. Returns a function that undoes it. */
export async function copyUnderWay(app: App, merchant: Merchant): Promise<Undo> {
  await configureSandbox(app, { faults: { shopify: { rate429: 1 } } });
  await merchant.rpc('sh.Variants/SaveProductToShopify', { id: 'LNT-PPR' });
  return async () => {
    await configureSandbox(app, { faults: { shopify: { rate429: 0 } } });
    const done = async () => {
      const { copies } = (await merchant.rpc('sh.Variants/GetCopies')) as { copies: { state: string }[] };
      return copies.every(({ state }) => state === 'done');
    };
    await until(done, 'the end of the copy', 120_000);
  };
}

/** Sells at Square, under another SKU, what is on Shopify alone. */
export async function sellUnderAnotherSku(app: App, merchant: Merchant): Promise<Undo> {
  for (const [title, sku] of [
    ['Suede Jewellery Roll', 'roll sue'],
    ['Jewellery Roll, brown', ''],
  ] as const) {
    await addProduct(app, { platforms: ['square'], title, sku, price: 4_900, quantity: 5 });
  }
  const known = async () => {
    const { candidates = [] } = (await merchant.rpc('sh.Variants/GetLinkCandidates', { id: await rollOnShopify(merchant) })) as {
      candidates?: object[];
    };
    return candidates.length === 2;
  };
  await until(known, 'what may be the same at Square');
  return async () => {};
}

/** Returns the ID of the variant that `sellUnderAnotherSku` resembles. */
async function rollOnShopify(merchant: Merchant): Promise<string> {
  const { products = [] } = (await merchant.rpc('sh.Inventory/GetInventory', {
    view: 'shopify_only',
    query: 'ROLL-SUE',
    table: { limit: 1, page: 0, sort: '' },
  })) as { products?: { variants: { id: string }[] }[] };
  return products[0]?.variants[0]?.id ?? '';
}

/** Disconnects Square. Returns a function that undoes it. */
export async function disconnectSquare(merchant: Merchant): Promise<Undo> {
  await merchant.rpc('sh.Connections/Disconnect', { source: 'square' });
  return async () => {
    await merchant.open('/square/oauthRequest');
    await snapshotsDone(merchant);
  };
}
