import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import {
  levelOf,
  NEVER_STATED,
  restingSide,
  UNKNOWN_SIDE,
  withSide,
  type LevelSide,
  type WriteOp,
} from '../../../src/domain/sync/linked-level';
import { restart, restartLevel } from '../../../src/domain/sync/restart';
import { recoveredAttempt } from '../../../src/domain/sync/write-attempts';

const NOW = 1_000_000;
const side = restingSide(fromUnits(10), 1_000);
const rest = levelOf(side, side);
const op = (key: string, index: number, count: number, other: Partial<WriteOp> = {}): WriteOp => ({
  key,
  index,
  count,
  delta: fromUnits(-2),
  from: fromUnits(10),
  firstSent: 900_000,
  epoch: 4,
  ...other,
});
const writing = (inFlight: WriteOp, other: Partial<LevelSide> = {}) => withSide(rest, 'square', { inFlight, ...other });
const AT = { epoch: 4, now: NOW };

describe('what was in flight when the object died', () => {
  it('is put together by request, in the order of its items, each sent at the latest now', () => {
    const [second, first] = [op('a', 1, 2), op('a', 0, 2)];
    const found = restart(
      [
        [7, writing(second)],
        [8, rest],
        [9, writing(first)],
      ],
      AT,
    );
    expect(found).toEqual([
      {
        attempts: recoveredAttempt('square', 'a', 900_000, NOW),
        members: [
          { cell: 9, op: first },
          { cell: 7, op: second },
        ],
        whole: true,
      },
    ]);
  });

  it('is one request for each key, and for each side of a level', () => {
    const both = withSide(writing(op('a', 0, 1)), 'shopify', { inFlight: op('b', 0, 1) });
    expect(restart([[7, both]], AT).map(({ attempts }) => [attempts.source, attempts.key])).toEqual([
      ['shopify', 'b'],
      ['square', 'a'],
    ]);
  });

  it('is not whole when an item is missing or stands twice', () => {
    const wholes = (...ops: WriteOp[]) =>
      restart(
        ops.map((one, key) => [key, writing(one)] as const),
        AT,
      ).map(({ whole }) => whole);
    expect([
      wholes(op('a', 0, 2)),
      wholes(op('a', 1, 2)),
      wholes(op('a', 0, 3), op('a', 2, 3)),
      wholes(op('a', 0, 2), op('a', 0, 2)),
    ]).toEqual([[false], [false], [false], [false]]);
    expect(wholes(op('a', 0, 1))).toEqual([true]);
  });

  it('does not include writes of another epoch, nor those that cannot be resolved', () => {
    expect(restart([[7, writing(op('a', 0, 1, { epoch: 3 }))]], AT)).toEqual([]);
    expect(restart([[7, writing(op('a', 0, 1), { indeterminate: true })]], AT)).toEqual([]);
  });

  it('includes the items whose variants are gone, as long as another one needs their request', () => {
    const detached = [
      { source: 'square', stockId: 'q9', op: op('a', 1, 2) },
      { source: 'shopify', stockId: 's9', op: op('a', 1, 2) },
      { source: 'square', stockId: 'q8', op: op('gone', 0, 1) },
    ] as const;
    const found = restart([[7, writing(op('a', 0, 2))]], { ...AT, detached });
    expect(found.map(({ members, whole }) => [members, whole])).toEqual([
      [
        [
          { cell: 7, op: op('a', 0, 2) },
          { stockId: 'q9', op: op('a', 1, 2) },
        ],
        true,
      ],
    ]);
  });
});

describe('the level from which a new epoch starts', () => {
  const restarted = (one: LevelSide): LevelSide => restartLevel(levelOf(rest.shopify, one)).square;
  const unknown = { ...UNKNOWN_SIDE, needsRead: true };

  it('keeps certain numbers, and nothing that was open', () => {
    expect(restarted({ ...side, pending: 1, held: 2, blocked: 'other', retry: { at: 1, times: 1 }, replaced: [3] })).toEqual(side);
    expect(restartLevel({ ...rest, ending: 'sku-changed', conservedDifference: 0 })).toEqual(rest);
  });

  it('reads a side whose write is unanswered, or that had to be read', () => {
    expect(restarted({ ...side, inFlight: op('a', 0, 1) })).toEqual({ ...unknown, observedAt: 1_000 });
    expect(restarted({ ...side, needsRead: true })).toEqual({ ...unknown, observedAt: 1_000 });
  });

  it('reads a side whose number no platform has stated', () => {
    expect(restarted({ ...side, observedAt: NEVER_STATED })).toEqual(unknown);
  });

  it('keeps that a stock id was linked', () => {
    expect(restarted({ ...side, unlinkedAt: 5 })).toEqual({ ...side, unlinkedAt: 5 });
    expect(restarted({ ...side, unlinkedAt: 5, needsRead: true }).unlinkedAt).toBe(5);
  });
});
