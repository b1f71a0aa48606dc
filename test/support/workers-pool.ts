import { mkdirSync } from 'node:fs';

import { readD1Migrations, type cloudflareTest } from '@cloudflare/vitest-plugin';
import { build } from 'esbuild';

import { makeSecrets, productVars, sandboxVars } from '../../scripts/local-values.ts';
import { readSettings } from '../../scripts/worker-settings.ts';

/** The page's port in tests: nothing listens; requests to the Worker's and the sandbox's ports go directly to each other. */
const PORT = 8787;

/** The secrets of a local start. */
type Secrets = Readonly<Record<string, string>>;

type Pool = Exclude<Parameters<typeof cloudflareTest>[0], (...given: never) => unknown>;

/** What distinguishes the pool of one vitest project from another's. */
interface PoolOptions {
  /** The vitest project's name; the plugin names the Worker under test after it. */
  readonly project: string;
  readonly secrets: Secrets;
  /** The sandbox's entry file. */
  readonly sandbox: string;
  /** Further bindings of both Workers. */
  readonly bindings: Readonly<Record<string, string | number>>;
}

async function bundleSandbox(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    external: ['cloudflare:*', 'node:*'],
    conditions: ['workerd', 'worker'],
    loader: { '.graphql': 'text' },
  });
  return outputFiles[0]?.text ?? '';
}

/** The sandbox of each entry file, bundled once: the pool asks for its options before each test file. */
const bundles = new Map<string, Promise<string>>();

function sandboxOf(entry: string): Promise<string> {
  const bundle = bundles.get(entry) ?? bundleSandbox(entry);
  bundles.set(entry, bundle);
  return bundle;
}

/** What is the same for all test files. */
const prepare = async () => {
  mkdirSync('dist/web', { recursive: true });
  return readD1Migrations('./migrations');
};
let prepared: ReturnType<typeof prepare> | undefined;

/** The product's queues as configured, but a message is delivered at once: no batch waits for more, which tests would wait for too. */
function queueConsumers() {
  const { consumers } = readSettings('wrangler.toml').queues;
  return Object.fromEntries(
    (consumers ?? []).map((one) => [
      one.queue,
      {
        maxBatchTimeout: 0,
        ...(one.max_batch_size !== undefined && { maxBatchSize: one.max_batch_size }),
        ...(one.max_retries !== undefined && { maxRetries: one.max_retries }),
        ...(one.dead_letter_queue !== undefined && { deadLetterQueue: one.dead_letter_queue }),
        ...(one.retry_delay !== undefined && { retryDelay: one.retry_delay }),
      },
    ]),
  );
}

async function openPool({ project, secrets, sandbox, bindings }: PoolOptions): Promise<Pool> {
  // The plugin looks for the required secrets here and warns of missing ones.
  Object.assign(process.env, secrets);
  const migrations = await (prepared ??= prepare());
  return {
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      bindings: { ...productVars(PORT), ...secrets, ...bindings, TEST_MIGRATIONS: migrations },
      // A second database of history, for the tests that ask for one; the Worker under test does not see it under its name.
      d1Databases: { OTHER_HISTORY: 'other-history' },
      queueConsumers: queueConsumers(),
      serviceBindings: { SANDBOX: 'sandbox' },
      outboundService: 'sandbox',
      workers: [
        {
          name: 'sandbox',
          compatibilityDate: '2026-07-01',
          modules: [{ type: 'ESModule', path: 'sandbox.mjs', contents: await sandboxOf(sandbox) }],
          durableObjects: { WORLD: { className: 'World', useSQLite: true } },
          bindings: { ...sandboxVars(PORT, secrets), ...bindings },
          outboundService: `vitest-plugin-runner-${project}`,
        },
      ],
    },
  };
}

/**
 * The product and the sandbox inside one workerd: whatever the product fetches goes to the sandbox, and the sandbox's
 * webhooks come back to the product, by the addresses of a local start.
 */
export async function workersPool(): Promise<Pool> {
  return openPool({
    project: 'workers',
    secrets: makeSecrets(),
    sandbox: 'sandbox/index.ts',
    // Sales of a test come within seconds on both platforms, as another app's copies do: its writes would wait for a test by silence.
    bindings: { CAUSES_CHANGES: process.env['CAUSES_CHANGES'] ?? '', SILENCE_TEST: 'off' },
  });
}

/** The time at which the clocks of the compatibility tests start. */
const COMPAT_START = Date.parse('2026-11-20T12:05:00Z');

/** The same secrets in every run: answers name some of them, and tokens in the fixtures are sealed with TOKEN_KEYS. */
const COMPAT_SECRETS: Secrets = {
  ...Object.fromEntries(Object.keys(makeSecrets()).map((name) => [name, `compat-${name}`])),
  TOKEN_KEYS: `1:${Buffer.from('the key of the compat fixtures!!').toString('base64')}`,
};

/**
 * The same for the compatibility tests, which compare with recordings: the clocks start at a fixed time, and the sandbox draws ids from
 * a generator with a fixed seed.
 */
export async function compatPool(): Promise<Pool> {
  return openPool({
    project: 'compat',
    secrets: COMPAT_SECRETS,
    sandbox: 'test/compat/support/sandbox-entry.ts',
    bindings: { CLOCK_OFFSET_MS: COMPAT_START - Date.now(), WIRE_RECORD: process.env['WIRE_RECORD'] ?? '' },
  });
}
