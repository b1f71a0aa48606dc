import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../../src/domain/quantity';
import type { LevelEntry, Levels } from '../../../../src/domain/sync/engine/context';
import {
  aimOf,
  mayStillArrive,
  newRequest,
  recoveredRequest,
  requestOf,
  statedAt,
} from '../../../../src/domain/sync/engine/in-flight-request';
import { KEY_RETENTION_MS, OCCURRED_BEFORE_MS, TRUSTED_AHEAD_MS, UNDECIDED_LOOK_UPS } from '../../../../src/domain/sync/limits';
import { levelOf, restingSide } from '../../../../src/domain/sync/linked-level';
import { firstAttempt } from '../../../../src/domain/sync/write-attempts';

const NOW = 1_000_000;
const op = { key: 'k', index: 0, count: 2, delta: fromUnits(-1), from: fromUnits(10), firstSent: NOW, epoch: 1 };
const entryAt = (observedAt: number | null): LevelEntry => ({
  key: 7,
  stock: { shopify: 's7', square: 'q7' },
  sku: '',
  linked: true,
  level: levelOf(restingSide(fromUnits(10), 5), restingSide(fromUnits(10), observedAt)),
});
const levels: Levels = { byKey: (key) => (key === 7 ? entryAt(900) : null), byStock: () => null, put: () => undefined };

describe('the request that carries ops', () => {
  it('has their key and changes, dated before they were first sent', () => {
    const shrunk = { ...op, index: 1, delta: fromUnits(-15), shrinkage: true } as const;
    const aims = [
      { stockId: 'a', fromAt: 900 },
      { stockId: 'b', fromAt: null },
    ];
    expect(requestOf([op, shrunk], aims, 'place')).toEqual({
      key: 'k',
      occurredAt: NOW - OCCURRED_BEFORE_MS,
      changes: [
        { stockId: 'a', fromAt: 900, locationId: 'place', delta: fromUnits(-1), from: fromUnits(10) },
        { stockId: 'b', fromAt: null, locationId: 'place', delta: fromUnits(-15), from: fromUnits(10), shrinkage: true },
      ],
    });
  });

  it('names no item where an aim is missing', () => {
    expect(requestOf([op], [], 'place').changes).toEqual([
      { stockId: '', fromAt: null, locationId: 'place', delta: fromUnits(-1), from: fromUnits(10) },
    ]);
  });

  it('is due at once, is not a recovered one, and is sent rather than looked up', () => {
    const attempts = firstAttempt('square', 'k', NOW);
    const request = requestOf([op], [], 'place');
    const fresh = newRequest(attempts, request, 3);
    expect(fresh).toEqual({ attempts, request, epoch: 3, dueAt: NOW, recovered: false, whole: true, lookUp: false });
    expect(recoveredRequest(fresh, NOW + 50)).toEqual({ ...fresh, dueAt: NOW + 50, recovered: true });
    expect(recoveredRequest({ ...fresh, whole: false }, NOW + 50)).toMatchObject({ lookUp: true });
  });
});

describe('the target of a recovered op', () => {
  it('is its item and the time of the number that it starts from', () => {
    expect(aimOf({ op, cell: '7' }, levels, 'square')).toEqual({ stockId: 'q7', fromAt: 900 });
    expect(aimOf({ op, cell: 7 }, levels, 'shopify')).toEqual({ stockId: 's7', fromAt: 5 });
  });

  it('has no time when its level is gone, and no item when nothing is left of it', () => {
    expect(aimOf({ op, stockId: 'q9' }, levels, 'square')).toEqual({ stockId: 'q9', fromAt: null });
    expect(aimOf({ op, cell: 8 }, levels, 'square')).toEqual({ stockId: '', fromAt: null });
  });
});

describe('a request that a look-up could not decide', () => {
  const request = newRequest({ ...firstAttempt('square', 'k', NOW), lastSent: NOW }, requestOf([op], [], 'place'), 1);
  const undecided = (count: number) => ({ ...request, attempts: { ...request.attempts, undecided: count } });

  it('may still be decided by its key a few times, while the platform remembers it', () => {
    expect([0, UNDECIDED_LOOK_UPS - 2, UNDECIDED_LOOK_UPS - 1].map((count) => mayStillArrive(undecided(count), NOW))).toEqual([
      true,
      true,
      false,
    ]);
    expect(mayStillArrive(request, NOW + KEY_RETENTION_MS.square / 2)).toBe(true);
    expect(mayStillArrive(request, NOW + KEY_RETENTION_MS.square / 2 + 1)).toBe(false);
  });

  it('cannot be repeated once its bytes are lost', () => {
    expect(mayStillArrive({ ...request, whole: false }, NOW)).toBe(false);
  });
});

describe('the time that a write states', () => {
  it('is now, and for Square no earlier than the last number of each item', () => {
    expect(statedAt('shopify', [entryAt(NOW + 5_000)], NOW)).toBe(NOW);
    expect(statedAt('square', [entryAt(NOW - 60_000), entryAt(null)], NOW)).toBe(NOW);
    expect(statedAt('square', [entryAt(NOW + 5_000), entryAt(NOW - 60_000)], NOW)).toBe(NOW + 5_000 + OCCURRED_BEFORE_MS);
  });

  it('ignores a number that is dated further ahead than any clock', () => {
    const trusted = NOW + TRUSTED_AHEAD_MS - OCCURRED_BEFORE_MS;
    expect(statedAt('square', [entryAt(trusted)], NOW)).toBe(trusted + OCCURRED_BEFORE_MS);
    expect(statedAt('square', [entryAt(trusted + 1)], NOW)).toBe(NOW);
  });
});
