import { describe, expect, it } from 'vitest';

import { play } from '../../../scripts/sim/history';
import { MUTANTS } from '../../../scripts/sim/mutants';

/** So many histories are enough for the rarest mutant in the weather in which it is hunted. */
const AT_MOST = 6_000;

describe('every mutant is noticed', () => {
  it.each(MUTANTS.map((mutant) => [mutant.name, mutant] as const))(
    '%s',
    (_name, { engine, habits, scenario }) => {
      let noticed = '';
      for (let seed = 1; seed <= AT_MOST && noticed === ''; seed += 1) noticed = play(seed, scenario, { engine, habits }).broken;
      expect(noticed).toMatch(/^I\d: /u);
    },
    60_000,
  );

  it('and the weather in which they are hunted leaves the product unharmed', () => {
    const wrong: string[] = [];
    for (const { name, scenario } of MUTANTS) {
      for (let seed = 1; seed <= 150; seed += 1) {
        const { broken } = play(seed, scenario);
        if (broken !== '') wrong.push(`${name}, seed ${seed}: ${broken}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});
