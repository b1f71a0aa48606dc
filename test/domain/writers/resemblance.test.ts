import { describe, expect, it } from 'vitest';

import { Resemblances } from '../../../src/domain/writers/resemblance';

const SECOND = 1_000;
const MINUTE = 60_000;

describe('changes that look copied', () => {
  it('are worth a look the second time within ten minutes', () => {
    const seen = new Resemblances();
    expect(seen.changed('A', 'shopify', -1, 0)).toBe(false);
    expect(seen.changed('A', 'square', -1, SECOND)).toBe(false);
    expect(seen.changed('A', 'square', -2, 5 * MINUTE)).toBe(false);
    expect(seen.changed('A', 'shopify', -2, 5 * MINUTE + SECOND)).toBe(true);
    // The next pair as well, and one that comes much later not.
    seen.changed('A', 'shopify', -1, 8 * MINUTE);
    expect(seen.changed('A', 'square', -1, 8 * MINUTE)).toBe(true);
    seen.changed('A', 'shopify', -1, 30 * MINUTE);
    expect(seen.changed('A', 'square', -1, 30 * MINUTE)).toBe(false);
  });

  it('are not those of one side, other amounts, other variants, or more than a minute apart; each counts once', () => {
    const seen = new Resemblances();
    const told = [
      ['A', 'shopify', -1, 0],
      ['A', 'shopify', -1, SECOND],
      ['A', 'square', 1, SECOND],
      ['B', 'square', -1, SECOND],
      ['A', 'square', -1, 70 * SECOND],
      ['C', 'shopify', -1, 0],
      ['C', 'square', -1, 0],
      ['C', 'square', -1, 0],
    ] as const;
    expect(told.map(([variant, side, delta, at]) => seen.changed(variant, side, delta, at))).toEqual(told.map(() => false));
  });

  it('are forgotten when many others change, and when told to', () => {
    const seen = new Resemblances();
    const twice = (): boolean => {
      let found = false;
      for (let n = 0; n < 2; n += 1) {
        seen.changed('A', 'shopify', -1, 0);
        found = seen.changed('A', 'square', -1, 0);
      }
      return found;
    };
    expect(twice()).toBe(true);
    for (let n = 0; n < 1_000; n += 1) seen.changed(`other ${n}`, 'shopify', -1, 0);
    seen.changed('A', 'shopify', -1, 0);
    expect(seen.changed('A', 'square', -1, 0)).toBe(false);
    expect(twice()).toBe(true);
    seen.clear();
    seen.changed('A', 'shopify', -1, 0);
    expect(seen.changed('A', 'square', -1, 0)).toBe(false);
  });
});
