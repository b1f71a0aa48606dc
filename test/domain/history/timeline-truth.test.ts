import { expect, it } from 'vitest';

import { BEGINNING_MS } from '../../../scripts/sim/platform';
import { CALM } from '../../../scripts/sim/scenario';
import { World } from '../../../scripts/sim/world';
import { numbersAt } from '../../../src/domain/history/number-at';
import type { StoredLine } from '../../../src/domain/history/packed';
import { timelineOf } from '../../../src/domain/history/timeline';
import { fromUnits, type Quantity } from '../../../src/domain/quantity';
import { SOURCES, type Source } from '../../../src/domain/source';

const OVER_MS = 1_800_000;
const CHANGES = 300;
const SAMPLES = 100;
/** Shopify's times are whole seconds: within one, nobody knows more. */
const SECOND_MS = 1_000;

/** A moment, and what a platform really had then, and a second before and after. */
interface Sample {
  readonly key: number;
  readonly at: number;
  readonly had: Readonly<Record<Source, Quantity[]>>;
}

/** Plays changes on both sides with the product's engine; returns its lines, and what the platforms really had at random times. */
function play(seed: number) {
  const world = new World(seed, { ...CALM, cells: [5, 5], overMs: OVER_MS }, null);
  const { agenda, random, account, platforms } = world;
  const lines: StoredLine[][] = Array.from({ length: account.size }, () => []);
  account.heard = (key, fact) => {
    const line = { seq: lines.flat().length + 1, at: BEGINNING_MS + agenda.now, originator: '', location: '', sku: `sku-${key}`, fact };
    lines[key]?.push(line);
  };
  for (let count = 0; count < CHANGES; count += 1) {
    agenda.at(random.between(1_000, OVER_MS), () => {
      const source: Source = random.chance(0.5) ? 'shopify' : 'square';
      const key = random.between(0, account.size - 1);
      platforms[source].change(key, fromUnits(random.chance(0.7) ? -random.between(1, 3) : random.between(1, 6)), agenda.now);
      world.announce(source, key);
    });
  }
  for (const after of [400_000, 900_000]) {
    agenda.at(after, () => {
      account.set(random.between(0, account.size - 1), fromUnits(random.between(50, 150)));
    });
  }
  const samples = Array.from({ length: SAMPLES }, (): Sample => {
    const key = random.between(0, account.size - 1);
    const now = random.between(2_000, OVER_MS + 60_000);
    const had: Record<Source, Quantity[]> = { shopify: [], square: [] };
    for (const beside of [-SECOND_MS, 0, SECOND_MS]) {
      agenda.at(now + beside, () => {
        for (const source of SOURCES) had[source].push(platforms[source].level(key).quantity);
      });
    }
    return { key, at: BEGINNING_MS + now, had };
  });
  agenda.runUntil(OVER_MS + 600_000);
  expect(world.broken).toBe('');
  return { lines, samples };
}

it('says what the platforms really had, at 1,000 random times of random variants, as far as it says anything', () => {
  let [known, settled] = [0, 0];
  for (let seed = 1; seed <= 10; seed += 1) {
    const { lines, samples } = play(seed);
    const timelines = lines.map((of) => timelineOf(of));
    for (const entries of timelines) {
      for (const { gaps, line } of entries) expect(gaps, JSON.stringify(line)).toEqual({ shopify: 0, square: 0 });
    }
    for (const { key, at, had } of samples) {
      const numbers = numbersAt(timelines[key] ?? [], at);
      for (const source of SOURCES) {
        const { number, arriving } = numbers[source];
        if (number === null) continue;
        known += 1;
        const said = `seed ${seed}, ${source} ${key} at ${at}: ${number} with ${arriving} on its way, had ${had[source].join(', ')}`;
        if (arriving === 0) {
          settled += 1;
          expect(had[source], said).toContain(number);
        } else {
          expect(
            had[source].some((one) => Math.abs(number - one) <= Math.abs(arriving)),
            said,
          ).toBe(true);
        }
      }
    }
  }
  expect(known).toBeGreaterThan(1_900);
  expect(settled).toBeGreaterThan(1_600);
});
