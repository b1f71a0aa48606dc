import { describe, expect, it } from 'vitest';

import { untrackedSides } from '../../../src/web/merchant/inventory/checked-variant';
import { problemsOf } from '../../../src/web/merchant/inventory/variant-findings';
import {
  canSetQuantity,
  countCopies,
  readOpenVariant,
  resolveVariant,
  skuOf,
  writeOpenVariant,
} from '../../../src/web/merchant/inventory/variant-state';
import { readUnits } from '../../../src/web/shared/units';
import { aDetail, aSide, aVariant } from '../support/builders';

describe('the open variant', () => {
  it('is identified in the URL by its Shopify side, or else by its Square side', () => {
    expect(readOpenVariant(writeOpenVariant(aVariant()))).toEqual({ source: 'shopify', variantId: '70', productId: '7' });
    const square = aVariant({ shopifyId: '', productId: 'SQITEM' });
    expect(readOpenVariant(writeOpenVariant(square))).toEqual({ source: 'square', variantId: 'SQ70', productId: 'SQITEM' });
    for (const text of [null, '', 'ebay.1.2', 'shopify']) expect(readOpenVariant(text)).toBeNull();
  });

  it('is checked in the order of the specification', () => {
    expect(resolveVariant(aDetail({ shopify: undefined, square: aSide({ source: 'square', sku: '' }) }))).toBe('missing_sku');
    expect(resolveVariant(aDetail({ shopify: undefined }))).toBe('shopify_missing');
    expect(resolveVariant(aDetail({ square: undefined }))).toBe('square_missing');
    expect(resolveVariant(aDetail({ shopify: aSide({ inventoryTracked: false }) }))).toBe('not_tracked');
    expect(resolveVariant(aDetail({ squareQuantity: 2 }))).toBe('inventory_mismatch');
    expect(resolveVariant(aDetail())).toBe('in_sync');
    expect(resolveVariant(aDetail({ shopify: aSide({ sku: '' }) }))).toBe('in_sync');
  });

  it('has further problems, each with a fix', () => {
    const kinds = (change: Parameters<typeof aDetail>[0], canSet = true) => {
      const variant = aDetail(change);
      return problemsOf(variant, resolveVariant(variant), canSet).map((problem) => problem.kind);
    };
    expect(kinds({})).toEqual([]);
    expect(kinds({ trouble: 'frozen', status: 'duplicate_sku' })).toEqual(['frozen', 'duplicate']);
    expect(kinds({ square: undefined, shopify: aSide({ inventoryTracked: false }) })).toEqual(['untracked']);
    const untracked = aDetail({ square: aSide({ source: 'square', inventoryTracked: false }), squareQuantity: undefined });
    expect(resolveVariant(untracked)).toBe('not_tracked');
    expect(untrackedSides(untracked)).toEqual(['square']);
    // A quantity that the platform would not keep is not requested.
    expect(canSetQuantity(untracked)).toBe(false);
    expect(canSetQuantity(aDetail({ squareQuantity: 2 }))).toBe(true);
    expect(canSetQuantity(aDetail({ trouble: 'frozen' }))).toBe(true);
    expect(canSetQuantity(aDetail())).toBe(false);
  });

  it('uses Shopify’s SKU, or else Square’s', () => {
    expect(skuOf(aDetail())).toBe('TEE-M');
    expect(skuOf(aDetail({ shopify: aSide({ sku: '' }), square: aSide({ sku: 'SQ-1' }) }))).toBe('SQ-1');
    expect(skuOf(aDetail({ shopify: undefined, square: undefined }))).toBe('');
  });
});

describe('a copy', () => {
  it('counts the variants with a SKU, those that already exist on the other side, and the rest', () => {
    const list = [aDetail(), aDetail({ square: undefined }), aDetail({ square: undefined, shopify: aSide({ sku: '' }) })];
    expect(countCopies({ total: 3, variants: list }, 'shopify')).toEqual({ withSku: 2, matching: 1, toCopy: 1 });
    expect(countCopies({ total: 1, variants: [aDetail({ shopify: undefined })] }, 'square')).toEqual({
      withSku: 1,
      matching: 0,
      toCopy: 1,
    });
  });
});

describe('a typed quantity', () => {
  it('is a decimal number within the platforms’ limits', () => {
    expect(readUnits('12', true)).toEqual({ units: 12 });
    expect(readUnits(' 2.5 ', false)).toEqual({ units: 2.5 });
    expect(readUnits('0', true)).toEqual({ units: 0 });
    expect(readUnits('', true)).toEqual({ error: '' });
    for (const wrong of ['1,204', '0x10', 'ten', '1e3', '--1', '.', '-1', '1000001', '2.5']) {
      const read = readUnits(wrong, true);
      expect('error' in read && read.error).toMatch(/./u);
    }
    // The examples in the messages are accepted.
    for (const wholeOnly of [true, false]) {
      const read = readUnits('ten', wholeOnly);
      const examples = ('error' in read ? read.error : '').match(/\d+(?:\.\d+)?/gu) ?? [];
      expect(examples.length).toBeGreaterThan(0);
      for (const example of examples) expect(readUnits(example, wholeOnly)).toEqual({ units: Number(example) });
    }
    expect(readUnits('0.123456', false)).toEqual({ error: 'Enter at most five decimal places.' });
  });
});
