import { describe, expect, it } from 'vitest';

import { seeded } from '../../../scripts/sim/random';
import type { Source } from '../../../src/domain/source';
import { WaitingChanges } from '../../../src/domain/writers/waiting-changes';

describe('what waits for a side', () => {
  it('knows of each change since when it waits', () => {
    const waiting = new WaitingChanges();
    waiting.note('square', -3, 1_000);
    waiting.note('square', -5, 4_000);
    expect(waiting.since('square')).toBe(1_000);
    expect(waiting.since('shopify')).toBe(null);
    expect([999, 1_000, 3_999, 4_000].map((from) => waiting.due('square', from))).toEqual([0, -3, -3, -5]);
    expect(waiting.firstAfter(0)).toBe(1_000);
    expect(waiting.firstAfter(1_000)).toBe(4_000);
    expect(waiting.firstAfter(4_000)).toBe(Infinity);
  });

  it('sends the oldest first', () => {
    const waiting = new WaitingChanges();
    waiting.note('square', -3, 1_000);
    waiting.note('square', -5, 4_000);
    waiting.sent('square', -1);
    expect(waiting.due('square', 1_000)).toBe(-2);
    waiting.sent('square', -3);
    expect(waiting.since('square')).toBe(4_000);
    expect(waiting.due('square', 4_000)).toBe(-1);
    waiting.sent('square', -1);
    expect(waiting.isEmpty).toBe(true);
  });

  it('lets a return take back the latest sales', () => {
    const waiting = new WaitingChanges();
    waiting.note('shopify', -2, 1_000);
    waiting.note('shopify', -4, 2_000);
    waiting.note('shopify', -3, 3_000);
    expect(waiting.due('shopify', 1_000)).toBe(-2);
    expect(waiting.due('shopify', 3_000)).toBe(-3);
    // More comes back than was sold: what is left has waited since then.
    waiting.note('shopify', 1, 4_000);
    expect(waiting.since('shopify')).toBe(4_000);
    expect(waiting.due('shopify', 4_000)).toBe(1);
  });

  it('has always as much as was noted, all of it of one sign, and the oldest first', () => {
    const random = seeded(7);
    for (let history = 0; history < 300; history += 1) {
      const waiting = new WaitingChanges();
      const amounts: Record<Source, number> = { shopify: 0, square: 0 };
      for (let now = 1; now < 40; now += 1) {
        const source: Source = random.chance(0.5) ? 'shopify' : 'square';
        if (random.chance(0.4) && amounts[source] !== 0) {
          const sent = Math.sign(amounts[source]) * random.between(1, Math.abs(amounts[source]));
          waiting.sent(source, sent);
          amounts[source] -= sent;
        } else {
          amounts[source] += random.between(-4, 4);
          waiting.note(source, amounts[source], now);
        }
        expect(waiting.due(source, now)).toBe(amounts[source]);
        const dues = Array.from({ length: now + 1 }, (_, from) => Math.abs(waiting.due(source, from)));
        expect(dues).toEqual(dues.toSorted((a, b) => a - b));
        expect(waiting.since(source) === null).toBe(amounts[source] === 0);
      }
      expect(waiting.isEmpty).toBe(amounts.shopify === 0 && amounts.square === 0);
    }
  });
});
