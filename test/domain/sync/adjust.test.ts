import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromUnits, type Quantity } from '../../../src/domain/quantity';
import { SOURCES, type Source } from '../../../src/domain/source';
import { adjust, adjusted, amountsTo, canAdjust, type SideAmounts } from '../../../src/domain/sync/adjust';
import { withinPending } from '../../../src/domain/sync/decrease';
import { flush } from '../../../src/domain/sync/flush';
import {
  breaksConservation,
  conserved,
  difference,
  expected,
  levelOf,
  restingSide,
  withSide,
  type LevelSide,
  type LinkedLevel,
} from '../../../src/domain/sync/linked-level';
import { BenchOfOne, START } from './bench-of-one';

const resting = levelOf(restingSide(fromUnits(10), 1_000), restingSide(fromUnits(8), 1_000));
const rest: LinkedLevel = { ...resting, conservedDifference: fromUnits(2) };
const op = { key: 'k', index: 0, count: 1, delta: fromUnits(-2), from: fromUnits(10), firstSent: 0, epoch: 1 };
const slot = { key: 'k', index: 0, count: 1, now: 5_000, epoch: 1 };
const waiting = { amount: fromUnits(-15), held: false, from: 0, at: 1, until: 2_000 };
const starting = { shopify: { before: null, began: null }, square: { before: null, began: null } };

const units = (shopify: number, square: number): SideAmounts => ({ shopify: fromUnits(shopify), square: fromUnits(square) });
const negated = ({ shopify, square }: SideAmounts): SideAmounts => ({ shopify: 0 - shopify, square: 0 - square });
const onSquare = (side: Partial<LevelSide>): LinkedLevel => withSide(rest, 'square', side);
/** As the engine stores a level. */
const stored = (level: LinkedLevel, amounts: SideAmounts): LinkedLevel => withinPending(adjust(level, amounts));

/** A quantity in steps, fractions of a unit included. */
const quantity = fc.integer({ min: -5_000_000, max: 5_000_000 });
const amounts: fc.Arbitrary<SideAmounts> = fc.record({ shopify: quantity, square: quantity });

/** A side that can be adjusted, with something pending and a write in flight, as often as not. */
const side = (source: Source): fc.Arbitrary<LevelSide> =>
  fc
    .record({
      accounted: quantity,
      pending: fc.oneof(fc.constant(0), quantity),
      flying: fc.option(quantity),
      part: fc.double({ min: 0, max: 1, noNaN: true }),
      needsRead: fc.boolean(),
    })
    .map(({ accounted, pending, flying, part, needsRead }) => ({
      ...restingSide(accounted, 1_000),
      pending,
      shrinkage: source === 'square' ? 0 - Math.round(part * Math.max(0, -pending)) : 0,
      inFlight: flying === null ? null : { ...op, delta: flying, from: accounted },
      needsRead,
    }));

const level: fc.Arbitrary<LinkedLevel> = fc.record({ shopify: side('shopify'), square: side('square') }).map(({ shopify, square }) => {
  const open = levelOf(shopify, square);
  return { ...open, conservedDifference: difference(open) };
});

describe('a level', () => {
  it.each<[string, LinkedLevel]>([
    ['at rest', rest],
    ['with something pending and in flight', onSquare({ pending: fromUnits(-3), inFlight: op, pendingSince: 500 })],
    ['that must be read, or is being read', withSide(onSquare({ needsRead: true }), 'shopify', { reading: true })],
    ['whose large decrease is not classified', onSquare({ pending: fromUnits(-15), unclassified: waiting })],
    ['that was never linked before, and one with a fraction that Shopify cannot receive', withSide(rest, 'shopify', { pending: 50_000 })],
  ])('%s takes amounts', (_what, open) => {
    expect(canAdjust(open)).toBe(true);
  });

  it.each<[string, Partial<LevelSide>]>([
    ['a number is not known', { accounted: null }],
    ['a change was refused', { blocked: 'untracked' }],
    ['a write cannot be resolved', { inFlight: op, indeterminate: true }],
    ['something is held', { held: fromUnits(-1) }],
  ])('takes none while %s, on either side', (_what, change) => {
    for (const source of SOURCES) expect(canAdjust(withSide(rest, source, change)), source).toBe(false);
  });

  it.each<[string, Partial<LinkedLevel>]>([
    ['a person has requested a number', { setRequest: { to: fromUnits(5), by: 'merchant', sides: SOURCES } }],
    ['its link starts', { starting }],
    ['its link ends', { ending: 'removed' }],
  ])('takes none while %s', (_what, change) => {
    expect(canAdjust({ ...rest, ...change })).toBe(false);
  });
});

describe('the amounts to a number', () => {
  it('are those that are missing on each side, with what is on its way', () => {
    expect(amountsTo(rest, fromUnits(12))).toEqual(units(2, 4));
    const open = withSide(onSquare({ pending: fromUnits(3), inFlight: { ...op, delta: fromUnits(-1) } }), 'shopify', { pending: 50_000 });
    expect(amountsTo(open, fromUnits(12))).toEqual(units(1.5, 2));
  });

  it('bring both sides to it, whatever is on its way', () => {
    fc.assert(
      fc.property(level, quantity, (open, to) => {
        const missing = amountsTo(open, to);
        expect(adjusted(open, missing)).toEqual({ shopify: to, square: to });
        const next = adjust(open, missing);
        expect(SOURCES.map((source) => expected(next[source]))).toEqual([to, to]);
        // What a person sees as different is different no more.
        expect(amountsTo(next, to)).toEqual({ shopify: 0, square: 0 });
      }),
    );
  });
});

describe('amounts that a person adds', () => {
  it('become pending, and the difference between the sides is the new one from then on', () => {
    const next = adjust(rest, units(-3, -1));
    expect([next.shopify.pending, next.square.pending]).toEqual([fromUnits(-3), fromUnits(-1)]);
    expect([difference(next), conserved(next), next.conservedDifference]).toEqual([0, 0, null]);
  });

  it('change the difference by their own difference, and nothing but what is pending (I1)', () => {
    fc.assert(
      fc.property(level, amounts, (open, added) => {
        const next = adjust(open, added);
        expect(difference(next) - difference(open)).toBe(added.shopify - added.square);
        expect([breaksConservation(next), conserved(next)]).toEqual([false, difference(next)]);
        expect(adjusted(open, added)).toEqual({ shopify: expected(next.shopify), square: expected(next.square) });
        for (const source of SOURCES) {
          const { pending, shrinkage } = next[source];
          expect(pending).toBe(open[source].pending + added[source]);
          expect({ ...next[source], pending: 0, shrinkage: 0 }).toEqual({ ...open[source], pending: 0, shrinkage: 0 });
          expect(shrinkage).toBe(source === 'square' ? Math.min(0, open.square.shrinkage + added.square) : open.shopify.shrinkage);
        }
      }),
    );
  });

  it('of nothing leave the level as it is', () => {
    expect(adjust(resting, units(0, 0))).toBe(resting);
    expect(adjust(rest, units(0, 0))).toEqual(resting);
    expect(adjust(rest, units(1, 0)).square).toBe(rest.square);
    expect(adjust(rest, units(0, -1)).shopify).toBe(rest.shopify);
  });

  it('taken back leave what was there, with everything on its way', () => {
    fc.assert(
      fc.property(level, amounts, (open, added) => {
        const back = stored(stored(open, added), negated(added));
        const bare = ({ shopify, square }: LinkedLevel): object => ({ shopify, square: { ...square, shrinkage: 0 } });
        expect(bare(back)).toEqual(bare(open));
        expect([difference(back), conserved(back)]).toEqual([difference(open), difference(open)]);
        expect(back.square.shrinkage).toBeGreaterThanOrEqual(Math.min(0, back.square.pending));
        // Where no sale is on its way to Square, nothing at all differs.
        const { pending, shrinkage } = open.square;
        if (pending >= shrinkage) expect(back.square).toEqual(open.square);
      }),
    );
  });

  it('of several people add up, in any order', () => {
    fc.assert(
      fc.property(level, amounts, amounts, (open, one, two) => {
        const both = adjust(adjust(open, one), two);
        const bare = ({ shopify, square }: LinkedLevel): object => ({ shopify, square: { ...square, shrinkage: 0 } });
        expect(bare(both)).toEqual(bare(adjust(adjust(open, two), one)));
        expect(SOURCES.map((source) => both[source].pending - open[source].pending)).toEqual(
          SOURCES.map((source) => one[source] + two[source]),
        );
      }),
    );
  });
});

describe('at Square, a person’s number', () => {
  it('that is lower is no sale: it goes alone, before the sales that are on their way', () => {
    const sold = onSquare({ pending: fromUnits(-2) });
    const first = flush(stored(sold, units(0, -5)), 'square', slot);
    expect(first.square).toMatchObject({ inFlight: { delta: fromUnits(-5), shrinkage: true }, pending: fromUnits(-2), shrinkage: 0 });
    const second = flush(withSide(first, 'square', { inFlight: null }), 'square', slot);
    expect(second.square).toMatchObject({ inFlight: { delta: fromUnits(-2) }, pending: 0 });
    expect(second.square.inFlight).not.toHaveProperty('shrinkage');
  });

  it('that is lower and taken back leaves the sales that are on their way as sales', () => {
    const sold = onSquare({ pending: fromUnits(-10) });
    expect(stored(stored(sold, units(0, -5)), units(0, 5)).square).toMatchObject({ pending: fromUnits(-10), shrinkage: 0 });
  });

  it('that is higher is none either: what is left of an earlier decrease goes with it', () => {
    const { square } = flush(stored(rest, units(0, 5)), 'square', slot);
    expect(square).toMatchObject({ inFlight: { delta: fromUnits(5) }, pending: 0, shrinkage: 0 });
    expect(square.inFlight).not.toHaveProperty('shrinkage');
    const counted = onSquare({ pending: fromUnits(-15), shrinkage: fromUnits(-15) });
    expect(stored(counted, units(0, 5)).square).toMatchObject({ pending: fromUnits(-10), shrinkage: fromUnits(-10) });
    expect(stored(counted, units(0, 20)).square).toMatchObject({ pending: fromUnits(5), shrinkage: 0 });
  });

  it('that is lower than what is on its way is no sale by what remains', () => {
    const restocked = onSquare({ pending: fromUnits(3) });
    expect(flush(stored(restocked, units(0, -5)), 'square', slot).square).toMatchObject({
      inFlight: { delta: fromUnits(-2), shrinkage: true },
      pending: 0,
      shrinkage: 0,
    });
  });

  it('waits with a large decrease for what that was, and is told from it', () => {
    const open = stored(onSquare({ pending: fromUnits(-15), unclassified: waiting }), units(0, -5));
    expect(flush(open, 'square', slot)).toBe(open);
    expect(open.square).toMatchObject({ pending: fromUnits(-20), shrinkage: fromUnits(-5), unclassified: waiting });
  });

  it('is told apart there alone', () => {
    const { shopify } = stored(rest, units(-5, 5));
    expect([shopify.pending, shopify.shrinkage]).toEqual([fromUnits(-5), 0]);
  });
});

/** What happens to the level and its platforms, by name; `n` says how much, which, or how it ends. */
const HAPPENINGS: Readonly<Record<string, (bench: BenchOfOne, source: Source, n: number) => void>> = {
  webhook: (bench, _source, n) => bench.deliver(n, n % 3),
  send: (bench) => bench.send(),
  arrive: (bench, source) => bench.arrive(source),
  hear: (bench, source, n) => bench.hear(source, n % 4 === 0 ? 'unanswered' : n % 4 === 1 ? 'throttled' : 'answered'),
  read: (bench, source, n) => bench.read(source, n % 5 !== 0),
  classify: (bench, _source, n) => bench.classify(n % 2 === 0),
  sweep: (bench, source) => bench.sweep(source),
  stray: (bench) => bench.stray(),
  kill: (bench) => bench.kill(),
};

const KINDS = ['change', 'change', 'set', 'undo', ...Object.keys(HAPPENINGS)] as const;
const happening = fc.record({ kind: fc.constantFrom(...KINDS), source: fc.constantFrom<Source>(...SOURCES), n: fc.nat(24) });

/** The engine with one level, and the bulk changes that a person made of it and has not taken back. */
class Shop {
  readonly bench = new BenchOfOne();
  readonly made: SideAmounts[] = [];
  moved = 0;

  change(source: Source, delta: Quantity): void {
    this.moved += delta;
    this.bench.change(source, delta);
  }

  set(to: Quantity): void {
    if (!canAdjust(this.bench.cell)) return;
    const added = amountsTo(this.bench.cell, to);
    this.made.push(added);
    this.#adjust(added);
  }

  undo(which: number): void {
    if (this.made.length === 0 || !canAdjust(this.bench.cell)) return;
    const [added] = this.made.splice(which % this.made.length, 1);
    if (added !== undefined) this.#adjust(negated(added));
  }

  /** What each side must end with: every sale once, and every amount that still stands. */
  due(source: Source): Quantity {
    return this.made.reduce((sum, added) => sum + added[source], START + this.moved);
  }

  #adjust(added: SideAmounts): void {
    this.bench.cell = stored(this.bench.cell, added);
    this.bench.send();
  }
}

function play(shop: Shop, kind: string, source: Source, n: number): void {
  if (kind === 'change') shop.change(source, fromUnits((n % 8) - 4));
  else if (kind === 'set') shop.set(fromUnits(30 + n));
  else if (kind === 'undo') shop.undo(n);
  else HAPPENINGS[kind]?.(shop.bench, source, n);
}

describe('bulk changes amid sales', () => {
  it('are made and taken back exactly once on each side, no matter what is lost, repeated, delayed, or killed', () => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 60 }), (list) => {
        const shop = new Shop();
        for (const { kind, source, n } of list) {
          play(shop, kind, source, n);
          expect(breaksConservation(shop.bench.cell), 'I1').toBe(false);
        }
        shop.bench.settleAll();
        for (const source of SOURCES) {
          expect(shop.bench.platforms[source].twice, 'I3').toBe(false);
          expect(shop.bench.platforms[source].level(0).quantity, source).toBe(shop.due(source));
        }
        expect(shop.bench.quiet(), 'I8').toBe(true);
        // Whatever is left is taken back: the sides are as if nobody had set anything.
        while (shop.made.length > 0) shop.undo(0);
        shop.bench.settleAll();
        for (const source of SOURCES) expect(shop.bench.platforms[source].level(0).quantity, source).toBe(START + shop.moved);
      }),
      { numRuns: 500 },
    );
  });
});
