// `npm run deploy`: checks, builds, migrates the database, deploys, and looks whether the new version answers. `npm run setup` comes first,
// once; in Workers Builds the button did what it can. `npm run deploy -- --dry-run` does everything that needs neither an account nor a network, and states what the rest would do.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { messageOf, report } from '../failure.ts';
import { root } from '../root.ts';
import { readSettings } from '../worker-settings.ts';
import { catchUp } from './catch-up.ts';
import { checklist } from './checklist.ts';
import { createQueues } from './cloudflare.ts';
import { isDryRun, parsed, showedHelp } from './command-line.ts';
import { storedInstallation } from './installation.ts';
import { CONFIG_FILE, queueNames, SAMPLE, type Installation } from './production-config.ts';
import { requireAccepted } from './settings-check.ts';
import { readSecrets, STATE_FILE } from './setup-state.ts';
import {
  buildPage,
  bundleOnly,
  migrateRemote,
  migrationFiles,
  rollbackAdvice,
  runShown,
  say,
  upload,
  uploadTo,
  waitUntilHealthy,
  writeConfig,
} from './steps.ts';
import { BUILD_ADVICE, BUILDS_FILE, isWorkersBuild, secretsOfBuild, writeBuildsConfig } from './workers-builds.ts';

/** The checks that tell whether this checkout can be deployed; `npm run check` has more, which matter to those who change the code. */
const CHECKS = ['generated', 'types src', 'proto'];

const USAGE = `npm run deploy -- OPTIONS
Deploys this version to the installation that npm run setup has stored: checks, builds, migrates the database, deploys, and waits until the
new version answers. The guide is docs/deploy.md, "Every later version".

  --dry-run       build, and show what a deployment would do; needs no account, and sends nothing
  --skip-checks   leave out the checks of types, generated code, and the protocol
  --help          show this`;

async function dryRun(): Promise<void> {
  const stored = storedInstallation();
  say(`Configuration: ${stored === null ? 'a sample, since `npm run setup` has not stored one here' : `as stored in ${STATE_FILE}`}`);
  const installation = stored ?? SAMPLE;
  say('Building the page …');
  await buildPage();
  say('Bundling the Worker as a deployment would …');
  const lines = (await bundleOnly(installation)).split('\n').filter((line) => /Total Upload|gzip/u.test(line));
  say(lines.join('\n').trim());
  const { name, address } = installation;
  say(`\nA deployment would then\n  write ${CONFIG_FILE} again`);
  say(`  create what is missing of the queues ${queueNames(name).join(', ')}`);
  say(`  apply what is missing of these migrations to the database ${name}:`);
  for (const file of migrationFiles()) say(`    ${file}`);
  say(`  deploy the Worker ${name} with the page and its bindings`);
  say(`  wait for the new version at ${address}/healthz`);
  say(`\n${rollbackAdvice(name, new Date())}`);
  say('\nDry run: nothing was sent anywhere.');
}

/** Throws with what the Worker would refuse of a configuration. `known`: the secrets that are known here. */
async function requireSettings(config: string, known: Readonly<Record<string, string>>): Promise<void> {
  const { vars, secrets } = readSettings(config);
  await requireAccepted({ ...vars, ...known }, secrets?.required ?? []);
}

/** Deploys with a configuration. `secrets` are sent along; the Worker keeps all others. */
async function deploy(config: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  const { name, vars } = readSettings(config);
  const address = vars['APP_ORIGIN'] ?? '';
  say('Building the page …');
  await buildPage();
  const before = new Date();
  say(`Migrating the database ${name} …`);
  await migrateRemote(config);
  say(`Deploying the Worker ${name} …`);
  await (config === CONFIG_FILE ? upload(secrets) : uploadTo(address, secrets, config));
  const advice =
    config === CONFIG_FILE ? rollbackAdvice(name, before) : "To go back to the version before: Deployments on the Worker's page.";
  say(`Waiting for the new version at ${address}/healthz …`);
  await waitUntilHealthy(address).catch((error: unknown) => {
    say(`\n${advice}\n`);
    throw error;
  });
  say(`It answers.\n\n${advice}`);
  if (config === BUILDS_FILE)
    say(`\n${checklist({ address, mode: vars['BILLING_MODE'] ?? '', squareOrigin: vars['SQUARE_ORIGIN'] ?? '' })}`);
}

/** Deploys in Workers Builds; what fails there is read in a log by somebody who did not start this. */
async function deployBuild(): Promise<void> {
  try {
    const queues = writeBuildsConfig();
    const secrets = secretsOfBuild(readSettings(BUILDS_FILE).secrets?.required ?? []);
    await requireSettings(BUILDS_FILE, secrets);
    say('Creating the queues that are missing …');
    await createQueues(queues);
    await deploy(BUILDS_FILE, secrets);
  } catch (error) {
    throw new Error(`${messageOf(error)}\n\n${BUILD_ADVICE}`, { cause: error });
  }
}

/** Returns the installation that setup has stored; throws with what to do where there is none. */
function requireInstallation(): Installation {
  const installation = storedInstallation();
  if (installation !== null) return installation;
  const advice = existsSync(join(root, CONFIG_FILE))
    ? `${CONFIG_FILE} is here, but it may be of another version; restore ${STATE_FILE} from your copy, or run npm run setup again`
    : 'run npm run setup first, once for this installation, until it ends';
  throw new Error(`${STATE_FILE} does not say what to deploy: ${advice}`);
}

/** Deploys what setup has stored. The configuration is written again: this version may need other bindings, queues or limits than the last. */
async function deployHere(installation: Installation): Promise<void> {
  process.env['CLOUDFLARE_ACCOUNT_ID'] = installation.account;
  writeConfig(installation);
  await requireSettings(CONFIG_FILE, readSecrets());
  say(`Looking for what this version needs in the account ${installation.account} …`);
  const { queues, secrets } = await catchUp(installation, readSettings(CONFIG_FILE).secrets?.required ?? []);
  for (const queue of queues) say(`  created the queue ${queue}`);
  for (const secret of Object.keys(secrets)) say(`  will send the secret ${secret}`);
  await deploy(CONFIG_FILE, secrets);
}

const requireChecked = (): Promise<void> =>
  runShown(['scripts/check.ts', ...CHECKS], 'this checkout is not fit to be deployed (see above)');

async function main(args: string[]): Promise<void> {
  if (showedHelp(args, USAGE)) return;
  const { values } = parsed(() => parseArgs({ args, options: { 'dry-run': { type: 'boolean' }, 'skip-checks': { type: 'boolean' } } }));
  const isDry = isDryRun(values['dry-run']);
  // What Workers Builds deploys is a commit that CI has checked.
  if (isWorkersBuild() && !isDry) return deployBuild();
  // Before the checks, which take half a minute.
  const installation = isDry ? null : requireInstallation();
  if (values['skip-checks'] !== true) await requireChecked();
  await (installation === null ? dryRun() : deployHere(installation));
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  report(error);
}
