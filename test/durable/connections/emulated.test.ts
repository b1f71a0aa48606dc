import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, it } from 'vitest';

import type { SideVariant } from '../../../src/domain/catalog/side-variant';
import { fromUnits } from '../../../src/domain/quantity';
import { type Result, ok, err } from '../../../src/domain/result';
import type { WriteRequest } from '../../../src/domain/sync/write';
import { httpLimits, readPlatformConfig, type PlatformConfig } from '../../../src/platforms/config';
import { openHttp, type Http } from '../../../src/platforms/http';
import { pollBulk, startBulk, countShopifyVariants } from '../../../src/platforms/shopify/bulk';
import { readBulkFile } from '../../../src/platforms/shopify/bulk-file';
import { readItems, readProducts } from '../../../src/platforms/shopify/catalog';
import { openShopify, type ShopifyClient } from '../../../src/platforms/shopify/graphql';
import * as shopifyInventory from '../../../src/platforms/shopify/inventory';
import { readShopifyLocations } from '../../../src/platforms/shopify/locations';
import { exchangeShopifyCode, refreshShopifyToken, shopifyAuthorizeUrl } from '../../../src/platforms/shopify/oauth';
import { readShop } from '../../../src/platforms/shopify/shop';
import { verifyShopifyQuery } from '../../../src/platforms/shopify/verify';
import { repairWebhooks, WANTED_WEBHOOKS } from '../../../src/platforms/shopify/webhooks';
import { readCatalogPage, readCatalogChanges } from '../../../src/platforms/square/catalog';
import { openSquare, type SquareClient } from '../../../src/platforms/square/client';
import * as squareInventory from '../../../src/platforms/square/inventory';
import { readSquareLocations } from '../../../src/platforms/square/locations';
import { readMerchant } from '../../../src/platforms/square/merchant';
import {
  exchangeSquareCode,
  readTokenStatus,
  refreshSquareToken,
  revokeSquare,
  squareAuthorizeUrl,
} from '../../../src/platforms/square/oauth';

// The same clients that unit tests feed with recorded shapes, run against the emulators so that neither can drift from the other.

const SHOP = 'demo.myshopify.com';

function localConfig(): PlatformConfig {
  const read = readPlatformConfig({ ...env });
  if (!read.ok) throw new Error(read.error.join('; '));
  return read.value;
}

const config = localConfig();
const http = openHttp((input, init) => fetch(input, init), httpLimits(config));
const shopify = openShopify({ http, config: config.shopify, shop: SHOP, accessToken: 'shpat_sandbox' });
const square = openSquare({ http, config: config.square, merchantId: 'MLDEMO', accessToken: 'EAAA_sandbox' });

async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await env.SANDBOX.fetch(`http://localhost:8789/control/${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}

function value<T>(result: Result<T, unknown>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

beforeEach(async () => {
  await control('POST', 'reset', { catalogue: { variants: 30, seed: 7 } });
  await control('POST', 'preset', { preset: 'calm' });
  await control('PUT', 'config', { autoApprove: true });
});

const SHOPIFY_CALLBACK = `${config.appOrigin}/shopify/oauthCallback`;
const SQUARE_CALLBACK = `${config.appOrigin}/square/oauthCallback`;

const shopifyConsent = (state: string): string => shopifyAuthorizeUrl(config.shopify, { shop: SHOP, redirectUri: SHOPIFY_CALLBACK, state });

/** Where a consent page, which approves automatically, redirects the merchant. */
async function consent(address: string): Promise<URL> {
  const answer = await fetch(address, { redirect: 'manual' });
  await answer.body?.cancel();
  return new URL(answer.headers.get('location') ?? '');
}

const newKey = (): string => crypto.randomUUID();
const write = (stockId: string, locationId: string, delta: number, from: number, key = newKey()): WriteRequest => ({
  key,
  occurredAt: Date.now() - 2_000,
  changes: [{ stockId, locationId, delta: fromUnits(delta), from: fromUnits(from) }],
});

async function shopifyLocation(): Promise<string> {
  return value(await readShopifyLocations(shopify))[0]?.id ?? '';
}

async function bulkVariants(location: string): Promise<readonly SideVariant[]> {
  const operation = value(await startBulk(shopify, location));
  const done = await expect
    .poll(async () => value(await pollBulk(shopify, operation)), { timeout: 180_000 })
    .toMatchObject({ kind: 'done' })
    .then(async () => value(await pollBulk(shopify, operation)));
  const found: SideVariant[] = [];
  if (done.kind !== 'done' || done.url === null) throw new Error('no file');
  for await (const part of readBulkFile(http, { url: done.url, shopOrigin: shopify.origin, fromByte: 0 })) {
    if (part.kind === 'failed') throw new Error(JSON.stringify(part.failure));
    if (part.kind === 'variants') found.push(...part.variants);
  }
  return found;
}

describe('Shopify, emulated', () => {
  it('identifies the shop, and returns locations, counts, and a complete catalog', async () => {
    expect(value(await readShop(shopify)).domain).toBe(SHOP);
    expect(value(await countShopifyVariants(shopify))).toBe(30);
    const variants = await bulkVariants(await shopifyLocation());
    expect(variants).toHaveLength(30);
    expect(variants.every((variant) => variant.level?.quantity === fromUnits(100) && variant.tracked && variant.stocked)).toBe(true);
  });

  it.each([
    ['bulkFailed', 'the operation ended as FAILED INTERNAL_SERVER_ERROR'],
    ['bulkPartial', 'the operation ended as FAILED TIMEOUT'],
  ])('%s: an operation that fails counts as lost, even if part of its file exists', async (fault, detail) => {
    const code = (await consent(shopifyConsent('nonce'))).searchParams.get('code') ?? '';
    const { accessToken } = value(await exchangeShopifyCode({ http, config: config.shopify, shop: SHOP, now: Date.now() }, code));
    const app = openShopify({ http, config: config.shopify, shop: SHOP, accessToken });
    await control('PUT', 'config', { faults: { shopify: { [fault]: 1 } } });
    const operation = value(await startBulk(app, await shopifyLocation()));
    await expect.poll(async () => value(await pollBulk(app, operation))).toEqual({ kind: 'lost', detail });
  });

  it('returns changed products and items completely, and reports which are gone', async () => {
    const location = await shopifyLocation();
    const variants = await bulkVariants(location);
    const products = [...new Set(variants.map((variant) => variant.productId))];
    const read = value(await readProducts(shopify, [...products, '999999999999'], location));
    expect(read.gone).toEqual(['999999999999']);
    const byId = (all: readonly SideVariant[]): SideVariant[] => [...all].sort((a, b) => Number(a.id) - Number(b.id));
    expect(byId(read.variants)).toEqual(byId(variants));
    const items = value(await readItems(shopify, [variants[0]?.stockId ?? '', '999999999999'], location));
    expect(items).toEqual({ variants: [variants[0]], gone: ['999999999999'] });
  });

  it('applies a write once per key, however often it is sent', async () => {
    const location = await shopifyLocation();
    const item = (await bulkVariants(location))[0]?.stockId ?? '';
    const request = write(item, location, -2, 100);
    const first = await shopifyInventory.adjust(shopify, request);
    expect(first).toMatchObject({ kind: 'applied', levels: [{ stockId: item, locationId: location, quantity: fromUnits(98) }] });
    expect(await shopifyInventory.adjust(shopify, request)).toEqual(first);
    const read = await shopifyInventory.levels(shopify, [item, '999999999999'], location);
    expect(read).toEqual({ kind: 'levels', levels: first.kind === 'applied' ? first.levels : [], gone: ['999999999999'] });
    expect(await shopifyInventory.adjust(shopify, write(item, location, -3, 98, request.key))).toEqual({ kind: 'key-mismatch' });
  });

  it('refuses a change that does not apply, and names it', async () => {
    const location = await shopifyLocation();
    const item = (await bulkVariants(location))[0]?.stockId ?? '';
    const two = write(item, location, -1, 100);
    const other = { stockId: '999999999999', locationId: location, delta: fromUnits(1), from: 0 };
    expect(await shopifyInventory.adjust(shopify, write(item, location, -1, 55))).toEqual({
      kind: 'refused',
      items: [{ index: 0, reason: 'stale' }],
    });
    expect(await shopifyInventory.adjust(shopify, { ...two, changes: [...two.changes, other] })).toEqual({
      kind: 'refused',
      items: [{ index: 1, reason: 'deleted' }],
    });
    expect(await shopifyInventory.adjust(shopify, write(item, '999999999999', 1, 0))).toMatchObject({
      kind: 'refused',
      items: [{ reason: 'location-gone' }],
    });
    const stranger = openShopify({ http, config: config.shopify, shop: SHOP, accessToken: 'shpat_nobody' });
    expect(await shopifyInventory.adjust(stranger, two)).toEqual({ kind: 'unauthorized' });
    const untouched = await shopifyInventory.levels(shopify, [item], location);
    expect(untouched).toMatchObject({ kind: 'levels', levels: [{ quantity: fromUnits(100) }] });
  });

  it('lists the levels that changed since a given time', async () => {
    const location = await shopifyLocation();
    const before = value(await shopifyInventory.levelsSince(shopify, { locationId: location, since: null, cursor: null }));
    expect(before.levels).toHaveLength(30);
    const newest = Math.max(...before.levels.map((level) => level.at));
    const sku = (await bulkVariants(location))[3]?.sku;
    await control('POST', 'change', { platform: 'shopify', sku, delta: -1 });
    const since = async (time: number): Promise<readonly number[]> =>
      value(await shopifyInventory.levelsSince(shopify, { locationId: location, since: time, cursor: null })).levels.map(
        (level) => level.quantity,
      );
    expect(await since(newest)).toContain(fromUnits(99));
    expect(await since(Date.now() + 3_600_000)).toEqual([]);
  });

  it('grants and renews tokens, and signs its callback', async () => {
    const callback = await consent(shopifyConsent('n0nce-of-some-length'));
    expect(`${callback.origin}${callback.pathname}`).toBe(SHOPIFY_CALLBACK);
    expect(callback.searchParams.get('state')).toBe('n0nce-of-some-length');
    expect(await verifyShopifyQuery(config.shopify, callback.searchParams, Date.now())).toEqual(ok({ shop: SHOP }));
    const call = { http, config: config.shopify, shop: SHOP, now: Date.now() };
    const code = callback.searchParams.get('code') ?? '';
    const grant = value(await exchangeShopifyCode(call, code));
    expect(grant.expiresAt).toBeGreaterThan(Date.now());
    expect(await exchangeShopifyCode(call, code)).toMatchObject(err({ kind: 'refused' }));
    const renewed = value(await refreshShopifyToken(call, grant.refreshToken));
    expect(renewed.accessToken).not.toBe(grant.accessToken);
    expect(renewed.refreshToken).not.toBe(grant.refreshToken);
    expect(await refreshShopifyToken(call, 'shprt_nobody')).toMatchObject(err({ kind: 'refused' }));

    const ours = openShopify({ http, config: config.shopify, shop: SHOP, accessToken: renewed.accessToken });
    const uri = `${config.webhookOrigin}/webhooks/shopify`;
    const topics = WANTED_WEBHOOKS.map((wanted) => wanted.topic);
    expect(await repairWebhooks(ours, uri)).toEqual(ok({ created: topics, removed: [], recut: [] }));
    expect(await repairWebhooks(ours, uri)).toEqual(ok({ created: [], removed: [], recut: [] }));
  });
});

async function squareCatalogue(locationId: string): Promise<readonly SideVariant[]> {
  const found: SideVariant[] = [];
  let cursor: string | null = null;
  do {
    const page: { variants: readonly SideVariant[]; cursor: string | null } = value(await readCatalogPage(square, { locationId, cursor }));
    found.push(...page.variants);
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}

async function squareLocation(): Promise<string> {
  return value(await readSquareLocations(square))[0]?.id ?? '';
}

describe('Square, emulated', () => {
  it('identifies the seller, and returns the catalog and its counts', async () => {
    expect(value(await readMerchant(square)).id).toBe('MLDEMO');
    const location = await squareLocation();
    const variants = await squareCatalogue(location);
    expect(variants).toHaveLength(30);
    expect(variants.every((variant) => variant.tracked && variant.stocked && variant.sku !== '')).toBe(true);
    const counts = value(await squareInventory.readCounts(square, { locationId: location, cursor: null, since: null, variationIds: null }));
    expect(counts.levels.every((level) => level.quantity === fromUnits(100))).toBe(true);
  });

  it('applies a write once per key, finds it in its log, and refuses the key with another body', async () => {
    const location = await squareLocation();
    const variation = (await squareCatalogue(location))[0]?.id ?? '';
    const request = write(variation, location, -2, 100);
    expect(await squareInventory.findReference(square, request)).toEqual(ok('absent'));
    const first = await squareInventory.adjust(square, request);
    expect(first).toMatchObject({ kind: 'applied', levels: [{ stockId: variation, quantity: fromUnits(98) }] });
    expect(await squareInventory.adjust(square, request)).toEqual(first);
    expect(await squareInventory.findReference(square, request)).toEqual(ok('found'));
    expect(await squareInventory.adjust(square, { ...write(variation, location, 5, 0), key: request.key })).toEqual({
      kind: 'key-mismatch',
    });
    const up = { ...request, key: newKey(), changes: [{ stockId: variation, locationId: location, delta: 33_333, from: 0 }] };
    expect(await squareInventory.adjust(square, up)).toMatchObject({ kind: 'applied', levels: [{ quantity: fromUnits(98) + 33_333 }] });
    const read = await squareInventory.levels(square, [variation], location);
    expect(read).toMatchObject({ kind: 'levels', levels: [{ quantity: fromUnits(98) + 33_333 }] });
  });

  it('refuses and names what does not exist, and refuses an unknown token', async () => {
    const location = await squareLocation();
    const variation = (await squareCatalogue(location))[0]?.id ?? '';
    const request = write(variation, location, 1, 0);
    const gone = { stockId: 'GONEGONEGONE', locationId: location, delta: fromUnits(1), from: 0 };
    expect(await squareInventory.adjust(square, { ...request, changes: [...request.changes, gone] })).toEqual({
      kind: 'refused',
      items: [{ index: 1, reason: 'deleted' }],
    });
    const nowhere = await squareInventory.adjust(square, write(variation, 'NOWHERE', 1, 0));
    expect(new Set(nowhere.kind === 'refused' ? nowhere.items.map((item) => item.reason) : [])).toEqual(new Set(['location-gone']));
    const stranger = openSquare({ http, config: config.square, merchantId: 'MLDEMO', accessToken: 'EAAA_nobody' });
    expect(await squareInventory.adjust(stranger, request)).toEqual({ kind: 'unauthorized' });
    expect(await squareInventory.levels(square, [variation], location)).toMatchObject({ levels: [{ quantity: fromUnits(100) }] });
  });

  it('reports what changed in the catalog since a given time', async () => {
    const location = await squareLocation();
    const page = value(await readCatalogPage(square, { locationId: location, cursor: null }));
    expect(value(await readCatalogChanges(square, { locationId: location, since: page.latestTime, cursor: null })).variants).toEqual([]);
    expect(page.latestTime).not.toBe('');
  });

  it('grants, renews, inspects and revokes', async () => {
    const redirectUri = SQUARE_CALLBACK;
    const callback = await consent(squareAuthorizeUrl(config.square, { redirectUri, state: 'n0nce' }));
    expect(`${callback.origin}${callback.pathname}`).toBe(redirectUri);
    expect(callback.searchParams.get('state')).toBe('n0nce');
    const call = { http, config: config.square, now: Date.now() };
    const code = callback.searchParams.get('code') ?? '';
    const { merchantId, grant } = value(await exchangeSquareCode(call, { code, redirectUri }));
    expect(await exchangeSquareCode(call, { code, redirectUri })).toMatchObject(err({ kind: 'refused' }));
    const renewed = value(await refreshSquareToken(call, grant.refreshToken, merchantId));
    expect(renewed.refreshToken).toBe(grant.refreshToken);
    const status = value(await readTokenStatus(call, renewed.accessToken));
    expect(status.merchantId).toBe(merchantId);
    expect([...status.scopes].sort()).toEqual([...grant.scopes].sort());
    expect(await revokeSquare(call, merchantId)).toEqual(ok(null));
    expect(await readTokenStatus(call, renewed.accessToken)).toEqual(err({ kind: 'unauthorized' }));
    expect(await refreshSquareToken(call, grant.refreshToken, merchantId)).toMatchObject(err({ kind: 'refused' }));
  });
});

describe('platform faults', () => {
  // Faults apply only to the app's own tokens, not to those of external clients.
  async function appClients(over: Http): Promise<{ ours: ShopifyClient; theirs: SquareClient }> {
    const code = (await consent(shopifyConsent('n0nce'))).searchParams.get('code') ?? '';
    const grant = value(await exchangeShopifyCode({ http, config: config.shopify, shop: SHOP, now: Date.now() }, code));
    const back = await consent(squareAuthorizeUrl(config.square, { redirectUri: SQUARE_CALLBACK, state: 'n0nce' }));
    const given = { code: back.searchParams.get('code') ?? '', redirectUri: SQUARE_CALLBACK };
    const seller = value(await exchangeSquareCode({ http, config: config.square, now: Date.now() }, given));
    return {
      ours: openShopify({ http: over, config: config.shopify, shop: SHOP, accessToken: grant.accessToken }),
      theirs: openSquare({ http: over, config: config.square, merchantId: seller.merchantId, accessToken: seller.grant.accessToken }),
    };
  }

  const fault = (faults: object): Promise<unknown> => control('PUT', 'config', { faults: { shopify: faults, square: faults } });

  it('are distinguished: too many requests had no effect, 5xx may have had one', async () => {
    const [locationA, locationB] = [await shopifyLocation(), await squareLocation()];
    const item = (await bulkVariants(locationA))[0]?.stockId ?? '';
    const variation = (await squareCatalogue(locationB))[0]?.id ?? '';
    const { ours, theirs } = await appClients(http);
    const kinds = async (): Promise<readonly string[]> => [
      (await shopifyInventory.adjust(ours, write(item, locationA, -1, 100))).kind,
      (await squareInventory.adjust(theirs, write(variation, locationB, -1, 100))).kind,
      (await shopifyInventory.levels(ours, [item], locationA)).kind,
      (await squareInventory.levels(theirs, [variation], locationB)).kind,
    ];
    await fault({ rate429: 1 });
    expect(await kinds()).toEqual(['throttled', 'throttled', 'throttled', 'throttled']);
    await fault({ rate429: 0, rate5xx: 1 });
    expect(await kinds()).toEqual(['ambiguous', 'ambiguous', 'failed', 'failed']);
    await fault({ rate429: 0, rate5xx: 0 });
    expect(await kinds()).toEqual(['applied', 'applied', 'levels', 'levels']);
  });

  it('may hide an effect: the same key, sent again, finds the write done and does not repeat it', async () => {
    const [locationA, locationB] = [await shopifyLocation(), await squareLocation()];
    const item = (await bulkVariants(locationA))[0]?.stockId ?? '';
    const variation = (await squareCatalogue(locationB))[0]?.id ?? '';
    const { ours, theirs } = await appClients(openHttp((input, init) => fetch(input, init), { ...httpLimits(config), timeoutMs: 400 }));
    const [onShopify, onSquare] = [write(item, locationA, -1, 100), write(variation, locationB, -1, 100)];
    await fault({ timeoutAfterEffect: 1 });
    expect((await shopifyInventory.adjust(ours, onShopify)).kind).toBe('ambiguous');
    expect((await squareInventory.adjust(theirs, onSquare)).kind).toBe('ambiguous');
    await fault({ timeoutAfterEffect: 0 });
    expect(await squareInventory.findReference(theirs, onSquare)).toEqual(ok('found'));
    const applied = { kind: 'applied', levels: [{ quantity: fromUnits(99) }] };
    expect(await shopifyInventory.adjust(ours, onShopify)).toMatchObject(applied);
    expect(await squareInventory.adjust(theirs, onSquare)).toMatchObject(applied);
    expect(await shopifyInventory.levels(shopify, [item], locationA)).toMatchObject({ levels: [{ quantity: fromUnits(99) }] });
    expect(await squareInventory.levels(square, [variation], locationB)).toMatchObject({ levels: [{ quantity: fromUnits(99) }] });
  });
});
