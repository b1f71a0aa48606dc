import { globSync } from 'node:fs';
import { join, relative } from 'node:path';

import { build } from 'esbuild';
import type { Plugin } from 'vitest/config';

import { TEXT_FILES } from '../../scripts/bundling.ts';

/** The module that holds the product's whole server side. */
const NAME = 'virtual:product';
const RESOLVED = `\0${NAME}`;

/** What the product's server side is made of. */
const SOURCES = { pattern: 'src/**/*.ts', except: ['src/web/**', 'src/**/*.d.ts'] };

/** The product as one module, and what each of its files exports. */
interface Product {
  readonly code: string;
  readonly exports: ReadonlyMap<string, readonly string[]>;
}

/** Returns the names that each file exports at run time, by the file's absolute path. */
async function exportsOf(root: string, files: readonly string[]): Promise<Map<string, readonly string[]>> {
  const { metafile } = await build({
    entryPoints: [...files],
    absWorkingDir: root,
    outdir: '.',
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2024',
  });
  return new Map(Object.values(metafile.outputs).map(({ entryPoint = '', exports }) => [join(root, entryPoint), exports]));
}

async function bundleProduct(root: string): Promise<Product> {
  const files = globSync(SOURCES.pattern, { cwd: root, exclude: SOURCES.except }).toSorted();
  const lines = files.map((file, index) => `export * as m${index} from ${JSON.stringify(`./${file}`)};`);
  const bundled = build({
    stdin: { contents: lines.join('\n'), resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    external: ['cloudflare:*', 'node:*'],
    conditions: ['workerd', 'worker'],
    loader: TEXT_FILES,
    minifyWhitespace: true,
  });
  const [{ outputFiles }, exports] = await Promise.all([bundled, exportsOf(root, files)]);
  const places = new Map(files.map((file, index) => [join(root, file), `m${index}`]));
  const named = [...exports].map(([file, names]) => [file, [places.get(file) ?? '', ...names]] as const);
  return { code: outputFiles[0]?.text ?? '', exports: new Map(named) };
}

/** Returns the text of the module that stands for a file: its exports, taken from the whole. */
function standIn([place = '', ...names]: readonly string[]): string {
  const plain = names.filter((name) => name !== 'default');
  return [
    `import { ${place} as all } from '${NAME}';`,
    ...(plain.length > 0 ? [`export const { ${plain.join(', ')} } = all;`] : []),
    ...(names.includes('default') ? ['export default all.default;'] : []),
  ].join('\n');
}

/**
 * Serves the product's server side to the Workers runtime as one module instead of several hundred: each test file starts a runtime of its
 * own, and loading the modules one by one takes most of the start. Every file stays importable under its own path, and all of them share
 * one instance, as they do otherwise. A stack trace names lines of the whole, so this is for runs of whole suites.
 */
export function oneModule(): Plugin {
  let root = process.cwd();
  let product: Promise<Product> | undefined;
  return {
    name: 'one-module',
    enforce: 'pre',
    configResolved(config) {
      ({ root } = config);
    },
    resolveId: (id) => (id === NAME ? RESOLVED : undefined),
    async load(id) {
      const [file = ''] = id.split('?');
      if (id !== RESOLVED && relative(root, file).split(/[\\/]/u)[0] !== 'src') return null;
      const { code, exports } = await (product ??= bundleProduct(root));
      if (id === RESOLVED) return { code, map: null };
      const known = exports.get(file);
      return known === undefined ? null : { code: standIn(known), map: null };
    },
  };
}
