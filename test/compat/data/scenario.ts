import { expect, vi } from 'vitest';

import { APP, call, follow, interceptPlatforms, open, runAlarm, waitUntilQuiet, waitUntilSettled, type CookieJar } from '../support/client';
import { setClock } from '../support/determinism';
import { control, inventoryItemOf, numberOf, resetSandbox, setFaults, shopifyGraphql } from '../support/sandbox';
import { deliver, shopifyWebhook, squareWebhook } from '../support/sign';
import type { Scenario } from '../support/steps';

const SHOP = 'demo.myshopify.com';
const SELLER = 'MLDEMO';
const LOCATION = { shopify: 62_001_000_001, square: 'LDEMO01' };

/** SKU of the nth variant of the catalog, from 1. */
const sku = (n: number): string => `GEN-${String(n).padStart(6, '0')}`;

/** Leaves requests to the platforms whose address or body matches unanswered. */
function leaveUnanswered(pattern: RegExp): void {
  interceptPlatforms(({ url, body }, send) => (pattern.test(`${url} ${body}`) ? null : send()));
}

/** Delivers an inventory_levels/update webhook. */
async function reportShopifyLevel(item: number, available: number): Promise<void> {
  const level = { inventory_item_id: item, location_id: LOCATION.shopify, available, updated_at: new Date().toISOString() };
  await deliver(await shopifyWebhook('inventory_levels/update', SHOP, JSON.stringify(level)));
}

/** Delivers an inventory.count.updated webhook. */
async function reportSquareCount(variation: string, quantity: number): Promise<void> {
  const count = {
    catalog_object_id: variation,
    catalog_object_type: 'ITEM_VARIATION',
    state: 'IN_STOCK',
    location_id: LOCATION.square,
    quantity: String(quantity),
    calculated_at: new Date().toISOString(),
  };
  const event = { merchant_id: SELLER, type: 'inventory.count.updated', data: { object: { inventory_counts: [count] } } };
  await deliver(await squareWebhook(JSON.stringify(event)));
}

/** Sells units of a variant at a platform and delivers its webhook. */
async function sell(scenario: Scenario, platform: 'shopify' | 'square', n: number, units: number): Promise<void> {
  const { after } = await control<{ after: number }>('POST', 'change', { platform, sku: sku(n), delta: -units });
  const variant = scenario.variant(sku(n));
  if (platform === 'shopify') {
    await reportShopifyLevel(await inventoryItemOf(variant.shopify_id), after);
    return;
  }
  await reportSquareCount(variant.square_id, after);
}

interface Status {
  readonly snapshots: readonly { readonly name: string; readonly processed: number }[];
}

const statusOf = (cookies: CookieJar): Promise<Status> => call('sh.Account/GetAccountStatus', cookies);

/** Signs a shop in and connects a seller. */
async function connect(cookies: CookieJar, shop: string, seller: string): Promise<void> {
  await follow(`${APP}/shopify/oauthRequest?shop=${shop}`, cookies);
  await control('PUT', 'config', { squareSeller: seller });
  await follow(`${APP}/square/oauthRequest`, cookies);
}

/** Pairs the first locations and subscribes, which starts the first snapshots. */
async function subscribe(cookies: CookieJar): Promise<void> {
  const { all } = await call<{ all: { id: string; source: string }[] }>('sh.Locations/GetLocations', cookies);
  const first = (source: string): string => all.find((one) => one.source === source)?.id ?? '';
  const pair = { location_id_shopify: first('shopify'), location_id_square: first('square') };
  expect(await call('sh.Locations/SaveSyncedLocation', cookies, pair)).toEqual({});
  const { redirect_url: address } = await call<{ redirect_url: string }>('sh.Subscriptions/CreateSubscription', cookies, { is_test: true });
  await follow(address, cookies);
}

/** Advances the clocks of the sandbox and of the product by at least this much. */
async function skipTime(ms: number): Promise<void> {
  const clockSpeed = 100_000;
  // The sandbox's clock cannot be set; its log shows the time it has reached.
  await control('PUT', 'config', { clockSpeed });
  await new Promise((resolve) => setTimeout(resolve, ms / clockSpeed + 20));
  await control('PUT', 'config', { clockSpeed: 1 });
  await control('POST', 'change', { platform: 'square', sku: sku(12), delta: 1 });
  const { entries } = await control<{ entries: { at: number }[] }>('GET', 'log');
  setClock(entries.at(-1)?.at ?? 0);
}

/** Waits until the platforms have received a stock write, answered or not. */
async function waitForWrite(platform: 'shopify' | 'square', operation: string): Promise<void> {
  await vi.waitFor(async () => {
    const calls = await control<Record<string, Record<string, number>>>('GET', 'calls');
    expect(calls[platform]?.[operation]).toBeGreaterThan(0);
  });
}

/** Runs the merchant's alarm until the status shows these figures. */
async function runAlarmUntil(scenario: Scenario, figures: object): Promise<void> {
  const limits = { timeout: 180_000, interval: 300 };
  await vi.waitFor(async () => {
    await runAlarm('1');
    expect(await statusOf(scenario.cookies.merchant)).toMatchObject(figures);
  }, limits);
  await waitUntilQuiet();
}

/** Makes a level indeterminate: a write gets no answer for longer than Shopify keeps its idempotency key. */
async function makeIndeterminate(scenario: Scenario): Promise<void> {
  await setFaults('shopify', { timeoutAfterEffect: 1 });
  await sell(scenario, 'square', 5, 2);
  await waitForWrite('shopify', 'inventoryAdjustQuantities');
  await skipTime(12.1 * 3_600_000);
  await setFaults('shopify', { timeoutAfterEffect: 0 });
  await runAlarmUntil(scenario, { frozen: 1 });
}

/** Makes a level blocked: Square refuses a change and names no reason. */
async function makeBlocked(scenario: Scenario): Promise<void> {
  await setFaults('square', { poisonedItems: [sku(6)], poisonAnswer: 'refusal' });
  await sell(scenario, 'shopify', 6, 1);
  await waitForWrite('square', 'POST /v2/inventory/changes/batch-create');
  // The refusal counts once no copy of the request can be on its way.
  await skipTime(3 * 60_000);
  await runAlarmUntil(scenario, { blocked: 1, frozen: 1 });
  await setFaults('square', { poisonedItems: [] });
}

/** Edits the SKU of a linked variant on one side. */
async function editSku(scenario: Scenario): Promise<void> {
  const { product_id: productId, shopify_id: id } = scenario.variant(sku(10));
  const query = `mutation Edit($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants) { userErrors { message } }
  }`;
  await shopifyGraphql(query, { productId, variants: [{ id, inventoryItem: { sku: `${sku(10)}-B` } }] });
  await deliver(await shopifyWebhook('inventory_items/update', SHOP, JSON.stringify({ id: await inventoryItemOf(id) })));
}

/** Creates a product on Shopify only. */
async function createProduct(): Promise<void> {
  const query = `mutation Create($input: ProductSetInput!) {
    productSet(synchronous: true, input: $input) { product { id } userErrors { message } }
  }`;
  const input = {
    title: 'Lantern',
    productOptions: [{ name: 'Size', values: [{ name: 'S' }, { name: 'M' }] }],
    variants: ['S', 'M'].map((name) => ({ sku: `LAN-${name}`, price: '9.00', optionValues: [{ optionName: 'Size', name }] })),
  };
  const { productSet } = await shopifyGraphql<{ productSet: { product: { id: string } } }>(query, { input });
  await deliver(await shopifyWebhook('products/create', SHOP, JSON.stringify({ id: numberOf(productSet.product.id) })));
}

const STOCK_WRITES = String.raw`/v2/inventory/changes/batch-create|AdjustQuantities`;
const COPY_WRITES = String.raw`/v2/catalog/batch-upsert`;
const SECOND_BULK_POLL = String.raw`second\.myshopify\.com.*BulkPoll`;

/** Holds an amount, leaves writes to both sides in flight, and adds a change and a set request that wait for them. */
async function fillLanes(scenario: Scenario): Promise<void> {
  const { merchant } = scenario.cookies;
  const settings = { account_name: 'Demo', apply_max_quantity: true, max_quantity_update: 5, alert_address: 'owner@demo.example' };
  expect(await call('sh.Account/SaveAccountSettings', merchant, settings)).toEqual({});
  await sell(scenario, 'shopify', 4, 9);
  leaveUnanswered(new RegExp([STOCK_WRITES, COPY_WRITES, SECOND_BULK_POLL].join('|'), 'u'));
  await sell(scenario, 'shopify', 1, 2);
  await sell(scenario, 'shopify', 2, 1);
  await sell(scenario, 'square', 3, 1);
  const set = { source: 'shopify', variant_id: scenario.variant(sku(1)).shopify_id, quantity: 50 };
  expect(await call('sh.Inventory/SaveInventoryQuantity', merchant, set)).toEqual({});
}

/** Fills the lists that wait for an alarm: products to read, an early level, unreadable webhooks, a revocation to check. */
async function fillLists(scenario: Scenario): Promise<void> {
  await reportShopifyLevel(await inventoryItemOf(scenario.variant('LAN-M').shopify_id), 7);
  const product = numberOf(scenario.variant(sku(7)).product_id);
  await deliver(await shopifyWebhook('products/update', SHOP, JSON.stringify({ id: product })));
  await deliver(await squareWebhook(JSON.stringify({ merchant_id: SELLER, type: 'catalog.version.updated' })));
  await deliver(await shopifyWebhook('app/uninstalled', SHOP, '{}'));
  await deliver(await shopifyWebhook('inventory_levels/update', SHOP, '[]'));
  await deliver(await shopifyWebhook('inventory_levels/update', '', '{}'));
  await deliver(await shopifyWebhook('customers/redact', SHOP, JSON.stringify({ shop_domain: SHOP })));
  // An OAuth request that was started and not finished.
  await open(`${APP}/square/oauthRequest`, scenario.cookies.merchant);
}

/** Creates the states that the product stores. Ends with requests to the platforms unanswered: take the dump immediately. */
export async function playScenario(scenario: Scenario): Promise<void> {
  await resetSandbox({ variants: 12, seed: 1 });
  const { merchant, newcomer, operator } = scenario.cookies;
  await connect(merchant, 'demo', SELLER);
  await connect(newcomer, 'second', 'MLSECOND');
  await follow(`${APP}/shopify/oauthRequest?shop=operator`, operator);
  await subscribe(merchant);
  await waitUntilSettled();
  await scenario.readVariants();
  await makeIndeterminate(scenario);
  await makeBlocked(scenario);
  await editSku(scenario);
  await createProduct();
  // The refresh queue collects entries for some seconds before it is read.
  setClock(Date.now() + 5_000);
  await runAlarm('1');
  // These accounts' access tokens have expired: any call to a platform renews them.
  for (const cookies of [newcomer, operator]) await call('sh.Connections/VerifyAccess', cookies);
  await waitUntilSettled();
  await scenario.readVariants();
  await call('sh.Admin/AdminUpdateTaskCounts', operator, { task_counts: [{ name: 'snapshot', desired: 4 }] });
  await fillLanes(scenario);
  const copy = { source: 'shopify', variant_id: scenario.variant('LAN-S').shopify_id };
  expect(await call('sh.Variants/SyncVariants', merchant, copy)).toEqual({});
  await subscribe(newcomer);
  const squareRead = async (): Promise<unknown> => (await statusOf(newcomer)).snapshots.find(({ name }) => name === 'square')?.processed;
  await vi.waitFor(async () => expect(await squareRead()).toBeGreaterThan(0), { timeout: 180_000 });
  await call('sh.Operations/PauseWrites', operator, { account_id: '2', source: 'square', reason: 'Square asked us to wait' });
  await fillLists(scenario);
  await waitUntilQuiet();
}

/** Changes what is stored: a sale, an indeterminate and a held level, a dead letter, a pause, and settings. Needs no sandbox. */
export async function workOn(scenario: Scenario): Promise<void> {
  const { merchant, operator } = scenario.cookies;
  await scenario.readVariants();
  await reportSquareCount(scenario.variant(sku(8)).square_id, 97);
  const set = { source: 'shopify', variant_id: scenario.variant(sku(5)).shopify_id, quantity: 40 };
  expect(await call('sh.Inventory/SaveInventoryQuantity', merchant, set)).toEqual({});
  expect(await call('sh.Inventory/ResolveHeld', merchant, { ids: [scenario.variant(sku(4)).id], send: true })).toMatchObject({
    resolved: 1,
  });
  const { letters } = await call<{ letters: { id: string }[] }>('sh.Operations/GetDeadLetters', operator);
  expect(await call('sh.Operations/DropDeadLetters', operator, { ids: letters.map(({ id }) => id) })).toMatchObject({
    results: [{ ok: true }],
  });
  const resume = { account_id: '2', source: 'square', reason: 'Square is well again' };
  expect(await call('sh.Operations/ResumeWrites', operator, resume)).toMatchObject({ told: 1 });
  const settings = { account_name: 'Demo', apply_max_quantity: false, auto_sync: true, version: '1' };
  expect(await call('sh.Account/SaveAccountSettings', merchant, settings)).toEqual({});
}
