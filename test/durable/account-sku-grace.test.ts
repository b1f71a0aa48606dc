import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { isRecord } from '../../src/platforms/json';
import { bothAt, change, control, endWorld, skipTime, skuOf, startWorld, stockOf, type Merchant, ring } from './account-harness';
import { holdCatalogReads } from './arrivals';
import { square, squareOf } from './edits/edit-harness';

const MINUTES = 180_000;

afterEach(endWorld);

async function variant(merchant: Merchant, sku: string) {
  const sort = { column: 'sku', descending: false } as const;
  const page = await merchant.stub().inventory({ view: 'all', query: sku, limit: 10, page: 0, sort });
  if (!page.ok) throw new Error(page.error.message);
  return page.value.variants;
}

/** Changes a variant's SKU on Shopify only, through the app. */
async function rename(merchant: Merchant, sku: string, to: string): Promise<void> {
  const [found] = await variant(merchant, sku);
  const saved = await merchant
    .stub()
    .saveSku({ sku: to, shopifyVariantId: found?.shopify?.id ?? '', squareVariationId: '', by: 'merchant' });
  if (!saved.ok) throw new Error(saved.error.message);
}

/** Changes a variation's SKU at Square, outside the app. */
async function renameAtSquare(sku: string, to: string): Promise<void> {
  const [found] = await squareOf(sku);
  if (!isRecord(found)) throw new Error(`Square has no ${sku}`);
  const data = isRecord(found['item_variation_data']) ? found['item_variation_data'] : {};
  const object = { ...found, item_variation_data: { ...data, sku: to } };
  await square('POST', '/v2/catalog/object', { idempotency_key: crypto.randomUUID(), object });
}

describe('a link whose SKUs differ', { timeout: MINUTES }, () => {
  it('syncs sales until its grace period is over, and not afterward', async () => {
    const merchant = await startWorld();
    const before = await stockOf(skuOf(1));
    await rename(merchant, skuOf(1), 'RENAMED-1');
    await change('square', skuOf(1), -1);
    await expect.poll(() => stockOf('RENAMED-1'), { interval: 50 }).toMatchObject({ shopify: (before.shopify ?? 0) - 1 });
    await skipTime(15 * 60_000);
    await ring(merchant);
    await expect.poll(async () => (await variant(merchant, 'RENAMED-1'))[0]?.square ?? null).toBeNull();
    expect(await variant(merchant, skuOf(1))).toMatchObject([{ shopify: null, square: { sku: skuOf(1) } }]);
    await bothAt(skuOf(2), (await stockOf(skuOf(2))).shopify ?? 0);
  });

  it('delivers what is pending before it ends', async () => {
    const merchant = await startWorld();
    const before = await stockOf(skuOf(1));
    await control('PUT', 'config', { faults: { shopify: { rate5xx: 1 } } });
    await change('square', skuOf(1), -2);
    await control('PUT', 'config', { faults: { shopify: { rate5xx: 0 } } });
    await rename(merchant, skuOf(1), 'RENAMED-1');
    await skipTime(15 * 60_000);
    await ring(merchant);
    await expect.poll(async () => (await variant(merchant, 'RENAMED-1'))[0]?.square ?? null).toBeNull();
    expect((await stockOf('RENAMED-1')).shopify).toBe((before.shopify ?? 0) - 2);
    expect((await stockOf(skuOf(1))).square).toBe((before.square ?? 0) - 2);
  });

  it('stays when the other side was renamed as well and nobody reported it', async () => {
    const merchant = await startWorld();
    const before = await stockOf(skuOf(1));
    await rename(merchant, skuOf(1), 'RENAMED-1');
    const release = holdCatalogReads(['square']);
    onTestFinished(release);
    await renameAtSquare(skuOf(1), 'RENAMED-1');
    await skipTime(15 * 60_000);
    await ring(merchant);
    await expect.poll(async () => (await variant(merchant, 'RENAMED-1'))[0]?.square?.sku).toBe('RENAMED-1');
    expect(await variant(merchant, 'RENAMED-1')).toMatchObject([{ shopify: { sku: 'RENAMED-1' }, square: { sku: 'RENAMED-1' } }]);
    release();
    await change('square', 'RENAMED-1', -1);
    await bothAt('RENAMED-1', (before.square ?? 0) - 1);
    expect((await merchant.stub().unlinked(10)).total).toBe(0);
  });

  it('stays while a platform does not tell what its SKU is, and ends afterward', async () => {
    const merchant = await startWorld();
    await rename(merchant, skuOf(1), 'RENAMED-1');
    const real = globalThis.fetch;
    let refused = 0;
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.endsWith('/v2/catalog/batch-retrieve')) return real(input, init);
      refused += 1;
      throw new Error('Square does not answer');
    });
    onTestFinished(() => {
      spy.mockRestore();
    });
    await skipTime(15 * 60_000);
    await ring(merchant);
    await ring(merchant);
    expect(refused).toBeGreaterThan(0);
    expect(await variant(merchant, 'RENAMED-1')).toMatchObject([{ shopify: { sku: 'RENAMED-1' }, square: { sku: skuOf(1) } }]);
    spy.mockRestore();
    await skipTime(60 * 60_000);
    await ring(merchant);
    await expect.poll(async () => (await variant(merchant, 'RENAMED-1'))[0]?.square ?? null).toBeNull();
  });
});
