// `npm run setup`: installs the product in a Cloudflare account, from nothing or from wherever an earlier run stopped. Answers come from the
// command line, the environment, earlier runs, or the terminal, and are stored as soon as they are given. See docs/deploy.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { report } from '../failure.ts';
import { root } from '../root.ts';
import { subscribeSquare } from '../square-subscription.ts';
import { readSettings } from '../worker-settings.ts';
import { collect, openTerminal, type Terminal } from './ask.ts';
import { checklist } from './checklist.ts';
import { accounts, chooseAccount } from './cloudflare.ts';
import { showedHelp } from './command-line.ts';
import { checkTogether, Contradiction, FIELDS, type Answers } from './fields.ts';
import { outlineOf, type Outline } from './installation.ts';
import { ownSecrets, whatToKeep, whereabouts, type Found } from './own-secrets.ts';
import { planOf, planWarning } from './plan.ts';
import { CONFIG_FILE } from './production-config.ts';
import { Progress } from './progress.ts';
import { requireGiven } from './settings-check.ts';
import { describeContents, settleDatabase, settleQueues, settleWorker } from './settle.ts';
import { ALL, nameOf, parseOptions, USAGE, type Options } from './setup-options.ts';
import { readSecrets, readState, writeSecrets, writeState, type SetupState } from './setup-state.ts';
import { SHOPIFY_FILE, shopifyAppToml } from './shopify-app.ts';
import { buildPage, bundleOnly, migrateRemote, rollbackAdvice, runShown, say, uploadTo, waitUntilHealthy } from './steps.ts';

const SECRET_NAMES = FIELDS.filter(({ secret }) => secret).map(({ name }) => name);

/** Collects the answers, and stores each as it comes. */
async function answersOf(options: Options, state: SetupState, terminal: Terminal | null): Promise<Answers> {
  const stored = readSecrets();
  const keep = (answers: Answers): void => {
    const plain = Object.entries(answers).filter(([name]) => !SECRET_NAMES.includes(name));
    const secret = Object.entries(answers).filter(([name]) => SECRET_NAMES.includes(name));
    const vars = { ...state.vars, ...options.vars };
    writeState({ ...readState(), answers: { ...state.answers, ...Object.fromEntries(plain) }, vars });
    writeSecrets({ ...readSecrets(), ...Object.fromEntries(secret) });
  };
  const sources = { options: options.answers, env: process.env, stored: { ...state.answers, ...stored }, terminal };
  return { ...(await collect(ALL, sources, keep)), ...state.vars, ...options.vars };
}

/**
 * Throws when answers contradict each other. At a terminal those are forgotten, to be asked again: setup asks for nothing that is stored. Without
 * one, what is given the next time comes before what is stored.
 */
function requireTogether(answers: Answers, terminal: Terminal | null): void {
  try {
    checkTogether(answers);
  } catch (error) {
    if (error instanceof Contradiction && terminal !== null) {
      const without = (all: Answers): Answers => Object.fromEntries(Object.entries(all).filter(([name]) => !error.fields.includes(name)));
      const state = readState();
      writeState({ ...state, answers: without(state.answers) });
      writeSecrets(without(readSecrets()));
    }
    throw error;
  }
}

const installationOf = (options: Options, answers: Answers, account: string): Outline => {
  const { name: started, vars } = readState();
  const name = nameOf(answers['APP_ORIGIN'] ?? '', options.name, started);
  return outlineOf(answers, { ...vars, ...options.vars }, { account, name });
};

/** Does what needs neither an account nor a network: checks the answers that are there, builds, and shows what would come. */
async function dryRun(options: Options): Promise<void> {
  const { installation, plan, unanswered } = planOf({ options, state: readState(), secrets: readSecrets(), env: process.env });
  await requireGiven({ APP_ORIGIN: installation.address, WEBHOOK_ORIGIN: installation.address, ...installation.vars });
  if (unanswered !== '') say(unanswered);
  say('Building …');
  await buildPage();
  await bundleOnly(installation);
  say(`${plan}\n\nDry run: nothing was sent anywhere.`);
}

/** Stores all secrets that are to be sent, and returns them with a note of where our own come from. `signatureKey`: '' where Square hides it. */
function settleSecrets(answers: Answers, signatureKey: string, found: Found): { readonly secrets: Answers; readonly note: string } {
  const stored = readSecrets();
  const own = ownSecrets({ stored, env: process.env, ...found });
  const told = Object.fromEntries(['SHOPIFY_CLIENT_ID', 'SQUARE_CLIENT_ID', ...SECRET_NAMES].map((key) => [key, answers[key] ?? '']));
  const key = signatureKey || stored['SQUARE_WEBHOOK_KEY'] || process.env['SQUARE_WEBHOOK_KEY'];
  if (key === undefined)
    throw new Error('Square does not show the signature key of its subscription; set SQUARE_WEBHOOK_KEY in the environment');
  const secrets = { ...stored, ...own, ...told, SQUARE_WEBHOOK_KEY: key };
  writeSecrets(secrets);
  return { secrets, note: whereabouts({ stored, env: process.env }, own) };
}

async function setup(options: Options): Promise<void> {
  const progress = new Progress();
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, progress.stop);
  const state = readState();
  const account = await progress.step(
    'Cloudflare account',
    async () => chooseAccount(await accounts(), options.account, state.account),
    ({ id, name }) => `${name} (${id})`,
  );
  process.env['CLOUDFLARE_ACCOUNT_ID'] = account.id;
  const terminal = openTerminal(progress.stop);
  const { answers, installation } = await progress.step('answers', async () => {
    try {
      // First: what the Worker refuses must not be stored.
      await requireGiven({ ...state.vars, ...options.vars });
      const all = await answersOf(options, state, terminal);
      requireTogether(all, terminal);
      const outline = installationOf(options, all, account.id);
      await requireGiven({ APP_ORIGIN: outline.address, WEBHOOK_ORIGIN: outline.address, ...outline.vars });
      const warning = planWarning(outline);
      if (warning !== null) say(warning);
      return { answers: all, installation: outline };
    } finally {
      terminal?.close();
    }
  });
  const { name, address } = installation;
  const deployed = await progress.step(
    'Worker',
    () => settleWorker(installation),
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
  const { secrets } = await progress.step(
    'secrets',
    async () => settleSecrets(answers, square.signatureKey, { deployed, database: contents }),
    ({ note }) => note,
  );
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
  say(`\n${whatToKeep(secrets)}`);
  say(
    `\n${checklist({ address, mode: vars['BILLING_MODE'] ?? '', squareOrigin: vars['SQUARE_ORIGIN'] ?? '' })}\n\n${rollbackAdvice(name, before)}\n\nThe doctor looks at the deployment:`,
  );
  await runShown(
    ['scripts/doctor.ts', '--production'],
    'The product is deployed, and the doctor found something to fix (see above). Go through the checklist, then run npm run doctor -- --production.',
  );
}

async function main(args: readonly string[]): Promise<void> {
  if (showedHelp(args, USAGE)) return;
  const options = parseOptions(args);
  await (options.dryRun ? dryRun(options) : setup(options));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  report(error);
}
