import { describe, expect, it } from 'vitest';

import { compareResemblances, resemblance, searchesFor, type SuggestedVariant } from '../../../src/domain/catalog/suggest-link';

const one = (change: Partial<SuggestedVariant>): SuggestedVariant => ({ productName: '', name: '', sku: '', barcode: '', ...change });
const reasons = (a: Partial<SuggestedVariant>, b: Partial<SuggestedVariant>) => resemblance(one(a), one(b))?.reasons ?? [];

describe('two variants may be the same', () => {
  it('because of their bar code, also where one is written as a UPC and the other as an EAN', () => {
    expect(reasons({ barcode: '012345678905' }, { barcode: '0012345678905' })).toEqual(['barcode']);
    expect(reasons({ barcode: '4006381-333931' }, { barcode: ' 4006381333931 ' })).toEqual(['barcode']);
    expect(reasons({ barcode: '4006381333931' }, { barcode: '4006381333932' })).toEqual([]);
  });

  it('because their SKUs have the same letters and digits', () => {
    expect(reasons({ sku: 'ABC-01' }, { sku: 'abc 01' })).toEqual(['sku']);
    expect(reasons({ sku: 'ABC_01/x' }, { sku: 'ABC.01-X' })).toEqual(['sku']);
    expect(reasons({ sku: 'ABC-01' }, { sku: 'ABC-10' })).toEqual([]);
  });

  it('because most words of their names are the same; what platforms call the only variant is no word', () => {
    expect(reasons({ productName: 'Blue Mug', name: 'Default Title' }, { productName: 'Mug, blue', name: 'Regular' })).toEqual(['name']);
    expect(reasons({ productName: 'Blue Mug', name: 'Large' }, { productName: 'Blue Mug', name: 'Small' })).toEqual(['name']);
    expect(reasons({ productName: 'Blue Mug' }, { productName: 'Red Kettle, blue' })).toEqual([]);
  });

  it('never because something is blank, short, or a note in the field of the bar code', () => {
    expect(reasons({}, {})).toEqual([]);
    expect(reasons({ sku: '-' }, { sku: '--' })).toEqual([]);
    expect(reasons({ sku: '1' }, { sku: ' 1' })).toEqual([]);
    expect(reasons({ barcode: 'none' }, { barcode: 'none' })).toEqual([]);
    expect(reasons({ barcode: '0000000000000' }, { barcode: '0000000000000' })).toEqual([]);
    expect(reasons({ barcode: '12' }, { barcode: '12' })).toEqual([]);
  });

  it('not by name alone when their bar codes differ', () => {
    const [mug, other] = [
      { productName: 'Blue Mug', barcode: '4006381333931' },
      { productName: 'Blue Mug', barcode: '4006381333948' },
    ];
    expect(reasons(mug, other)).toEqual([]);
    expect(reasons({ ...mug, sku: 'MUG-1' }, { ...other, sku: 'mug 1' })).toEqual(['sku']);
  });

  it('the likelier, the stronger the reason is, then the more there are', () => {
    const found = [
      { reasons: ['name'], words: 1 },
      { reasons: ['sku'], words: 0 },
      { reasons: ['sku', 'name'], words: 0.7 },
      { reasons: ['barcode'], words: 0 },
      { reasons: ['sku', 'name'], words: 0.9 },
    ] as const;
    expect([...found].toSorted(compareResemblances)).toEqual([found[3], found[4], found[2], found[1], found[0]]);
  });
});

describe('what resembles a variant', () => {
  it('is searched by bar code, by the runs of its SKU, and by the longest words of its name, and of its product', () => {
    const wanted = one({ productName: 'The Harbor Tee', name: 'Medium', sku: 'TEE-HRB01', barcode: '0012345678905' });
    expect(searchesFor(wanted)).toEqual(['12345678905', 'teehrb 01', 'harbor medium', 'harbor the']);
    expect(searchesFor(one({}))).toEqual([]);
  });

  it('is found by them however its SKU is separated', () => {
    const words = searchesFor(one({ sku: 'HRB-01-M' }))[0]?.split(' ') ?? [];
    for (const text of ['hrb01m', 'hrb 01 m', 'hrb/01-m'])
      expect(
        words.every((word) => text.includes(word)),
        text,
      ).toBe(true);
  });
});
