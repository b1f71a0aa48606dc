import { describe, test } from 'vitest';

import { isLinked, statusOf, viewOf } from '../../../src/domain/catalog/joined';
import { side } from './sides';

describe('a joined variant', () => {
  const both = { shopify: side('shopify', '1', 'A'), square: side('square', 'V1', 'A') };
  const lone = { shopify: side('shopify', '1', 'A'), square: null };

  test('gets its status from its sides, SKUs, tracking and numbers', ({ expect }) => {
    const fine = { missing: false, duplicate: false, tracked: true };
    expect(statusOf({ ...fine, missing: true, tracked: false }, null, false)).toBe('missing_sku');
    expect(statusOf({ ...fine, duplicate: true, tracked: false }, null, false)).toBe('duplicate_sku');
    expect(statusOf(fine, { ...fine, tracked: false }, true)).toBe('untracked');
    expect(statusOf(fine, null, false)).toBe('only_shopify');
    expect(statusOf(null, fine, false)).toBe('only_square');
    expect(statusOf(fine, fine, true)).toBe('in_sync');
    expect(statusOf(fine, fine, false)).toBe('out_of_sync');
  });

  test('belongs to one view: by its sides, then by tracking, and only then by numbers', ({ expect }) => {
    const [on, off] = [true, false].map((tracked) => ({ missing: false, duplicate: false, tracked }));
    if (on === undefined || off === undefined) throw new Error('no sides');
    expect([viewOf(on, null, false), viewOf(null, off, false)]).toEqual(['shopify_only', 'square_only']);
    expect([viewOf(on, off, true), viewOf(off, on, false), viewOf(off, off, true)]).toEqual(Array.from({ length: 3 }, () => 'not_tracked'));
    expect([viewOf(on, on, true), viewOf(on, on, false)]).toEqual(['in_sync', 'out_of_sync']);
  });

  test('has a linked level while it is linked and tracked on both sides, whether or not quantities are known', ({ expect }) => {
    expect(isLinked(both)).toBe(true);
    expect(isLinked({ ...both, square: side('square', 'V1', 'A', { level: null }) })).toBe(true);
    expect(isLinked(lone)).toBe(false);
    expect(isLinked({ ...both, shopify: side('shopify', '1', 'A', { tracked: false }) })).toBe(false);
  });
});
