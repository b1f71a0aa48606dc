import { describe, expect, it } from 'vitest';

import { NO_LABELS } from '../../../src/domain/catalog/product-labels';
import { saysNothingNew, type StatedProduct } from '../../../src/domain/catalog/stated-product';
import { linkedRow, side } from './sides';

const LABELS = { ...NO_LABELS, vendor: 'Acme', productType: 'Shirts', tags: ['new in', 'sale'], imageUrl: 'https://cdn.shopify.com/1.jpg' };
const ROWS = [linkedRow(1, 'A', { shopify: side('shopify', '1', 'A', { labels: LABELS }) })];
const variant = { id: '1001', stockId: '1', name: 'Red', sku: 'A', barcode: '', price: '12.50' };
const { imageUrl: _, ...words } = LABELS;
const stated: StatedProduct = { title: 'Shirt', status: 'active', labels: words, variants: [variant], furtherIds: [] };

describe('what a webhook states about a product', () => {
  it('is nothing new where it is what is known; its picture has another address there', () => {
    expect(saysNothingNew(stated, ROWS)).toBe(true);
    expect(saysNothingNew({ ...stated, labels: null, status: null }, ROWS)).toBe(true);
  });

  it.each<[string, Partial<StatedProduct>]>([
    ['another title', { title: 'Tee' }],
    ['another status', { status: 'draft' }],
    ['another vendor', { labels: { ...words, vendor: 'Other' } }],
    ['another type', { labels: { ...words, productType: '' } }],
    ['a tag less', { labels: { ...words, tags: ['sale'] } }],
    ['another SKU', { variants: [{ ...variant, sku: 'B' }] }],
    ['another variant', { variants: [variant, { ...variant, id: '1002' }] }],
    ['an unknown further variant', { furtherIds: ['9'] }],
  ])('is new with %s', (_name, change) => {
    expect(saysNothingNew({ ...stated, ...change }, ROWS)).toBe(false);
  });
});
