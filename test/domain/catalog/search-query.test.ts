import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { FILTER_KINDS, isSame, readSearch, writeSearch, type Filter } from '../../../src/domain/catalog/search-query';

describe('a search', () => {
  it.each<[string, string, Filter[]]>([
    ['', '', []],
    ['  blue   mug ', 'blue mug', []],
    ['vendor:Acme', '', [{ kind: 'vendor', value: 'Acme' }]],
    ['blue VENDOR:acme mug', 'blue mug', [{ kind: 'vendor', value: 'acme' }]],
    [
      'tag:"new in" tag:sale',
      '',
      [
        { kind: 'tag', value: 'new in' },
        { kind: 'tag', value: 'sale' },
      ],
    ],
    [String.raw`type:"12\" plates"`, '', [{ kind: 'type', value: '12" plates' }]],
    [String.raw`tag:"a\\b"`, '', [{ kind: 'tag', value: String.raw`a\b` }]],
    ['tag:sale tag:SALE', '', [{ kind: 'tag', value: 'sale' }]],
    // While it is being typed.
    ['tag:', 'tag:', []],
    ['tag:"', '', []],
    ['tag:"new', '', [{ kind: 'tag', value: 'new' }]],
    // No filters: another name, a word that ends like one, an empty value.
    ['sku:1 color:red', 'sku:1 color:red', []],
    ['subtag:x', 'subtag:x', []],
    ['tag:""', '', []],
    ['tag: sale', 'tag: sale', []],
  ])('reads %j as %j with %j', (query, text, filters) => {
    expect(readSearch(query)).toEqual({ text, filters });
  });

  it('is read as it was written, whatever is in a value', () => {
    const value = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .map((text) => text.trim())
      .filter((text) => text !== '');
    const filter = fc.record({ kind: fc.constantFrom(...FILTER_KINDS), value });
    const words = fc.array(fc.stringMatching(/^[a-z0-9-]{1,8}$/u), { maxLength: 3 }).map((parts) => parts.join(' '));
    const filters = fc.uniqueArray(filter, { maxLength: 4, comparator: isSame });
    fc.assert(
      fc.property(words, filters, (text, given) => {
        expect(readSearch(writeSearch({ text, filters: given }))).toEqual({ text, filters: given });
      }),
    );
  });
});
