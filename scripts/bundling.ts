import type { BuildOptions } from 'esbuild';

/** File types that are imported as text. */
export const TEXT_FILES = { '.graphql': 'text', '.sql': 'text', '.txt': 'text' } as const;

/** The options that bundle a Worker into one file. */
export const BUNDLING = {
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2024',
  keepNames: true,
  external: ['cloudflare:*', 'node:*'] as string[],
  conditions: ['workerd', 'worker', 'browser'] as string[],
  loader: TEXT_FILES,
  logLevel: 'error',
} as const satisfies BuildOptions;
