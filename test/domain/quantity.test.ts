import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { formatDecimal, fromUnits, parseDecimal, toUnits, wholePart } from '../../src/domain/quantity';

describe('quantities', () => {
  it('reads and writes every decimal of five places exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (steps) => {
        expect(parseDecimal(formatDecimal(steps))).toBe(steps === 0 ? 0 : steps);
      }),
    );
  });

  it.each(['', '1.', '.5', '1e3', '0.123456', '--1', 'NaN', '1,5', ' 1', '9999999999999'])('refuses %j', (text) => {
    expect(parseDecimal(text)).toBeNull();
  });

  it('takes whole units toward zero', () => {
    expect(wholePart(-250_000)).toBe(-200_000);
    expect(wholePart(99_999)).toBe(0);
    expect(toUnits(fromUnits(7))).toBe(7);
  });
});
