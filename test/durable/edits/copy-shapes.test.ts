import { describe, expect, it } from 'vitest';

import type { AccountApi } from '../../../src/durable/api/account-api';
import { listAt, textAt } from '../../../src/platforms/json';
import { control, copyAll, equalStock, must, openShop, reread, shopify, shopifyOf, square, squareOf, stock } from './edit-harness';

const PRICED = { pricing_type: 'FIXED_PRICING', price_money: { amount: 900, currency: 'USD' }, track_inventory: true };

/** Creates an item at Square from outside the app; returns its id. */
async function makeItem(name: string, variations: readonly object[]): Promise<string> {
  const objects = variations.map((data, index) => ({
    type: 'ITEM_VARIATION',
    id: `#v${index}`,
    item_variation_data: { item_id: '#i', ...data },
  }));
  const item = { type: 'ITEM', id: '#i', item_data: { name, variations: objects } };
  const answer = await square('POST', '/v2/catalog/object', { idempotency_key: `make ${name}`, object: item });
  return textAt(answer, 'catalog_object', 'id') ?? '';
}

/** Creates a product with two options at Shopify from outside the app. */
async function makeProduct(title: string, variants: readonly (readonly [size: string, color: string, sku: string])[]): Promise<void> {
  const options = [0, 1].map((place) => [...new Set(variants.map((one) => one[place] ?? ''))]);
  const input = {
    title,
    productOptions: [
      { name: 'Size', values: options[0]?.map((name) => ({ name })) },
      { name: 'Colour', values: options[1]?.map((name) => ({ name })) },
    ],
    variants: variants.map(([size, color, sku]) => ({
      sku,
      price: '9.00',
      optionValues: [
        { optionName: 'Size', name: size },
        { optionName: 'Colour', name: color },
      ],
    })),
  };
  const data = await shopify(
    'mutation M($input: ProductSetInput!) { productSet(synchronous: true, input: $input) { userErrors { message } } }',
    { input },
  );
  expect(listAt(data, 'productSet', 'userErrors')).toEqual([]);
}

async function copySku(account: AccountApi, sku: string): Promise<void> {
  must(await account.startCopyOfSku(sku, 'merchant'));
  await copyAll(account, 'square');
}

describe('copies of every shape', () => {
  it('keep variations with the same name distinct, stay a draft until there is a price, and keep a fraction of a unit pending for Shopify', async () => {
    const account = await openShop('6501', { variants: 2, seed: 1 });
    await makeItem('Sock <b>"™"</b> 🧦', [
      { ...PRICED, name: 'Red', sku: 'SK-A' },
      { ...PRICED, name: 'Red', sku: 'SK-B' },
      { name: 'Blue', sku: 'SK-C', pricing_type: 'VARIABLE_PRICING', track_inventory: true },
      { ...PRICED, name: 'No SKU' },
    ]);
    await control('POST', 'change', { platform: 'square', sku: 'SK-A', set: 3 });
    await control('POST', 'change', { platform: 'square', sku: 'SK-C', set: 2.5 });
    await reread(account, 'square');
    await copySku(account, 'SK-A');
    const made = [...(await shopifyOf('SK-A')), ...(await shopifyOf('SK-B')), ...(await shopifyOf('SK-C'))];
    expect(made.map((one) => textAt(one, 'title'))).toEqual(['Red', 'Red (SK-B)', 'Blue']);
    expect(new Set(made.map((one) => textAt(one, 'product', 'id'))).size).toBe(1);
    expect(made[0]).toMatchObject({ price: '9.00', product: { title: 'Sock <b>"™"</b> 🧦', status: 'DRAFT' } });
    await equalStock('SK-A', 3);
    expect(await stock('SK-C')).toEqual({ shopify: 2, square: 2.5 });
    expect((await account.copies())[0]?.body.items.map((item) => item.state)).toEqual(['linked', 'linked', 'linked']);
  });

  it('add to a product with two options if the name contains both, and leave it alone if it does not', async () => {
    const account = await openShop('6502', { variants: 2, seed: 1 });
    await makeProduct('Shirt', [
      ['S', 'Red', 'SH-1'],
      ['M', 'Blue', 'SH-2'],
    ]);
    await makeItem('Shirt', [
      { ...PRICED, name: 'S, Red', sku: 'SH-1' },
      { ...PRICED, name: 'M / Red', sku: 'SH-3' },
    ]);
    await makeProduct('Hat', [
      ['S', 'Red', 'HT-1'],
      ['M', 'Blue', 'HT-2'],
    ]);
    await makeItem('Hat', [
      { ...PRICED, name: 'S', sku: 'HT-1' },
      { ...PRICED, name: 'Odd', sku: 'HT-3' },
      { ...PRICED, name: 'Red / L', sku: 'HT-4' },
      { ...PRICED, name: 'L / Red', sku: 'HT-5' },
    ]);
    await reread(account, 'shopify');
    await reread(account, 'square');
    const before = [await shopifyOf('SH-1'), await shopifyOf('HT-1'), await shopifyOf('HT-2')];
    await copySku(account, 'SH-3');
    expect((await shopifyOf('SH-3'))[0]).toMatchObject({ title: 'M / Red', product: { title: 'Shirt' } });
    await copySku(account, 'HT-3');
    expect([await shopifyOf('HT-3'), await shopifyOf('HT-4')]).toEqual([[], []]);
    // The variants that fit are still created.
    expect((await shopifyOf('HT-5'))[0]).toMatchObject({ title: 'L / Red', product: { title: 'Hat' } });
    const refused = (await account.copies())[0]?.body.items.find((item) => item.sku === 'HT-3');
    expect(refused?.state).toBe('refused');
    expect(refused?.problem).toContain('2 options');
    expect([await shopifyOf('SH-1'), await shopifyOf('HT-1'), await shopifyOf('HT-2')]).toEqual(before);
  });

  it('go to Square with every variant of the product, except those whose SKU Square already has', async () => {
    const account = await openShop('6503', { variants: 2, seed: 1 });
    await makeProduct('Coat', [
      ['S', 'Red', 'CO-1'],
      ['M', 'Red', 'CO-2'],
    ]);
    await reread(account, 'shopify');
    // Square has had one of them since then, under another name, and no webhook has reported it.
    await makeItem('Winter coat', [{ ...PRICED, name: 'Small', sku: 'CO-1' }]);
    const held = await squareOf('CO-1');
    const sort = { column: 'name', descending: false } as const;
    const found = must(await account.inventory({ view: 'all', query: 'CO-2', limit: 10, page: 0, sort })).variants[0]?.shopify;
    must(await account.startCopy({ source: 'shopify', variantId: found?.id ?? '', by: 'merchant' }));
    await copyAll(account, 'shopify');
    expect(await squareOf('CO-1')).toEqual(held);
    const [made] = await squareOf('CO-2');
    expect(textAt(made, 'item_variation_data', 'item_id')).toBe(textAt(held[0], 'item_variation_data', 'item_id'));
    expect(textAt(made, 'item_variation_data', 'name')).toBe('M / Red');
  });

  it('create the product again if the known one is gone', async () => {
    const account = await openShop('6504', { variants: 2, seed: 1 });
    await makeProduct('Vest', [['S', 'Red', 'VE-1']]);
    await makeItem('Vest', [
      { ...PRICED, name: 'S, Red', sku: 'VE-1' },
      { ...PRICED, name: 'M, Red', sku: 'VE-2' },
    ]);
    await reread(account, 'shopify');
    await reread(account, 'square');
    const id = textAt((await shopifyOf('VE-1'))[0], 'product', 'id');
    await shopify('mutation Gone($id: ID!) { productDelete(input: { id: $id }) { deletedProductId } }', { id });
    await copySku(account, 'VE-2');
    expect((await account.copies())[0]?.state).toBe('done');
    const made = [...(await shopifyOf('VE-1')), ...(await shopifyOf('VE-2'))];
    expect(made.map((one) => textAt(one, 'product', 'title'))).toEqual(['Vest', 'Vest']);
    expect(new Set(made.map((one) => textAt(one, 'product', 'id'))).size).toBe(1);
  });

  it('of an archived item is refused, before it is queued and when it is planned: what was made would be sold without a link', async () => {
    const account = await openShop('6509', { variants: 2, seed: 1 });
    const itemId = await makeItem('Scarf', [{ ...PRICED, name: 'Regular', sku: 'SC-A' }]);
    await reread(account, 'square');
    must(await account.startCopyOfSku('SC-A', 'merchant'));
    const { object } = await square('GET', `/v2/catalog/object/${itemId}`);
    const item = object as { readonly item_data: object };
    const archived = { ...item, item_data: { ...item.item_data, is_archived: true } };
    await square('POST', '/v2/catalog/object', { idempotency_key: 'archive the scarf', object: archived });
    await copyAll(account, 'square');
    const problem = 'It is archived on Square. Restore it there, then copy again.';
    expect((await account.copies())[0]).toMatchObject({ state: 'failed', body: { problem, items: [{ state: 'refused', problem }] } });
    expect(await shopifyOf('SC-A')).toEqual([]);
    await reread(account, 'square');
    expect(await account.startCopyOfSku('SC-A', 'merchant')).toMatchObject({
      ok: false,
      error: { code: 'failed_precondition', message: problem },
    });
  });
});
