import { beforeEach, describe, expect, it } from 'vitest';

import { ok } from '../../src/domain/result';
import { change, history, skuOf, snapshot, STEPS, stockOf, variantOf, useWorld } from './account-harness';

const SKU = skuOf(1);

const merchant = useWorld();

const checked = async () => (await variantOf(merchant, SKU)).checked;

describe('a variant that one platform does not track', () => {
  beforeEach(async () => {
    const variant = await variantOf(merchant, SKU);
    const off = await merchant.stub().setTracking({ source: 'square', variantId: variant.square?.id ?? '', track: false, by: 'merchant' });
    expect(off).toMatchObject({ ok: true });
  });

  it('is in its own view, and in no other', async () => {
    expect(await merchant.stub().inventoryCounts()).toEqual({
      all: 5,
      inSync: 4,
      outOfSync: 0,
      onlyShopify: 0,
      onlySquare: 0,
      notTracked: 1,
      archived: 0,
      excluded: 0,
    });
    expect(await checked()).toMatchObject({ standing: 'not_tracked', matching: 'matched', underWay: false });
    const page = await merchant.stub().inventory({
      view: 'not_tracked',
      query: '',
      limit: 10,
      page: 0,
      sort: { column: 'name', descending: false },
    });
    expect(page).toMatchObject(ok({ variants: [{ shopify: { sku: SKU }, status: 'untracked' }] }));
  });

  it('has its changes recorded but not passed on', async () => {
    const before = await stockOf(SKU);
    await change('shopify', SKU, -2);
    const changes = async () => (await history(merchant)).filter((line) => line.sku === SKU && line.fact['kind'] === 'change');
    await expect.poll(changes).toMatchObject([{ originator: 'shopify', fact: { side: 'shopify', delta: -2 * STEPS, fate: 'untracked' } }]);
    await snapshot(merchant);
    expect(await changes()).toHaveLength(1);
    expect(await stockOf(SKU)).toEqual({ ...before, shopify: 98 });
    expect(await checked()).toMatchObject({ standing: 'not_tracked' });
  });
});
