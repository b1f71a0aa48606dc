import { ENGINE, HABITS } from './engine';
import { play } from './history';
import { MUTANTS, type Mutant } from './mutants';
import { seeded } from './random';
import { report } from './report';
import { CALM, drawScenario, SCENARIOS, scenarioOf, type Scenario } from './scenario';

const USAGE = `usage: npm run sim -- [--histories N] [--seed S] [--scenario NAME] [--mutant NAME] [--trace]
       npm run sim -- --report [--histories N] [--seed S]   writes docs/correctness.md
scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}
mutants: ${MUTANTS.map(({ name }) => name).join(', ')}`;

interface Wish {
  histories: number;
  seed: number;
  scenario: Scenario | null;
  mutant: Mutant | null;
  trace: boolean;
  report: boolean;
}

/** Reads the command line; wrong arguments end the program with a message. */
function readArguments(args: readonly string[]): Wish {
  const wish: Wish = { histories: 20_000, seed: 1, scenario: null, mutant: null, trace: false, report: false };
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index];
    if (name === '--trace' || name === '--report') {
      wish[name === '--trace' ? 'trace' : 'report'] = true;
      continue;
    }
    index += 1;
    readValue(wish, name ?? '', args[index] ?? '');
  }
  return wish;
}

function readValue(wish: Wish, name: string, text: string): void {
  const value = Number(text);
  const whole = /^\d{1,12}$/u.test(text);
  if (name === '--histories' && whole) wish.histories = value;
  else if (name === '--seed' && whole) wish.seed = value;
  else if (name === '--scenario' && scenarioOf(text) !== null) wish.scenario = scenarioOf(text);
  else if (name === '--mutant' && MUTANTS.some((mutant) => mutant.name === text)) {
    wish.mutant = MUTANTS.find((mutant) => mutant.name === text) ?? null;
  } else throw new Error(`${name} ${text} is not understood\n${USAGE}`);
}

/** Plays histories in a row and prints a JSON line at the end; the first wrong ones are named so that they can be replayed. */
function run({ histories, seed, scenario, mutant, trace }: Wish): number {
  const { engine, habits } = mutant ?? { engine: ENGINE, habits: HABITS };
  let wrong = 0;
  for (let index = 0; index < histories; index += 1) {
    const chosen = scenario ?? mutant?.scenario ?? drawScenario(seeded(seed + index).next());
    const say = trace ? { say: (line: string): void => console.log(line) } : {};
    const { broken } = play(seed + index, chosen, { engine, habits, ...say });
    if (broken === '') continue;
    wrong += 1;
    if (wrong > 10) continue;
    const replay = `--histories 1 --seed ${seed + index} ${mutant === null ? `--scenario ${chosen.name}` : `--mutant ${mutant.name}`} --trace`;
    console.log(`${broken}; replay: npm run sim -- ${replay}`);
  }
  console.log(
    JSON.stringify({
      histories,
      wrong,
      writesPerSale: writesPerSale(Math.min(histories, 1_000), seed),
      seed,
      ...(scenario !== null && { scenario: scenario.name }),
      ...(mutant !== null && { mutant: mutant.name }),
    }),
  );
  return wrong > 0 ? 1 : 0;
}

/** Writes for each outside change on calm days. */
function writesPerSale(histories: number, seed: number): number {
  let changes = 0;
  let writes = 0;
  for (let index = 0; index < histories; index += 1) {
    const calm = play(seed + index, CALM);
    changes += calm.changes;
    writes += calm.writes;
  }
  return changes === 0 ? 0 : Math.round((1_000 * writes) / changes) / 1_000;
}

try {
  const wish = readArguments(process.argv.slice(2));
  process.exitCode = wish.report ? report(wish.histories, wish.seed, writesPerSale) : run(wish);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
