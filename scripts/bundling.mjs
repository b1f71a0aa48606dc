/**
 * The options that bundle a Worker into one file.
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
