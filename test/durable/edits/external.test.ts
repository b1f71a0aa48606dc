import { describe, expect, it } from 'vitest';

import { err } from '../../../src/domain/result';
import { find, must, openShop, sideOf } from './edit-harness';

describe('a direct look at the platforms', () => {
  it('pages through both catalogs to the end', async () => {
    const account = await openShop('6201', { variants: 30, seed: 2 });
    for (const [source, limit] of [
      ['shopify', 7],
      ['square', 20],
    ] as const) {
      const seen = new Set<string>();
      let cursor = '';
      do {
        const page = must(await account.externalItems(source, { cursor, limit }));
        expect(page.variants.length).toBeLessThanOrEqual(limit);
        for (const one of page.variants) {
          seen.add(one.id);
          expect([one.productName, one.productId, one.name, one.sku]).not.toContain('');
        }
        cursor = page.nextCursor;
      } while (cursor !== '');
      expect(seen.size).toBe(30);
    }
    for (const source of ['shopify', 'square'] as const) {
      expect(await account.externalItems(source, { cursor: 'nonsense', limit: 7 })).toMatchObject(err({ code: 'invalid_argument' }));
    }
  });

  it('shows a product and a variant with its stock', async () => {
    const account = await openShop('6202', { variants: 3, seed: 2 });
    const both = await find(account, (one) => one.shopify !== null && one.square !== null);
    for (const source of ['shopify', 'square'] as const) {
      const side = sideOf(both, source);
      const product = must(await account.externalProduct(source, side.productId));
      expect(product).toMatchObject({ name: side.productName });
      const variant = must(await account.externalVariant(source, side.id));
      expect(variant).toMatchObject({ sku: side.sku, stock: [{ sku: side.sku }] });
      expect(variant.stock[0]?.locations).toContainEqual(expect.objectContaining({ quantity: 10_000_000 }));
      const nobody = source === 'shopify' ? '999999999' : 'NOBODY';
      expect(await account.externalProduct(source, nobody)).toMatchObject(err({ code: 'not_found' }));
      expect(await account.externalVariant(source, nobody)).toMatchObject(err({ code: 'not_found' }));
    }
    // A variation's id is not an item's id, and vice versa.
    expect(await account.externalProduct('square', sideOf(both, 'square').id)).toMatchObject(err({ code: 'not_found' }));
  });
});
