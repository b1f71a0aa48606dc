import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

import { expectNoise } from '../../support/fail-on-noise';
import { aSession } from '../support/builders';
import { inputsOf, refusal, type Answers, type SeenCall } from '../support/fake-api';
import { fill, press, find, shows, sees, hides, get, hasNo, click } from '../support/page';
import { openApp } from '../support/render-app';

const OPERATOR: Answers = { GetSessionData: () => aSession({ isAdmin: true }) };

const open = (path: string, answers: Answers = {}): readonly SeenCall[] => openApp(path, { ...OPERATOR, ...answers }).calls;
const urlParams = (): Record<string, string> => Object.fromEntries(new URLSearchParams(window.location.search));
const none = () => refusal('not_found', 'There is none.');

const PRODUCT = {
  id: 'gid://shopify/Product/7',
  title: 'Tee',
  description: 'Soft.',
  status: 'ACTIVE',
  imageUrls: ['https://cdn.shopify.com/tee.png', 'javascript:alert(1)'],
};
const VARIANT = {
  id: 'gid://shopify/ProductVariant/70',
  title: 'Small',
  barcode: 'TEE-S',
  inventoryItems: [{ id: 'I1', name: 'Tee - Small', sku: 'TEE-S', locations: [{ locationId: 'gid://shopify/Location/11', quantity: 5 }] }],
};
const ITEM = {
  id: 'SQITEM7',
  name: 'Tee',
  description: 'Soft.',
  imageUrls: ['https://items-images.example/tee.png'],
  variations: [
    { id: 'SQ70', name: 'Small' },
    { id: 'SQ71', name: 'Medium' },
  ],
};
const variation = (id: string) => ({ id, name: id === 'SQ70' ? 'Small' : 'Medium', sku: 'TEE-S' });

async function lookUp(label: string, id: string) {
  fill(await find('textbox', label), id);
  press('Go');
}

describe('the Shopify tab', () => {
  const LABEL = 'Shopify product or variant ID';

  it('fetches a product, logs it to the console, and shows it', async () => {
    expectNoise(/console\.log: Shopify product .*"title":"Tee"/u);
    const calls = open('/new/admin?tab=shopify', { GetExternalShopifyProduct: () => PRODUCT });
    await lookUp(LABEL, ' 7 ');
    const panel = await find('region', 'Product');
    for (const text of ['Tee', 'gid://shopify/Product/7', 'ACTIVE', 'Soft.']) shows(text, panel);
    expect(
      within(panel)
        .getAllByRole('img')
        .map((image) => image.getAttribute('src')),
    ).toEqual(['https://cdn.shopify.com/tee.png']);
    expect(inputsOf(calls, 'GetExternalShopifyProduct')).toEqual([{ id: '7' }]);
    expect(inputsOf(calls, 'GetExternalShopifyVariant')).toEqual([]);
    expect(urlParams()).toEqual({ tab: 'shopify', id: '7' });
  });

  it('looks up a number that is not a product as a variant', async () => {
    expectNoise(/console\.log: Shopify variant .*"barcode":"TEE-S"/u);
    open('/new/admin?tab=shopify&id=70', { GetExternalShopifyProduct: none, GetExternalShopifyVariant: () => VARIANT });
    const panel = await find('region', 'Variant');
    shows('Small', panel);
    expect(within(panel).getByText('Stock of TEE-S').nextSibling?.textContent).toBe('5 at gid://shopify/Location/11');
  });

  it('looks up the GID of a variant only as a variant', async () => {
    expectNoise(/console\.log: Shopify variant/u);
    const calls = open(`/new/admin?tab=shopify&id=${VARIANT.id}`, { GetExternalShopifyVariant: () => VARIANT });
    await find('region', 'Variant');
    expect(inputsOf(calls, 'GetExternalShopifyProduct')).toEqual([]);
  });

  it('shows when Shopify has no such item, and looks it up again on request', async () => {
    const calls = open('/new/admin?tab=shopify&id=9', { GetExternalShopifyProduct: none, GetExternalShopifyVariant: none });
    await sees('No product or variant found');
    press('Go');
    await waitFor(() => expect(inputsOf(calls, 'GetExternalShopifyProduct')).toHaveLength(2));
  });

  it('logs a failed lookup to the console, and shows it in place of the product', async () => {
    expectNoise(/getting shopify product: unavailable: Shopify does not answer\. \(req-3\)/u);
    open('/new/admin?tab=shopify&id=9', { GetExternalShopifyProduct: () => refusal('unavailable', 'Shopify does not answer.', 'req-3') });
    const panel = await find('alert');
    shows('Shopify does not answer.', panel);
    hides(/^Error /u);
  });

  it('cannot look up an empty ID', async () => {
    open('/new/admin?tab=shopify');
    fill(await find('textbox', LABEL), '  ');
    expect(get<HTMLButtonElement>('button', 'Go').disabled).toBe(true);
    expect(get('link', 'All Shopify items').getAttribute('href')).toBe('/new/external/shopify');
  });
});

describe('the Square tab', () => {
  const LABEL = 'Square item or variation ID';
  const region = async (name: string) => find('region', name);

  it('shows an item with its variations and images, and loads the variation that is clicked', async () => {
    const calls = open('/new/admin?tab=square', {
      GetExternalSquareItem: () => ITEM,
      GetExternalSquareVariation: ({ id }: { id: string }) => (id === ITEM.id ? none() : variation(id)),
    });
    await lookUp(LABEL, 'SQITEM7');
    const item = await region('Item');
    for (const text of ['Tee', 'SQITEM7', 'Soft.']) await sees(text, item);
    expect(get('img', undefined, item).getAttribute('src')).toBe('https://items-images.example/tee.png');
    await sees('No Variation', await region('Variation'));
    click(get('link', 'Medium', item));
    await sees('SQ71', await region('Variation'));
    shows('Medium', await region('Variation'));
    expect(urlParams()).toEqual({ tab: 'square', id: 'SQITEM7', variation: 'SQ71' });
    expect(inputsOf(calls, 'GetExternalSquareItem')).toEqual([{ id: 'SQITEM7' }]);
    expect(inputsOf(calls, 'GetExternalSquareVariation')).toEqual([{ id: 'SQITEM7' }, { id: 'SQ71' }]);
  });

  it('accepts the id of a variation', async () => {
    open('/new/admin?tab=square&id=SQ70', { GetExternalSquareItem: none, GetExternalSquareVariation: () => variation('SQ70') });
    await sees('SQ70', await region('Variation'));
    await sees('No Item', await region('Item'));
  });

  it('shows when Square does not respond, and logs it under its label', async () => {
    expectNoise(/getting square items: unavailable/u);
    open('/new/admin?tab=square&id=SQ70', {
      GetExternalSquareItem: none,
      GetExternalSquareVariation: () => refusal('unavailable', 'Square does not answer.'),
    });
    await sees('Square does not answer.', await region('Variation'));
    expect(get('link', 'All Square items').getAttribute('href')).toBe('/new/external/square');
  });
});

const shopifyRow = (id: number) => ({
  productId: `gid://shopify/Product/${id}`,
  productTitle: `Tee ${id}`,
  productStatus: 'ACTIVE',
  variantId: `gid://shopify/ProductVariant/${id}`,
  variantDisplayName: `Tee ${id} - Small`,
  sku: `TEE-${id}`,
});
const squareRow = (id: number) => ({
  itemId: `SQITEM${id}`,
  itemName: `Tee ${id}`,
  itemDescription: 'Soft.',
  variationId: `SQ${id}`,
  variationName: 'Small',
  sku: `TEE-${id}`,
});

describe('the listings of the platforms', () => {
  it('lists Shopify’s variants seven per page, with a next page while there is one', async () => {
    const calls = open('/new/external/shopify', {
      GetExternalShopifyItems: ({ cursor }: { cursor: string }) =>
        cursor === '' ? { nextCursor: 'after 7', variants: [shopifyRow(1)] } : { nextCursor: '', variants: [shopifyRow(2)] },
    });
    await screen.findByText('Tee 1');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Item Name',
      'Var. Name',
      'Var. Sku',
      'Item Status',
    ]);
    expect(get('link', 'Tee 1').getAttribute('href')).toBe('/new/admin?tab=shopify&id=gid%3A%2F%2Fshopify%2FProduct%2F1');
    hasNo('link', 'First Page');
    click(get('link', 'Next Page'));
    await screen.findByText('Tee 2');
    expect(urlParams()).toEqual({ cursor: 'after 7' });
    await waitFor(() => hasNo('link', 'Next Page'));
    expect(inputsOf(calls, 'GetExternalShopifyItems')).toEqual([
      { cursor: '', limit: 7 },
      { cursor: 'after 7', limit: 7 },
    ]);
    click(get('link', 'First Page'));
    await screen.findByText('Tee 1');
    expect(urlParams()).toEqual({});
  });

  it('lists Square’s variations a hundred per page', async () => {
    const calls = open('/new/external/square?cursor=abc', {
      GetExternalSquareItems: () => ({ nextCursor: 'def', variations: [squareRow(1)] }),
    });
    await screen.findByText('Tee 1');
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Item Name',
      'Item Desc',
      'Var. Name',
      'Var. Sku',
    ]);
    expect(inputsOf(calls, 'GetExternalSquareItems')).toEqual([{ cursor: 'abc', limit: 100 }]);
    expect(get('link', 'Next Page').getAttribute('href')).toBe('/new/external/square?cursor=def');
  });

  it('shows when there are no items, and when the platform does not respond', async () => {
    expectNoise(/getting square items: unavailable/u);
    open('/new/external/shopify', { GetExternalShopifyItems: () => ({}) });
    await sees('No items');
    cleanup();
    open('/new/external/square', { GetExternalSquareItems: () => refusal('unavailable', 'Square does not answer.') });
    await sees('The items could not be loaded from Square.');
  });
});
