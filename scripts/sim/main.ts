import { drawScenario, scenarioOf } from './draw-scenario';
import { play } from './history';
import { seeded } from './random';
import { report } from './report';
import { runRival, RIVAL_PLAYS, type RivalPlay } from './rival-run';
import { CALM, SCENARIOS, type Scenario } from './scenario';

const USAGE = `usage: npm run sim -- [--histories N] [--seed S] [--scenario NAME] [--weather JSON] [--until-wrong] [--trace]
       npm run sim -- --rival ${RIVAL_PLAYS.join('|')} [--histories N] [--seed S]   another app beside the account, or customers alone
       npm run sim -- --report [--histories N] [--seed S]   writes docs/correctness.md
       npm run sim -- --object …                            the whole account object
scenarios: ${SCENARIOS.map(({ name }) => name).join(', ')}
--weather replaces settings of the scenario, such as {"requestLost":0.3}`;

interface Arguments {
  histories: number;
  seed: number;
  scenario: Scenario | null;
  weather: Partial<Scenario>;
  trace: boolean;
  untilWrong: boolean;
  report: boolean;
  rival: RivalPlay | null;
}

const FLAGS: Readonly<Record<string, 'trace' | 'report' | 'untilWrong'>> = {
  '--trace': 'trace',
  '--report': 'report',
  '--until-wrong': 'untilWrong',
};

/** Parses the command line; invalid arguments exit with a message. */
function readArguments(args: readonly string[]): Arguments {
  const read: Arguments = {
    histories: 20_000,
    seed: 1,
    scenario: null,
    weather: {},
    trace: false,
    untilWrong: false,
    report: false,
    rival: null,
  };
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index];
    const flag = FLAGS[name ?? ''];
    if (flag !== undefined) {
      read[flag] = true;
      continue;
    }
    index += 1;
    readValue(read, name ?? '', args[index] ?? '');
  }
  return read;
}

function readValue(read: Arguments, name: string, text: string): void {
  const value = Number(text);
  const whole = /^\d{1,12}$/u.test(text);
  const rival = name === '--rival' ? RIVAL_PLAYS.find((play) => play === text) : undefined;
  const weather = name === '--weather' ? readWeather(text) : null;
  if (name === '--histories' && whole) read.histories = value;
  else if (name === '--seed' && whole) read.seed = value;
  else if (name === '--scenario' && scenarioOf(text) !== null) read.scenario = scenarioOf(text);
  else if (rival !== undefined) read.rival = rival;
  else if (weather !== null) read.weather = weather;
  else throw new Error(`${name} ${text} is not understood\n${USAGE}`);
}

function readWeather(text: string): Partial<Scenario> | null {
  try {
    const read = JSON.parse(text) as Partial<Scenario>;
    return Object.keys(read).every((name) => name in CALM) ? read : null;
  } catch {
    return null;
  }
}

/** Plays histories in sequence and prints a JSON line at the end; names the first wrong ones so that they can be replayed. */
function run({ histories, seed, scenario, weather, trace, untilWrong }: Arguments): number {
  const say = trace ? (line: string): void => console.log(line) : null;
  const more = Object.keys(weather).length === 0 ? '' : ` --weather '${JSON.stringify(weather)}'`;
  let wrong = 0;
  let indeterminate = 0;
  for (let index = 0; index < histories && !(untilWrong && wrong > 0); index += 1) {
    const chosen = { ...(scenario ?? drawScenario(seeded(seed + index).next())), ...weather };
    const ending = play(seed + index, chosen, say);
    indeterminate += ending.frozen;
    if (ending.broken === '') continue;
    wrong += 1;
    if (wrong > 10) continue;
    console.log(`${ending.broken}; replay: npm run sim -- --histories 1 --seed ${seed + index} --scenario ${chosen.name}${more} --trace`);
  }
  console.log(
    JSON.stringify({
      histories,
      wrong,
      indeterminate,
      writesPerSale: writesPerSale(Math.min(histories, 1_000), seed),
      seed,
      ...(scenario !== null && { scenario: scenario.name }),
      ...(more !== '' && { weather }),
    }),
  );
  return wrong > 0 ? 1 : 0;
}

/** Returns the number of writes per outside change in the calm scenario. */
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
  const read = readArguments(process.argv.slice(2));
  if (read.rival !== null) process.exitCode = runRival(read.rival, read, read.trace ? console.log : null);
  else process.exitCode = read.report ? await report(read.histories, read.seed, writesPerSale) : run(read);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
