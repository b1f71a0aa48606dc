import { describe, expect, it } from 'vitest';

import { plainSku, readBarcode } from '../../../src/domain/linking/codes';
import { compare, type Comparison } from '../../../src/domain/linking/compare';
import { describe as read, type RecognizedVariant } from '../../../src/domain/linking/described';
import { readTraits } from '../../../src/domain/linking/traits';
import { commonWords, sameWord } from '../../../src/domain/linking/words';

const variant = (change: Partial<RecognizedVariant>): RecognizedVariant => ({
  source: 'square',
  id: '1',
  productName: '',
  name: '',
  sku: '',
  barcode: '',
  price: '',
  ...change,
});
const compared = (one: Partial<RecognizedVariant>, other: Partial<RecognizedVariant>): Comparison =>
  compare(read(variant(one)), read(variant(other)), () => 1);
const traitsOf = (productName: string, name: string) => readTraits('square', productName, name);
const differences = (one: string, other: string) => compared({ productName: one }, { productName: other }).differences;

describe('a bar code', () => {
  it('is the same with or without leading zeros, spaces, and dashes', () => {
    expect(readBarcode('012345678905')?.digits).toBe(readBarcode(' 0012345-678905 ')?.digits);
    expect(readBarcode('4006381333931')).toEqual({ digits: '4006381333931', isSound: true });
    expect(readBarcode('96385074')?.isSound).toBe(true);
  });

  it('is doubtful where its check digit or length is wrong', () => {
    expect(readBarcode('4006381333932')?.isSound).toBe(false);
    expect(readBarcode('400638133393')?.isSound).toBe(false);
    expect(readBarcode('123456789012345')?.isSound).toBe(false);
  });

  it('is none where the field has a note, zeros, or too few digits', () => {
    for (const text of ['', 'none', 'n/a', '0000000000000', '1234567', 'ISBN 4006381333931', '4006381333931/2'])
      expect(readBarcode(text), text).toBeNull();
  });
});

describe('a SKU', () => {
  it('is the same whatever its case, separators, and width', () => {
    expect(plainSku(' Abc-01/X ')).toBe('abc01x');
    expect(plainSku('ＡＢＣ．０１')).toBe('abc01');
    expect(plainSku('-- ')).toBe('');
  });
});

describe('the names of a variant', () => {
  it('say size, color, amount, and pieces in whatever words', () => {
    expect(traitsOf('Linen Shirt', 'Grey / X-Large')).toMatchObject({ words: ['linen', 'shirt'], sizes: ['xl'], colors: ['gray'] });
    expect(traitsOf('Olive Oil 0,5 l', 'Regular')).toMatchObject({
      words: ['oil'],
      colors: ['olive'],
      amounts: [{ kind: 'volume', value: 500 }],
    });
    expect(traitsOf('Water', '6 x 330ml')).toMatchObject({ words: ['water'], pieces: 6, amounts: [{ kind: 'volume', value: 330 }] });
    expect(traitsOf('Case of 12 candles', 'Regular')).toMatchObject({ words: ['candle'], pieces: 12 });
    expect(traitsOf('Rope 10 m', '')).toMatchObject({ amounts: [{ kind: 'length', value: 10_000 }] });
    expect(traitsOf('Eggs, half dozen', '')).toMatchObject({ words: ['egg'], pieces: 6 });
  });

  it('say what is something else than the goods', () => {
    expect(traitsOf('Hand soap refill', '').markers).toEqual(['refill']);
    expect(traitsOf('Gift card', '$25').markers).toEqual(['gift', 'card']);
  });

  it('have numbers that are no amount, and nothing from what a platform names by itself', () => {
    expect(traitsOf('Lipstick No. 012', 'Regular')).toMatchObject({ words: ['lipstick', 'no'], numbers: ['12'] });
    expect(readTraits('shopify', 'Pot', 'Default Title')).toMatchObject({ words: ['pot'], sizes: [] });
    // Shopify's merchants name a size so; Square does by itself.
    expect(readTraits('shopify', 'Pot', 'Regular').sizes).toEqual(['regular']);
    expect(traitsOf('', 'Regular')).toEqual({ words: [], sizes: [], colors: [], amounts: [], numbers: [], markers: [], pieces: 1 });
  });

  it('of things that stand for others, or are no longer sold, are none', () => {
    for (const name of ['Misc', 'Custom item', 'Test', 'Open amount', 'New Item'])
      expect(traitsOf(name, 'Regular').words, name).toEqual([]);
    for (const name of ['Mug (old)', 'ZZ Mug', 'Mug DISCONTINUED', 'Mug - do not use'])
      expect(traitsOf(name, 'Regular'), name).toMatchObject({ words: ['mug'], markers: ['retired'] });
  });

  it('are read in a bounded time, however long and strange', () => {
    for (const text of ['1 x '.repeat(50_000), '9'.repeat(100_000), 'é'.repeat(100_000), '‮\u0000%_'.repeat(10_000), '1/0 l', '3 x 0 pack'])
      expect(traitsOf(text, text).words.length).toBeLessThan(400);
  });
});

describe('two words', () => {
  it('may be one, shortened, mistyped, or without vowels', () => {
    expect(sameWord('choc', 'chocolate')).toBeGreaterThan(0.5);
    expect(sameWord('choclate', 'chocolate')).toBeGreaterThan(0.5);
    expect(sameWord('chocoalte', 'chocolate')).toBeGreaterThan(0.5);
    expect(sameWord('shrt', 'shirt')).toBeGreaterThan(0.5);
  });

  it('are two where too little is the same, or they have digits', () => {
    for (const [one, other] of [
      ['tea', 'ten'],
      ['red', 'rod'],
      ['rose', 'nose'],
      ['b12', 'b13'],
      ['a1234', 'a1235'],
      ['lamp', 'table'],
    ] as const)
      expect(sameWord(one, other), `${one} ${other}`).toBe(0);
  });

  it('may be written as one', () => {
    expect(commonWords(['tshirt', 'linen'], ['t', 'shirt', 'linen'], () => 1).share).toBe(1);
    expect(commonWords([], ['linen'], () => 1).share).toBe(0);
  });
});

describe('two variants', () => {
  it('are alike by their words, in whatever order', () => {
    expect(compared({ productName: 'Harbor Mug', name: 'Blue' }, { productName: 'Mug Harbor - Blue', name: 'Regular' })).toMatchObject({
      reasons: ['name'],
      differences: [],
      likeness: 1,
    });
  });

  it('differ in size, color, amount, number, kind, pieces, or bar code', () => {
    expect(differences('Tee S', 'Tee M')).toEqual(['size']);
    expect(differences('Tee red', 'Tee blue')).toEqual(['color']);
    expect(differences('Oil 250 ml', 'Oil 0.5 l')).toEqual(['amount']);
    expect(differences('Oil 500 ml', 'Oil 16.9 fl oz')).toEqual([]);
    expect(differences('Red wine 2019', 'Red wine 2020')).toEqual(['number']);
    expect(differences('Soap', 'Soap refill')).toEqual(['kind']);
    expect(differences('Soap', 'Soap 6-pack')).toEqual(['pieces']);
    expect(compared({ productName: 'Mug', barcode: '4006381333931' }, { productName: 'Mug', barcode: '96385074' })).toMatchObject({
      reasons: [],
      differences: ['barcode'],
    });
  });

  it('that say nothing have no reason to be the same', () => {
    expect(compared({}, {})).toEqual({ reasons: [], differences: [], likeness: 0, apart: 0 });
    expect(compared({ name: 'Regular', price: '5.00' }, { name: 'Regular', price: '5.00' }).reasons).toEqual(['price']);
    expect(compared({ price: '0.00' }, { price: '0' }).reasons).toEqual([]);
  });
});
