import { describe, expect, it } from 'vitest';

import {
  copyHandle,
  fitOptions,
  isOnlyVariation,
  optionValues,
  shopifyTitle,
  squareItemName,
  squareVariationName,
} from '../../../src/domain/catalog/copy-names';

describe('names of a copy', () => {
  it('stay unchanged if the other side accepts them', () => {
    expect([shopifyTitle('Mug & <b>'), squareItemName(' Mug '), squareVariationName('Red / L')]).toEqual(['Mug & <b>', 'Mug', 'Red / L']);
  });

  it('are never empty, never longer than the other side allows, and never split a character', () => {
    expect([shopifyTitle('  '), squareItemName(''), squareVariationName('')]).toEqual(['Untitled', 'Untitled', 'Regular']);
    expect(shopifyTitle('x'.repeat(512))).toHaveLength(255);
    expect(squareItemName('x'.repeat(600))).toHaveLength(512);
    expect(shopifyTitle(`${'x'.repeat(254)}\u{1F9E6}`)).toBe('x'.repeat(254));
  });

  it('map the only variant’s name on one side to that on the other', () => {
    expect(squareVariationName('Default Title')).toBe('Regular');
    for (const name of ['Regular', 'Default Title', '', 'Mug']) expect(isOnlyVariation(name, 'Mug')).toBe(true);
    expect(isOnlyVariation('Blue', 'Mug')).toBe(false);
  });
});

describe('option values', () => {
  it('are distinguished by the SKU if names are equal in any case, or taken', () => {
    const variations = [
      { name: 'Red', sku: 'A' },
      { name: 'red', sku: 'B' },
      { name: '', sku: 'C' },
      { name: 'Blue', sku: 'D' },
    ];
    expect(optionValues(variations, ['BLUE'])).toEqual(['Red', 'red (B)', 'C', 'Blue (D)']);
  });

  it('stay within Shopify’s limits', () => {
    const long = { name: 'x'.repeat(300), sku: 'y'.repeat(255) };
    for (const value of optionValues([long, { ...long, sku: 'z'.repeat(255) }], [])) expect(value.length).toBeLessThanOrEqual(255);
  });
});

describe('variations and the options of an existing product', () => {
  const options = [
    { name: 'Size', values: ['S', 'M'] },
    { name: 'Colour', values: ['Red'] },
  ];
  const fit = (name: string) => fitOptions([{ name, sku: 'A' }], options);

  it('fit if the name has as many parts as there are options, with known values in their places', () => {
    expect(fit('L / Red')).toEqual([
      [
        { option: 'Size', value: 'L' },
        { option: 'Colour', value: 'Red' },
      ],
    ]);
    expect(fit('m,Blue')).not.toContain(null);
  });

  it.each([['Odd'], ['S / Red / Wool'], ['Red / S'], ['Red / L'], ['']])('do not fit if it is uncertain: %j', (name) => {
    expect(fit(name)).toEqual([null]);
  });

  it('fit one option by their whole name', () => {
    expect(fitOptions([{ name: 'S / Red', sku: 'A' }], [{ name: 'Title', values: [] }])).toEqual([[{ option: 'Title', value: 'S / Red' }]]);
  });
});

describe('a handle', () => {
  it.each([
    ['Blue Mug, 12 oz', 'blue-mug-12-oz-k7x'],
    ['Žluťoučký KŮŇ', 'zlutoucky-kun-k7x'],
    ['日本', 'product-k7x'],
    ['<script>"%/', 'script-k7x'],
  ])('of %j is valid in a URL', (name, handle) => {
    expect(copyHandle(name, 'K7X')).toBe(handle);
  });
});
