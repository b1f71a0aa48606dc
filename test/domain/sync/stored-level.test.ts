import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { levelOf, restingSide, UNKNOWN_SIDE, withSide, type LevelSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import { loadLevel, storeLevel } from '../../../src/domain/sync/stored-level';

const rest = levelOf(restingSide(fromUnits(10), 1_000), restingSide(fromUnits(7), 2_000));
const op = { key: 'k', index: 1, count: 3, delta: fromUnits(-2), from: fromUnits(10), firstSent: 3_000, epoch: 4 };
const starting = { shopify: { before: null, began: 5 }, square: { before: 1, began: null, base: { quantity: 2, since: 9 } } };

/** What the store keeps in addition to the numbers, as JSON. */
const cellOf = (level: LinkedLevel): unknown => JSON.parse(storeLevel(level).cell ?? 'null');

describe('a stored level', () => {
  it('is its numbers, their times, and their difference alone while nothing is open', () => {
    expect(storeLevel(rest)).toEqual({
      shopify_quantity: fromUnits(10),
      shopify_seen: 1_000,
      square_quantity: fromUnits(7),
      square_seen: 2_000,
      cell: null,
      apart: fromUnits(3),
    });
    expect(storeLevel(levelOf(UNKNOWN_SIDE, UNKNOWN_SIDE))).toMatchObject({
      shopify_quantity: null,
      square_seen: null,
      cell: null,
      apart: null,
    });
    expect(loadLevel(storeLevel(rest))).toEqual({ ...rest, conservedDifference: fromUnits(3) });
  });

  // The short names are in every merchant's storage: a change needs a migration.
  it.each<[string, Partial<LevelSide>, unknown]>([
    ['what is pending', { pending: 5 }, { p: 5 }],
    ['what is held', { held: -5 }, { h: -5 }],
    ['a write in flight', { inFlight: op }, { o: ['k', 1, 3, fromUnits(-2), fromUnits(10), 3_000, 4] }],
    ['a write of shrinkage', { inFlight: { ...op, shrinkage: true } }, { o: ['k', 1, 3, fromUnits(-2), fromUnits(10), 3_000, 4, 1] }],
    ['since when something is pending', { pendingSince: 0 }, { s: 0 }],
    ['why it is refused', { blocked: 'untracked' }, { b: 'untracked' }],
    ['when it is retried', { retry: { at: 9, times: 2 } }, { r: [9, 2] }],
    ['that it is indeterminate', { indeterminate: true }, { f: true }],
    ['that it must be read', { needsRead: true }, { d: true }],
    ['its number when its link ended', { unlinkedAt: 0 }, { u: 0 }],
    ['the numbers it replaced within a second', { replaced: [4, 3] }, { m: [4, 3] }],
    ['what webhooks announced for a second', { announced: { at: 9, values: [4, 3] } }, { n: [9, 4, 3] }],
    ['after when a write has landed', { landedAfter: 7 }, { t: 7 }],
    ['what is known to be no sale', { shrinkage: -3 }, { k: [-3, 0] }],
    ['what of the held amount is no sale', { heldShrinkage: -4 }, { k: [0, -4] }],
    ['a large decrease', { unclassified: { amount: -9, from: 1, at: 2, until: null, held: true } }, { c: [-9, 1, 2, null, 1] }],
    ['a large decrease that waits', { unclassified: { amount: -9, from: 1, at: 2, until: 3, held: false } }, { c: [-9, 1, 2, 3, 0] }],
  ])('keeps %s', (_what, side, stored) => {
    for (const [source, name] of [
      ['shopify', 'a'],
      ['square', 'b'],
    ] as const) {
      const level = withSide(rest, source, side);
      expect(cellOf(level)).toEqual({ [name]: stored });
      expect(loadLevel(storeLevel(level))[source]).toEqual(level[source]);
    }
  });

  it('keeps what is between both sides', () => {
    const setRequest = { to: 4, by: 'merchant', sides: ['shopify', 'square'] } as const;
    for (const [open, stored] of [
      [{ setRequest }, { w: setRequest }],
      [{ ending: 'sku-changed' }, { e: 'sku-changed' }],
      [{ starting }, { l: starting }],
    ] as const) {
      expect(cellOf({ ...rest, ...open })).toEqual(stored);
      expect(loadLevel(storeLevel({ ...rest, ...open }))).toEqual({ ...rest, ...open, conservedDifference: fromUnits(3) });
    }
    expect(cellOf({ ...withSide(rest, 'square', { pending: 1 }), ending: 'sku-changed' })).toEqual({ b: { p: 1 }, e: 'sku-changed' });
  });

  it('keeps the difference to conserve, whatever the numbers are meanwhile', () => {
    expect(storeLevel({ ...rest, conservedDifference: 0 }).apart).toBe(0);
    expect(loadLevel({ ...storeLevel(rest), apart: null }).conservedDifference).toBeNull();
  });

  it('forgets what only its memory holds', () => {
    const level = withSide(rest, 'square', { reading: true, buffered: { value: 1, at: 2, unordered: false, announced: [] } });
    expect(storeLevel(level).cell).toBeNull();
    expect(loadLevel(storeLevel(level)).square).toEqual(rest.square);
  });
});
