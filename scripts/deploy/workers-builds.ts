// A deployment by Workers Builds, Cloudflare's own build service: what the button "Deploy to Cloudflare" starts, and every later push. Nobody
// ran setup there: names and ids of database and queues are in the repository's wrangler.toml, where the button wrote them.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { experimental_readRawConfig as readRawConfig } from 'wrangler';

import { root } from '../root.ts';
import { CONFIG_FILE, routeOf, SAMPLE_ORIGIN } from './production-config.ts';

/** The configuration of such a deployment; written in each build, never committed. */
export const BUILDS_FILE = 'wrangler.builds.json';

/** What is read and changed of wrangler.toml, as parsed; the rest passes through. */
export interface RawConfig {
  readonly name?: string;
  readonly vars?: Readonly<Record<string, string>>;
  readonly d1_databases?: readonly { readonly database_id?: string }[];
  readonly queues?: { readonly consumers?: readonly { readonly queue?: string }[] };
  readonly [key: string]: unknown;
}

/** Returns whether this is a build of Workers Builds, and not of an installation that setup made. */
export const isWorkersBuild = (): boolean => process.env['WORKERS_CI'] === '1' && !existsSync(join(root, CONFIG_FILE));

/**
 * Returns the configuration to deploy: wrangler.toml's, with the route of its address, mail only where it is sent, and without the limit of
 * CPU time, which the free plan refuses and which is the paid plan's own. Throws with what the repository's owner has to write into wrangler.toml.
 */
export function buildsConfig(raw: RawConfig): RawConfig {
  const { limits: _limits, send_email, routes: _routes, ...rest } = raw;
  const address = (raw.vars?.['APP_ORIGIN'] ?? '').replace(/\/$/u, '');
  if (address === '' || address === SAMPLE_ORIGIN) {
    throw new Error(
      `APP_ORIGIN is not set: write this installation's address into wrangler.toml of your repository, as in ` +
        `APP_ORIGIN = "https://${raw.name ?? 'shelfbridge'}.YOUR-SUBDOMAIN.workers.dev" (the dashboard shows your subdomain under Workers & Pages)`,
    );
  }
  if (URL.parse(address)?.origin !== address)
    throw new Error(`APP_ORIGIN in wrangler.toml is "${address}", which is no address such as https://stock.example.com`);
  if (/^[0-]*$/u.test(raw.d1_databases?.[0]?.database_id ?? '')) {
    throw new Error(
      'wrangler.toml names no database: create one in the dashboard (Storage & Databases > D1), and write its ID there as database_id',
    );
  }
  const webhooks = raw.vars?.['WEBHOOK_ORIGIN'] ?? SAMPLE_ORIGIN;
  return {
    ...rest,
    ...routeOf(address),
    vars: { ...raw.vars, APP_ORIGIN: address, WEBHOOK_ORIGIN: webhooks === SAMPLE_ORIGIN ? address : webhooks },
    ...(raw.vars?.['MAIL_FROM'] ? { send_email } : {}),
  };
}

/** Writes the configuration of this build, and returns the queues that it needs: the button does not reliably create them. */
export function writeBuildsConfig(): string[] {
  // oxlint-disable-next-line typescript/no-unsafe-assignment, typescript/no-unsafe-call -- the package with its types is not installed
  const read: { readonly rawConfig: RawConfig } = readRawConfig({ config: join(root, 'wrangler.toml') });
  const config = buildsConfig(read.rawConfig);
  writeFileSync(join(root, BUILDS_FILE), JSON.stringify(config, null, 2));
  return (config.queues?.consumers ?? []).flatMap(({ queue }) => queue ?? []);
}

/** Returns the required secrets that the build was given as its own: what the Worker lacks at its first deployment can be set there. */
export const secretsOfBuild = (required: readonly string[]): Record<string, string> =>
  Object.fromEntries(required.flatMap((name) => (process.env[name] ? [[name, process.env[name] ?? '']] : [])));

/** What to do about a build that failed. */
export const BUILD_ADVICE = `What mostly stops a first build, and where to set it in the dashboard, on the Worker's page:
  required secrets have not been set: Settings > Variables and Secrets; for a Worker that does not exist yet, Settings > Build > Variables and secrets
  Authentication error: the build's API token needs D1: Edit and Queues: Edit too (My Profile > API Tokens, the token that Settings > Build names)
Then retry the build: what was created so far is kept and used.`;
