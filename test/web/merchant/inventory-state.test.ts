import { describe, expect, it } from 'vitest';

import type { InventoryView } from '../../../src/domain/catalog/joined';
import type { InventoryVariant } from '../../../src/gen/sh/inventory_pb';
import { checkedOf } from '../../../src/web/merchant/inventory/checked-variant';
import { readListState, searchOf } from '../../../src/web/merchant/inventory/list-query';
import { changeListState, showingText, toRows, viewOptions } from '../../../src/web/merchant/inventory/state';
import { markOf } from '../../../src/web/merchant/inventory/variant-findings';
import { aVariant } from '../support/builders';

const FILTERS = [
  { kind: 'vendor', value: 'Acme' },
  { kind: 'tag', value: 'new in' },
] as const;

function change(search: string, next: Parameters<typeof changeListState>[1]) {
  return changeListState(new URLSearchParams(search), next).toString();
}

describe('the list’s address', () => {
  it('reads valid values, and ignores others', () => {
    expect(readListState(new URLSearchParams('view=in_sync&page=2&q=tee&sort=-status'))).toEqual({
      view: 'in_sync',
      page: 2,
      query: 'tee',
      filters: [],
      sort: '-status',
    });
    expect(readListState(new URLSearchParams({ q: 'tee', filter: 'vendor:Acme tag:"new in" words' })).filters).toEqual(FILTERS);
    for (const invalid of ['view=odd&page=-1&sort=price', 'page=1.5', 'page=x', '']) {
      expect(readListState(new URLSearchParams(invalid))).toEqual({ view: 'all', page: 0, query: '', filters: [], sort: '' });
    }
  });

  it('starts at the first page for another view, search or order, and keeps the rest', () => {
    expect(change('page=3&q=tee', { view: 'in_sync' })).toBe('q=tee&view=in_sync');
    expect(change('page=3&view=in_sync', { query: 'mug' })).toBe('view=in_sync&q=mug');
    expect(change('page=3', { sort: '-status' })).toBe('sort=-status');
    expect(change('q=tee&page=1', { page: 2 })).toBe('q=tee&page=2');
    expect(change('q=tee&variant=square.A.B', { query: '' })).toBe('variant=square.A.B');
    expect(change('q=tee&page=4', { filters: FILTERS })).toBe('q=tee&filter=vendor%3AAcme+tag%3A%22new+in%22');
    expect(change('q=tee&filter=tag%3Asale', { filters: [] })).toBe('q=tee');
  });

  it('asks the server for its filters before what was typed, which may be an unfinished one', () => {
    expect(searchOf({ query: 'tag:"ne', filters: FILTERS })).toBe('vendor:Acme tag:"new in" tag:"ne');
    expect(searchOf({ query: '', filters: [] })).toBe('');
  });
});

describe('the list', () => {
  const products = [
    { name: 'Tee', variants: [aVariant(), aVariant({ id: '2' })] },
    { name: 'Retired', variants: [] },
  ];

  it('is flat, or grouped with a heading for each product', () => {
    expect(toRows(products, true).map((row) => row.kind)).toEqual(['variant', 'variant']);
    expect(toRows(products, false).map((row) => row.kind)).toEqual(['product', 'variant', 'variant', 'product', 'empty']);
    expect(new Set(toRows(products, false).map((row) => row.key)).size).toBe(5);
  });

  it('shows the range of its rows', () => {
    expect(showingText(0, 0)).toBe('Showing 0 - 0');
    expect(showingText(0, 500)).toBe('Showing 1 - 500');
    expect(showingText(2, 37)).toBe('Showing 1,001 - 1,037');
  });

  it('marks equal and different quantities, and nothing where quantities cannot be compared', () => {
    const mark = (variant: InventoryVariant) => markOf(checkedOf(variant), '')?.icon ?? null;
    expect(mark(aVariant())).toBe('tick');
    expect(mark(aVariant({ squareQuantity: 0 }))).toBe('warning');
    expect(mark(aVariant({ shopifyQuantity: 0, squareQuantity: 0 }))).toBe('tick');
    expect(mark(aVariant({ squareId: '' }))).toBeNull();
    expect(mark(aVariant({ status: 'untracked' }))).toBe('off');
  });

  it('offers the views, with counts once they are known', () => {
    const counts = { all: 1230, inSync: 1204, outOfSync: 8, onlyShopify: 12, onlySquare: 6, notTracked: 2, archived: 4, excluded: 3 };
    const status = { held: 1, blocked: 2, frozen: 3, writersHeld: 0 };
    const labels = (shown: InventoryView) => viewOptions(counts, status, shown).map(({ label, note }) => `${label} ${note ?? ''}`);
    expect(labels('all')).toEqual([
      'All 1,230',
      'In Sync 1,204',
      'Out of Sync 8',
      'Only in Shopify 12',
      'Only in Square 6',
      'Not Tracked 2',
      'Needs Attention 6',
      'Held Changes 1',
      'Archived 4',
      'Excluded 3',
    ]);
    expect(labels('another_writer')).toContain('Another App 0');
    expect(viewOptions(null, null, 'all').every(({ value, note }) => note === undefined && value !== 'held')).toBe(true);
  });
});
