import { describe, expect, it } from 'vitest';

import type { LevelEntry } from '../../../src/domain/sync/engine/context';
import { levelOf, restingSide, UNKNOWN_SIDE, type LevelSide } from '../../../src/domain/sync/linked-level';
import { observeUnlinked } from '../../../src/domain/sync/observe-unlinked';

const entry = (shopify: LevelSide, stock: LevelEntry['stock'] = { shopify: 's', square: 'q' }): LevelEntry => ({
  key: 1,
  stock,
  sku: '',
  linked: false,
  level: { ...levelOf(shopify, restingSide(7, 1_000)), conservedDifference: 5 },
});
const seen = (one: LevelEntry, quantity: number, at: number) => observeUnlinked(one, 'shopify', { quantity, at }, 'webhook');

describe('a level that belongs to no link', () => {
  it('is recorded with its time, changes nothing on the other side, and is no longer conserved', () => {
    const { cell, facts } = seen(entry(restingSide(10, 1_000)), 8, 2_000);
    expect(cell).toEqual(levelOf(restingSide(8, 2_000), restingSide(7, 1_000)));
    expect(facts).toEqual([
      {
        kind: 'change',
        side: 'shopify',
        delta: -2,
        before: 10,
        after: 8,
        otherBefore: 7,
        otherAfter: 7,
        fate: 'untracked',
        via: 'webhook',
        at: 2_000,
      },
    ]);
  });

  it('is not replaced by an older one; one of the same time is newer', () => {
    const one = entry(restingSide(10, 1_000));
    expect(seen(one, 8, 999)).toEqual({ cell: one.level, facts: [] });
    expect(seen(one, 8, 1_000).cell.shopify.accounted).toBe(8);
    expect(seen(entry({ ...restingSide(10, 1_000), observedAt: null }), 8, 1).cell.shopify.accounted).toBe(8);
  });

  it.each<[string, LevelSide, LevelEntry['stock'] | undefined, number]>([
    ['it is the first one', UNKNOWN_SIDE, undefined, 8],
    ['it is the same', restingSide(8, 1_000), undefined, 8],
    ['the variant is on Shopify alone', restingSide(10, 1_000), { shopify: 's', square: null }, 8],
    ['the variant is on Square alone', restingSide(10, 1_000), { shopify: null, square: 'q' }, 8],
  ])('is not written to the ledger when %s', (_what, side, stock, quantity) => {
    expect(seen(entry(side, stock), quantity, 2_000)).toMatchObject({ cell: { shopify: { accounted: 8, observedAt: 2_000 } }, facts: [] });
  });
});
