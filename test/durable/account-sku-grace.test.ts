import { afterEach, describe, expect, it } from 'vitest';

import { bothAt, change, control, endWorld, skipTime, skuOf, startWorld, stockOf, type Merchant, ring } from './account-harness';

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
});
