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

/** The name of the Worker that an address on workers.dev is of; undefined for an address that has no name in it. */
function nameIn(address: string): string | undefined {
  const { hostname } = new URL(address);
  return hostname.endsWith('.workers.dev') ? hostname.split('.')[0] : undefined;
}

/** Returns how the person chooses another name: on workers.dev the address alone decides it. */
export const howToRename = (address: string): string =>
  nameIn(address) === undefined
    ? 'Choose another name with --name'
    : "Choose another name with --address, as in https://ANOTHER-NAME.YOUR-SUBDOMAIN.workers.dev: its first part is the Worker's name";

/** Returns the Worker's name: on workers.dev the address has it. `started`: the name that this installation has already. */
export function nameOf(address: string, given: string | undefined, started: string | undefined): string {
  const inAddress = nameIn(address);
  const name = inAddress ?? given ?? started ?? 'shelfbridge';
  const option = inAddress === undefined ? `--name ${name}` : `--address ${address}`;
  if (!/^[a-z][a-z0-9-]{0,39}$/u.test(name)) {
    throw new Error(`${option}: the Worker's name must have small letters, digits and hyphens, 40 at most, and begin with a letter`);
  }
  if (given !== undefined && name !== given) {
    throw new Error(`${option}: this address is of a Worker named ${name}, not ${given}. Leave --name out. ${howToRename(address)}`);
  }
  if (started !== undefined && name !== started) {
    throw new Error(`${option}: this installation's Worker is named ${started}, not ${name}; for another installation, use another clone`);
  }
  return name;
}
