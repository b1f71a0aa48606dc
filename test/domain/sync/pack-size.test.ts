import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { otherSource, SOURCES, type Source } from '../../../src/domain/source';
import {
  crossing,
  fromPieces,
  inPacks,
  inPieces,
  isSameStock,
  LARGEST_PACK,
  NO_PACKS,
  packProblem,
  packsFrom,
  packSide,
  type PackSizes,
} from '../../../src/domain/sync/pack-size';

const DOZEN: PackSizes = { shopify: 12, square: 1 };
const packs = fc
  .tuple(fc.constantFrom(...SOURCES), fc.integer({ min: 2, max: LARGEST_PACK }))
  .map(([side, size]): PackSizes => ({ ...NO_PACKS, [side]: size }));
const quantity = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 });

describe('pack sizes', () => {
  it.each([
    [60, 59, -1],
    [59, 48, 0],
    [48, 47, -1],
    [47, 60, 2],
    [0, -1, -1],
    [-1, -12, 0],
    [-12, -13, -1],
  ])('take a case of twelve away when its first piece goes, and bring it back when it is full: %d to %d pieces', (before, after, cases) => {
    expect(crossing(DOZEN, 'square', fromUnits(before), fromUnits(after))).toBe(fromUnits(cases));
  });

  it('move the pieces by whole packs, and only once a whole pack has changed', () => {
    expect(crossing(DOZEN, 'shopify', fromUnits(5), fromUnits(3))).toBe(fromUnits(-24));
    const cases: PackSizes = { shopify: 1, square: 12 };
    expect(crossing(cases, 'square', fromUnits(5), fromUnits(4.5))).toBe(fromUnits(-12));
    expect(crossing(cases, 'square', fromUnits(4.5), fromUnits(4))).toBe(0);
  });

  it('add up whatever way the changes took, and come back to where they were', () => {
    fc.assert(
      fc.property(
        packs,
        fc.constantFrom<Source>(...SOURCES),
        fc.array(quantity, { minLength: 2, maxLength: 12 }),
        (sizes, side, course) => {
          const steps = course.slice(1).map((to, at) => crossing(sizes, side, course[at] ?? 0, to));
          const sum = steps.reduce((all, one) => all + one, 0);
          expect(sum).toBe(crossing(sizes, side, course[0] ?? 0, course.at(-1) ?? 0));
          expect(sum + crossing(sizes, side, course.at(-1) ?? 0, course[0] ?? 0)).toBe(0);
        },
      ),
    );
  });

  it('keep what both sides are worth apart by the same, whichever side changes', () => {
    fc.assert(
      fc.property(packs, fc.constantFrom<Source>(...SOURCES), quantity, quantity, quantity, (sizes, side, own, next, other) => {
        const there = otherSource(side);
        const apart = (a: number, b: number): number => inPacks(sizes, side, a) - inPacks(sizes, there, b);
        // The other side's number is one that its platform may have: whatever it is, whole packs are added to it.
        expect(apart(next, other + crossing(sizes, side, own, next))).toBe(apart(own, other));
      }),
    );
  });

  it('leave equal units as they are, fractions too', () => {
    fc.assert(
      fc.property(fc.constantFrom<Source>(...SOURCES), quantity, quantity, (side, before, after) => {
        expect(crossing(NO_PACKS, side, before, after)).toBe(after - before);
        expect(inPieces(NO_PACKS, side, after)).toBe(after);
        expect(fromPieces(NO_PACKS, side, after)).toBe(after);
      }),
    );
  });

  it('set both sides to the same stock', () => {
    fc.assert(
      fc.property(packs, fc.constantFrom<Source>(...SOURCES), fc.integer({ min: 0, max: 100_000 }), (sizes, side, units) => {
        const pieces = inPieces(sizes, side, fromUnits(units));
        const sides = { shopify: fromPieces(sizes, 'shopify', pieces), square: fromPieces(sizes, 'square', pieces) };
        expect(sides[side]).toBe(fromUnits(units));
        expect(isSameStock(sizes, sides.shopify, sides.square)).toBe(true);
      }),
    );
    expect(isSameStock(DOZEN, fromUnits(5), fromUnits(71))).toBe(true);
    expect(isSameStock(DOZEN, fromUnits(5), fromUnits(72))).toBe(false);
    expect(isSameStock(DOZEN, null, fromUnits(60))).toBe(false);
  });

  it.each([0, -1, 1.5, Number.NaN, LARGEST_PACK + 1, 1e9])('refuse %d pieces', (size) => {
    expect(packProblem({ shopify: size, square: 1 })).toMatch(/^A pack size is a whole number from 1 to 10000, not /u);
  });

  it('refuse packs on both sides, and know which side sells them', () => {
    expect(packProblem({ shopify: 2, square: 3 })).toMatch(/^One of the two pack sizes must be 1/u);
    expect(packProblem(DOZEN)).toBe('');
    expect([packSide(DOZEN), packSide({ shopify: 1, square: 6 }), packSide(NO_PACKS)]).toEqual(['shopify', 'square', null]);
  });

  it('follow from how many units make how many', () => {
    expect(packsFrom({ shopifyUnits: 1, squareUnits: 12 })).toEqual(DOZEN);
    expect(packsFrom({ shopifyUnits: 6, squareUnits: 1 })).toEqual({ shopify: 1, square: 6 });
    expect(packsFrom({ shopifyUnits: 4, squareUnits: 4 })).toEqual(NO_PACKS);
    expect(packsFrom({ shopifyUnits: 2, squareUnits: 3 })).toBeNull();
    expect(packsFrom({ shopifyUnits: 1, squareUnits: LARGEST_PACK + 1 })).toBeNull();
  });
});
