import { describe, expect, it } from 'vitest';

import { huntPatch } from '../../scripts/mutants/hunt-patches';
import { PATCHES } from '../../scripts/mutants/patches';
import { scenarioOf } from '../../scripts/sim/draw-scenario';
import { play } from '../../scripts/sim/history';
import { STORM } from '../../scripts/sim/scenario';

/** This many histories are enough for the rarest defect under the fault conditions used to detect it. */
const AT_MOST = 6_000;

const HUNTED = PATCHES.flatMap((patch) => (patch.hunt === null ? [] : [{ patch, hunt: patch.hunt }]));

describe('every hand-written defect in the shipped engine is detected by the simulation', () => {
  it.each(HUNTED.map(({ patch }) => [patch.name, patch] as const))(
    '%s',
    async (_name, patch) => {
      const outcome = await huntPatch(patch, AT_MOST);
      expect(outcome?.noticed).toMatch(/^I\d+: /u);
    },
    600_000,
  );

  it('and the fault conditions used to detect them do not break the product', () => {
    const wrong: string[] = [];
    for (const { patch, hunt } of HUNTED) {
      const scenario = { ...(scenarioOf(hunt.scenario) ?? STORM), ...hunt.weather };
      for (let seed = 1; seed <= 150; seed += 1) {
        const { broken } = play(seed, scenario);
        if (broken !== '') wrong.push(`${patch.name}, seed ${seed}: ${broken}`);
      }
    }
    expect(wrong).toEqual([]);
  });
});
