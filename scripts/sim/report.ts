import { readFileSync, writeFileSync } from 'node:fs';

import { huntPatch } from '../mutants/hunt-patches';
import { PATCHES } from '../mutants/patches';
import { drawScenario } from './draw-scenario';
import { play } from './history';
import { seeded } from './random';
import { SCENARIOS } from './scenario';

const FILE = 'docs/correctness.md';
/** What stands after it in the report is written by hand, and kept. */
const BY_HAND = '<!-- by hand -->';
const ABOUT = [
  'A history is a shop and a seller account under a seeded scheduler: outside changes on both sides, lost, repeated and late webhooks,',
  'lost and repeated requests that arrive after all, lost answers, refusals, items a platform fails on, and an account that is killed at any',
  'moment. What is simulated is the shipped engine itself, `src/domain/sync/engine`, imported; the platforms, the network and the storage',
  'around it are simulated. The account object as a whole (its tables, journal, alarms, catalog, snapshots, edits and copies) runs in a',
  'simulation of its own on real SQLite against the sandbox: `npm run sim -- --object`.',
  'After every step the invariants are checked; at the end both sides must be their beginning plus all that happened on both.',
  '',
  'What it takes for granted: a request or a copy of it arrives within a minute of being sent or never; Shopify remembers a refused key as',
  'failed, as it documents (where requests arrive twice); platforms keep an idempotency key for at least half',
  'of the time that they document; the times that a platform states of one item never go back. A write of a former pair or connection that',
  'arrives after the account has started over counts as a change from outside.',
];

interface Tally {
  histories: number;
  wrong: number;
  frozen: number;
  changes: number;
}

/**
 * Plays everything, measures every mutant, and writes the report. Returns the exit code: 1 when anything was wrong or a mutant survived.
 */
export async function report(histories: number, seed: number, writesPerSale: (histories: number, seed: number) => number): Promise<number> {
  const start = performance.now();
  const tallies = playAll(histories, seed);
  const seconds = (performance.now() - start) / 1_000;
  const wrong = [...tallies.values()].reduce((sum, tally) => sum + tally.wrong, 0);
  const mutants = await huntAll();
  const command = `npm run sim -- --report --histories ${histories} --seed ${seed}`;
  const lines = [
    '# Correctness',
    '',
    `Written by \`${command}\`, up to the mutants; the rest by hand.`,
    '',
    ...ABOUT,
    '',
    '## Histories',
    '',
    `${count(histories)} histories from seed ${seed}: **${wrong} wrong**, in ${seconds.toFixed(0)} s on Node ${process.version.slice(1)}. On a calm day ${writesPerSale(1_000, seed)} writes for each outside change.`,
    '',
    ...table(
      ['scenario', 'what happens beside the storm', 'histories', 'outside changes', 'wrong', 'ended indeterminate'],
      2,
      SCENARIOS.filter(({ weight }) => weight > 0).map(({ name, about }) => {
        const tally = tallies.get(name) ?? { histories: 0, wrong: 0, frozen: 0, changes: 0 };
        return [`\`${name}\``, about, count(tally.histories), count(tally.changes), count(tally.wrong), count(tally.frozen)];
      }),
    ),
    '',
    'Indeterminate: nobody can tell what became of a write, so nothing more is written to the level until the merchant sets a number.',
    'One scenario alone: `npm run sim -- --scenario NAME`. A wrong history names its seed; `--trace` prints it step by step.',
    '',
    '## Mutants',
    '',
    'Defects written by hand, each planted in the shipped file while the simulation is bundled (`scripts/mutants/patches.ts`), and hunted in',
    'weather that brings it about until an invariant breaks. `npm run mutants` derives more from the syntax tree of the sync code and hunts them with',
    'the unit tests, this simulation and that of the whole object.',
    '',
    ...table(
      ['mutant', 'defect', 'first break', 'seed'],
      3,
      mutants.map(({ name, what, invariant, first }) => [`\`${name}\``, what, invariant, first]),
    ),
    '',
  ];
  const [, byHand = ''] = readFileSync(FILE, 'utf8').split(BY_HAND);
  writeFileSync(FILE, `${lines.join('\n')}\n${BY_HAND}${byHand}`);
  console.log(JSON.stringify({ histories, wrong, seconds: Math.round(seconds), seed, file: FILE }));
  return wrong > 0 || mutants.some(({ invariant }) => invariant === 'none') ? 1 : 0;
}

/** Hunts every hand-written mutant that the engine simulation can reach. */
async function huntAll(): Promise<{ name: string; what: string; invariant: string; first: string }[]> {
  const rows = [];
  for (const patch of PATCHES) {
    const outcome = await huntPatch(patch, 20_000);
    if (outcome === null) continue;
    const [, invariant = 'none'] = /^(I\d+):/u.exec(outcome.noticed) ?? [];
    const [, first = ''] = /--seed (\d+)/u.exec(outcome.noticed) ?? [];
    rows.push({ name: patch.name, what: patch.what, invariant, first });
  }
  return rows;
}

function playAll(histories: number, seed: number): Map<string, Tally> {
  const tallies = new Map<string, Tally>();
  for (let index = 0; index < histories; index += 1) {
    const scenario = drawScenario(seeded(seed + index).next());
    const { broken, frozen, changes } = play(seed + index, scenario);
    const tally = tallies.get(scenario.name) ?? { histories: 0, wrong: 0, frozen: 0, changes: 0 };
    tally.histories += 1;
    tally.changes += changes;
    if (broken !== '') {
      tally.wrong += 1;
      console.log(`${broken}; replay: npm run sim -- --histories 1 --seed ${seed + index} --scenario ${scenario.name} --trace`);
    }
    if (frozen > 0) tally.frozen += 1;
    tallies.set(scenario.name, tally);
  }
  return tallies;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** Formats a table with aligned columns; columns from `numbers` on contain numbers, up to a column that contains a command. */
function table(head: readonly string[], numbers: number, rows: readonly (readonly string[])[]): string[] {
  const right = head.map((title, column) => column >= numbers && title !== 'command');
  const widths = head.map((title, column) => Math.max(title.length, 4, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (right[column] === true ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) => (right[column] === true ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(head), line(rule), ...rows.map(line)];
}
