import { describe, expect, it } from 'vitest';

import { earn, sidesToRead, spend, wakeToRead, type ReadBudget, type Waiting } from '../../../src/domain/causes/budget';
import { cleanName, parseCauseKind } from '../../../src/domain/causes/cause';
import type { Source } from '../../../src/domain/source';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NONE: Waiting = { calls: 0, lines: 0, oldest: 0 };

/** Sells once each `everyMs` on one of both sides, and looks each half minute; returns the calls. */
function callsIn(hours: number, everyMs: number, sideOf: (sale: number) => Source): { calls: number; sales: number } {
  let budget: ReadBudget = { credit: 0, readAt: 0 };
  let [calls, sales] = [0, 0];
  let waiting: Record<Source, Waiting> = { shopify: NONE, square: NONE };
  for (let now = 0; now < hours * HOUR; now += 1_000) {
    if (now % everyMs === 0) {
      const side = sideOf(sales);
      const { lines, oldest } = waiting[side];
      waiting = { ...waiting, [side]: { calls: 1, lines: lines + 1, oldest: lines === 0 ? now : oldest } };
      budget = earn(budget, 1);
      sales += 1;
    }
    if (now % 30_000 !== 0) continue;
    for (const side of sidesToRead(budget, waiting, now)) {
      budget = spend(budget, 1, now);
      waiting = { ...waiting, [side]: NONE };
      calls += 1;
    }
  }
  return { calls, sales };
}

describe('the budget of readings', () => {
  it.each<[string, number, (sale: number) => Source]>([
    ['a minute on one side', MINUTE, () => 'square'],
    ['a minute on both sides', MINUTE, (sale) => (sale % 2 === 0 ? 'square' : 'shopify')],
    ['a minute, seldom on one side', MINUTE, (sale) => (sale % 12 === 0 ? 'shopify' : 'square')],
    ['five seconds', 5_000, (sale) => (sale % 3 === 0 ? 'shopify' : 'square')],
  ])('is at most 0.05 calls a sale at a sale each %s', (_, everyMs, sideOf) => {
    const { calls, sales } = callsIn(24, everyMs, sideOf);
    expect(calls).toBeGreaterThan(0);
    expect(calls / sales).toBeLessThanOrEqual(0.05 + 2 / sales);
  });

  it('reads once an hour in a quieter account, each side that something waits on', () => {
    expect(callsIn(24, 10 * MINUTE, () => 'square').calls).toBeLessThanOrEqual(25);
    expect(callsIn(24, 10 * MINUTE, (sale) => (sale % 2 === 0 ? 'square' : 'shopify')).calls).toBeLessThanOrEqual(50);
  });

  it('wakes the account for a reading alone only a while after the hour', () => {
    const budget = { credit: 0, readAt: HOUR };
    expect(wakeToRead(budget, { shopify: NONE, square: NONE })).toBeNull();
    expect(wakeToRead(budget, { shopify: NONE, square: { calls: 1, lines: 1, oldest: HOUR } })).toBe(2 * HOUR + 20 * MINUTE);
  });
});

describe('what a platform states of an application', () => {
  it('is shown on one line, without control characters, and not at any length', () => {
    expect(cleanName(' Square\u0000\n\tPOS\u202e ')).toBe('Square POS');
    expect(cleanName('\u0007')).toBe('');
    expect(cleanName('x'.repeat(5_000))).toHaveLength(60);
    expect(parseCauseKind('sold')).toBe('sold');
    expect(parseCauseKind('stolen')).toBeNull();
    expect(parseCauseKind(7)).toBeNull();
  });
});
