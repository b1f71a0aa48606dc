import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { changedSince } from '../../../src/domain/catalog/changed-since';
import { LABEL_KINDS, isSame, readSearch, writeSearch, type Filter } from '../../../src/domain/catalog/search-query';

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
    ['changed:7d mug', 'mug', [{ kind: 'changed', value: '7d' }]],
    [
      'changed:2026-11-20 changed:24H',
      '',
      [
        { kind: 'changed', value: '2026-11-20' },
        { kind: 'changed', value: '24H' },
      ],
    ],
    ['changed:soon changed:0d changed:"in May" changed:2026-02-30', 'changed:soon changed:0d changed:"in May" changed:2026-02-30', []],
  ])('reads %j as %j with %j', (query, text, filters) => {
    expect(readSearch(query)).toEqual({ text, filters });
  });

  it('is read as it was written, whatever is in a value', () => {
    const value = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .map((text) => text.trim())
      .filter((text) => text !== '');
    const label = fc.record({ kind: fc.constantFrom(...LABEL_KINDS), value });
    const changed = fc
      .constantFrom('1h', '9999d', '2026-11-20', '2026-11-20T05:00:00Z')
      .map((value) => ({ kind: 'changed' as const, value }));
    const filter: fc.Arbitrary<Filter> = fc.oneof(label, changed);
    const words = fc.array(fc.stringMatching(/^[a-z0-9-]{1,8}$/u), { maxLength: 3 }).map((parts) => parts.join(' '));
    const filters = fc.uniqueArray(filter, { maxLength: 4, comparator: isSame });
    fc.assert(
      fc.property(words, filters, (text, given) => {
        expect(readSearch(writeSearch({ text, filters: given }))).toEqual({ text, filters: given });
      }),
    );
  });
});

describe('the time since when quantities have changed', () => {
  const now = Date.parse('2026-11-27T12:00:00Z');

  it.each([
    ['1h', '2026-11-27T11:00:00.000Z'],
    ['24H', '2026-11-26T12:00:00.000Z'],
    ['30d', '2026-10-28T12:00:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T05:00Z', '2026-11-20T05:00:00.000Z'],
    ['2026-11-20t05:00:01.5z', '2026-11-20T05:00:01.500Z'],
  ])('%s is %s', (text, moment) => {
    expect(new Date(changedSince(text, now) ?? 0).toISOString()).toBe(moment);
  });

  it.each([
    '',
    '0h',
    '-1d',
    '1.5d',
    '10000d',
    '7',
    '7w',
    'd',
    '2026-13-01',
    '2026-02-30',
    '2026-11-20T25:00Z',
    '2026-11-20T05:00',
    '9'.repeat(400),
  ])('%j is none', (text) => {
    expect(changedSince(text, now)).toBeNull();
  });

  it('is the moment that JavaScript’s own calendar says', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1970-01-01'), max: new Date('2400-12-31'), noInvalidDate: true }), (date) => {
        expect(changedSince(date.toISOString(), now)).toBe(date.getTime());
      }),
    );
  });
});
