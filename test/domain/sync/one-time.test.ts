import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import { LONGEST_LAG_MS } from '../../../src/domain/sync/limits';
import { levelOf, restingSide, UNKNOWN_SIDE, withSide, type LevelSide } from '../../../src/domain/sync/linked-level';
import { announce, mayBeOlder, stated, unseen } from '../../../src/domain/sync/one-time';

const AT = 1_000;
const NOW = AT + 500;
const side = restingSide(fromUnits(10), AT);

describe('a number that a platform states', () => {
  it('replaces the one before, and is the only one of its time', () => {
    expect(stated({ ...side, replaced: [1] }, 5, 2_000)).toEqual({
      accounted: 5,
      observedAt: 2_000,
      replaced: [],
      doubted: null,
      announced: null,
      landedAfter: null,
    });
    const fresh = { accounted: 5, observedAt: 2_000, replaced: [], doubted: null, announced: null, landedAfter: null };
    expect(stated(UNKNOWN_SIDE, 5, 2_000)).toEqual(fresh);
  });

  it('of the same time leaves the ones before it known, each once, and at most eight', () => {
    expect(stated({ ...side, accounted: 4, replaced: [1] }, 4, 1_000)).toEqual({
      accounted: 4,
      observedAt: 1_000,
      replaced: [1],
      doubted: null,
      announced: null,
      landedAfter: null,
    });
    expect(stated({ ...side, accounted: 4, replaced: [1, 3] }, 3, 1_000).replaced).toEqual([1, 4]);
    expect(stated({ ...side, accounted: null, replaced: [1] }, 3, 1_000).replaced).toEqual([1]);
    expect(stated({ ...side, accounted: 9, replaced: [1, 2, 3, 4, 5, 6, 7, 8] }, 10, 1_000).replaced).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });
});

describe('what webhooks have announced', () => {
  const announced = (values: readonly number[], at = AT): LevelSide => ({ ...side, announced: { at, values } });
  const after = (before: LevelSide, values: readonly number[], at: number) =>
    announce(withSide(levelOf(side, side), 'shopify', before), 'shopify', values, at).shopify.announced;

  it('is kept in the order of arrival, each value once, at most eight, and of the newest time alone', () => {
    expect(after(side, [4], AT)).toEqual({ at: AT, values: [4] });
    expect(after(announced([4, 5]), [4], AT)).toEqual({ at: AT, values: [5, 4] });
    expect(after(announced([1, 2, 3, 4, 5, 6, 7, 8]), [9], AT)?.values).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    expect(after(announced([4, 5]), [6], AT + 1)).toEqual({ at: AT + 1, values: [6] });
    expect(after(announced([4, 5]), [6], AT - 1)).toEqual({ at: AT, values: [4, 5] });
    expect(after(announced([4, 5]), [], AT + 1)).toEqual({ at: AT, values: [4, 5] });
  });

  it('is forgotten once something newer is accounted, and not before', () => {
    expect(stated(announced([4]), 4, AT).announced).toEqual({ at: AT, values: [4] });
    expect(stated(announced([4], AT + 2), 5, AT + 1).announced).toEqual({ at: AT + 2, values: [4] });
    expect(stated(announced([4]), 5, AT + 1).announced).toBeNull();
  });

  it('may be newer than a read unless it shows the last of it, or is of a later time', () => {
    const read = (value: number, at: number, isFinal = false, now = NOW) => unseen(announced([4, 5, 6]), { value, at }, isFinal, now);
    expect([read(5, AT), read(9, AT), read(6, AT - 1)]).toEqual([6, 6, 6]);
    expect([read(6, AT), read(9, AT + 1)]).toEqual([null, null]);
    expect(unseen(side, { value: 5, at: AT }, true, NOW)).toBeNull();
  });

  it('is late where the side had it earlier in the second', () => {
    const late = { ...announced([5, 4]), replaced: [4] };
    const read = (value: number, isFinal = false) => unseen(late, { value, at: AT }, isFinal, NOW);
    expect([read(5), read(6), unseen({ ...late, replaced: [4, 5] }, { value: 6, at: AT }, false, NOW)]).toEqual([null, 5, null]);
    expect([read(5, true), unseen(late, { value: 5, at: AT - 1 }, false, NOW)]).toEqual([4, 4]);
  });

  it('leaves no doubt where a read is final: others of the same time may be the newest', () => {
    expect(unseen(announced([4, 5, 6]), { value: 6, at: AT }, true, NOW)).toBe(5);
    expect(unseen(announced([6]), { value: 6, at: AT }, true, NOW)).toBeNull();
  });

  it('is believed to be over after the longest lag', () => {
    const read = (now: number) => unseen(announced([4]), { value: 5, at: AT }, true, now);
    expect([read(AT + LONGEST_LAG_MS - 1), read(AT + LONGEST_LAG_MS)]).toEqual([4, null]);
  });

  it('must be in the read that a link starts from', () => {
    const older = (before: LevelSide, value: number) => mayBeOlder(before, undefined, { value, at: AT }, NOW);
    expect([older(announced([4]), 5), older(announced([4]), 4), older(side, 5)]).toEqual([true, false, false]);
  });
});
