import { SCENARIOS, STORM, type Scenario } from './scenario';

/** Returns the scenario with a name; null when there is none. */
export function scenarioOf(name: string): Scenario | null {
  return SCENARIOS.find((scenario) => scenario.name === name) ?? null;
}

const TOTAL = SCENARIOS.reduce((sum, { weight }) => sum + weight, 0);

/** Returns the scenario that a number from 0 to 1 selects. */
export function drawScenario(part: number): Scenario {
  let left = part * TOTAL;
  for (const scenario of SCENARIOS) {
    left -= scenario.weight;
    if (left < 0) return scenario;
  }
  return STORM;
}
