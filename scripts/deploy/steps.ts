// What `npm run deploy` and `npm run setup` have in common: building, migrating, uploading, and looking whether the deployed Worker answers.
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { messageOf } from '../failure.ts';
import { root, tool, toolEnv } from '../root.ts';
import { runQuietly } from '../run-quietly.ts';
import { readSettings } from '../worker-settings.ts';
import { CONFIG_FILE, productionConfig, type Installation } from './production-config.ts';
import { withSecretsFile } from './secrets-file.ts';
import { wrangler } from './wrangler.ts';

/** How long the deployed Worker may take to answer with its new version, in ms: a new address needs its DNS and certificate first. */
const HEALTHY_WITHIN = 180_000;

/** Prints the start of a step. */
export const say = (text: string): void => {
  console.log(text);
};

/** Runs one of our own commands with its output shown; throws when it fails. */
export function runShown(args: readonly string[], failed: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: toolEnv() });
    child.on('error', reject);
    child.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(failed));
    });
  });
}

/** Builds the page into the folder that the configuration's assets name. */
export async function buildPage(): Promise<void> {
  await runQuietly(tool('vite'), ['build', '--logLevel', 'warn']);
}

/** Returns the files of all migrations of the shared database, in their order. */
export const migrationFiles = (): string[] =>
  readdirSync(join(root, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .toSorted();

/** Writes the configuration of an installation. */
export function writeConfig(installation: Installation, file = CONFIG_FILE): void {
  writeFileSync(join(root, file), productionConfig(installation));
  // Read back by wrangler's own reader: what it refuses must not wait for the deployment.
  readSettings(file);
}

/**
 * Bundles the Worker as a deployment of the installation would, and uploads nothing. Its configuration exists only meanwhile. Returns the lines
 * that name size and bindings.
 */
export async function bundleOnly(installation: Installation): Promise<string> {
  const file = `wrangler.sample-${process.pid}.toml`;
  try {
    writeConfig(installation, file);
    return await wrangler(['deploy', '--dry-run', '--minify', '--config', file]);
  } finally {
    rmSync(join(root, file), { force: true });
  }
}

/** Applies the migrations that the deployed database does not have yet. */
export async function migrateRemote(config = CONFIG_FILE): Promise<void> {
  // By its binding: the name is the installation's own.
  await wrangler(['d1', 'migrations', 'apply', 'DB', '--remote', '--config', config]);
}

/**
 * Uploads page and Worker; the given secrets take effect together with the code, and all others stay. Returns the addresses that wrangler
 * names.
 *
 * The file is passed even without secrets: only then does wrangler ask Cloudflare to keep those that the configuration does not require, such
 * as SQUARE_APP_TOKEN (`keep_bindings` in its upload).
 */
export async function upload(secrets: Readonly<Record<string, string>>, config = CONFIG_FILE): Promise<string[]> {
  return withSecretsFile(secrets, async (file) => {
    const output = await wrangler(['deploy', '--minify', '--config', config, '--secrets-file', file]);
    return [...output.matchAll(/^\s+(https:\/\/\S+|[\w.-]+\.\w+ \(custom domain[^)]*\))/gmu)].map(([, address = '']) => address);
  });
}

/** Uploads as `upload` does; throws when the Worker came to another address than the one answered. */
export async function uploadTo(address: string, secrets: Readonly<Record<string, string>>, config = CONFIG_FILE): Promise<string[]> {
  const came = await upload(secrets, config);
  const isElsewhere = address.endsWith('.workers.dev') && !came.includes(address);
  if (isElsewhere) {
    const how = config === CONFIG_FILE ? 'run setup again with that --address' : 'write that address into wrangler.toml as APP_ORIGIN';
    throw new Error(`it was deployed to ${came.join(', ')}, not to ${address}: ${how}`);
  }
  return came;
}

/** Returns the version of this checkout, which the deployed Worker has to name. */
export const ownVersion = (): string => (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version;

async function healthOf(address: string, version: string): Promise<string> {
  try {
    const response = await fetch(`${address}/healthz`, { redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    const text = await response.text();
    if (response.status !== 200) return `it answers ${response.status}`;
    return text.includes(version) ? '' : `another version than ${version} answers`;
  } catch (error) {
    return `it cannot be reached (${messageOf(error)})`;
  }
}

/** Waits until the deployed Worker answers with this version; throws with the last reason why it does not. */
export async function waitUntilHealthy(address: string, within = HEALTHY_WITHIN): Promise<void> {
  const version = ownVersion();
  const end = Date.now() + within;
  for (;;) {
    const problem = await healthOf(address, version);
    if (problem === '') return;
    if (Date.now() > end) throw new Error(`${address}/healthz: ${problem}`);
    await new Promise((resolve) => setTimeout(resolve, 2000));
  }
}

/** Returns the migrations that take something away, which the version before may still read. */
export const droppingMigrations = (): string[] =>
  migrationFiles().filter((file) => /\bdrop\s+(?:column|table)\b/iu.test(readFileSync(join(root, 'migrations', file), 'utf8')));

/** Returns how to go back to the version before: the code by wrangler, and the database only where the version before needs it. */
export function rollbackAdvice(name: string, before: Date): string {
  const when = before.toISOString().replace(/\.\d+Z$/u, 'Z');
  return [
    'To go back to the version before:',
    `  npx wrangler rollback --config ${CONFIG_FILE}`,
    '1.0.1 alone cannot be gone back to: it refuses accounts that a later version has migrated.',
    'The database keeps its migrations, and most only add. If the version before needs what one of these dropped, restore the database too',
    `(what merchants did since is lost there; the stock itself is in the account objects): ${droppingMigrations().join(', ')}`,
    `  npx wrangler d1 time-travel restore ${name} --timestamp ${when} --config ${CONFIG_FILE}`,
    'and then raise the numbers of new accounts, as "Restore" in docs/operations.md says.',
  ].join('\n');
}
