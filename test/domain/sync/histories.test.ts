import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { CALM, play, STORM } from '../../../scripts/sim/history';
import { fromUnits } from '../../../src/domain/quantity';
import { cellOf, difference, restingSide, type Cell } from '../../../src/domain/sync/cell';
import { observe, type Rules } from '../../../src/domain/sync/observe';

const RULES: Rules = { maximum: 4, entitled: true, autoSync: true };

describe('histories', () => {
  it('ends 20,000 stormy histories exact, at rest, and with every op applied once (I1, I2, I3, I8, I9)', () => {
    const wrong: string[] = [];
    for (let seed = 1; seed <= 20_000; seed += 1) {
      const { broken } = play(seed, STORM);
      if (broken !== '') wrong.push(`seed ${seed}: ${broken}`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  it('writes about once for each change on a calm day', () => {
    let changes = 0;
    let writes = 0;
    for (let seed = 1; seed <= 500; seed += 1) {
      const ending = play(seed, CALM);
      expect(ending.broken).toBe('');
      changes += ending.changes;
      writes += ending.writes;
    }
    expect(writes / changes).toBeLessThanOrEqual(1.1);
  }, 60_000);

  it('ends in the same state for the same observations in any order and number, once the newest has come (I4, I5)', () => {
    const rest: Cell = cellOf(restingSide(fromUnits(10), 0), restingSide(fromUnits(10), 0));
    const observations = fc.uniqueArray(fc.record({ at: fc.integer({ min: 1, max: 50 }), units: fc.integer({ min: -5, max: 30 }) }), {
      selector: (one) => one.at,
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(observations, fc.infiniteStream(fc.nat()), (list, picks) => {
        let cell = rest;
        for (let round = 0; round < list.length * 3; round += 1) {
          const one = list[Number(picks.next().value) % list.length];
          if (one !== undefined)
            cell = observe(cell, 'square', { value: fromUnits(one.units), at: one.at, direct: false }, 'webhook', RULES).cell;
          expect(difference(cell)).toBe(0);
        }
        const newest = list.toSorted((a, b) => b.at - a.at)[0];
        const settled = observe(
          cell,
          'square',
          { value: fromUnits(newest?.units ?? 0), at: newest?.at ?? 0, direct: false },
          'webhook',
          RULES,
        ).cell;
        expect(settled.square.acc).toBe(fromUnits(newest?.units ?? 0));
        expect(settled.shopify.pend + settled.shopify.held).toBe(fromUnits((newest?.units ?? 0) - 10));
      }),
    );
  });
});
