import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import {
  atRest,
  breaksConservation,
  conserved,
  difference,
  expected,
  isUnderWay,
  levelOf,
  promised,
  rebased,
  restingSide,
  sendablePart,
  sideAtRest,
  sideIsCertain,
  UNKNOWN_SIDE,
  withSide,
  type LevelSide,
} from '../../../src/domain/sync/linked-level';

const side = restingSide(fromUnits(10), 1_000);
const rest = levelOf(side, side);
const op = { key: 'k', index: 0, count: 1, delta: fromUnits(-2), from: fromUnits(10), firstSent: 0, epoch: 1 };
const open: LevelSide = { ...side, pending: fromUnits(-1), held: fromUnits(-4), inFlight: op };
const starting = { shopify: { before: null, began: null }, square: { before: null, began: null } };
const setRequest = { to: 0, by: 'merchant', sides: ['square'] } as const;

describe('a changed level', () => {
  it('is the same object when nothing changed', () => {
    expect(withSide(rest, 'square', { pending: 0, needsRead: false })).toBe(rest);
    expect(withSide(rest, 'square', { pending: 0, needsRead: true })).toEqual({ ...rest, square: { ...side, needsRead: true } });
    expect(rebased(rest)).toBe(rest);
    expect(rebased({ ...rest, conservedDifference: 0 })).toEqual(rest);
  });
});

describe('the numbers of a side', () => {
  it('are what was promised to it, and what people will see once it has arrived', () => {
    expect([promised(open), expected(open)]).toEqual([fromUnits(3), fromUnits(7)]);
    expect([promised(UNKNOWN_SIDE), expected(UNKNOWN_SIDE)]).toEqual([0, 0]);
    expect([sendablePart('shopify', fromUnits(-1.5)), sendablePart('square', fromUnits(-1.5))]).toEqual([fromUnits(-1), fromUnits(-1.5)]);
  });

  it('differ by what conservation keeps', () => {
    const level = levelOf(open, side);
    expect([difference(level), conserved(level), conserved({ ...level, conservedDifference: 5 })]).toEqual([
      fromUnits(-7),
      fromUnits(-7),
      5,
    ]);
    expect([conserved(levelOf(UNKNOWN_SIDE, side)), conserved(levelOf(side, UNKNOWN_SIDE))]).toEqual([null, null]);
    expect(breaksConservation(level)).toBe(false);
    expect(breaksConservation({ ...level, conservedDifference: fromUnits(-7) })).toBe(false);
    expect(breaksConservation({ ...level, conservedDifference: fromUnits(-6) })).toBe(true);
    expect(breaksConservation({ ...levelOf(UNKNOWN_SIDE, side), conservedDifference: 1 })).toBe(false);
    expect(breaksConservation({ ...levelOf(side, UNKNOWN_SIDE), conservedDifference: 1 })).toBe(false);
  });
});

describe('a level', () => {
  const cases: readonly [string, Partial<LevelSide>, { atRest?: true; underWay?: true; certain?: true }][] = [
    ['with numbers alone', {}, { atRest: true, certain: true }],
    ['with something pending', { pending: 1 }, { underWay: true, certain: true }],
    ['with something pending that is refused', { pending: 1, blocked: 'other' }, { certain: true }],
    ['with something held', { held: 1 }, { certain: true }],
    ['with a write in flight', { inFlight: op }, { underWay: true }],
    ['whose write cannot be resolved', { inFlight: op, indeterminate: true, pending: 1 }, { certain: true }],
    ['that must be read', { needsRead: true }, { underWay: true }],
    ['that is being read', { reading: true }, { atRest: true }],
    ['that is refused', { blocked: 'other' }, { certain: true }],
  ];

  it.each(cases)('%s', (_what, change, { atRest: rests = false, underWay = false, certain = false }) => {
    const changed = { ...side, ...change };
    expect(sideAtRest(changed)).toBe(rests);
    expect(sideIsCertain(changed)).toBe(certain);
    for (const level of [levelOf(changed, side), levelOf(side, changed)])
      // A fraction of a unit does not arrive at Shopify.
      if (change.pending === undefined || level.square === changed) expect([atRest(level), isUnderWay(level)]).toEqual([rests, underWay]);
  });

  it('is not at rest while a link starts or ends, or a set request waits', () => {
    expect([{ starting }, { setRequest }, { ending: 'sku-changed' } as const].map((between) => atRest({ ...rest, ...between }))).toEqual([
      false,
      false,
      false,
    ]);
    expect([
      isUnderWay({ ...rest, starting }),
      isUnderWay({ ...rest, setRequest }),
      isUnderWay({ ...rest, ending: 'sku-changed' }),
    ]).toEqual([true, true, false]);
  });

  it('is not under way with a fraction of a unit that Shopify cannot receive', () => {
    expect(isUnderWay(levelOf({ ...side, pending: fromUnits(0.5) }, side))).toBe(false);
    expect(isUnderWay(levelOf({ ...side, pending: fromUnits(1.5) }, side))).toBe(true);
    expect(isUnderWay(levelOf({ ...side, needsRead: true, indeterminate: true }, side))).toBe(false);
  });
});
