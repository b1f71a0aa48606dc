// `npm run deploy`: checks, builds, migrates the database, deploys, and looks whether the new version answers. `npm run setup` comes first,
// once. `npm run deploy -- --dry-run` does everything that needs neither an account nor a network, and states what the rest would do.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { report } from '../failure.ts';
import { root } from '../root.ts';
import { readSettings } from '../worker-settings.ts';
import { CONFIG_FILE, SAMPLE } from './production-config.ts';
import { buildPage, bundleOnly, migrateRemote, migrationFiles, rollbackAdvice, runShown, say, upload, waitUntilHealthy } from './steps.ts';

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

async function deploy(): Promise<void> {
  if (!existsSync(join(root, CONFIG_FILE)))
    throw new Error(`there is no ${CONFIG_FILE}: run npm run setup first, once for this installation`);
  const { name, vars } = readSettings(CONFIG_FILE);
  const address = vars['APP_ORIGIN'] ?? '';
  say('Building the page …');
  await buildPage();
  const before = new Date();
  say(`Migrating the database ${name} …`);
  await migrateRemote(name);
  say(`Deploying the Worker ${name} …`);
  await upload({});
  const advice = rollbackAdvice(name, before);
  say(`Waiting for the new version at ${address}/healthz …`);
  await waitUntilHealthy(address).catch((error: unknown) => {
    say(`\n${advice}\n`);
    throw error;
  });
  say(`It answers.\n\n${advice}`);
}

try {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean' }, 'skip-checks': { type: 'boolean' } } });
  if (values['skip-checks'] !== true)
    await runShown(['scripts/check.ts', ...CHECKS], 'this checkout is not fit to be deployed (see above)');
  await (values['dry-run'] === true ? dryRun() : deploy());
} catch (error) {
  report(error);
}
