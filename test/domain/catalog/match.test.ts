import fc from 'fast-check';
import { describe, test } from 'vitest';

import { isBlankSku, SkuIndex, type SkuHolder } from '../../../src/domain/catalog/match';
import type { ProductStatus } from '../../../src/domain/catalog/side-variant';
import type { Source } from '../../../src/domain/source';

describe('SKUs', () => {
  test('that are empty or only spaces identify nothing', ({ expect }) => {
    expect(['', ' ', '\t \n', ' '].map(isBlankSku)).toEqual([true, true, true, true]);
    expect(['0', ' A ', '-'].map(isBlankSku)).toEqual([false, false, false]);
  });

  test('match two variants when each side has it once', ({ expect }) => {
    const index = new SkuIndex();
    index.add(one('shopify', 'A'), 4);
    expect(index.matchKey(one('shopify', 'A'))).toBeNull();
    index.add(one('square', 'A'), 9);
    expect([index.matchKey(one('shopify', 'A')), index.matchKey(one('square', 'A'))]).toEqual(['A', 'A']);
    expect([index.placeOfMatch(one('shopify', 'A')), index.placeOfMatch(one('square', 'A'))]).toEqual([9, 4]);
  });

  test.for([
    { title: 'outer white space does not count', shopify: ['A '], square: ['\tA'], matched: true },
    { title: 'white space inside does', shopify: ['A B'], square: ['AB'], matched: false },
    { title: 'case does not count where it is the only difference', shopify: ['abc'], square: ['ABC'], matched: true },
    { title: 'the same case wins', shopify: ['abc', 'ABC'], square: ['abc'], matched: true },
    { title: 'case counts where a side has both', shopify: ['abc', 'ABC'], square: ['Abc'], matched: false },
    { title: 'white space makes a duplicate', shopify: ['abc', 'abc '], square: ['abc'], matched: false },
    { title: 'a duplicate on the other side', shopify: ['abc'], square: ['abc', 'abc'], matched: false },
    { title: 'blanks', shopify: [' '], square: [' '], matched: false },
    { title: 'letters beyond ASCII keep their case', shopify: ['É1'], square: ['é1'], matched: false },
  ])('$title: $shopify and $square', ({ shopify, square, matched }, { expect }) => {
    const index = indexOf([...shopify.map((sku) => one('shopify', sku)), ...square.map((sku) => one('square', sku))]);
    expect(index.matchKey(one('shopify', shopify[0] ?? '')) !== null).toBe(matched);
    expect(index.matchKey(one('square', square[0] ?? '')) !== null).toBe(matched);
  });

  test('are for what is on sale: a draft competes where nothing else does, an archived product never', ({ expect }) => {
    const square = one('square', 'A');
    const kinds = ['active', 'unlisted', 'draft', 'archived'] as const;
    const matchOf = (...statuses: readonly ProductStatus[]): readonly (string | null)[] => {
      const index = indexOf([square, ...statuses.map((status) => one('shopify', 'A', status))]);
      expect(index.matchKey(square) === null).toBe(statuses.every((status) => index.matchKey(one('shopify', 'A', status)) === null));
      return statuses.map((status) => index.matchKey(one('shopify', 'A', status)));
    };
    expect(kinds.map((kind) => matchOf(kind))).toEqual([['A'], ['A'], ['A'], [null]]);
    expect(matchOf('active', 'draft', 'archived')).toEqual(['A', null, null]);
    expect(matchOf('draft', 'archived')).toEqual(['A', null]);
    expect(matchOf('draft', 'draft')).toEqual([null, null]);
    expect(matchOf('active', 'unlisted')).toEqual([null, null]);
  });

  test('are held, whatever their case, by what competes for them at least as much', ({ expect }) => {
    const index = indexOf([one('shopify', 'a', 'draft'), one('square', 'b'), one('square', 'c', 'archived')]);
    expect([index.holds(one('shopify', 'A')), index.holds(one('shopify', 'A', 'draft')), index.holds(one('square', 'A'))]).toEqual([
      false,
      true,
      false,
    ]);
    expect([
      index.holds(one('square', 'B ')),
      index.holds(one('square', 'B', 'draft')),
      index.holds(one('square', 'C', 'archived')),
    ]).toEqual([true, true, false]);
  });

  test('are matched the same way in any order', ({ expect }) => {
    const holder = fc
      .tuple(
        fc.constantFrom('shopify' as const, 'square' as const),
        fc.constantFrom('A', 'B', 'C', 'a', 'A ', ''),
        fc.constantFrom<ProductStatus[]>('active', 'draft', 'archived'),
      )
      .map(([source, sku, status]) => one(source, sku, status));
    const lists = fc
      .array(holder)
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })));
    fc.assert(
      fc.property(lists, ([holders, shuffled]) => {
        const [first, second] = [holders, shuffled].map((list) => {
          const index = indexOf(list);
          return holders.map((each) => index.matchKey(each));
        });
        expect(second).toEqual(first);
      }),
    );
  });
});

const one = (source: Source, sku: string, productStatus: ProductStatus = 'active'): SkuHolder => ({ source, sku, productStatus });

function indexOf(holders: readonly SkuHolder[]): SkuIndex {
  const index = new SkuIndex();
  for (const each of holders) index.add(each);
  return index;
}
