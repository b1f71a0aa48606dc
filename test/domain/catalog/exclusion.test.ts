import { describe, expect, it } from 'vitest';

import { describeExclusion, Exclusions, isSameExclusion, readExclusion, type Exclusion } from '../../../src/domain/catalog/exclusion';
import { err, ok } from '../../../src/domain/result';
import { side } from './sides';

const TAG: Exclusion = { kind: 'tag', value: 'Clearance' };
const PRODUCT: Exclusion = { kind: 'product', source: 'shopify', value: '77' };
const labels = { vendor: 'Acme', productType: 'Shirts', tags: ['clearance ', 'new'], imageUrl: '' };

describe('exclusions', () => {
  it.each<[Exclusion, boolean]>([
    [TAG, true],
    [{ kind: 'tag', value: 'CLEARANCE' }, true],
    [{ kind: 'tag', value: 'clear' }, false],
    [{ kind: 'vendor', value: 'acme' }, true],
    [{ kind: 'type', value: 'Shirts' }, true],
    [{ kind: 'type', value: 'Acme' }, false],
    [PRODUCT, true],
    [{ ...PRODUCT, source: 'square' }, false],
    [{ ...PRODUCT, value: '78' }, false],
  ])('%j has the shirt: %s', (exclusion, has) => {
    expect(new Exclusions([exclusion]).has(side('shopify', '1', 'A', { labels }))).toBe(has);
  });

  it('have nothing while there are none, and what any of them has', () => {
    const shirt = side('shopify', '1', 'A', { labels });
    expect(new Exclusions([]).has(shirt)).toBe(false);
    expect(new Exclusions([{ kind: 'vendor', value: 'Other' }, PRODUCT]).has(shirt)).toBe(true);
  });

  it('are the same whatever the case of a label', () => {
    expect(isSameExclusion(TAG, { kind: 'tag', value: ' clearance' })).toBe(true);
    expect(isSameExclusion(TAG, { kind: 'type', value: 'Clearance' })).toBe(false);
    expect(isSameExclusion(PRODUCT, { ...PRODUCT })).toBe(true);
    expect(isSameExclusion(PRODUCT, { ...PRODUCT, source: 'square' })).toBe(false);
    expect(isSameExclusion(PRODUCT, { kind: 'tag', value: '77' })).toBe(false);
  });

  it.each([
    [{ kind: 'product', source: 'square', value: ' ITEM ' }, ok({ kind: 'product', source: 'square', value: 'ITEM' })],
    [{ kind: 'tag', source: '', value: 'a b' }, ok({ kind: 'tag', value: 'a b' })],
  ])('are read: %j', (given, read) => {
    expect(readExclusion(given)).toEqual(read);
  });

  it.each([
    [{ kind: 'tag', source: '', value: ' ' }, 'value is missing'],
    [{ kind: 'tag', source: '', value: 'x'.repeat(256) }, 'value must not be longer than 255 characters.'],
    [{ kind: 'product', source: 'etsy', value: '1' }, "source must be 'shopify' or 'square'."],
    [{ kind: 'color', source: '', value: 'red' }, "kind must be 'product', 'vendor', 'type', or 'tag'."],
  ])('are refused: %j', (given, message) => {
    expect(readExclusion(given)).toMatchObject(err({ code: 'invalid_argument', message: expect.stringContaining(message) as string }));
  });

  it('are named in words', () => {
    expect(
      [PRODUCT, TAG, { kind: 'vendor', value: 'Acme' } as const, { kind: 'type', value: 'Shirts' } as const].map((exclusion) =>
        describeExclusion({ exclusion, name: exclusion === PRODUCT ? 'Tee' : '' }),
      ),
    ).toEqual([
      '“Tee” on Shopify',
      'everything with the tag “Clearance”',
      'everything of the vendor “Acme”',
      'everything of the type or category “Shirts”',
    ]);
  });
});
