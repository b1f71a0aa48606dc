import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

import { BUDGETS } from './budgets';
import { round, type Finding } from './measure';
import { linesOf, machine, page, plain, type Report } from './report';
import { stages } from './steps';
import { sideBySide, type Ending } from './worlds';

const USAGE = 'usage: npm run bench -- [--json] [--write] [--only P1,P2,peer] [--histories N] [--mutant-histories N]';

/** The name that selects the comparison with the naive mirror. */
const PEER = 'peer';

interface Wishes {
  readonly json: boolean;
  readonly write: boolean;
  /** The ids to measure; null for all. */
  readonly only: ReadonlySet<string> | null;
  readonly histories: number;
  readonly mutantHistories: number;
}

/** Returns the budget that a row belongs to: 'P1' of 'P1 10 s'. */
const budgetOf = (id: string): string => id.split(' ', 1)[0] ?? id;

function readArguments(args: readonly string[]): Wishes {
  const known = new Set([...BUDGETS.map(({ id }) => budgetOf(id)), PEER]);
  let wishes: Wishes = { json: false, write: false, only: null, histories: 20_000, mutantHistories: 3_000 };
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index];
    const whole = (): number => {
      const value = Number(args[(index += 1)]);
      if (!Number.isSafeInteger(value) || value <= 0) throw new Error(`${name} must be followed by a whole number above 0\n${USAGE}`);
      return value;
    };
    if (name === '--json') wishes = { ...wishes, json: true };
    else if (name === '--write') wishes = { ...wishes, write: true };
    else if (name === '--histories') wishes = { ...wishes, histories: whole() };
    else if (name === '--mutant-histories') wishes = { ...wishes, mutantHistories: whole() };
    else if (name === '--only') {
      const only = (args[(index += 1)] ?? '').split(',').filter((id) => id !== '');
      const unknown = only.find((id) => !known.has(id));
      if (only.length === 0 || unknown !== undefined) throw new Error(`--only takes of: ${[...known].join(', ')}`);
      wishes = { ...wishes, only: new Set(only) };
    } else throw new Error(USAGE);
  }
  if (wishes.write && wishes.only !== null) throw new Error('--write writes the whole page: it does not go with --only');
  return wishes;
}

const progress = (said: string): void => {
  process.stderr.write(`${said}\n`);
};

/** Runs the requested measurements. A measurement that fails is reported and leaves its budget unmeasured; the others continue. */
async function measure(wishes: Wishes): Promise<{ findings: Finding[]; failures: number }> {
  const findings: Finding[] = [];
  let failures = 0;
  for (const stage of stages(wishes)) {
    try {
      for (const step of stage.steps) {
        if (wishes.only !== null && !step.ids.some((id) => wishes.only?.has(id))) continue;
        const began = performance.now();
        try {
          findings.push(...(await step.run()));
          progress(`${step.ids.join(', ')} (${stage.name}): ${round((performance.now() - began) / 1_000)} s`);
        } catch (error) {
          failures += 1;
          progress(
            `${step.ids.join(', ')} (${stage.name}) FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
          );
          findings.push(...step.ids.map((id) => ({ id, value: null, note: 'the measurement failed' })));
        }
      }
    } finally {
      await stage.close();
    }
  }
  findings.push(...compareSizes(findings));
  return { findings, failures };
}

/** Checks that P2 is the same at all sizes. */
function compareSizes(findings: readonly Finding[]): Finding[] {
  const values = ['P2 1k', 'P2 10k', 'P2 100k'].map((id) => findings.find((finding) => finding.id === id)?.value ?? null);
  const known = values.filter((value) => value !== null);
  if (known.length < values.length) return [];
  return [{ id: 'P2 equal', value: round(Math.max(...known) / Math.min(...known)) }];
}

/** Runs the comparison with the naive mirror and returns the endings of the runs that completed. */
async function comparePeers({ only }: Wishes): Promise<{ peers: Ending[]; failed: boolean }> {
  const peers: Ending[] = [];
  if (only !== null && !only.has(PEER)) return { peers, failed: false };
  try {
    await sideBySide((ending) => {
      peers.push(ending);
      progress(`${ending.name}, ${ending.world}`);
    });
    return { peers, failed: false };
  } catch (error) {
    progress(`${PEER} FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return { peers, failed: true };
  }
}

async function main(args: readonly string[]): Promise<number> {
  const wishes = readArguments(args);
  const began = performance.now();
  const { findings, failures } = await measure(wishes);
  const { peers, failed } = await comparePeers(wishes);
  const report: Report = {
    command: ['npm run bench', ...(args.length === 0 ? [] : ['--', ...args])].join(' '),
    date: new Date().toISOString().slice(0, 10),
    machine: machine(),
    seconds: (performance.now() - began) / 1_000,
    lines: linesOf(findings, (id) => wishes.only === null || wishes.only.has(budgetOf(id))),
    peers,
  };
  console.log(wishes.json ? JSON.stringify(report, null, 2) : plain(report));
  if (wishes.write) {
    writeFileSync('docs/benchmarks.md', page(report));
    // The format check also covers tables.
    spawnSync('node_modules/.bin/oxfmt', ['docs/benchmarks.md'], { stdio: 'ignore' });
  }
  const broken = report.lines.filter((line) => line.standing === 'over').map((line) => line.id);
  if (broken.length > 0) progress(`over the ceiling: ${broken.join(', ')}`);
  return broken.length > 0 || failures > 0 || failed ? 1 : 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
