import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { flush, sendable } from '../../../src/domain/sync/flush';
import { levelOf, restingSide, withSide, type LevelSide } from '../../../src/domain/sync/linked-level';

const rest = levelOf(restingSide(fromUnits(10), 1_000), restingSide(fromUnits(10), 1_000));
const slot = { key: 'k', index: 1, count: 2, now: 5_000, epoch: 3 };
const op = { ...slot, delta: fromUnits(-2), from: fromUnits(10), firstSent: 5_000 };
const large = { amount: fromUnits(-15), held: false, from: 0, at: 1, until: 2_000 };
const square = (side: Partial<LevelSide>) => withSide(rest, 'square', side);

describe('what a side could be sent', () => {
  it('is everything pending, for Shopify only whole units', () => {
    expect(sendable(square({ pending: fromUnits(-1.5) }), 'square')).toBe(fromUnits(-1.5));
    expect(sendable(withSide(rest, 'shopify', { pending: fromUnits(-1.5) }), 'shopify')).toBe(fromUnits(-1));
    expect(sendable(rest, 'square')).toBe(0);
  });

  it.each<[string, Partial<LevelSide>]>([
    ['a write is in flight', { inFlight: op }],
    ['the level is being read', { reading: true }],
    ['the level must be read', { needsRead: true }],
    ['its number is unknown', { accounted: null }],
    ['it is refused', { blocked: 'other' }],
    ['a write cannot be resolved', { indeterminate: true }],
    ['a large decrease is not classified', { unclassified: large }],
  ])('is nothing while %s', (_what, side) => {
    const level = square({ pending: fromUnits(-15), ...side });
    expect(sendable(level, 'square')).toBe(0);
    expect(flush(level, 'square', slot)).toBe(level);
  });

  it('includes a decrease that waits no longer, and one that is held', () => {
    for (const unclassified of [
      { ...large, until: null },
      { ...large, held: true },
    ])
      expect(sendable(square({ pending: fromUnits(-15), unclassified }), 'square')).toBe(fromUnits(-15));
  });
});

describe('a write that is planned', () => {
  it('takes its place in the request, and what it carries is no longer pending', () => {
    const { inFlight, ...side } = flush(square({ pending: fromUnits(-2) }), 'square', slot).square;
    expect(inFlight).toEqual({ key: 'k', index: 1, count: 2, delta: fromUnits(-2), from: fromUnits(10), firstSent: 5_000, epoch: 3 });
    expect(side).toMatchObject({ pending: 0, accounted: fromUnits(10) });
  });

  it('leaves a fraction of a unit pending for Shopify', () => {
    const { shopify } = flush(withSide(rest, 'shopify', { pending: fromUnits(-1.5) }), 'shopify', slot);
    expect([shopify.inFlight?.delta, shopify.pending]).toEqual([fromUnits(-1), fromUnits(-0.5)]);
  });

  it('carries what is no sale apart from sales, and first', () => {
    const level = square({ pending: fromUnits(-17), shrinkage: fromUnits(-15) });
    const first = flush(level, 'square', slot).square;
    expect(first).toMatchObject({ inFlight: { delta: fromUnits(-15), shrinkage: true }, pending: fromUnits(-2), shrinkage: 0 });
    const all = flush(square({ pending: fromUnits(-15), shrinkage: fromUnits(-15) }), 'square', slot).square;
    expect(all).toMatchObject({ inFlight: { delta: fromUnits(-15), shrinkage: true }, pending: 0 });
    expect(flush(square({ pending: fromUnits(3) }), 'square', slot).square.inFlight).not.toHaveProperty('shrinkage');
  });

  it('ends the question what a pending decrease was, but not that of a held one', () => {
    expect(
      flush(square({ pending: fromUnits(-15), unclassified: { ...large, until: null } }), 'square', slot).square.unclassified,
    ).toBeNull();
    const held = { ...large, held: true };
    expect(flush(square({ pending: fromUnits(-1), unclassified: held }), 'square', slot).square.unclassified).toBe(held);
  });
});
