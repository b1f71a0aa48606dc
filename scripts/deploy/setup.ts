// `npm run setup`: installs the product in a Cloudflare account, from nothing or from wherever an earlier run stopped. Answers come from the
// command line, the environment, earlier runs, or the terminal, and are stored as soon as they are given. See docs/deploy.md.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { messageOf, report } from '../failure.ts';
import { root } from '../root.ts';
import { subscribeSquare } from '../square-subscription.ts';
import { readSettings } from '../worker-settings.ts';
import { collect, openTerminal, type Terminal } from './ask.ts';
import { checklist } from './checklist.ts';
import {
  accounts,
  chooseAccount,
  contentsOf,
  createDatabase,
  createQueue,
  findDatabase,
  secretNames,
  type Contents,
} from './cloudflare.ts';
import { checkTogether, FIELDS, OPTIONAL, type Answers } from './fields.ts';
import { ownSecrets } from './own-secrets.ts';
import { CONFIG_FILE, queueNames, SAMPLE, variableNames, type Installation } from './production-config.ts';
import { readSecrets, readState, SECRETS_FILE, writeSecrets, writeState, type SetupState } from './setup-state.ts';
import { SHOPIFY_FILE, shopifyAppToml } from './shopify-app.ts';
import {
  buildPage,
  bundleOnly,
  migrateRemote,
  migrationFiles,
  rollbackAdvice,
  runShown,
  say,
  uploadTo,
  waitUntilHealthy,
  writeConfig,
} from './steps.ts';

const ALL = [...FIELDS, ...OPTIONAL];
const SECRET_NAMES = FIELDS.filter(({ secret }) => secret).map(({ name }) => name);
/** Answers that are the Worker's variables. */
const VARIABLES = ['BILLING_MODE', 'ADMIN_SHOPS', 'SUPPORT_EMAIL', 'MAIL_FROM'];

/** What was asked for on the command line. */
interface Options {
  readonly dryRun: boolean;
  readonly account: string | undefined;
  readonly name: string | undefined;
  readonly answers: Answers;
  /** Variables of wrangler.toml to set otherwise. */
  readonly vars: Answers;
}

function parseVars(given: readonly string[]): Answers {
  const known = variableNames();
  return Object.fromEntries(
    given.map((text) => {
      const [name = '', ...value] = text.split('=');
      if (value.length === 0) throw new Error(`--var ${name}: it must be like NAME=value`);
      if (!known.includes(name)) throw new Error(`--var ${name}: wrangler.toml has no such variable; it has ${known.join(', ')}`);
      return [name, value.join('=')];
    }),
  );
}

function parseOptions(args: readonly string[]): Options {
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

/** The Worker's name: on workers.dev the address has it. */
function nameOf(address: string, given: string | undefined, started: string | undefined): string {
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

/** Names the steps as they come, and what was done when one fails. */
class Progress {
  private readonly done: string[] = [];

  /** Runs a step. `work` may return a note about what it found or did. */
  async step<T>(what: string, work: () => Promise<T>, noteOf: (result: T) => string = () => ''): Promise<T> {
    try {
      const result = await work();
      const note = noteOf(result);
      const line = note === '' ? what : `${what}: ${note}`;
      say(`ok    ${line}`);
      this.done.push(line);
      return result;
    } catch (error) {
      const done = this.done.length === 0 ? ['  nothing'] : this.done.map((line) => `  ${line}`);
      const rest = [`Done so far:`, ...done, 'Run npm run setup again when that is fixed: it continues from here.'];
      throw new Error([`STOP  ${what}`, messageOf(error), '', ...rest].join('\n'), { cause: error });
    }
  }
}

/** Makes sure that there is a database that is ours to use; returns what it holds. */
async function settleDatabase(installation: Omit<Installation, 'database'>, keep: (id: string) => void): Promise<Contents> {
  const { name } = installation;
  let id = await findDatabase(name);
  if (id === null) {
    await createDatabase(name);
    id = await findDatabase(name);
    if (id === null) throw new Error(`Cloudflare has created the database ${name} and does not list it yet; wait a minute`);
  }
  writeConfig({ ...installation, database: id });
  const contents = await contentsOf(name);
  if (contents.kind === 'other') {
    rmSync(join(root, CONFIG_FILE), { force: true });
    throw new Error(
      `the account already has a database ${name} with other data (tables ${contents.tables.slice(0, 8).join(', ')}). It was not touched. ` +
        'Choose another name with --name, or delete it in the dashboard if nothing needs it',
    );
  }
  keep(id);
  return contents;
}

const describeContents = (contents: Contents): string =>
  contents.kind === 'ours' ? `in use, with ${contents.accounts} accounts` : 'empty';

/** Looks at the Worker of this name; throws when it is somebody else's. */
async function settleWorker(name: string): Promise<readonly string[] | null> {
  const names = await secretNames(name);
  if (names !== null && !names.includes('TOKEN_KEYS')) {
    throw new Error(`the account already has another Worker named ${name}. It was not touched. Choose another name with --name`);
  }
  return names;
}

async function settleQueues(name: string): Promise<string> {
  const made: boolean[] = [];
  for (const queue of queueNames(name)) made.push(await createQueue(queue));
  const created = made.filter(Boolean).length;
  return `${created} created, ${made.length - created} there already`;
}

/** Collects the answers, and stores each as it comes. */
async function answersOf(options: Options, state: SetupState, terminal: Terminal | null): Promise<Answers> {
  const stored = readSecrets();
  const keep = (answers: Answers): void => {
    if (options.dryRun) return;
    const plain = Object.entries(answers).filter(([name]) => !SECRET_NAMES.includes(name));
    const secret = Object.entries(answers).filter(([name]) => SECRET_NAMES.includes(name));
    const vars = { ...state.vars, ...options.vars };
    writeState({ ...readState(), answers: { ...state.answers, ...Object.fromEntries(plain) }, vars });
    writeSecrets({ ...readSecrets(), ...Object.fromEntries(secret) });
  };
  const sources = { options: options.answers, env: process.env, stored: { ...state.answers, ...stored }, terminal };
  return { ...(await collect(ALL, sources, keep)), ...state.vars, ...options.vars };
}

const installationOf = (options: Options, answers: Answers, account: string): Omit<Installation, 'database'> => {
  const address = answers['APP_ORIGIN'] ?? '';
  const vars = Object.fromEntries(VARIABLES.map((name) => [name, answers[name] ?? '']));
  return {
    account,
    address,
    name: nameOf(address, options.name, readState().name),
    plan: answers['PLAN'] === 'free' ? 'free' : 'paid',
    vars: { ...vars, ...readState().vars, ...options.vars },
  };
};

/** Does what needs neither an account nor a network: the form of the answers that are there, the build, and what would come. */
async function dryRun(options: Options): Promise<void> {
  const given = { ...readState().answers, ...readSecrets(), ...process.env };
  const missing = FIELDS.filter(({ name, flag, fallback }) => fallback === undefined && !(options.answers[flag ?? ''] ?? given[name]));
  const isComplete = missing.length === 0;
  if (isComplete) checkTogether(await answersOf(options, readState(), null));
  else say(`Setup would ask for ${FIELDS.length} fields; not answered yet: ${missing.map(({ name }) => name).join(', ')}`);
  const installation = isComplete
    ? { ...installationOf(options, await answersOf(options, readState(), null), ''), database: SAMPLE.database }
    : { ...SAMPLE, name: options.name ?? SAMPLE.name };
  say('Building …');
  await buildPage();
  await bundleOnly(null);
  say(`Setup would then, in the Cloudflare account,
  create the database ${installation.name}
  create the queues ${queueNames(installation.name).join(', ')}
  write ${CONFIG_FILE} and ${SHOPIFY_FILE}
  generate TOKEN_KEYS and STATUS_SECRET
  create Square's webhook subscription for ${installation.address}/webhooks/square
  apply ${migrationFiles().length} migrations, deploy to ${installation.address}, and run the doctor against it

${checklist(installation.address, installation.vars['BILLING_MODE'] ?? 'none')}

Dry run: nothing was sent anywhere.`);
}

async function setup(options: Options): Promise<void> {
  const progress = new Progress();
  const state = readState();
  const account = await progress.step(
    'Cloudflare account',
    async () => chooseAccount(await accounts(), options.account, state.account),
    ({ id, name }) => `${name} (${id})`,
  );
  process.env['CLOUDFLARE_ACCOUNT_ID'] = account.id;
  const terminal = openTerminal();
  const answers = await progress.step('answers', async () => {
    try {
      const all = await answersOf(options, state, terminal);
      checkTogether(all);
      return all;
    } finally {
      terminal?.close();
    }
  });
  const installation = installationOf(options, answers, account.id);
  const { name, address } = installation;
  const deployed = await progress.step(
    'Worker',
    () => settleWorker(name),
    (names) => (names === null ? `${name} is new` : `${name} is deployed`),
  );
  const keep = (database: string): void => writeState({ ...readState(), account: account.id, name, database });
  const contents = await progress.step('database', () => settleDatabase(installation, keep), describeContents);
  await progress.step(
    'queues',
    () => settleQueues(name),
    (note) => note,
  );
  const vars = readSettings(CONFIG_FILE).vars;
  const square = await progress.step(
    "Square's webhook subscription",
    () =>
      subscribeSquare({
        origin: vars['SQUARE_ORIGIN'] ?? '',
        version: vars['SQUARE_VERSION'] ?? '',
        token: answers['SQUARE_APP_TOKEN'] ?? '',
        notificationUrl: `${address}/webhooks/square`,
      }),
    ({ done }) => done,
  );
  const secrets = await progress.step('secrets', async () => {
    const stored = readSecrets();
    const own = ownSecrets({ stored, env: process.env, deployed, database: contents });
    const told = Object.fromEntries(['SHOPIFY_CLIENT_ID', 'SQUARE_CLIENT_ID', ...SECRET_NAMES].map((key) => [key, answers[key] ?? '']));
    const key = square.signatureKey || stored['SQUARE_WEBHOOK_KEY'] || process.env['SQUARE_WEBHOOK_KEY'];
    if (key === undefined)
      throw new Error('Square does not show the signature key of its subscription; set SQUARE_WEBHOOK_KEY in the environment');
    const all = { ...stored, ...own, ...told, SQUARE_WEBHOOK_KEY: key };
    writeSecrets(all);
    return all;
  });
  writeFileSync(
    join(root, SHOPIFY_FILE),
    shopifyAppToml({ clientId: answers['SHOPIFY_CLIENT_ID'] ?? '', address, apiVersion: vars['SHOPIFY_API_VERSION'] ?? '' }),
  );
  await progress.step('build', buildPage);
  const before = new Date();
  await progress.step('migrations', () => migrateRemote());
  await progress.step(
    'deployment',
    () => uploadTo(address, secrets),
    (addresses) => addresses.join(', '),
  );
  await progress.step('the deployed Worker answers', () => waitUntilHealthy(address));
  say(`\nThe secrets are in ${SECRETS_FILE}. Keep a copy in your password manager: Cloudflare never shows TOKEN_KEYS again.`);
  say(`\n${checklist(address, answers['BILLING_MODE'] ?? '')}\n\n${rollbackAdvice(name, before)}\n\nThe doctor looks at the deployment:`);
  await runShown(
    ['scripts/doctor.ts', '--production'],
    'The product is deployed, and the doctor found something to fix (see above). Go through the checklist, then run npm run doctor -- --production.',
  );
}

try {
  const options = parseOptions(process.argv.slice(2));
  await (options.dryRun ? dryRun(options) : setup(options));
} catch (error) {
  report(error);
}
