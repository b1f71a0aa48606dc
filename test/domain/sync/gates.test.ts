import { describe, expect, it } from 'vitest';

import { fromUnits } from '../../../src/domain/quantity';
import type { LevelEntry } from '../../../src/domain/sync/engine/context';
import { levelOf, restingSide, withSide, type LevelSide } from '../../../src/domain/sync/linked-level';
import type { PackSizes } from '../../../src/domain/sync/pack-size';
import { holdForReview } from '../../../src/domain/sync/pause-review';
import { describePause, resumedSides, writeStops, type WritePause } from '../../../src/domain/sync/write-gate';
import { OPEN_SWITCH, switchFor, type StoredPause } from '../../../src/domain/sync/write-switch';
import { accountId } from '../../support/account-id';

const pause = (source: WritePause['source'], reason = ''): WritePause => ({
  scope: 'all',
  source,
  by: 'ops.myshopify.com',
  reason,
  since: 5,
});
const open = { entitled: true, autoSync: true };

describe('what stops writes', () => {
  it('is every reason that applies, the most important first', () => {
    expect(writeStops(open, 'square')).toEqual([]);
    expect(
      writeStops(
        { entitled: false, watching: true, autoSync: false, pauses: [pause(null), pause('square'), pause('shopify')] },
        'square',
        false,
      ),
    ).toEqual([
      { kind: 'not-entitled' },
      { kind: 'watching' },
      { kind: 'paused', pause: pause(null) },
      { kind: 'paused', pause: pause('square') },
      { kind: 'auto-sync-off' },
      { kind: 'not-connected' },
    ]);
    expect(writeStops({ ...open, pauses: [pause('shopify')] }, 'square')).toEqual([]);
  });

  it('ends for a platform with its last pause', () => {
    expect(resumedSides([pause(null), pause('square')], [pause('square')])).toEqual(['shopify']);
    expect(resumedSides([pause('square')], [])).toEqual(['square']);
    expect(resumedSides([], [])).toEqual([]);
    expect(resumedSides([pause('square')], [pause(null)])).toEqual([]);
  });

  it('is described to people by platform, operator, and reason', () => {
    const by = 'are paused by the operators of Shelfbridge (ops.myshopify.com)';
    expect(describePause(pause('square', 'maintenance'))).toBe(`Changes to Square ${by}: maintenance`);
    expect(describePause(pause(null, 'why'))).toBe(`Changes to both platforms ${by}: why`);
  });
});

describe('the write switch of an account', () => {
  const one = accountId(1);
  const stored = (account: StoredPause['account'], source: string, active: boolean, revision: number): StoredPause => ({
    account,
    source,
    active,
    revision,
    by: 'ops',
    reason: 'why',
    since: 7,
  });

  it('has the pauses in force of every account and its own, and the number of the last change', () => {
    const all = [
      stored(0, '', true, 3),
      stored(one, 'square', true, 4),
      stored(one, 'shopify', false, 6),
      stored(accountId(2), '', true, 9),
    ];
    expect(switchFor(one, all)).toEqual({
      version: 6,
      pauses: [
        { scope: 'all', source: null, by: 'ops', reason: 'why', since: 7 },
        { scope: 'account', source: 'square', by: 'ops', reason: 'why', since: 7 },
      ],
    });
    expect(switchFor(one, [])).toEqual(OPEN_SWITCH);
    expect(OPEN_SWITCH).toEqual({ version: 0, pauses: [] });
  });
});

describe('changes that a pause has kept', () => {
  const rest = levelOf(restingSide(0, 1), restingSide(0, 1));
  const entry = (key: number, side: Partial<LevelSide>): LevelEntry => ({
    key,
    stock: { shopify: `s${key}`, square: `q${key}` },
    sku: '',
    linked: true,
    level: withSide(rest, 'square', side),
  });
  const bounds = { units: 50, variants: 2 };
  const held = (...entries: LevelEntry[]): number[] => holdForReview(entries, 'square', bounds).map(([key]) => key);

  it('are held if they are large, whatever their sign', () => {
    const [at, above, below] = [50, 50.00001, -51].map((units, key) => entry(key, { pending: fromUnits(units) }));
    expect([held(at ?? expect.fail()), held(above ?? expect.fail()), held(below ?? expect.fail())]).toEqual([[], [1], [2]]);
  });

  it('are as large as the packs that they are, however many pieces a pack holds', () => {
    const pending = (packs: PackSizes, units: number): LevelEntry => {
      const one = entry(0, { pending: fromUnits(units) });
      return { ...one, level: { ...one.level, packs } };
    };
    const cases = { shopify: 3_411, square: 1 };
    expect([held(pending(cases, -50 * 3_411)), held(pending(cases, -51 * 3_411))]).toEqual([[], [0]]);
    const pieces = { shopify: 1, square: 3_411 };
    expect([held(pending(pieces, -50)), held(pending(pieces, -51))]).toEqual([[], [0]]);
  });

  it('are all held if they are many; what has nothing pending does not count', () => {
    const some = [entry(0, { pending: 1 }), entry(1, { pending: 0 }), entry(2, { pending: 1 })];
    expect(held(...some)).toEqual([]);
    expect(held(...some, entry(3, { pending: -1 }))).toEqual([0, 2, 3]);
  });

  it('are held with what is known of them, and what is in flight is not', () => {
    const op = { key: 'k', index: 0, count: 1, delta: fromUnits(-1), from: 0, firstSent: 0, epoch: 1 };
    const side = {
      pending: fromUnits(-60),
      held: fromUnits(-1),
      inFlight: op,
      pendingSince: 3,
      shrinkage: fromUnits(-20),
      heldShrinkage: fromUnits(-1),
    };
    const [found] = holdForReview([entry(0, side)], 'square');
    expect(found?.[1].facts).toEqual([{ kind: 'review', side: 'square', amount: fromUnits(-60) }]);
    expect(found?.[1].cell.square).toMatchObject({
      pending: 0,
      held: fromUnits(-61),
      inFlight: op,
      pendingSince: 3,
      shrinkage: 0,
      heldShrinkage: fromUnits(-21),
      unclassified: null,
    });
    const unclassified = { amount: fromUnits(-60), held: false, from: 0, at: 1, until: 2 };
    const alone = holdForReview([entry(0, { ...side, inFlight: null, unclassified })], 'square')[0]?.[1].cell.square;
    expect(alone).toMatchObject({ pendingSince: null, unclassified: { ...unclassified, held: true } });
  });

  it('are large above 50 units, or many above 100 variants', () => {
    expect(
      holdForReview([entry(0, { pending: fromUnits(51) }), entry(1, { pending: fromUnits(50) })], 'square').map(([key]) => key),
    ).toEqual([0]);
    const many = (count: number): LevelEntry[] => Array.from({ length: count }, (_, key) => entry(key, { pending: 1 }));
    expect([holdForReview(many(100), 'square').length, holdForReview(many(101), 'square').length]).toEqual([0, 101]);
  });
});
