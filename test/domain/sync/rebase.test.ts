import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { atRest, cellOf, difference, restingSide, withSide, type Cell } from '../../../src/domain/sync/cell';
import { flush, sendable } from '../../../src/domain/sync/flush';
import { observe, observeRead, type Rules } from '../../../src/domain/sync/observe';
import { dropHeld, grantWish, sendHeld, takeWish } from '../../../src/domain/sync/rebase';
import { settle } from '../../../src/domain/sync/settle';
import { loadCell, storeCell } from '../../../src/domain/sync/stored';

const RULES: Rules = { maximum: 5, entitled: true, autoSync: true };
const apart: Cell = cellOf(restingSide(fromUnits(3), 1_000), restingSide(fromUnits(8), 1_000));
const wish = { to: fromUnits(6), by: 'merchant' as const, sides: ['shopify' as const, 'square' as const] };

function read(cell: Cell, source: 'shopify' | 'square', units: number): Cell {
  return observeRead(withSide(cell, source, { reading: true }), source, { value: fromUnits(units), at: 2_000 }, 'read', RULES).cell;
}

describe('a number that the merchant sets', () => {
  it('waits until both sides have been read anew, and survives storage meanwhile', () => {
    const wished = takeWish(apart, wish);
    expect(grantWish(wished).cell).toBe(wished);
    expect(loadCell(storeCell(wished)).wish).toEqual(wish);
    expect(atRest(wished)).toBe(false);
    const half = read(wished, 'shopify', 3);
    expect(grantWish(half).cell).toBe(half);
  });

  it('owes each side what brings it there', () => {
    const known = read(read(takeWish(apart, wish), 'shopify', 3), 'square', 8);
    const { cell, facts } = grantWish(known);
    expect(cell.shopify.pend).toBe(fromUnits(3));
    expect(cell.square.pend).toBe(fromUnits(-2));
    expect(difference(cell)).toBe(0);
    expect(facts).toEqual([{ kind: 'set', to: fromUnits(6), by: 'merchant', shopify: fromUnits(3), square: fromUnits(8) }]);
  });

  it('lets a sale count that happens while the number is on its way', () => {
    const known = read(read(takeWish(apart, wish), 'shopify', 3), 'square', 8);
    let { cell } = grantWish(known);
    cell = flush(cell, 'shopify', { key: 'k', index: 0, count: 1, now: 0, epoch: 1 });
    // Sold one at Shopify before the write came: the compare-and-swap is stale, the level is read, the delta planned anew.
    cell = settle(cell, 'shopify', { kind: 'returned', read: true }, RULES, false).cell;
    cell = observeRead(withSide(cell, 'shopify', { reading: true }), 'shopify', { value: fromUnits(2), at: 3_000 }, 'read', RULES).cell;
    expect(sendable(cell, 'shopify')).toBe(fromUnits(3));
    // 2 + 3 = 5 at Shopify, 8 - 2 - 1 = 5 at Square: one below the number set, on both.
    expect(cell.square.pend).toBe(fromUnits(-3));
    expect(difference(cell)).toBe(0);
  });

  it('waits for a write in flight, and replaces what was owed, held or refused', () => {
    const owed = { ...apart, square: { ...apart.square, pend: fromUnits(2), held: fromUnits(50), blocked: 'untracked' as const } };
    const flying = flush({ ...owed, shopify: { ...owed.shopify, pend: fromUnits(1) } }, 'shopify', {
      key: 'k',
      index: 0,
      count: 1,
      now: 0,
      epoch: 1,
    });
    const wished = takeWish(flying, wish);
    expect(grantWish(wished).cell).toBe(wished);
    const settled = settle(
      wished,
      'shopify',
      { kind: 'applied', level: { stockId: 'i', locationId: 'l', quantity: fromUnits(4), at: 1_500 } },
      RULES,
      true,
    ).cell;
    const { cell } = grantWish(read(read(settled, 'shopify', 4), 'square', 8));
    expect(cell.shopify.pend).toBe(fromUnits(2));
    expect(cell.square).toMatchObject({ pend: fromUnits(-2), held: 0, blocked: null });
  });

  it('gives a side that was never counted its first number', () => {
    const uncounted = cellOf(restingSide(fromUnits(3), 1_000), restingSide(null, null));
    const wished = withSide(read(takeWish(uncounted, wish), 'shopify', 3), 'square', { doubt: false });
    const { cell } = grantWish(wished);
    expect(cell.square).toMatchObject({ acc: 0, pend: fromUnits(6) });
  });

  it('thaws a frozen side: the read shows what its op left', () => {
    const op = { key: 'k', index: 0, count: 1, delta: fromUnits(-1), from: fromUnits(3), firstSent: 0, epoch: 1 };
    const frozen = withSide(apart, 'shopify', { op, frozen: true });
    const { cell } = grantWish(read(read(takeWish(frozen, wish), 'shopify', 2), 'square', 8));
    expect(cell.shopify).toMatchObject({ op: null, frozen: false, acc: fromUnits(2), pend: fromUnits(4) });
  });
});

describe('held amounts', () => {
  const held = observe(
    cellOf(restingSide(fromUnits(10), 1_000), restingSide(fromUnits(10), 1_000)),
    'square',
    { value: fromUnits(110), at: 2_000, direct: false },
    'webhook',
    RULES,
  ).cell;

  it('are owed once they are sent', () => {
    const { cell, facts } = sendHeld(held, 'merchant');
    expect(cell.shopify).toMatchObject({ pend: fromUnits(100), held: 0 });
    expect(difference(cell)).toBe(0);
    expect(facts).toEqual([{ kind: 'held', side: 'square', amount: fromUnits(100), fate: 'sent', by: 'merchant' }]);
  });

  it('are forgotten once they are dropped, and said so', () => {
    const { cell, facts } = dropHeld(held, 'merchant');
    expect(cell.shopify).toMatchObject({ pend: 0, held: 0 });
    expect(difference(cell)).toBe(fromUnits(-100));
    expect(facts).toMatchObject([{ fate: 'dropped' }]);
    expect(dropHeld(cell, 'merchant').cell).toBe(cell);
  });
});
