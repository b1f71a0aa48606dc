// What it takes to run a Worker in the runtime's simulator.
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The runtime's simulator as the repository in `folder` has it: wrangler's own, so that both are of one version. */
export function simulatorOf(folder) {
  const wrangler = createRequire(join(folder, 'package.json')).resolve('wrangler/package.json');
  return createRequire(wrangler)('miniflare');
}

/**
 * How a Worker is made one file.
 *
 * @satisfies {import('esbuild').BuildOptions}
 */
export const BUNDLING = /** @type {const} */ ({
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2024',
  keepNames: true,
  external: ['cloudflare:*', 'node:*'],
  conditions: ['workerd', 'worker', 'browser'],
  loader: { '.graphql': 'text', '.txt': 'text' },
  logLevel: 'error',
});
