import { describe, expect, it } from 'vitest';

import { cleanLabels, NO_LABELS, readLabels, sameLabels, sameWords, writeLabels } from '../../../src/domain/catalog/product-labels';

const LABELS = {
  vendor: 'Acme',
  productType: 'Shirts',
  tags: ['new in', 'sale'],
  imageUrl: 'https://cdn.shopify.com/s/files/1/shirt.jpg?v=1',
};

describe('labels as a platform states them', () => {
  it('lose outer white space, blank tags, and tags that differ in case only', () => {
    const stated = { ...LABELS, vendor: ' Acme\n', productType: '\tShirts', tags: [' sale', '', 'new in ', 'Sale', '  '] };
    expect(cleanLabels(stated)).toEqual({ ...LABELS, tags: ['Sale', 'new in'] });
    expect(cleanLabels({ ...stated, tags: stated.tags.toReversed() })).toEqual(cleanLabels(stated));
  });

  it.each([
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:image/png;base64,AAAA'],
    ['a path', '/files/1.jpg'],
    ['an endless address', `https://cdn.shopify.com/${'x'.repeat(2_000)}`],
  ])('have no picture where its address is %s', (_, imageUrl) => {
    expect(cleanLabels({ ...LABELS, imageUrl }).imageUrl).toBe('');
  });

  it('are one value where there are none', () => {
    expect(cleanLabels({ vendor: ' ', productType: '', tags: [' '], imageUrl: 'x' })).toBe(NO_LABELS);
  });
});

describe('labels of two products', () => {
  it('are the same if nothing differs, and their words whatever the picture', () => {
    expect(sameLabels(LABELS, { ...LABELS, tags: [...LABELS.tags] })).toBe(true);
    expect(sameLabels(LABELS, { ...LABELS, imageUrl: '' })).toBe(false);
    const unpictured = { ...LABELS, imageUrl: '' };
    expect(sameWords(LABELS, unpictured)).toBe(true);
    for (const change of [{ vendor: 'Other' }, { productType: '' }, { tags: ['new in'] }, { tags: ['new in', 'Sale'] }]) {
      expect(sameLabels(LABELS, { ...LABELS, ...change })).toBe(false);
      expect(sameWords(LABELS, { ...LABELS, ...change })).toBe(false);
    }
  });
});

describe('stored labels', () => {
  it('are what was written; nothing is stored of none', () => {
    expect(readLabels(writeLabels(LABELS))).toEqual(LABELS);
    expect(readLabels(writeLabels({ ...NO_LABELS, tags: ['a'] }))).toEqual({ ...NO_LABELS, tags: ['a'] });
    expect(writeLabels(NO_LABELS)).toBeNull();
    expect(readLabels(null)).toBe(NO_LABELS);
  });
});
