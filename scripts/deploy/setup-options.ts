import { parseArgs } from 'node:util';

import { FIELDS, OPTIONAL, type Answers } from './fields.ts';
import { variableNames } from './production-config.ts';

/** All that setup may be told. */
export const ALL = [...FIELDS, ...OPTIONAL];

/** What was asked for on the command line. */
export interface Options {
  readonly dryRun: boolean;
  readonly account: string | undefined;
  readonly name: string | undefined;
  readonly answers: Answers;
  /** Variables of the Worker to set otherwise. */
  readonly vars: Answers;
}

function parseVars(given: readonly string[]): Answers {
  const known = variableNames();
  return Object.fromEntries(
    given.map((text) => {
      const [name = '', ...value] = text.split('=');
      if (value.length === 0) throw new Error(`--var ${name}: it must be like NAME=value`);
      if (!known.includes(name)) throw new Error(`--var ${name}: there is no such variable; there are ${known.join(', ')}`);
      return [name, value.join('=')];
    }),
  );
}

/** Reads the command line; throws with what is wrong with it. */
export function parseOptions(args: readonly string[]): Options {
  const flags = ALL.flatMap(({ flag }) => flag ?? []);
  const { values } = parseArgs({
    args: [...args],
    options: {
      'dry-run': { type: 'boolean' },
      account: { type: 'string' },
      name: { type: 'string' },
      var: { type: 'string', multiple: true },
      ...Object.fromEntries(flags.map((flag) => [flag, { type: 'string' as const }])),
    },
  });
  const text = (name: string): string | undefined => {
    const value = (values as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : undefined;
  };
  const answers = Object.fromEntries(flags.flatMap((flag) => (text(flag) === undefined ? [] : [[flag, text(flag) ?? '']])));
  return {
    dryRun: values['dry-run'] === true,
    account: text('account') ?? process.env['CLOUDFLARE_ACCOUNT_ID'],
    name: text('name'),
    answers,
    vars: parseVars((values as { var?: readonly string[] }).var ?? []),
  };
}

/** Returns the Worker's name: on workers.dev the address has it. */
export function nameOf(address: string, given: string | undefined, started: string | undefined): string {
  const { hostname } = new URL(address);
  const inAddress = hostname.endsWith('.workers.dev') ? hostname.split('.')[0] : undefined;
  const name = given ?? started ?? inAddress ?? 'shelfbridge';
  if (!/^[a-z][a-z0-9-]{0,39}$/u.test(name)) throw new Error(`--name ${name}: use small letters, digits and hyphens, 40 at most`);
  if (inAddress !== undefined && name !== inAddress)
    throw new Error(`--name ${name}: the address ${address} is of a Worker named ${inAddress}`);
  if (started !== undefined && name !== started) {
    throw new Error(`--name ${name}: this installation is named ${started}; for another one, use another clone`);
  }
  return name;
}
