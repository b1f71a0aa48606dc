import { describe, expect, it } from 'vitest';

import {
  EARLY_LEVELS_MS,
  isBefore,
  isUnlinkedYet,
  levelWhenShared,
  MOST_EARLY_LEVELS,
  neverLinked,
  sharedSince,
  startFrom,
  withEarlyLevel,
  type EarlyLevel,
} from '../../../src/domain/sync/early-levels';
import { levelOf, restingSide, UNKNOWN_SIDE, withSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import { observeRead, type Rules } from '../../../src/domain/sync/observe';

const NOW = 1_000_000_000;
const RULES: Rules = { maximum: null, entitled: true, autoSync: true, linked: true, now: NOW };

/** Levels as `[seconds after a start, number]`. */
const levels = (...given: readonly (readonly [number, number])[]): EarlyLevel[] =>
  given.map(([seconds, quantity]) => ({ at: NOW + seconds * 1_000, quantity }));

describe('withEarlyLevel', () => {
  it('keeps levels in the order of their times, whenever they arrive', () => {
    const [first, second, third] = levels([0, 10], [5, 9], [9, 7]);
    if (first === undefined || second === undefined || third === undefined) throw new Error('three levels');
    const kept = [third, first, second].reduce<readonly EarlyLevel[]>((list, level) => withEarlyLevel(list, level, NOW), []);
    expect(kept).toEqual([first, second, third]);
    expect(withEarlyLevel(kept, second, NOW)).toBe(kept);
  });

  it('keeps a number that comes back later, and two of one time in the order in which they arrive', () => {
    const kept = levels([0, 10], [5, 9]);
    expect(withEarlyLevel(kept, { at: NOW + 9_000, quantity: 10 }, NOW)).toHaveLength(3);
    const tied = withEarlyLevel(kept, { at: NOW, quantity: 7 }, NOW);
    expect(tied.map(({ quantity }) => quantity)).toEqual([10, 7, 9]);
    expect(withEarlyLevel(tied, { at: NOW, quantity: 10 }, NOW)).toBe(tied);
    expect(withEarlyLevel(kept, { at: NOW + 5_000, quantity: 10 }, NOW).map(({ quantity }) => quantity)).toEqual([10, 9, 10]);
  });

  it('trusts times up to two minutes ahead, and keeps no level older than all kept ones that is a day old', () => {
    expect(withEarlyLevel([], { at: NOW + 120_000, quantity: 8 }, NOW)).toHaveLength(1);
    expect(withEarlyLevel([], { at: NOW - 2 * EARLY_LEVELS_MS, quantity: 8 }, NOW)).toHaveLength(1);
    const kept = levels([0, 5]);
    expect(withEarlyLevel(kept, { at: NOW - 1, quantity: 8 }, NOW + EARLY_LEVELS_MS)).toBe(kept);
    expect(withEarlyLevel(kept, { at: NOW - 1, quantity: 8 }, NOW + EARLY_LEVELS_MS - 1)).toHaveLength(2);
    const next = { at: NOW + 2, quantity: 8 };
    expect(withEarlyLevel([...kept, { at: NOW + 1, quantity: 6 }], next, NOW + 1 + EARLY_LEVELS_MS)).toHaveLength(2);
    expect(withEarlyLevel([...kept, { at: NOW + 1, quantity: 6 }], next, NOW + EARLY_LEVELS_MS)).toHaveLength(3);
  });

  it('keeps no repeated number, and none with a time in the future', () => {
    const kept = levels([0, 10], [5, 9]);
    expect(withEarlyLevel(kept, { at: NOW + 9_000, quantity: 9 }, NOW)).toBe(kept);
    expect(withEarlyLevel(kept, { at: NOW + 121_000, quantity: 8 }, NOW)).toBe(kept);
  });

  it('drops the oldest beyond a maximum number and age, except the last one before that age', () => {
    let kept: readonly EarlyLevel[] = [];
    for (let n = 0; n < MOST_EARLY_LEVELS + 10; n += 1) kept = withEarlyLevel(kept, { at: NOW + n, quantity: n }, NOW);
    expect(kept).toHaveLength(MOST_EARLY_LEVELS);
    expect(kept[0]?.quantity).toBe(10);
    const old = levels([0, 5], [1, 6], [2, 7]);
    const later = NOW + 3_000 + EARLY_LEVELS_MS;
    expect(withEarlyLevel(old, { at: later, quantity: 8 }, later)).toEqual([old[2], { at: later, quantity: 8 }]);
    expect(withEarlyLevel([{ at: NOW, quantity: 1 }], { at: NOW - 1, quantity: 2 }, later)).toHaveLength(1);
    const recent = { at: later - 5, quantity: 9 };
    const added = withEarlyLevel([...old, recent], { at: later, quantity: 8 }, later);
    expect(added).toEqual([old[2], recent, { at: later, quantity: 8 }]);
  });
});

describe('the time from which both sides share one stock', () => {
  it('is the later time of their first nonzero numbers', () => {
    expect(sharedSince({ shopify: levels([0, 0], [3, 100], [9, 99]), square: levels([5, 100]) })).toBe(NOW + 5_000);
    expect(sharedSince({ shopify: levels([8, 100]), square: levels([5, 100], [6, 99]) })).toBe(NOW + 8_000);
  });

  it('is null while a side has none', () => {
    expect(sharedSince({ shopify: levels([0, 0]), square: levels([5, 100]) })).toBeNull();
    expect(sharedSince({ shopify: [], square: levels([5, 100]) })).toBeNull();
  });

  it('separates the setup from sales', () => {
    const since = NOW + 5_000;
    expect(levelWhenShared(levels([0, 0], [1, 90], [3, 100], [9, 98]), 'shopify', since)?.quantity).toBe(100);
    expect(levelWhenShared(levels([5, 40], [6, 39]), 'square', since)?.quantity).toBe(40);
    // Shopify states whole seconds: a sale of the same second may have come after the other side's first number.
    expect(levelWhenShared(levels([0, 100], [5, 99]), 'shopify', since + 400)?.quantity).toBe(100);
    expect(levelWhenShared(levels([0, 0]), 'shopify', since)).toBeNull();
  });
});

const stored = (shopify: EarlyLevel | null, square: EarlyLevel | null): LinkedLevel =>
  levelOf(restingSide(shopify?.quantity ?? null, shopify?.at ?? null), restingSide(square?.quantity ?? null, square?.at ?? null));

describe('a link that starts with early levels', () => {
  it('starts from the numbers at that time, and leaves later changes to be observed', () => {
    const [shopify, square] = [levels([0, 100], [9, 98]), levels([5, 100], [7, 97])];
    const before = stored(shopify[1] ?? null, square[0] ?? null);
    const { level, changes } = startFrom(before, before, { shopify, square });
    expect([level.shopify.accounted, level.square.accounted]).toEqual([100, 100]);
    expect(changes).toEqual([
      { source: 'shopify', level: shopify[1] },
      { source: 'square', level: square[1] },
    ]);
  });

  it('starts from the newest numbers where a side had none', () => {
    const [shopify, square] = [levels([0, 0]), levels([5, 100], [7, 97])];
    const before = stored(shopify[0] ?? null, square[0] ?? null);
    const { level, changes } = startFrom(before, before, { shopify, square });
    expect([level.shopify.accounted, level.square.accounted]).toEqual([0, 97]);
    expect(changes).toEqual([]);
  });

  it('includes the number in its row once, in the order of its time, after another one of that time', () => {
    const square = levels([1, 100], [9, 95]);
    const starts = (at: number, quantity: number) =>
      startFrom(stored({ at: NOW, quantity: 100 }, { at: NOW + at, quantity }), stored(null, null), { shopify: levels([0, 100]), square });
    expect(starts(9_000, 95).changes).toEqual([{ source: 'square', level: square[1] }]);
    expect(starts(9_000, 90).changes).toEqual([{ source: 'square', level: { at: NOW + 9_000, quantity: 90 } }]);
    expect(starts(5_000, 90).changes).toEqual([{ source: 'square', level: square[1] }]);
    expect(starts(12_000, 95).level.square).toMatchObject({ accounted: 100, observedAt: NOW + 1_000 });
    expect(startFrom(stored(null, null), stored(null, null), { shopify: [], square: [] })).toMatchObject({
      changes: [],
      level: { square: { accounted: null } },
    });
    const untimed = levelOf(restingSide(5, null), restingSide(null, NOW));
    expect(startFrom(untimed, untimed, { shopify: [], square: [] }).level).toEqual(untimed);
  });

  it('takes the time of the number in its row, even if it was stated before', () => {
    const before = stored(null, { at: NOW + 9_000, quantity: 100 });
    expect(startFrom(before, before, { shopify: [], square: levels([1, 100]) }).level.square).toMatchObject({
      accounted: 100,
      observedAt: NOW + 9_000,
    });
  });

  it('leaves a side that waits for its read the number that its last link ended with', () => {
    const before = stored({ at: NOW, quantity: 100 }, { at: NOW + 5_000, quantity: 100 });
    const starting = { shopify: { before: 7, began: null }, square: { before: null, began: 100 } };
    const next = { ...withSide(before, 'shopify', { ...UNKNOWN_SIDE, needsRead: true }), starting };
    const { level } = startFrom(before, next, { shopify: [], square: levels([5, 100]) });
    expect(level.starting?.shopify).toEqual({ before: 7, began: null, base: { quantity: 100, since: NOW + 5_000 } });
  });

  it('tells the link what a known side began with, and conserves the new difference', () => {
    const { level } = startFrom(
      stored({ at: NOW, quantity: 100 }, { at: NOW + 5_000, quantity: 98 }),
      {
        ...stored({ at: NOW, quantity: 100 }, { at: NOW + 5_000, quantity: 98 }),
        starting: { shopify: { before: null, began: null }, square: { before: 4, began: null } },
        conservedDifference: 7,
      },
      { shopify: [], square: levels([1, 100]) },
    );
    expect(level.starting).toEqual({ shopify: { before: null, began: 100 }, square: { before: 4, began: 100 } });
    expect(level.conservedDifference).toBeNull();
  });

  it('waits for a read of a side even if nothing is known of the time before', () => {
    const next = {
      ...withSide(stored(null, { at: NOW, quantity: 5 }), 'shopify', { needsRead: true }),
      starting: { shopify: { before: null, began: null }, square: { before: null, began: null } },
    };
    const { level, changes } = startFrom(stored({ at: NOW, quantity: 9 }, { at: NOW, quantity: 0 }), next, { shopify: [], square: [] });
    expect(level.shopify).toMatchObject({ accounted: null, needsRead: true });
    expect(level.starting?.shopify).toEqual({ before: null, began: null });
    expect(changes).toEqual([]);
  });

  /** Shopify waits for its first read; both became one stock 5 s after the start, at 100 each. */
  const waiting = (): LinkedLevel => {
    const before = stored({ at: NOW, quantity: 100 }, { at: NOW + 5_000, quantity: 100 });
    const starting = { shopify: { before: null, began: null }, square: { before: null, began: 100 } };
    const next = { ...withSide(before, 'shopify', { ...UNKNOWN_SIDE, needsRead: true }), starting };
    return startFrom(before, next, { shopify: [], square: levels([5, 100]) }).level;
  };

  it('accounts for what the first read shows beyond the number at that time', () => {
    const step = observeRead(waiting(), 'shopify', { value: 98, at: NOW + 9_000 }, 'read', RULES);
    expect(step.cell.shopify).toMatchObject({ accounted: 98, needsRead: false });
    expect(step.cell.square.pending).toBe(-2);
    expect(step.facts).toMatchObject([
      { kind: 'linked', shopify: 100, square: 100 },
      { kind: 'change', side: 'shopify', delta: -2, fate: 'sent' },
    ]);
  });

  it('starts from the read if its number is older than that time', () => {
    const step = observeRead(waiting(), 'shopify', { value: 90, at: NOW + 2_000 }, 'read', RULES);
    expect(step.cell.shopify.accounted).toBe(90);
    expect(step.cell.square.pending).toBe(0);
    expect(step.facts).toMatchObject([{ kind: 'linked', shopify: 90, square: 100 }]);
  });
});

describe('a variant that was never linked', () => {
  const rest = stored({ at: NOW, quantity: 1 }, { at: NOW, quantity: 1 });

  it('is at rest, and no side has a number from the end of a link', () => {
    expect(neverLinked(rest)).toBe(true);
    expect(neverLinked(withSide(rest, 'shopify', { unlinkedAt: 0 }))).toBe(false);
    expect(neverLinked(withSide(rest, 'square', { unlinkedAt: 0 }))).toBe(false);
    expect(neverLinked(withSide(rest, 'square', { needsRead: true }))).toBe(false);
    expect([isUnlinkedYet({ linked: false, level: rest }), isUnlinkedYet({ linked: true, level: rest })]).toEqual([true, false]);
  });

  it('counts a time within the same unit of a platform’s clock as not before', () => {
    expect([isBefore('shopify', NOW, NOW + 1_000), isBefore('shopify', NOW, NOW + 999)]).toEqual([true, false]);
    expect([isBefore('square', NOW, NOW + 1), isBefore('square', NOW, NOW)]).toEqual([true, false]);
  });
});
