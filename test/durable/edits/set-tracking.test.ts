import { describe, expect, it } from 'vitest';

import { isBlankSku } from '../../../src/domain/catalog/match';
import { err } from '../../../src/domain/result';
import { at, listAt, textAt } from '../../../src/platforms/json';
import { find, history, must, openShop, shopify, sideOf, square } from './edit-harness';

describe('tracking is turned on', () => {
  it('at Shopify, where it was off, and a linked variant gets its linked level', async () => {
    const account = await openShop('6101');
    const found = await find(account, (one) => one.shopify !== null && !one.shopify.tracked);
    const side = sideOf(found, 'shopify');
    must(await account.setTracking({ source: 'shopify', variantId: side.id, track: true, by: 'merchant' }));
    const data = await shopify('query One($id: ID!) { productVariant(id: $id) { inventoryItem { tracked } } }', {
      id: `gid://shopify/ProductVariant/${side.id}`,
    });
    expect(at(data, 'productVariant', 'inventoryItem', 'tracked')).toBe(true);
    const after = must(await account.variantDetail('shopify', side.id)).variant;
    expect(after.shopify?.tracked).toBe(true);
    const lines = await history(account, '6101');
    expect(lines.join('\n')).toContain(String.raw`\"kind\":\"tracking\",\"side\":\"shopify\",\"on\":true`);
    if (after.square?.tracked === true) expect(lines.at(-1)).toContain('linked');
  });

  it('at Square, only at the paired location, and off again: the linked level is created and removed', async () => {
    const account = await openShop('6102');
    const found = await find(
      account,
      (one) => one.square !== null && one.shopify !== null && one.shopify.tracked && one.square.tracked && !isBlankSku(one.square.sku),
    );
    const { id } = sideOf(found, 'square');
    const overrides = async (): Promise<readonly unknown[]> =>
      listAt(await square('GET', `/v2/catalog/object/${id}`), 'object', 'item_variation_data', 'location_overrides') ?? [];
    const before = (await overrides()).filter((one) => textAt(one, 'location_id') !== 'LDEMO01');
    must(await account.setTracking({ source: 'square', variantId: id, track: false, by: 'merchant' }));
    expect(must(await account.variantDetail('square', id)).variant.square?.tracked).toBe(false);
    must(await account.setTracking({ source: 'square', variantId: id, track: true, by: 'merchant' }));
    expect(must(await account.variantDetail('square', id)).variant.square?.tracked).toBe(true);
    const after = await overrides();
    expect(after.filter((one) => textAt(one, 'location_id') !== 'LDEMO01')).toEqual(before);
    expect(after.find((one) => textAt(one, 'location_id') === 'LDEMO01')).toMatchObject({ track_inventory: true });
    const lines = (await history(account, '6102')).join('\n');
    expect(lines).toContain('untracked');
    expect(lines.lastIndexOf('linked')).toBeGreaterThan(lines.indexOf('untracked'));
  });

  it('but not for an unknown variant, and not at Square without a pair', async () => {
    const account = await openShop('6103');
    const { id } = sideOf(await find(account, (one) => one.square !== null), 'square');
    expect(await account.setTracking({ source: 'square', variantId: 'NOBODY', track: true, by: 'merchant' })).toMatchObject(
      err({ code: 'not_found' }),
    );
    const { synced } = await account.locations();
    must(await account.disconnectPair(String(synced[0]?.id)));
    expect(await account.setTracking({ source: 'square', variantId: id, track: true, by: 'merchant' })).toMatchObject(
      err({ code: 'failed_precondition' }),
    );
  });
});

describe('a generated SKU', () => {
  it('is short, and free on both sides', async () => {
    const account = await openShop('6104');
    const sku = must(await account.generateSku());
    expect(sku).toMatch(/^[1-9A-HJ-NP-Z]{6,8}$/u);
    const some = await find(account, (one) => one.shopify !== null && one.square !== null);
    must(
      await account.saveSku({
        sku,
        shopifyVariantId: sideOf(some, 'shopify').id,
        squareVariationId: sideOf(some, 'square').id,
        by: 'merchant',
      }),
    );
  });
});
