// `npm run deploy`: checks, builds, migrates the database, deploys, and looks whether the new version answers. `npm run setup` comes first,
// once; in Workers Builds the button did what it can. `npm run deploy -- --dry-run` does everything that needs neither an account nor a network, and states what the rest would do.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { messageOf, report } from '../failure.ts';
import { root } from '../root.ts';
import { readSettings } from '../worker-settings.ts';
import { checklist } from './checklist.ts';
import { createQueue } from './cloudflare.ts';
import { CONFIG_FILE, SAMPLE } from './production-config.ts';
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
} from './steps.ts';
import { BUILD_ADVICE, BUILDS_FILE, isWorkersBuild, secretsOfBuild, writeBuildsConfig } from './workers-builds.ts';

/** The checks that tell whether this checkout can be deployed; `npm run check` has more, which matter to those who change the code. */
const CHECKS = ['generated', 'types src', 'proto'];

async function dryRun(): Promise<void> {
  const isSetUp = existsSync(join(root, CONFIG_FILE));
  say(isSetUp ? `Configuration: ${CONFIG_FILE}` : 'Configuration: a sample, since `npm run setup` has not written one yet');
  say('Building the page …');
  await buildPage();
  say('Bundling the Worker as a deployment would …');
  const lines = (await bundleOnly(isSetUp ? CONFIG_FILE : null)).split('\n').filter((line) => /Total Upload|gzip/u.test(line));
  say(lines.join('\n').trim());
  const { name, vars } = isSetUp ? readSettings(CONFIG_FILE) : { name: SAMPLE.name, vars: { APP_ORIGIN: SAMPLE.address } };
  say(`\nA deployment would then\n  apply what is missing of these migrations to the database ${name}:`);
  for (const file of migrationFiles()) say(`    ${file}`);
  say(`  deploy the Worker ${name} with the page and its bindings`);
  say(`  wait for the new version at ${vars['APP_ORIGIN']}/healthz`);
  say(`\n${rollbackAdvice(name, new Date())}`);
  say('\nDry run: nothing was sent anywhere.');
}

async function deploy(config: string): Promise<void> {
  const { name, vars, secrets } = readSettings(config);
  const address = vars['APP_ORIGIN'] ?? '';
  say('Building the page …');
  await buildPage();
  const before = new Date();
  say(`Migrating the database ${name} …`);
  await migrateRemote(config);
  say(`Deploying the Worker ${name} …`);
  await (config === CONFIG_FILE ? upload({}) : uploadTo(address, secretsOfBuild(secrets?.required ?? []), config));
  const advice =
    config === CONFIG_FILE ? rollbackAdvice(name, before) : "To go back to the version before: Deployments on the Worker's page.";
  say(`Waiting for the new version at ${address}/healthz …`);
  await waitUntilHealthy(address).catch((error: unknown) => {
    say(`\n${advice}\n`);
    throw error;
  });
  say(`It answers.\n\n${advice}`);
  if (config === BUILDS_FILE) say(`\n${checklist(address, vars['BILLING_MODE'] ?? '')}`);
}

/** Deploys in Workers Builds; what fails there is read in a log by somebody who did not start this. */
async function deployBuild(): Promise<void> {
  try {
    const queues = writeBuildsConfig();
    say('Creating the queues that are missing …');
    for (const queue of queues) await createQueue(queue);
    await deploy(BUILDS_FILE);
  } catch (error) {
    throw new Error(`${messageOf(error)}\n\n${BUILD_ADVICE}`, { cause: error });
  }
}

async function deployHere(): Promise<void> {
  if (!existsSync(join(root, CONFIG_FILE)))
    throw new Error(`there is no ${CONFIG_FILE}: run npm run setup first, once for this installation`);
  await deploy(CONFIG_FILE);
}

try {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, 'skip-checks': { type: 'boolean' } } });
  // What Workers Builds deploys is a commit that CI has checked.
  const isBuild = isWorkersBuild() && values['dry-run'] !== true;
  if (values['skip-checks'] !== true && !isBuild)
    await runShown(['scripts/check.ts', ...CHECKS], 'this checkout is not fit to be deployed (see above)');
  await (values['dry-run'] === true ? dryRun() : isBuild ? deployBuild() : deployHere());
} catch (error) {
  report(error);
}
