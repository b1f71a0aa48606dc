import { env } from 'cloudflare:test';
import { describe, expect, it, vi } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { ok, err } from '../../../src/domain/result';
import type { AccountApi, VariantSide } from '../../../src/durable/api/account-api';
import { httpLimits, readPlatformConfig } from '../../../src/platforms/config';
import { openHttp } from '../../../src/platforms/http';
import { createProduct } from '../../../src/platforms/shopify/create';
import { setShopifySku } from '../../../src/platforms/shopify/edits';
import { openShopify, type ShopifyClient } from '../../../src/platforms/shopify/graphql';
import { expectNoise } from '../../support/fail-on-noise';
import { control, copyAll, equalStock, find, must, only, openShop, reread, shopifyOf, sideOf, squareOf, stock } from './edit-harness';

const WAIT = { timeout: 180_000, interval: 100 };

/** The shipped client against the sandbox, as an external client. */
function client(): ShopifyClient {
  const config = readPlatformConfig({ ...env });
  if (!config.ok) throw new Error(config.error.join());
  const http = openHttp((url, init) => env.SANDBOX.fetch(url, init), httpLimits(config.value));
  return openShopify({ http, config: config.value.shopify, shop: 'demo.myshopify.com', accessToken: 'shpat_sandbox' });
}

describe('a creation that arrives twice', () => {
  it('is refused the second time because of its handle, and later stock changes remain', async () => {
    const account = await openShop('6501');
    const location = (await account.locations()).synced[0]?.shopify.sourceId ?? '';
    const product = {
      title: 'Twice',
      handle: 'twice-0001',
      options: [{ name: 'Title', values: ['Default Title'] }],
      variants: [
        {
          options: [{ option: 'Title', value: 'Default Title' }],
          sku: 'TWICE-1',
          price: '1.00',
          barcode: '',
          tracked: true,
          quantity: fromUnits(20),
        },
      ],
      status: 'ACTIVE',
    } as const;
    expect(await createProduct(client(), product, location)).toEqual(ok(null));
    await control('POST', 'change', { platform: 'shopify', sku: 'TWICE-1', delta: -3 });
    expect(await createProduct(client(), product, location)).toMatchObject(err({ kind: 'refused' }));
    expect(await stock('TWICE-1')).toMatchObject({ shopify: 17 });
    expect(await shopifyOf('TWICE-1')).toHaveLength(1);
  });

  it('leaves one product, which the copy finds and links', async () => {
    const account = await openShop('6502');
    const lonely = await find(account, only('square'));
    const side = sideOf(lonely, 'square');
    must(await account.startCopy({ source: 'square', variantId: side.id, by: 'merchant' }));
    await control('PUT', 'config', { faults: { shopify: { lateArrival: 1, lateArrivalMs: 300 } } });
    await expect.poll(async () => (await account.advanceCopies('square')).ok, WAIT).toBe(true);
    await control('PUT', 'config', { faults: { shopify: { lateArrival: 0 } } });
    await copyAll(account, 'square');
    expect(await account.copies()).toMatchObject([{ state: 'done' }]);
    expect(await shopifyOf(side.sku)).toHaveLength(1);
    await equalStock(side.sku, (lonely.squareQuantity ?? 0) / 100_000);
  });
});

describe('while a copy waits for its platform', () => {
  it('its source gets a SKU that the other side already has: that variant keeps its quantity', async () => {
    const account = await openShop('6503');
    const source = await find(account, (one) => only('shopify')(one) && (one.shopifyQuantity ?? 0) > 0);
    const side = sideOf(source, 'shopify');
    const other = await find(
      account,
      (one) => one.square !== null && one.status === 'in_sync' && one.squareQuantity !== source.shopifyQuantity,
    );
    const given = sideOf(other, 'square').sku;
    const units = (quantity: number | null): number => (quantity ?? 0) / 100_000;
    expectNoise(/a copy waits for square: no answer/u);
    const answerAgain = failCreation();
    must(await account.startCopy({ source: 'shopify', variantId: side.id, by: 'merchant' }));
    expect(await account.advanceCopies('shopify')).toMatchObject(err({ code: 'unavailable' }));
    expect(await account.copies()).toMatchObject([{ body: { step: 'make' } }]);
    await rename(sideOf(other, 'shopify'), `${given}-OLD`);
    await rename(side, given);
    await reread(account, 'shopify');
    const detail = async () => must(await account.variantDetail('shopify', side.id)).variant;
    await expect.poll(async () => (await detail()).square?.sku, WAIT).toBe(given);
    const asRead = { shopify: units(source.shopifyQuantity), square: units(other.squareQuantity) };
    await settled(account);
    expect(await stock(given)).toMatchObject(asRead);
    answerAgain();
    await copyAll(account, 'shopify');
    expect(await squareOf(side.sku)).toHaveLength(1);
    await settled(account);
    expect(await stock(given)).toMatchObject(asRead);
  });
});

/** Leaves creations at Square unanswered until the returned function is called. */
function failCreation(): () => void {
  const real = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.endsWith('/v2/catalog/batch-upsert')) throw new Error('no answer');
    return real(input, init);
  });
  return () => {
    spy.mockRestore();
  };
}

/** Waits until the account has nothing left to send. */
async function settled(account: AccountApi): Promise<void> {
  await expect.poll(async () => (await account.state()).owed, WAIT).toBe(0);
}

/** Changes a SKU on Shopify, as someone outside the app would. */
async function rename({ productId, id }: VariantSide, sku: string): Promise<void> {
  expect(await setShopifySku(client(), { productId, variantId: id, sku, barcode: null })).toMatchObject({ ok: true });
}
