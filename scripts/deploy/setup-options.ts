import { parseArgs } from 'node:util';

import { messageOf } from '../failure.ts';
import { isDryRun, parsed } from './command-line.ts';
import { FIELDS, OPTIONAL, type Answers } from './fields.ts';
import { GENERATED } from './own-secrets.ts';
import { CONFIG_FILE, variableNames } from './production-config.ts';

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

/** The fields that have no option. */
const CREDENTIALS = FIELDS.filter(({ flag }) => flag === undefined).map(({ name }) => name);

/** What `npm run setup -- --help` prints. */
export const USAGE = `npm run setup -- OPTIONS
Installs the product in your Cloudflare account, or continues where an earlier run stopped. Asks for what no option, variable of the
environment, or earlier run answers. The guide is docs/deploy.md.

  --dry-run              show what setup would do; needs no account, and sends nothing
  --address ADDRESS      the address, stock.example.com or shelfbridge.YOUR-SUBDOMAIN.workers.dev (APP_ORIGIN)
  --plan PLAN            the account's plan for Workers, paid (default) or free (PLAN)
  --billing WHO          who pays, none (default: your own stores) or shopify (a service: merchants subscribe) (BILLING_MODE)
  --operators SHOPS      the operators' shops, with commas between: my-store.myshopify.com (ADMIN_SHOPS)
  --support-email MAIL   the address that pages name for support (SUPPORT_EMAIL)
  --mail-from MAIL       the sender of mail to merchants; without one, none is sent (MAIL_FROM)
  --account ID           the Cloudflare account, where the login has several (CLOUDFLARE_ACCOUNT_ID)
  --name NAME            the Worker's name, for an address that is not on workers.dev; shelfbridge by default
  --var NAME=VALUE       any other variable of docs/operations.md, "Settings"; may be given several times
  --help                 show this

In parentheses: the variable of the environment that answers the same. Credentials have no option, because command lines stay in the
shell's history. Type them when setup asks, or set these in the environment:
  ${CREDENTIALS.join(', ')}`;

/** Secrets that setup takes from the environment alone. */
const SECRETS = [
  ...FIELDS.filter(({ flag }) => flag === undefined).map(({ name }) => name),
  ...Object.keys(GENERATED),
  'SQUARE_WEBHOOK_KEY',
];

/** Returns why a name is no variable of the Worker. */
function whyNoVariable(name: string, known: readonly string[]): string {
  if (name === 'ALERT_WEBHOOK_URL')
    return `it is a secret, and command lines stay in the shell's history; once setup has deployed, run npx wrangler secret put ${name} --config ${CONFIG_FILE}`;
  if (SECRETS.includes(name)) return "it is a credential, and command lines stay in the shell's history; set it in the environment";
  return `there is no such variable; there are ${known.join(', ')}`;
}

/** Returns a variable's value in the form in which it is used: the same as by the option of its own, where it has one. */
function valueOf(name: string, value: string): string {
  const field = ALL.find((one) => one.name === name);
  try {
    return field === undefined || value === '' ? value : field.check(value.trim());
  } catch (error) {
    throw new Error(`--var ${name}: ${messageOf(error)}`, { cause: error });
  }
}

function parseVars(given: readonly string[]): Answers {
  const known = variableNames();
  return Object.fromEntries(
    given.map((text) => {
      const [name = '', ...value] = text.split('=');
      if (!known.includes(name)) throw new Error(`--var ${name}: ${whyNoVariable(name, known)}`);
      if (value.length === 0) throw new Error(`--var ${name}: it must be like NAME=value`);
      return [name, valueOf(name, value.join('='))];
    }),
  );
}

/** Returns the ID of the account that is named, if one is; throws when it does not have the form of one. `source`: who named it. */
function accountId(given: string | undefined, source: string): string | undefined {
  if (given === undefined) return undefined;
  if (!/^[0-9a-f]{32}$/iu.test(given))
    throw new Error(`${source} ${given}: an account ID has 32 hexadecimal digits; npx wrangler whoami lists those of your login`);
  return given.toLowerCase();
}

/** Reads the command line; throws with what is wrong with it. */
export function parseOptions(args: readonly string[]): Options {
  const flags = ALL.flatMap(({ flag }) => flag ?? []);
  const { values } = parsed(() =>
    parseArgs({
      args: [...args],
      options: {
        'dry-run': { type: 'boolean' },
        account: { type: 'string' },
        name: { type: 'string' },
        var: { type: 'string', multiple: true },
        ...Object.fromEntries(flags.map((flag) => [flag, { type: 'string' as const }])),
      },
    }),
  );
  const text = (name: string): string | undefined => {
    const value = (values as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : undefined;
  };
  const answers = Object.fromEntries(flags.flatMap((flag) => (text(flag) === undefined ? [] : [[flag, text(flag) ?? '']])));
  return {
    dryRun: isDryRun(values['dry-run']),
    account:
      accountId(text('account'), '--account') ?? accountId(process.env['CLOUDFLARE_ACCOUNT_ID'] || undefined, 'CLOUDFLARE_ACCOUNT_ID'),
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
