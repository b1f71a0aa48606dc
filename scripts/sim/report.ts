import { writeFileSync } from 'node:fs';

import { play } from './history';
import { seeded } from './random';
import { drawScenario, SCENARIOS } from './scenario';

const FILE = 'docs/correctness.md';
const ABOUT = [
  'A history is a shop and a seller account under a seeded scheduler: outside changes on both sides, lost, repeated and late webhooks,',
  'lost requests that arrive after all, lost answers, refusals, and an account that is killed at any moment. The decisions are those of',
  '`src/domain/sync`, the very functions of the product; the lane is that of `src/durable/sync/lane.ts` told again without promises.',
  'After every step the invariants are checked; at the end both sides must be their beginning plus all that happened on both.',
  '',
  'What it takes for granted: a request arrives within a minute of being sent or never; platforms keep an idempotency key for at least half',
  'of the time that they document; the times that a platform states of one item never go back. A write of a former pair or connection that',
  'arrives after the account has started over counts as a change from outside.',
];

interface Tally {
  histories: number;
  wrong: number;
  frozen: number;
  changes: number;
}

/** Plays everything, measures every mutant, and writes the report. Answers the exit code: 1 when anything was wrong or a mutant lived. */
export function report(histories: number, seed: number, writesPerSale: (histories: number, seed: number) => number): number {
  const start = performance.now();
  const tallies = playAll(histories, seed);
  const seconds = (performance.now() - start) / 1_000;
  const wrong = [...tallies.values()].reduce((sum, tally) => sum + tally.wrong, 0);
  const command = `npm run sim -- --report --histories ${histories} --seed ${seed}`;
  const lines = [
    '# Correctness',
    '',
    `Written by \`${command}\`; not to be edited by hand.`,
    '',
    ...ABOUT,
    '',
    '## Histories',
    '',
    `${count(histories)} histories from seed ${seed}: **${wrong} wrong**, in ${seconds.toFixed(0)} s on Node ${process.version.slice(1)}. On a calm day ${writesPerSale(1_000, seed)} writes for each outside change.`,
    '',
    ...table(
      ['scenario', 'what happens beside the storm', 'histories', 'outside changes', 'wrong', 'ended with a frozen cell'],
      2,
      SCENARIOS.filter(({ weight }) => weight > 0).map(({ name, about }) => {
        const tally = tallies.get(name) ?? { histories: 0, wrong: 0, frozen: 0, changes: 0 };
        return [`\`${name}\``, about, count(tally.histories), count(tally.changes), count(tally.wrong), count(tally.frozen)];
      }),
    ),
    '',
    'A frozen cell is one of which nobody can tell what became of a write: nothing more is written to it until the merchant sets a number.',
    'One scenario alone: `npm run sim -- --scenario NAME`. A wrong history names its seed; `--trace` prints it step by step.',
    '',
  ];
  writeFileSync(FILE, lines.join('\n'));
  console.log(JSON.stringify({ histories, wrong, seconds: Math.round(seconds), seed, file: FILE }));
  return wrong > 0 ? 1 : 0;
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

/** A table, its columns aligned; those from `numbers` on hold numbers, up to a column that holds a command. */
function table(head: readonly string[], numbers: number, rows: readonly (readonly string[])[]): string[] {
  const right = head.map((title, column) => column >= numbers && title !== 'command');
  const widths = head.map((title, column) => Math.max(title.length, 4, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => (right[column] === true ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, column) => (right[column] === true ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  return [line(head), line(rule), ...rows.map(line)];
}
