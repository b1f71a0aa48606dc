import fc from 'fast-check';
import { describe, test } from 'vitest';

import { isBlankSku, SkuIndex } from '../../../src/domain/catalog/match';

describe('SKUs', () => {
  test('that are empty or spaces alone name nothing', ({ expect }) => {
    expect(['', ' ', '\t \n', ' '].map(isBlankSku)).toEqual([true, true, true, true]);
    expect(['0', ' A ', '-'].map(isBlankSku)).toEqual([false, false, false]);
  });

  test('link two variants when each side has it once', ({ expect }) => {
    const index = new SkuIndex();
    index.add('shopify', 'A', 4);
    expect(index.linkable('A')).toBe(false);
    index.add('square', 'A', 9);
    expect(index.linkable('A')).toBe(true);
    expect([index.placeOf('shopify', 'A'), index.placeOf('square', 'A')]).toEqual([4, 9]);
  });

  test('differ by case and by spaces', ({ expect }) => {
    const index = new SkuIndex();
    index.add('shopify', 'abc');
    index.add('square', 'ABC');
    index.add('square', 'abc ');
    expect(['abc', 'ABC', 'abc '].map((sku) => index.linkable(sku))).toEqual([false, false, false]);
  });

  test('never link blanks or duplicates', ({ expect }) => {
    const index = new SkuIndex();
    for (const sku of ['', ' ', 'twice', 'twice', 'once']) index.add('shopify', sku);
    for (const sku of ['', ' ', 'twice', 'once', 'once']) index.add('square', sku);
    expect(['', ' ', 'twice', 'once'].map((sku) => index.linkable(sku))).toEqual([false, false, false, false]);
    expect(index.placeOf('square', 'twice')).toBeNull();
  });

  test('are judged alike in whatever order they come', ({ expect }) => {
    const holder = fc.tuple(fc.constantFrom('shopify' as const, 'square' as const), fc.constantFrom('A', 'B', 'C', 'a', ''));
    const lists = fc
      .array(holder)
      .chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })));
    fc.assert(
      fc.property(lists, ([holders, shuffled]) => {
        const [first, second] = [holders, shuffled].map((list) => {
          const index = new SkuIndex();
          for (const [source, sku] of list) index.add(source, sku);
          return ['A', 'B', 'C', 'a', ''].map((sku) => index.linkable(sku));
        });
        expect(second).toEqual(first);
      }),
    );
  });
});
