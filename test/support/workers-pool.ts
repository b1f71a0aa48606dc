import { mkdirSync } from 'node:fs';

import { readD1Migrations, type cloudflareTest } from '@cloudflare/vitest-plugin';
import { build } from 'esbuild';

import { makeSecrets, productVars, sandboxVars } from '../../scripts/local-values.mjs';

/** The page's port in tests: nothing listens; requests to the Worker's and the sandbox's go straight to each other. */
const PORT = 8787;

/** The plugin's own name for the Worker under test, made of the vitest project's name. */
const RUNNER = 'vitest-plugin-runner-workers';

async function bundleSandbox(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ['sandbox/index.ts'],
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

/**
 * The product and the sandbox inside one workerd: whatever the product fetches goes to the sandbox, and the sandbox's
 * webhooks come back to the product, by the addresses of a local start.
 */
export async function workersPool(): Promise<Exclude<Parameters<typeof cloudflareTest>[0], (...given: never) => unknown>> {
  const secrets = makeSecrets();
  // The plugin looks for the required secrets here and warns of missing ones.
  Object.assign(process.env, secrets);
  mkdirSync('dist/web', { recursive: true });
  return {
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      bindings: { ...productVars(PORT), ...secrets, TEST_MIGRATIONS: await readD1Migrations('./migrations') },
      serviceBindings: { SANDBOX: 'sandbox' },
      outboundService: 'sandbox',
      workers: [
        {
          name: 'sandbox',
          compatibilityDate: '2026-07-01',
          modules: [{ type: 'ESModule', path: 'sandbox.mjs', contents: await bundleSandbox() }],
          durableObjects: { WORLD: { className: 'World', useSQLite: true } },
          bindings: sandboxVars(PORT, secrets),
          outboundService: RUNNER,
        },
      ],
    },
  };
}
