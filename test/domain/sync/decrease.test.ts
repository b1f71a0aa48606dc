import { describe, expect, it } from 'vitest';

import type { LevelQuantities } from '../../../src/domain/causes/shopify';
import { fromUnits } from '../../../src/domain/quantity';
import { classified, isShrinkage, waitedEnough, waitsToClassify, withDecrease, withinPending } from '../../../src/domain/sync/decrease';
import { levelOf, restingSide, withSide, type LevelSide } from '../../../src/domain/sync/linked-level';
import { loadLevel, storeLevel } from '../../../src/domain/sync/stored-level';

const AT = 1_000_000_000;
const CHANGE = { from: AT - 60_000, at: AT };
const read = (other: Partial<LevelQuantities>): LevelQuantities => ({
  available: fromUnits(25),
  availableAt: AT,
  committed: fromUnits(4),
  committedAt: AT - 3_600_000,
  onHand: fromUnits(29),
  onHandAt: AT,
  ...other,
});
const SIDE = restingSide(fromUnits(40), AT);
const CHANGED = { delta: fromUnits(-15), at: AT, since: AT - 7_200_000, via: 'webhook', held: false, now: AT } as const;

describe('what a decrease is', () => {
  it.each<[string, Partial<LevelQuantities>, boolean | null]>([
    ['a count: on hand fell with available, committed is as long before', {}, true],
    ['a count of an item that was never ordered', { committed: 0, committedAt: null }, true],
    ['set aside: neither was touched', { onHandAt: AT - 3_600_000 }, true],
    ['an order: committed was touched at that time', { committedAt: AT, onHandAt: AT - 3_600_000 }, false],
    ['an order that was fulfilled at once', { committedAt: AT, onHandAt: AT }, false],
    ['an order a second before, by whole seconds', { committedAt: AT - 1_000, onHandAt: AT - 3_600_000 }, false],
    ['an order may be part of it', { committedAt: AT - 60_000 }, false],
    ['Shopify states no times', { availableAt: null, committedAt: null, onHandAt: null, committed: 0 }, false],
    ['orders without a time', { committedAt: null }, false],
    ['the reading is older than the change', { availableAt: AT - 1 }, null],
    ['Shopify states no time of on hand', { onHandAt: null }, false],
    ['committed was touched right after the number before', { committedAt: AT - 60_000 + 1 }, false],
    ['committed was touched just before the number before', { committedAt: AT - 60_000 - 1 }, true],
  ])('%s', (_what, other, expected) => {
    expect(isShrinkage(CHANGE, read(other))).toBe(expected);
  });

  it('is asked only of more than ten units', () => {
    expect(withDecrease(SIDE, { ...CHANGED, delta: fromUnits(-10) })).toBeNull();
    expect(withDecrease(SIDE, { ...CHANGED, delta: fromUnits(30) })).toBeNull();
    expect(withDecrease(SIDE, CHANGED)).toEqual({ amount: fromUnits(-15), held: false, from: AT - 60_000, at: AT, until: AT + 2_000 });
  });

  it('may include whatever happened since the number before, unless a webhook told of it alone', () => {
    expect(withDecrease(SIDE, { ...CHANGED, via: 'sweep' })?.from).toBe(CHANGED.since);
    expect(withDecrease(SIDE, { ...CHANGED, since: AT - 3_000 })?.from).toBe(AT - 3_000);
  });

  it('is asked of two together, from before the first until the second, and waits no longer for the second', () => {
    const first = withDecrease(SIDE, CHANGED);
    const both = withDecrease({ ...SIDE, unclassified: first }, { ...CHANGED, at: AT + 1_000, now: AT + 1_500 });
    expect(both).toEqual({ amount: fromUnits(-30), held: false, from: AT - 60_000, at: AT + 1_000, until: AT + 2_000 });
  });
});

it('is asked with its times: a count is later than an order, whose second may be stated as the one before', () => {
  const at = (committedAt: number, onHandAt: number) => isShrinkage({ from: AT + 5_000, at: AT }, read({ committedAt, onHandAt }));
  expect([at(AT - 1, AT), at(AT, AT)]).toEqual([true, false]);
  expect([at(AT - 1_001, AT - 1), at(AT - 1_000, AT - 1)]).toEqual([true, false]);
});

describe('a large decrease', () => {
  const waiting = { amount: fromUnits(-15), held: false, from: 1, at: 2, until: AT };
  const level = (side: Partial<LevelSide>) =>
    withSide(levelOf(SIDE, SIDE), 'square', { pending: fromUnits(-15), held: fromUnits(-20), ...side });

  it('delays its write while it is pending and waits', () => {
    const waits = (unclassified: LevelSide['unclassified']): boolean => waitsToClassify({ ...SIDE, unclassified });
    expect([waits(null), waits(waiting), waits({ ...waiting, held: true }), waits({ ...waiting, until: null })]).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('waits until its time and no longer', () => {
    const one = level({ unclassified: waiting });
    expect(waitedEnough(one, AT - 1)).toBe(one);
    expect(waitedEnough(one, AT).square.unclassified).toEqual({ ...waiting, until: null });
    const held = level({ unclassified: { ...waiting, until: null } });
    expect(waitedEnough(held, AT)).toBe(held);
    expect(waitedEnough(level({}), AT)).toEqual(level({}));
  });

  it('adds to what is known to be no sale, pending or held, once it is read', () => {
    expect(classified(level({ unclassified: waiting, shrinkage: 0 }), true).square).toMatchObject({
      shrinkage: fromUnits(-15),
      heldShrinkage: 0,
      unclassified: null,
    });
    expect(classified(level({ unclassified: { ...waiting, held: true }, heldShrinkage: fromUnits(-2) }), true).square).toMatchObject({
      shrinkage: 0,
      heldShrinkage: fromUnits(-17),
    });
    expect(classified(level({ unclassified: waiting }), false).square).toMatchObject({
      shrinkage: 0,
      heldShrinkage: 0,
      unclassified: null,
    });
    const known = level({});
    expect(classified(known, true)).toBe(known);
  });

  it('is asked no longer once increases have used it up', () => {
    expect(withinPending(level({ unclassified: waiting, pending: 0 })).square.unclassified).toBeNull();
    expect(withinPending(level({ unclassified: waiting, pending: -1 })).square.unclassified).toBe(waiting);
    const held = { ...waiting, held: true };
    expect(withinPending(level({ unclassified: held, held: 0 })).square.unclassified).toBeNull();
    expect(withinPending(level({ unclassified: held, held: -1, pending: 0 })).square.unclassified).toBe(held);
  });

  it('that was held is no more known than what is held', () => {
    const known = (side: Partial<LevelSide>): number =>
      withinPending(level({ shrinkage: 0, heldShrinkage: fromUnits(-20), ...side })).square.heldShrinkage;
    expect([known({ held: 0 }), known({ held: fromUnits(5) }), known({ held: fromUnits(-8) })]).toEqual([0, 0, fromUnits(-8)]);
  });

  it('that is held starts anew when another one is pending', () => {
    const unclassified = { ...waiting, held: true };
    expect(withDecrease({ ...SIDE, unclassified }, CHANGED)).toEqual({
      amount: fromUnits(-15),
      held: false,
      from: AT - 60_000,
      at: AT,
      until: AT + 2_000,
    });
    expect(withDecrease({ ...SIDE, unclassified }, { ...CHANGED, delta: fromUnits(-10) })).toBe(unclassified);
    expect(withDecrease({ ...SIDE, unclassified: { ...waiting, until: null } }, CHANGED)).toMatchObject({ until: AT + 2_000 });
    expect(withDecrease(SIDE, { ...CHANGED, since: null, via: 'sweep' })?.from).toBe(0);
  });
});

describe('what is known of a decrease', () => {
  const shrunk = withSide(levelOf(SIDE, SIDE), 'square', { pending: fromUnits(-15), shrinkage: fromUnits(-15) });

  it('is used up by increases and by what a person sets', () => {
    expect(withinPending(withSide(shrunk, 'square', { pending: fromUnits(-9) })).square.shrinkage).toBe(fromUnits(-9));
    expect(withinPending(withSide(shrunk, 'square', { pending: fromUnits(3) })).square.shrinkage).toBe(0);
    const held = withSide(shrunk, 'square', { held: 0, heldShrinkage: fromUnits(-20) });
    expect(withinPending(held).square.heldShrinkage).toBe(0);
    expect(withinPending(shrunk)).toBe(shrunk);
  });

  it('is stored with the level, and with its op', () => {
    const op = { key: 'k', index: 0, count: 1, delta: fromUnits(-15), from: 0, firstSent: AT, epoch: 1, shrinkage: true } as const;
    const unclassified = withDecrease(SIDE, { ...CHANGED, held: true });
    const level = withSide(shrunk, 'square', { heldShrinkage: fromUnits(-2), held: fromUnits(-20), unclassified, inFlight: op });
    expect(loadLevel(storeLevel(level)).square).toEqual(level.square);
  });
});
