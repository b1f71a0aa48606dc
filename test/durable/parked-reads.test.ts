import { describe, expect, it } from 'vitest';

import { listAt, textAt } from '../../src/platforms/json';
import { expectNoise } from '../support/fail-on-noise';
import { ring, snapshot, useWorld, webhooksQuiet } from './account-harness';
import { addAtShopify } from './arrivals';
import { shopify } from './edits/edit-harness';

const merchant = useWorld(3);

interface Product {
  readonly id: string;
  readonly variantId: string;
  readonly sku: string;
}

async function productsOfShop(): Promise<Product[]> {
  const found = await shopify('query P { products(first: 100) { nodes { id variants(first: 1) { nodes { id sku } } } } }', {});
  return (listAt(found, 'products', 'nodes') ?? []).map((node) => {
    const [variant] = listAt(node, 'variants', 'nodes') ?? [];
    return { id: textAt(node, 'id') ?? '', variantId: textAt(variant, 'id') ?? '', sku: textAt(variant, 'sku') ?? '' };
  });
}

async function rename({ id, variantId, sku }: Product): Promise<void> {
  const mutation =
    'mutation R($id: ID!, $variants: [ProductVariantsBulkInput!]!) { productVariantsBulkUpdate(productId: $id, variants: $variants) { userErrors { message } } }';
  await shopify(mutation, { id, variants: [{ id: variantId, inventoryItem: { sku: `NEW-${sku}` } }] });
}

async function remove({ id }: Product): Promise<void> {
  await shopify('mutation Gone($id: ID!) { productDelete(input: { id: $id }) { deletedProductId } }', { id });
}

/** The SKUs of Shopify's side that begin so. */
async function skus(begin: string): Promise<number> {
  const page = await merchant
    .stub()
    .inventory({ view: 'all', query: begin, limit: 500, page: 0, sort: { column: 'name', descending: false } });
  return page.ok ? page.value.variants.filter((variant) => variant.shopify?.sku.startsWith(begin) === true).length : -1;
}

/** Waits until this many of Shopify's SKUs begin so. */
const reads = (begin: string, count: number): Promise<void> =>
  expect
    .poll(
      async () => {
        await ring(merchant);
        return skus(begin);
      },
      { timeout: 60_000 },
    )
    .toBe(count);

const view = async () => (await merchant.state()).snapshots.find(({ source }) => source === 'shopify');

describe('products that change while a read of all of them is in doubt', () => {
  it('are read by themselves, and stay so when the merchant approves the read', async () => {
    expectNoise(/"event":"task\.failed".*no longer lists 20 of 73/u);
    for (let n = 0; n < 70; n += 1) await addAtShopify(merchant, `MANY-${n}`, 10);
    await webhooksQuiet();
    await expect
      .poll(
        async () => {
          await ring(merchant);
          await snapshot(merchant);
          return skus('MANY-');
        },
        { timeout: 60_000 },
      )
      .toBe(70);
    const many = (await productsOfShop()).filter(({ sku }) => sku.startsWith('MANY-'));
    for (const product of many.slice(0, 20)) await remove(product);
    for (const product of many.slice(20)) await rename(product);
    await webhooksQuiet();
    // More than fits into single reads: everything is read, and 20 of 73 variants are missing.
    await expect
      .poll(
        async () => {
          await ring(merchant);
          await snapshot(merchant);
          return (await view())?.problem;
        },
        { timeout: 60_000 },
      )
      .toBe('Shopify no longer lists 20 of 73 known variants. Nothing was changed.');
    await reads('NEW-MANY-', 50);
    expect(await skus('MANY-')).toBe(0);
    // Renamed since that read: what the merchant approves is older.
    const [again] = (await productsOfShop()).filter(({ sku }) => sku.startsWith('NEW-'));
    await rename(again ?? expect.fail('no product was renamed'));
    await webhooksQuiet();
    await reads('NEW-NEW-', 1);
    expect(await merchant.stub().approve('shopify')).toMatchObject({ ok: true });
    await snapshot(merchant);
    expect((await view())?.state).toBe('done');
    expect([await skus('NEW-NEW-'), await skus('NEW-MANY-'), await skus('MANY-')]).toEqual([1, 49, 0]);
  });
});
