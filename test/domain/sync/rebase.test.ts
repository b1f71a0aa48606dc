import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { flush, sendable } from '../../../src/domain/sync/flush';
import { atRest, levelOf, difference, restingSide, withSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import { observe, observeRead, type Rules } from '../../../src/domain/sync/observe';
import { dropHeld, applySet, sendHeld, requestSet } from '../../../src/domain/sync/rebase';
import { settle } from '../../../src/domain/sync/settle';
import { loadLevel, storeLevel } from '../../../src/domain/sync/stored-level';

const RULES: Rules = { maximum: 5, entitled: true, autoSync: true, now: 1_000_000, linked: true };
const apart: LinkedLevel = levelOf(restingSide(fromUnits(3), 1_000), restingSide(fromUnits(8), 1_000));
const wish = { to: fromUnits(6), by: 'merchant' as const, sides: ['shopify' as const, 'square' as const] };

function read(cell: LinkedLevel, source: 'shopify' | 'square', units: number): LinkedLevel {
  return observeRead(withSide(cell, source, { reading: true }), source, { value: fromUnits(units), at: 2_000 }, 'read', RULES).cell;
}

describe('a quantity that the merchant sets', () => {
  it('waits until both sides have been read again, and survives storage meanwhile', () => {
    const wished = requestSet(apart, wish);
    expect(applySet(wished).cell).toBe(wished);
    expect(loadLevel(storeLevel(wished)).setRequest).toEqual(wish);
    expect(atRest(wished)).toBe(false);
    const half = read(wished, 'shopify', 3);
    expect(applySet(half).cell).toBe(half);
  });

  it('makes the difference to the set quantity pending for each side', () => {
    const known = read(read(requestSet(apart, wish), 'shopify', 3), 'square', 8);
    const { cell, facts } = applySet(known);
    expect(cell.shopify.pending).toBe(fromUnits(3));
    expect(cell.square.pending).toBe(fromUnits(-2));
    expect(difference(cell)).toBe(0);
    expect(facts).toEqual([{ kind: 'set', to: fromUnits(6), by: 'merchant', shopify: fromUnits(3), square: fromUnits(8) }]);
  });

  it('counts a sale that happens while the set quantity is on its way', () => {
    const known = read(read(requestSet(apart, wish), 'shopify', 3), 'square', 8);
    let { cell } = applySet(known);
    cell = flush(cell, 'shopify', { key: 'k', index: 0, count: 1, now: 0, epoch: 1 });
    // One was sold at Shopify before the write arrived: the compare-and-swap is stale, the level is read, the delta planned again.
    cell = settle(cell, 'shopify', { kind: 'returned', read: true }, RULES, false).cell;
    cell = observeRead(withSide(cell, 'shopify', { reading: true }), 'shopify', { value: fromUnits(2), at: 3_000 }, 'read', RULES).cell;
    expect(sendable(cell, 'shopify')).toBe(fromUnits(3));
    // 2 + 3 = 5 at Shopify, 8 - 2 - 1 = 5 at Square: one below the number set, on both.
    expect(cell.square.pending).toBe(fromUnits(-3));
    expect(difference(cell)).toBe(0);
  });

  it('waits for an in-flight write, and replaces pending, held, and refused amounts', () => {
    const owed = { ...apart, square: { ...apart.square, pending: fromUnits(2), held: fromUnits(50), blocked: 'untracked' as const } };
    const flying = flush({ ...owed, shopify: { ...owed.shopify, pending: fromUnits(1) } }, 'shopify', {
      key: 'k',
      index: 0,
      count: 1,
      now: 0,
      epoch: 1,
    });
    const wished = requestSet(flying, wish);
    expect(applySet(wished).cell).toBe(wished);
    const settled = settle(
      wished,
      'shopify',
      { kind: 'applied', level: { stockId: 'i', locationId: 'l', quantity: fromUnits(4), at: 1_500 } },
      RULES,
      true,
    ).cell;
    const { cell } = applySet(read(read(settled, 'shopify', 4), 'square', 8));
    expect(cell.shopify.pending).toBe(fromUnits(2));
    expect(cell.square).toMatchObject({ pending: fromUnits(-2), held: 0, blocked: null });
  });

  it('gives a side that was never counted its first quantity', () => {
    const uncounted = levelOf(restingSide(fromUnits(3), 1_000), restingSide(null, null));
    const wished = withSide(read(requestSet(uncounted, wish), 'shopify', 3), 'square', { needsRead: false });
    const { cell } = applySet(wished);
    expect(cell.square).toMatchObject({ accounted: 0, pending: fromUnits(6) });
  });

  it('clears an indeterminate side: the read shows the outcome of its op', () => {
    const op = { key: 'k', index: 0, count: 1, delta: fromUnits(-1), from: fromUnits(3), firstSent: 0, epoch: 1 };
    const frozen = withSide(apart, 'shopify', { inFlight: op, indeterminate: true });
    const { cell } = applySet(read(read(requestSet(frozen, wish), 'shopify', 2), 'square', 8));
    expect(cell.shopify).toMatchObject({ inFlight: null, indeterminate: false, accounted: fromUnits(2), pending: fromUnits(4) });
  });
});

describe('held amounts', () => {
  const held = observe(
    levelOf(restingSide(fromUnits(10), 1_000), restingSide(fromUnits(10), 1_000)),
    'square',
    { value: fromUnits(110), at: 2_000, direct: false },
    'webhook',
    RULES,
  ).cell;

  it('become pending once they are sent', () => {
    const { cell, facts } = sendHeld(held, 'merchant');
    expect(cell.shopify).toMatchObject({ pending: fromUnits(100), held: 0 });
    expect(difference(cell)).toBe(0);
    expect(facts).toEqual([{ kind: 'held', side: 'square', amount: fromUnits(100), fate: 'sent', by: 'merchant' }]);
  });

  it('are discarded once they are dropped, and the drop is recorded', () => {
    const { cell, facts } = dropHeld(held, 'merchant');
    expect(cell.shopify).toMatchObject({ pending: 0, held: 0 });
    expect(difference(cell)).toBe(fromUnits(-100));
    expect(facts).toMatchObject([{ fate: 'dropped' }]);
    expect(dropHeld(cell, 'merchant').cell).toBe(cell);
  });
});

describe('what is known of a decrease at Shopify', () => {
  const unclassified = { amount: fromUnits(-15), held: true, from: 0, at: 1_000, until: 3_000 };

  it('stays with what was held when that is sent', () => {
    const held = withSide(apart, 'square', { held: fromUnits(-15), unclassified });
    expect(sendHeld(held, 'merchant').cell.square).toMatchObject({
      pending: fromUnits(-15),
      unclassified: { ...unclassified, held: false },
    });
    expect(sendHeld(withSide(held, 'square', { unclassified: null }), 'merchant').cell.square.unclassified).toBeNull();
  });

  it('ends with a number that a person sets', () => {
    const held = withSide(apart, 'square', { held: fromUnits(-15), heldShrinkage: fromUnits(-15), unclassified });
    const known = read(read(requestSet(held, wish), 'shopify', 3), 'square', 8);
    expect(applySet(known).cell.square).toMatchObject({ held: 0, heldShrinkage: 0, unclassified: null, shrinkage: fromUnits(-2) });
  });
});
