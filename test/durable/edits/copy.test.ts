import { describe, expect, it } from 'vitest';

import { isBlankSku } from '../../../src/domain/catalog/match';
import { err } from '../../../src/domain/result';
import { textAt } from '../../../src/platforms/json';
import {
  control,
  copyAll,
  equalStock,
  everything,
  find,
  history,
  must,
  only,
  openShop,
  shopifyOf,
  sideOf,
  square,
  squareOf,
  startCopy,
  sideOnlyOn,
} from './edit-harness';

const BY = 'merchant' as const;

describe('a product is copied', () => {
  it('to Shopify, with name, SKU, price, and stock, is linked, and copying it again changes nothing', async () => {
    const account = await openShop('6301');
    const lonely = await find(account, only('square'));
    const side = sideOf(lonely, 'square');
    const rows = must(await account.syncableVariants('square', side.productId));
    expect(rows.map((row) => row.square?.sku)).toContain(side.sku);
    await startCopy(account, 'square', side);
    await startCopy(account, 'square', side);
    await copyAll(account, 'square');
    const [copy, ...more] = await account.copies();
    expect(more).toEqual([]);
    expect(copy).toMatchObject({ state: 'done', source: 'square', body: { problem: '' } });
    const linked = must(await account.variantDetail('square', side.id)).variant;
    expect(linked.shopify).toMatchObject({ sku: side.sku, tracked: true });
    const quantity = (lonely.squareQuantity ?? 0) / 100_000;
    await equalStock(side.sku, quantity);
    const [made, ...others] = await shopifyOf(side.sku);
    expect(others).toEqual([]);
    expect(textAt(made, 'product', 'title')).toBe(side.productName);
    expect((await history(account, '6301')).join('\n')).toContain(String.raw`\"kind\":\"copied\",\"side\":\"shopify\"`);
    await startCopy(account, 'square', side);
    await copyAll(account, 'square');
    expect(await shopifyOf(side.sku)).toEqual([made]);
    const again = (await account.copies())[0];
    expect(again?.body.items.map((item) => item.state)).toEqual(again?.body.items.map(() => 'present'));
  });

  it('and listed as failed once the copy was given up, and can be copied again', async () => {
    const account = await openShop('6309');
    const side = await sideOnlyOn(account, 'square');
    await startCopy(account, 'square', side);
    await account.giveUpCopies('shopify');
    expect(await account.copies()).toMatchObject([{ state: 'queued' }]);
    await account.giveUpCopies('square');
    const problem = 'Square or Shopify could not be reached for too long. Copy again.';
    expect(await account.copies()).toMatchObject([{ state: 'failed', body: { step: 'over', problem } }]);
    expect(must(await account.advanceCopies('square')).open).toBe(0);
    expect(await shopifyOf(side.sku)).toEqual([]);
    await startCopy(account, 'square', side);
    await copyAll(account, 'square');
    expect(await account.copies()).toMatchObject([{ state: 'done' }, { state: 'failed' }]);
    expect(await shopifyOf(side.sku)).toHaveLength(1);
  });

  it('to Square, with price and stock, and a later sale on either side is synced', async () => {
    const account = await openShop('6302');
    const lonely = await find(account, (one) => only('shopify')(one) && (one.shopifyQuantity ?? 0) > 0);
    const side = sideOf(lonely, 'shopify');
    await startCopy(account, 'shopify', side);
    await copyAll(account, 'shopify');
    const quantity = (lonely.shopifyQuantity ?? 0) / 100_000;
    await equalStock(side.sku, quantity);
    const [made, ...others] = await squareOf(side.sku);
    expect(others).toEqual([]);
    const [there] = await shopifyOf(side.sku);
    const amount = Math.round(Number(textAt(there, 'price')) * 100);
    expect(made).toMatchObject({ item_variation_data: { sku: side.sku, pricing_type: 'FIXED_PRICING', price_money: { amount } } });
    const linked = must(await account.variantDetail('shopify', side.id)).variant;
    expect(linked.square).toMatchObject({ sku: side.sku, tracked: true });
    expect(linked.status).toBe('in_sync');
  });

  it('into one that partly exists: what is missing is added, and nothing else is changed', async () => {
    const account = await openShop('6305');
    const both = await find(
      account,
      (one) => one.shopify !== null && one.square !== null && one.status === 'in_sync' && one.square.name !== 'Regular',
    );
    const item = sideOf(both, 'square').productId;
    const variation = {
      type: 'ITEM_VARIATION',
      id: '#new',
      item_variation_data: {
        item_id: item,
        name: 'Brand new',
        sku: 'NEW-1',
        pricing_type: 'FIXED_PRICING',
        price_money: { amount: 1234, currency: 'USD' },
        track_inventory: true,
        upc: '4006381333931',
      },
    };
    const answer = await square('POST', '/v2/catalog/object', { idempotency_key: 'new-1', object: variation });
    const id = textAt(answer, 'catalog_object', 'id') ?? '';
    await control('POST', 'change', { platform: 'square', sku: 'NEW-1', set: 7 });
    must(await account.saveSettings({ ...(await account.settings()), setBarcode: false }));
    // The account learns about the new variation through an edit of its sibling.
    must(await account.setTracking({ source: 'square', variantId: sideOf(both, 'square').id, track: true, by: BY }));
    const before = await shopifyOf(sideOf(both, 'shopify').sku);
    must(await account.startCopy({ source: 'square', variantId: id, by: BY }));
    await copyAll(account, 'square');
    expect(await shopifyOf(sideOf(both, 'shopify').sku)).toEqual(before);
    const [made] = await shopifyOf('NEW-1');
    expect(made).toMatchObject({
      sku: 'NEW-1',
      price: '12.34',
      barcode: '4006381333931',
      product: { id: textAt(before[0], 'product', 'id') },
    });
    await equalStock('NEW-1', 7);
  });

  it('with the SKU as barcode if the setting says so', async () => {
    const account = await openShop('6306');
    must(await account.saveSettings({ ...(await account.settings()), setBarcode: true }));
    const side = await sideOnlyOn(account, 'square');
    must(await account.startCopyOfSku(side.sku, BY));
    await copyAll(account, 'square');
    expect((await shopifyOf(side.sku))[0]).toMatchObject({ barcode: side.sku });
  });

  it('but not without a SKU or a pair, or if it is unknown', async () => {
    const account = await openShop('6307');
    const bare = sideOf(await find(account, (one) => one.shopify !== null && isBlankSku(one.shopify.sku)), 'shopify');
    expect(await account.startCopy({ source: 'shopify', variantId: bare.id, by: BY })).toMatchObject(err({ code: 'failed_precondition' }));
    expect(await account.startCopy({ source: 'shopify', variantId: '99999999', by: BY })).toMatchObject(err({ code: 'not_found' }));
    for (const sku of ['', 'nobody-has-this']) expect(await account.startCopyOfSku(sku, BY)).toMatchObject(err({ code: 'not_found' }));
    expect(await account.syncableVariants('square', 'NOBODY')).toMatchObject(err({ code: 'not_found' }));
    const some = await sideOnlyOn(account, 'square');
    must(await account.startCopy({ source: 'square', variantId: some.id, by: BY }));
    const { synced } = await account.locations();
    must(await account.disconnectPair(String(synced[0]?.id)));
    // The pair is gone, and so is the waiting copy.
    expect((await account.copies())[0]).toMatchObject({ state: 'failed' });
    expect(await account.startCopy({ source: 'square', variantId: some.id, by: BY })).toMatchObject(err({ code: 'failed_precondition' }));
    expect((await everything(account)).length).toBeGreaterThan(0);
  });
});
