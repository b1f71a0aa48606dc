import process from 'node:process';

import { patchGlobals, realLog } from './globals';
import { playRivalHistory, type RivalEnding } from './rival-history';
import { RIVAL_PLAYS, type RivalPlay } from './rival-plan';
import { isUnnoticed } from './rival-verdict';
import { buildTemplate } from './template';

/** What the command line says of histories with another app. */
export const RIVAL_USAGE = `npm run sim -- --object --rival ${RIVAL_PLAYS.join('|')} [--histories N] [--seed S] [--stock N] [--until-wrong] [--trace]`;

interface Command {
  rival: RivalPlay;
  histories: number;
  seed: number;
  /** Units of each variant at the start: enough for every customer. */
  stock: number;
  untilWrong: boolean;
  trace: boolean;
}

const NUMBERED = ['histories', 'seed', 'stock'] as const;
const FLAGS: Readonly<Record<string, 'trace' | 'untilWrong' | null>> = {
  '--object': null,
  '--trace': 'trace',
  '--until-wrong': 'untilWrong',
};
/** The histories that are named, and so few of them that each prints its digest. */
const MOST_NAMED = 10;
const FEW = 5;

function readCommand(args: readonly string[]): Command {
  const command: Command = { rival: 'delta', histories: 100, seed: 1, stock: 5_000, untilWrong: false, trace: false };
  for (let index = 0; index < args.length; index += 1) {
    const name = args[index] ?? '';
    const flag = FLAGS[name];
    if (flag !== undefined) {
      if (flag !== null) command[flag] = true;
      continue;
    }
    index += 1;
    const text = args[index] ?? '';
    const option = NUMBERED.find((one) => name === `--${one}`);
    const rival = name === '--rival' ? RIVAL_PLAYS.find((play) => play === text) : undefined;
    if (rival !== undefined) command.rival = rival;
    else if (option !== undefined && /^\d{1,9}$/u.test(text)) command[option] = Number(text);
    else throw new Error(`${name} ${text} is not understood\nusage: ${RIVAL_USAGE}`);
  }
  return command;
}

/** Plays histories of the account with another app, prints a JSON line with what came of them, and names the first wrong ones. Returns the exit code. */
export async function runRivals(args: readonly string[]): Promise<number> {
  const command = readCommand(args);
  const { rival, histories, seed, stock } = command;
  patchGlobals();
  const template = await buildTemplate(stock);
  const total = new Total();
  for (let one = seed; one < seed + histories && !(command.untilWrong && total.wrong > 0); one += 1) {
    const ending = await playRivalHistory(template, { play: rival, seed: one, stock }, command.trace ? realLog : null);
    total.add(ending);
    if (histories <= FEW) realLog(`seed ${one}: hash ${ending.hash}`);
    if (ending.problems.length === 0 || total.wrong > MOST_NAMED) continue;
    const more = stock === 5_000 ? '' : ` --stock ${stock}`;
    realLog(
      `seed ${one}: ${ending.problems.join('; ')}; replay: npm run sim -- --object --rival ${rival} --histories 1 --seed ${one}${more} --trace`,
    );
  }
  const { user, system } = process.cpuUsage();
  realLog(JSON.stringify({ rival, ...total.figures(), seed, cpuSeconds: Math.round((user + system) / 1e5) / 10 }));
  return total.wrong > 0 ? 1 : 0;
}

/** Sums up histories. */
class Total {
  readonly #all: RivalEnding[] = [];
  wrong = 0;

  add(ending: RivalEnding): void {
    this.#all.push(ending);
    this.wrong += Number(ending.problems.length > 0);
  }

  figures(): Readonly<Record<string, unknown>> {
    const all = this.#all;
    const sum = (of: (ending: RivalEnding) => number): number => all.reduce((total, ending) => total + of(ending), 0);
    const most = (of: (ending: RivalEnding) => number | null): number | null => {
      const known = all.flatMap((ending) => of(ending) ?? []);
      return known.length === 0 ? null : Math.round(Math.max(...known));
    };
    return {
      histories: all.length,
      wrong: this.wrong,
      // Of these, how many only because the app was not noticed in time.
      unnoticed: sum(({ problems }) => Number(isUnnoticed(problems))),
      held: sum(({ held }) => Number(held > 0)),
      suspected: sum(({ suspected }) => Number(suspected)),
      variantsHeld: sum(({ held }) => held),
      proofs: histogram(all.flatMap(({ proofs }) => proofs)),
      settled: sum(({ settled }) => settled),
      proposals: sum(({ proposed }) => proposed),
      looks: sum(({ looks }) => looks),
      copies: sum(({ copies }) => copies),
      lost: histogram(all.flatMap(({ lost }) => lost ?? [])),
      longestMs: most(({ longestMs }) => longestMs),
      alertMs: most(({ alertMs }) => alertMs),
      mailMs: most(({ mailMs }) => mailMs),
    };
  }
}

/** Returns how often each value occurs, in the order of the values. */
function histogram(values: readonly (number | string)[]): Readonly<Record<string, number>> {
  const counts = new Map<number | string, number>();
  for (const value of values.toSorted((a, b) => Number(a) - Number(b))) counts.set(value, (counts.get(value) ?? 0) + 1);
  return Object.fromEntries(counts);
}
