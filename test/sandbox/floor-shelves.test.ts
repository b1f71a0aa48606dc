import { describe, expect, it } from 'vitest';

import { joinShelves } from '../../sandbox/floor/shelves';
import type { ShelfItem } from '../../sandbox/world-api';

const item = (id: string, productId: string, sku: string, title = productId): ShelfItem => ({
  id,
  productId,
  productTitle: title,
  variantTitle: '',
  sku,
  tracked: true,
  status: 'active',
  quantity: 1,
  price: 100,
});

const shape = (shopify: ShelfItem[], square: ShelfItem[]) =>
  joinShelves(shopify, square).map((row) => [row.shopify?.id ?? null, row.square?.id ?? null, row.group]);

describe('joining two shelves', () => {
  it('puts variants with one SKU into one row, whatever the titles', () => {
    expect(shape([item('a', 'tee', 'T-1')], [item('x', 'shirt', 'T-1')])).toEqual([['a', 'x', 'shopify tee']]);
  });

  it('never joins blank SKUs, nor one that a side uses twice', () => {
    const rows = joinShelves([item('a', 'p', ''), item('b', 'q', 'D'), item('c', 'r', 'D')], [item('x', 'p', ''), item('y', 's', 'D')]);
    expect(rows).toHaveLength(5);
    expect(rows.filter((row) => row.shopify !== null && row.square !== null)).toEqual([]);
    expect(rows.map((row) => row.note)).toEqual(['', '', 'SKU is used more than once', 'SKU is used more than once', '']);
  });

  it('keeps the variants of a product together, and sorts products by title', () => {
    const shopify = [item('b1', 'Bowl', 'B-1'), item('a1', 'Apron', 'A-1')];
    const square = [item('y', 'bowl item', ''), item('x', 'bowl item', 'B-1', 'Zinc bowl')];
    expect(shape(shopify, square)).toEqual([
      ['a1', null, 'shopify Apron'],
      ['b1', 'x', 'shopify Bowl'],
      [null, 'y', 'shopify Bowl'],
    ]);
  });
});
