import { describe, expect, it } from 'vitest';

import type { RecognizedVariant } from '../../../src/domain/linking/described';
import { searchesFor, similarTo } from '../../../src/domain/linking/similar';

const EAN = '4006381333931';
const BLANK = { productName: '', name: '', sku: '', barcode: '', price: '' };
const shopify = (change: Partial<RecognizedVariant>): RecognizedVariant => ({ ...BLANK, source: 'shopify', id: '1', ...change });
const square = (change: Partial<RecognizedVariant>): RecognizedVariant => ({ ...BLANK, source: 'square', id: 'V1', ...change });

/** Returns why a variant of Square's may be one of Shopify's, from either side. */
function reasons(ours: Partial<RecognizedVariant>, theirs: Partial<RecognizedVariant>): readonly string[] {
  const found = similarTo(shopify(ours), [square(theirs)]);
  expect(similarTo(square(theirs), [shopify(ours)])).toEqual(found);
  return found[0]?.reasons ?? [];
}

describe('two variants may be the same', () => {
  it('because of their bar code, also where one is written as a UPC and the other as an EAN', () => {
    expect(reasons({ barcode: '012345678905' }, { barcode: '0012345678905' })).toEqual(['barcode']);
    expect(reasons({ barcode: '4006381-333931' }, { barcode: ` ${EAN} ` })).toEqual(['barcode']);
    expect(reasons({ barcode: EAN }, { barcode: '4006381333948' })).toEqual([]);
  });

  it('because their SKUs have the same letters and digits', () => {
    expect(reasons({ sku: 'ABC-01' }, { sku: 'abc 01' })).toEqual(['sku']);
    expect(reasons({ sku: 'ABC_01/x' }, { sku: 'ABC.01-X' })).toEqual(['sku']);
    expect(reasons({ sku: 'ABC-01' }, { sku: 'ABC-10' })).toEqual([]);
  });

  it('because most words of their names are the same; what platforms call the only variant is no word', () => {
    expect(reasons({ productName: 'Blue Mug', name: 'Default Title' }, { productName: 'Mug, blue', name: 'Regular' })).toEqual(['name']);
    expect(reasons({ productName: 'Blue Mug' }, { productName: 'Red Kettle' })).toEqual([]);
  });

  it('never because something is blank, short, a note in the field of the bar code, or the same price', () => {
    expect(reasons({}, {})).toEqual([]);
    expect(reasons({ sku: '-' }, { sku: '--' })).toEqual([]);
    expect(reasons({ sku: '1' }, { sku: ' 1' })).toEqual([]);
    expect(reasons({ barcode: 'none' }, { barcode: 'none' })).toEqual([]);
    expect(reasons({ barcode: '0000000000000' }, { barcode: '0000000000000' })).toEqual([]);
    expect(reasons({ barcode: '12' }, { barcode: '12' })).toEqual([]);
    expect(reasons({ price: '9.50' }, { price: '9.50' })).toEqual([]);
  });

  it('with what they state differently, and in packs of how many', () => {
    const case12 = { productName: 'Harbor Lager case of 12', sku: 'LGR-12' };
    expect(similarTo(shopify(case12), [square({ productName: 'Harbor Lager', sku: 'lgr 12' })])).toEqual([
      { shopifyId: '1', squareId: 'V1', reasons: ['sku', 'name'], differences: ['pieces'], shopifyUnits: 1, squareUnits: 12 },
    ]);
    const [tee] = similarTo(shopify({ productName: 'Harbor Tee', name: 'Large', sku: 'HRB-TEE' }), [
      square({ productName: 'Harbor Tee', name: 'Small', sku: 'HRBTEE' }),
    ]);
    expect(tee).toMatchObject({ reasons: ['sku', 'name'], differences: ['size'] });
  });

  it('the likelier, the more speaks for it', () => {
    const own = shopify({ productName: 'Harbor Mug', name: 'Blue', sku: 'MUG-01', barcode: EAN, price: '12.50' });
    const others = [
      square({ id: 'NAME', productName: 'Harbor Mug', name: 'Blue' }),
      square({ id: 'NOTHING', productName: 'Kettle' }),
      square({ id: 'PRICE', productName: 'Harbor Mug', name: 'Blue', price: '12.50' }),
      square({ id: 'COLOR', productName: 'Harbor Mug', name: 'Red', sku: 'mug01' }),
      square({ id: 'ALL', productName: 'Harbor Mug', name: 'Blue', sku: 'MUG.01', barcode: EAN }),
      square({ id: 'CODE', productName: 'Beaker', barcode: EAN }),
    ];
    expect(similarTo(own, others).map(({ squareId }) => squareId)).toEqual(['ALL', 'COLOR', 'PRICE', 'CODE', 'NAME']);
  });
});

describe('what may be the same as a variant', () => {
  it('is searched by bar code, by the runs of its SKU, by the words of its name, and of its product, and by the longest of them', () => {
    const wanted = shopify({ productName: 'The Harbor Tees', name: 'Medium', sku: 'TEE-HRB01', barcode: '0012345678905' });
    expect(searchesFor(wanted)).toEqual(['12345678905', 'teehrb 01', 'harbor tees medium', 'harbor tees', 'harbor medium']);
    expect(searchesFor(shopify({}))).toEqual([]);
  });

  it('is found by them however its SKU is separated, and whether its name is a plural', () => {
    const words = searchesFor(shopify({ sku: 'HRB-01-M' }))[0]?.split(' ') ?? [];
    for (const text of ['hrb01m', 'hrb 01 m', 'hrb/01-m'])
      expect(text).toSatisfy((one: string) => words.every((word) => one.includes(word)));
    expect(searchesFor(square({ productName: 'Dried Cherries', name: 'Regular' }))).toEqual(['dried cherr']);
  });
});
