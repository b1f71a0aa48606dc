import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { drawScenario } from '../../../scripts/sim/draw-scenario';
import { play } from '../../../scripts/sim/history';
import { seeded } from '../../../scripts/sim/random';
import { CALM, SCENARIOS } from '../../../scripts/sim/scenario';
import { fromUnits } from '../../../src/domain/quantity';
import { levelOf, difference, restingSide, type LinkedLevel } from '../../../src/domain/sync/linked-level';
import { observe, type Rules } from '../../../src/domain/sync/observe';

const RULES: Rules = { maximum: 4, entitled: true, autoSync: true, now: 1_000_000, linked: true };

describe('histories', () => {
  it('ends 20,000 histories of every scenario with exact stock, nothing in progress, and every op applied once (I1 to I6, I8, I9)', () => {
    const wrong: string[] = [];
    const played = new Set<string>();
    for (let seed = 1; seed <= 20_000; seed += 1) {
      const scenario = drawScenario(seeded(seed).next());
      played.add(scenario.name);
      const { broken } = play(seed, scenario);
      if (broken !== '') wrong.push(`--seed ${seed} --scenario ${scenario.name}: ${broken}`);
    }
    expect(wrong).toEqual([]);
    expect([...played].sort()).toEqual(
      SCENARIOS.filter(({ weight }) => weight > 0)
        .map(({ name }) => name)
        .sort(),
    );
  });

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
  });

  it('keeps several variants exact while one item is always refused: a failing linked level delays no other', () => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const ending = play(seed, { ...CALM, cells: [3, 5], changes: [20, 20], refusals: 2, batch: { shopify: 250, square: 100 } });
      expect(ending.broken).toBe('');
    }
  });

  it('replays the same history line for line', () => {
    const told = (): string[] => {
      const lines: string[] = [];
      play(7, { ...CALM, cells: [2, 2] }, (line) => lines.push(line));
      return lines;
    };
    const first = told();
    expect(first.length).toBeGreaterThan(20);
    expect(told()).toEqual(first);
  });

  it('ends in the same state for the same observations in any order and any number of times, once the newest has arrived (I4, I5)', () => {
    const rest: LinkedLevel = levelOf(restingSide(fromUnits(10), 1), restingSide(fromUnits(10), 1));
    const observations = fc.uniqueArray(fc.record({ at: fc.integer({ min: 2, max: 50 }), units: fc.integer({ min: -5, max: 30 }) }), {
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
        expect(settled.square.accounted).toBe(fromUnits(newest?.units ?? 0));
        expect(settled.shopify.pending + settled.shopify.held).toBe(fromUnits((newest?.units ?? 0) - 10));
      }),
    );
  });
});
