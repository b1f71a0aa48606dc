import { spawn, type Child } from 'node:child_process';
import process from 'node:process';

import { EVENTS, type EventName } from './events';
import { patchGlobals, realLog } from './globals';
import { ALL, play, type Allowed } from './history';
import { LINK_EVENTS } from './link-events';
import { runOutages } from './outages';
import { RIVAL_USAGE, runRivals } from './rival-run';
import { buildTemplate } from './template';
import { runWatching } from './watching';
import { FAULTS, type FaultKind } from './weather';

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'sku-edits': ['sku-one-side', 'sku-both-sides', 'sku-app', 'sku-swap', 'sku-duplicate'],
  catalog: [
    'sku-one-side',
    'sku-both-sides',
    'sku-app',
    'sku-swap',
    'sku-duplicate',
    'sku-respelled',
    'archive',
    'delete',
    'tracking',
    'copy',
  ],
  faults: FAULTS,
  links: Object.keys(LINK_EVENTS),
  events: Object.keys(EVENTS),
};

const USAGE = `usage: npm run sim -- --object [--histories N] [--seed S] [--jobs J] [--until-wrong] [--trace] [--stock N] [--only LIST | --without LIST]
LIST: names with commas between, of ${[...FAULTS, 'kills', ...Object.keys(EVENTS)].join(', ')};
groups: ${Object.keys(GROUPS).join(', ')}; "nothing" stands for none.
${RIVAL_USAGE}   another app beside the account, or customers alone`;

interface Command {
  histories: number;
  seed: number;
  jobs: number;
  /** Stops at the first wrong history. */
  untilWrong: boolean;
  trace: boolean;
  only: string;
  without: string;
  /** Units of each variant at the start: few of them let both platforms sell the same. */
  stock: number;
}

const NUMBERED = ['histories', 'seed', 'jobs', 'stock'] as const;

function readCommand(args: readonly string[]): Command {
  const command: Command = { histories: 200, seed: 1, jobs: 2, untilWrong: false, trace: false, only: '', without: '', stock: 100 };
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index] ?? '';
    if (name === '--object') continue;
    if (name === '--trace') {
      command.trace = true;
      continue;
    }
    if (name === '--until-wrong') {
      command.untilWrong = true;
      continue;
    }
    index += 1;
    const text = args[index] ?? '';
    if (name === '--only') command.only = text;
    else if (name === '--without') command.without = text;
    else {
      const option = NUMBERED.find((one) => name === `--${one}`);
      if (option === undefined || !/^\d{1,9}$/u.test(text)) throw new Error(`${name} ${text} is not understood\n${USAGE}`);
      command[option] = Number(text);
    }
  }
  return command;
}

function names(list: string): Set<string> {
  const all = list
    .split(',')
    .filter((name) => name !== '' && name !== 'nothing')
    .flatMap((name) => GROUPS[name] ?? [name]);
  const known = new Set<string>([...FAULTS, 'kills', ...Object.keys(EVENTS)]);
  const unknown = all.find((name) => !known.has(name));
  if (unknown !== undefined) throw new Error(`${unknown} is not known\n${USAGE}`);
  return new Set(all);
}

function allowedBy({ only, without }: Command): Allowed {
  const wanted = names(only);
  const unwanted = names(without);
  const has = (name: string): boolean => (only === '' || wanted.has(name)) && !unwanted.has(name);
  return {
    faults: new Set([...ALL.faults].filter((name: FaultKind) => has(name))),
    events: ALL.events.filter((name: EventName) => has(name)),
    kills: has('kills'),
  };
}

async function run(command: Command): Promise<number> {
  patchGlobals();
  const started = process.hrtime.bigint();
  const template = await buildTemplate(command.stock);
  const allowed = allowedBy(command);
  const total = { histories: 0, wrong: 0, changes: 0, writes: 0, indeterminate: 0, ambiguous: 0, kills: 0, turns: 0, late: 0, latestMs: 0 };
  for (let seed = command.seed; seed < command.seed + command.histories; seed += 1) {
    const played = await play(template, seed, allowed, command.trace ? realLog : null);
    total.histories += 1;
    total.changes += played.changes;
    total.writes += played.writes;
    total.indeterminate += played.indeterminate;
    total.ambiguous += played.ambiguous;
    total.kills += played.kills;
    total.turns += played.turns;
    total.late += played.lateness?.late ?? 0;
    total.latestMs = Math.max(total.latestMs, played.lateness?.longestMs ?? 0);
    if (command.histories <= 5) realLog(`seed ${seed}: hash ${played.hash} events ${played.events.join(', ')}`);
    if (played.problems.length === 0) continue;
    total.wrong += 1;
    realLog(`seed ${seed} [${played.events.join(', ')}]: ${played.problems.join('; ')}; replay: ${replay(command, seed)}`);
    if (command.untilWrong) break;
  }
  const seconds = Number(process.hrtime.bigint() - started) / 1e9;
  const { user, system } = process.cpuUsage();
  realLog(JSON.stringify({ ...total, seed: command.seed, seconds: tenth(seconds), cpuSeconds: tenth((user + system) / 1e6) }));
  return total.wrong > 0 ? 1 : 0;
}

const tenth = (value: number): number => Math.round(value * 10) / 10;

function replay({ only, without, stock }: Command, seed: number): string {
  const more = `${only === '' ? '' : ` --only ${only}`}${without === '' ? '' : ` --without ${without}`}`;
  return `npm run sim -- --object --histories 1 --seed ${seed}${stock === 100 ? '' : ` --stock ${stock}`}${more} --trace`;
}

/** Distributes the seeds among processes; their lines are printed as they arrive. */
async function share(command: Command): Promise<number> {
  const { jobs, histories } = command;
  const size = Math.ceil(histories / jobs);
  const children: Child[] = [];
  const codes = Array.from({ length: jobs }, async (_, index) => {
    const count = Math.min(size, histories - index * size);
    if (count <= 0) return 0;
    const args = ['--histories', count, '--seed', command.seed + index * size, '--jobs', 1, '--stock', command.stock].map(String);
    if (command.only !== '') args.push('--only', command.only);
    if (command.without !== '') args.push('--without', command.without);
    if (command.untilWrong) args.push('--until-wrong');
    const child = spawn(process.execPath, [...process.execArgv, process.argv[1] ?? '', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text) => realLog(text.trimEnd()));
    return new Promise<number>((resolve) => {
      child.on('exit', (code) => {
        if (command.untilWrong && code === 1) for (const other of children) other.kill();
        resolve(code ?? 1);
      });
    });
  });
  return Math.max(...(await Promise.all(codes)));
}

/** Plays what the command line asks for. Returns the exit code. */
async function runCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--rival')) return runRivals(args);
  if (args.includes('--outages')) return runOutages(args);
  if (args.includes('--watch')) return runWatching(args);
  const command = readCommand(args);
  return command.jobs > 1 && command.histories > 1 && !command.trace ? share(command) : run(command);
}

try {
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  realLog(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 2;
}
