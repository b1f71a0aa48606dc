import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, Page } from 'playwright-core';

import { until } from '../../../scripts/app-process';
import { stockOf } from '../../../scripts/merchant';
import { openWindow, type Visit } from './browser';
import { openAs, type App, type Merchant } from './merchant';
import { askSquare } from './outside';
import { named, press, sees } from './place';
import { startStormApp } from './storm';
import { pause } from './storm-sales';

/** The sandbox's other apps: the names that its shop floor and Square's log have for them. */
export const RIVALS = { delta: 'TwinStock', orders: 'Order Relay', mirror: 'MirrorShelf' } as const;

/** One of the sandbox's other apps. */
export type Rival = keyof typeof RIVALS;

/** Units of each variant on each side when a test begins. */
export const STOCK = 100;

/** Where alerts of the shop are mailed. */
const OWNER = 'owner@shop.example';

/**
 * After this time (ms) Shopify dates the next change by another second. A number that comes back within the second in which it was replaced cannot be
 * told from an old answer: it is read again for a minute before it is passed on, longer than these tests wait.
 */
const SECOND_OVER_MS = 1_100;

/** How long a proposal needs without any change (ms), as the page says: half a minute. */
const QUIET_MS = 31_000;

/** A shop with the product, seen by its merchant and by somebody on the shop floor. */
export interface RivalShop {
  readonly app: App;
  readonly merchant: Merchant;
  readonly skus: readonly string[];
  /** The merchant's window. */
  readonly visit: Visit;
  readonly page: Page;
  /** The shop floor: customers buy there, and other apps are switched on and off. */
  readonly floor: Page;
  close(): Promise<void>;
}

/** Starts a shop that is set up and mails alerts, with the product's own timers, and opens both windows. */
export async function openRivalShop(browser: Browser): Promise<RivalShop> {
  const { app, merchant, skus } = await startStormApp(10, 1, {});
  const close = async () => {
    await app.kill();
    rmSync(app.dataDir, { recursive: true, force: true });
  };
  try {
    const settings = (await merchant.rpc('sh.Account/GetAccountSettings')) as object;
    await merchant.rpc('sh.Account/SaveAccountSettings', { ...settings, alert_address: OWNER });
    const visit = await openAs(browser, merchant);
    const { page: floor } = await openWindow(browser);
    await floor.goto(app.sandbox);
    await named(floor, 'tab', 'World').click();
    return { app, merchant, skus, visit, page: visit.page, floor, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Switches another app on or off at the shop floor. */
export async function turn({ app, floor }: RivalShop, rival: Rival, on: boolean): Promise<void> {
  await named(floor, 'switch', new RegExp(`^${RIVALS[rival]} `, 'u')).setChecked(on);
  const isSet = async () => {
    const config = (await (await fetch(`${app.sandbox}/control/config`)).json()) as { rivals: Record<Rival, { on: boolean }> };
    return config.rivals[rival].on === on;
  };
  await until(isSet, `${RIVALS[rival]} ${on ? 'on' : 'off'}`, 20_000);
}

/** Sells one unit at the shop floor. */
export async function sellOne(
  { app, floor }: Pick<RivalShop, 'app' | 'floor'>,
  sku: string,
  at: 'Online store' | 'Counter',
): Promise<void> {
  const side = at === 'Counter' ? 'square' : 'shopify';
  const before = (await stockOf(app, sku))[side];
  await named(floor, 'searchbox', 'Search products and SKUs').fill(sku);
  const row = floor.locator('#rows .row').filter({ has: floor.getByText(sku, { exact: true }) });
  await named(row, 'button', new RegExp(`^Sell .*: ${at}$`, 'u')).click();
  await until(async () => (await stockOf(app, sku))[side] !== before, `the sale of ${sku}`, 20_000);
}

/** What is used of a variant's case. */
export interface Case {
  readonly id: string;
  readonly sku: string;
  readonly variant_id: string;
  readonly state: string;
  readonly proof: string;
  readonly app_name: string;
  readonly copies: number;
  readonly units: number;
}

/** Returns the case of a variant; null when it has none. */
export async function caseOf({ merchant }: Pick<RivalShop, 'merchant'>, sku: string): Promise<Case | null> {
  const { cases } = (await merchant.rpc('sh.Issues/GetWriterCases', { limit: 20, variant_id: '' })) as { cases: Case[] };
  return cases.find((one) => one.sku === sku) ?? null;
}

/** Returns the case of a variant once it is on hold; fails after `limit` ms. */
export async function heldCase(shop: Pick<RivalShop, 'merchant'>, sku: string, limit: number): Promise<Case> {
  const held = async () => {
    const one = await caseOf(shop, sku);
    return one?.state === 'held' ? one : null;
  };
  return until(held, `${sku} on hold`, limit);
}

/** Waits until neither side of a variant has changed for a while, and returns what they have. */
export async function settled({ app }: Pick<RivalShop, 'app'>, sku: string, quietMs = 5_000): Promise<{ shopify: number; square: number }> {
  let last = '';
  let since = Date.now();
  await until(async () => {
    const now = JSON.stringify(await stockOf(app, sku));
    if (now !== last) since = Date.now();
    last = now;
    return Date.now() - since > quietMs;
  }, `${sku} to come to rest`);
  const { shopify, square } = await stockOf(app, sku);
  return { shopify: shopify ?? Number.NaN, square: square ?? Number.NaN };
}

/** Waits until both platforms have this many units; else says what they have, and what happened there last. */
export async function bothHave({ app }: Pick<RivalShop, 'app'>, sku: string, units: number): Promise<void> {
  const have = async () => {
    const { shopify, square } = await stockOf(app, sku);
    return shopify === units && square === units;
  };
  try {
    await until(have, `${units} of ${sku} on both platforms`, 60_000);
  } catch (error) {
    const { entries } = (await (await fetch(`${app.sandbox}/control/log?limit=1000`)).json()) as { entries: unknown[] };
    const last = entries.slice(-20).map((entry) => JSON.stringify(entry));
    throw new Error([`they have ${JSON.stringify(await stockOf(app, sku))}; the platforms' last events:`, ...last].join('\n'), {
      cause: error,
    });
  }
}

/** Returns the mails to the shop's owner so far, the oldest first. The local start writes them once a minute. */
export function mailsTo({ app }: Pick<RivalShop, 'app'>): string[] {
  const folder = join(app.dataDir, 'mail');
  if (!existsSync(folder)) return [];
  const mails = readdirSync(folder).toSorted();
  return mails.map((name) => readFileSync(join(folder, name), 'utf8')).filter((mail) => mail.includes(`\nTo: ${OWNER}\n`));
}

/** Returns the mail that says that another app changes a variant; fails when none comes within three minutes. */
export async function mailAbout(shop: Pick<RivalShop, 'app'>, sku: string): Promise<string> {
  return until(() => mailsTo(shop).find((mail) => mail.includes(`(SKU ${sku})`)), `the mail about ${sku}`);
}

/** Returns how many changes Square's log attributes to an app. */
export async function changesInSquaresLog({ app }: Pick<RivalShop, 'app'>, rival: Rival): Promise<number> {
  interface Made {
    readonly source?: { readonly name?: string };
  }
  const { changes = [] } = await askSquare<{ changes?: { adjustment?: Made; physical_count?: Made }[] }>(
    { ...app },
    'POST',
    '/v2/inventory/changes/batch-retrieve',
    { types: ['ADJUSTMENT', 'PHYSICAL_COUNT'], limit: 1_000 },
  );
  return changes.filter(({ adjustment, physical_count }) => (adjustment ?? physical_count)?.source?.name === RIVALS[rival]).length;
}

/** The row of a variant in the list of cases. */
export const caseRow = (page: Page, sku: string) => page.locator('li[data-case]').filter({ hasText: sku });

/** Opens the list of cases and waits for a variant's. */
export async function openCase({ app, page }: Pick<RivalShop, 'app' | 'page'>, { sku, variant_id: id }: Case): Promise<void> {
  await page.goto(`${app.page}/issues?view=writers&variant=${id}`);
  await caseRow(page, sku).waitFor();
}

/** Opens the dialog that reconciles a variant's case. */
export async function askToReconcile(shop: Pick<RivalShop, 'app' | 'page'>, one: Case) {
  await openCase(shop, one);
  await press(caseRow(shop.page, one.sku), /^I turned it off: reconcile/u);
  const dialog = named(shop.page, 'dialog', 'Reconcile the quantity');
  await dialog.waitFor();
  return dialog;
}

/**
 * Reconciles a variant half a minute after the last change. A number that is proposed must be the true one; where none is, the counted one
 * is entered. Returns how the number came about.
 */
export async function reconcile(shop: RivalShop, one: Case, units: number): Promise<'proposed' | 'counted'> {
  await settled(shop, one.sku, QUIET_MS);
  const dialog = await askToReconcile(shop, one);
  const quantity = named(dialog, 'textbox', 'Quantity for both platforms');
  await quantity.waitFor();
  const proposed = await quantity.inputValue();
  if (proposed === '') {
    await sees(dialog, 'Please count this variant');
    await sees(dialog, 'The recorded changes do not add up to one number, so we do not suggest one.');
    await quantity.fill(String(units));
  } else if (proposed !== String(units)) {
    throw new Error(`${proposed} was proposed for ${one.sku} instead of ${units}: ${await dialog.innerText()}`);
  } else {
    await sees(dialog, 'How we worked it out');
  }
  await press(dialog, `Set both to ${units}`);
  await sees(shop.page, `Setting both platforms to ${units}`);
  await bothHave(shop, one.sku, units);
  await pause(SECOND_OVER_MS);
  return proposed === '' ? 'counted' : 'proposed';
}
