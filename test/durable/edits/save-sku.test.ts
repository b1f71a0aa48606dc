import { describe, expect, it } from 'vitest';

import { isBlankSku } from '../../../src/domain/catalog/match';
import { err } from '../../../src/domain/result';
import { textAt } from '../../../src/platforms/json';
import { find, history, must, openShop, reread, shopify, sideOf, square } from './edit-harness';

const MINUTES = 180_000;

const BY = 'merchant' as const;

async function shopifySku(id: string): Promise<{ sku: string | null; barcode: string | null }> {
  const data = await shopify('query One($id: ID!) { productVariant(id: $id) { sku barcode } }', {
    id: `gid://shopify/ProductVariant/${id}`,
  });
  return { sku: textAt(data, 'productVariant', 'sku'), barcode: textAt(data, 'productVariant', 'barcode') };
}

async function squareSku(id: string): Promise<string | null> {
  return textAt(await square('GET', `/v2/catalog/object/${id}`), 'object', 'item_variation_data', 'sku');
}

describe('a SKU is saved', { timeout: MINUTES }, () => {
  it('on a variant without one, which is linked immediately, and the history shows it', async () => {
    const account = await openShop('6001');
    const lonely = await find(
      account,
      (one) => one.square !== null && one.shopify === null && !isBlankSku(one.square.sku) && one.square.tracked,
    );
    const bare = await find(account, (one) => one.shopify !== null && one.square === null && isBlankSku(one.shopify.sku));
    const { sku } = sideOf(lonely, 'square');
    const { id } = sideOf(bare, 'shopify');
    must(await account.saveSku({ sku: `  ${sku} `, shopifyVariantId: id, squareVariationId: '', by: BY }));
    expect(await shopifySku(id)).toMatchObject({ sku });
    const linked = must(await account.variantDetail('shopify', id)).variant;
    expect(linked.square?.id).toBe(sideOf(lonely, 'square').id);
    const lines = await history(account, '6001');
    expect(lines.join('\n')).toContain(
      `"originator":"merchant","fact":"{\\"kind\\":\\"sku\\",\\"side\\":\\"shopify\\",\\"before\\":\\"\\",\\"after\\":\\"${sku}\\"`,
    );
    if (sideOf(bare, 'shopify').tracked) expect(lines.at(-1)).toContain('linked');
  });

  it('on both sides, with the barcode if the setting says so, and with quotes and slashes unchanged', async () => {
    const account = await openShop('6002');
    must(await account.saveSettings({ ...(await account.settings()), setBarcode: true }));
    const both = await find(account, (one) => one.shopify !== null && one.square !== null);
    const [here, there] = [sideOf(both, 'shopify'), sideOf(both, 'square')];
    const sku = String.raw`A "b" \ 100%/ü <i>`;
    const { version: before } = (await square('GET', `/v2/catalog/object/${there.id}`))['object'] as { version: number };
    must(await account.saveSku({ sku, shopifyVariantId: here.id, squareVariationId: there.id, by: 'operator' }));
    expect(await shopifySku(here.id)).toEqual({ sku, barcode: sku });
    expect(await squareSku(there.id)).toBe(sku);
    const { version } = (await square('GET', `/v2/catalog/object/${there.id}`))['object'] as { version: number };
    expect(version).toBeGreaterThan(before);
    const after = must(await account.variantDetail('shopify', here.id)).variant;
    expect([after.shopify?.sku, after.square?.sku, after.square?.id]).toEqual([sku, sku, there.id]);
    // Saving the same SKU again is neither a change nor a conflict with itself.
    must(await account.saveSku({ sku, shopifyVariantId: here.id, squareVariationId: there.id, by: BY }));
    // The link never appeared with two SKUs, and never ended.
    expect((await history(account, '6002')).join('\n')).not.toMatch(/skus-differ|linked/u);
  });

  it('on one side and then on the other, and the link holds throughout', async () => {
    const account = await openShop('6006');
    const both = await find(account, (one) => one.shopify !== null && one.square !== null && one.shopify.tracked && one.square.tracked);
    const [here, there] = [sideOf(both, 'shopify').id, sideOf(both, 'square').id];
    const pair = async () => {
      const { shopify: one, square: other } = must(await account.variantDetail('shopify', here)).variant;
      return [one?.sku, other?.id, other?.sku];
    };
    must(await account.saveSku({ sku: 'STEP-1', shopifyVariantId: here, squareVariationId: '', by: BY }));
    expect(await pair()).toEqual(['STEP-1', there, sideOf(both, 'square').sku]);
    await reread(account, 'shopify');
    expect(await pair()).toEqual(['STEP-1', there, sideOf(both, 'square').sku]);
    must(await account.saveSku({ sku: 'STEP-1', shopifyVariantId: '', squareVariationId: there, by: BY }));
    expect(await pair()).toEqual(['STEP-1', there, 'STEP-1']);
    const lines = (await history(account, '6006')).filter((line) => /skus-differ|linked/u.test(line));
    expect(lines).toEqual([expect.stringContaining('skus-differ')]);
  });

  it('but not if another variant on that side has it, known to us or only to the platform', async () => {
    const account = await openShop('6003');
    const [first, second] = [
      await find(account, (one) => one.shopify !== null && one.square !== null),
      await find(account, (one) => one.shopify !== null && isBlankSku(one.shopify.sku)),
    ];
    const id = sideOf(second, 'shopify').id;
    const { sku } = sideOf(first, 'shopify');
    const known = await account.saveSku({ sku, shopifyVariantId: id, squareVariationId: '', by: BY });
    expect(known).toMatchObject(err({ code: 'already_exists' }));
    expect(known.ok ? '' : known.error.message).toContain(sideOf(first, 'shopify').productName);
    // A variant is renamed at Square from outside the app; no webhook has reported it yet.
    const other = sideOf(await find(account, (one) => one.square !== null && one !== first && one.square.sku !== sku), 'square');
    const object = (await square('GET', `/v2/catalog/object/${other.id}`))['object'] as { item_variation_data: object };
    const renamed = { ...object, item_variation_data: { ...object.item_variation_data, sku: 'TAKEN-1' } };
    await square('POST', '/v2/catalog/object', { idempotency_key: 'rename-1', object: renamed });
    const target = sideOf(first, 'square').id;
    const live = await account.saveSku({ sku: 'TAKEN-1', shopifyVariantId: '', squareVariationId: target, by: BY });
    expect(live).toMatchObject(err({ code: 'already_exists' }));
    expect(await squareSku(target)).toBe(sideOf(first, 'square').sku);
  });

  it('but not if it is blank, too long, for no variant, or for a variant that is unknown or gone', async () => {
    const account = await openShop('6004');
    const some = await find(account, (one) => one.shopify !== null && one.square !== null);
    const { id, productId } = sideOf(some, 'shopify');
    const save = (sku: string, shopifyVariantId = id) => account.saveSku({ sku, shopifyVariantId, squareVariationId: '', by: BY });
    for (const sku of ['', '   ', 'x'.repeat(256), 'two\nlines']) {
      expect(await save(sku)).toMatchObject(err({ code: 'invalid_argument' }));
    }
    expect(await account.saveSku({ sku: 'X', shopifyVariantId: '', squareVariationId: '', by: BY })).toMatchObject(
      err({ code: 'invalid_argument' }),
    );
    expect(await save('X', '999999')).toMatchObject(err({ code: 'not_found' }));
    await shopify('mutation Gone($id: ID!) { productDelete(input: { id: $id }) { deletedProductId } }', {
      id: `gid://shopify/Product/${productId}`,
    });
    expect(await save('X')).toMatchObject(err({ code: 'not_found' }));
    // The response removed it from the list.
    expect(await account.variantDetail('shopify', id)).toMatchObject({ ok: false });
  });

  it('and the error states which side has it when the other one fails', async () => {
    const account = await openShop('6005');
    const both = await find(account, (one) => one.shopify !== null && one.square !== null);
    const [here, there] = [sideOf(both, 'shopify').id, sideOf(both, 'square').id];
    const item = sideOf(both, 'square').productId;
    await square('DELETE', `/v2/catalog/object/${item}`);
    const half = await account.saveSku({ sku: 'HALF-1', shopifyVariantId: here, squareVariationId: there, by: BY });
    expect(half.ok ? '' : half.error.message).toMatch(/^The SKU was set on Shopify, but not on Square\. .* no longer exists on Square\.$/u);
    expect(await shopifySku(here)).toMatchObject({ sku: 'HALF-1' });
    expect(must(await account.variantDetail('shopify', here)).variant).toMatchObject({ shopify: { sku: 'HALF-1' }, square: null });
  });
});
