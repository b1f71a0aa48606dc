import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { build, type Plugin } from 'esbuild';

import { TEXT_FILES } from '../bundling.ts';
import type { Plant } from './mutant';

/** How a program is bundled. */
interface Bundling {
  /** The repository's folder; default: the working folder. */
  readonly root?: string;
  /** Modules that replace others, as paths relative to `root`. */
  readonly alias?: Readonly<Record<string, string>>;
}

/**
 * Bundles a TypeScript program with one file's text replaced; null replaces nothing. Packages stay external, so `outfile` must be below a
 * folder with `node_modules`. Throws when the program does not bundle.
 */
export async function bundleWithMutant(
  entry: string,
  outfile: string,
  plant: Plant | null,
  { root = process.cwd(), alias = {} }: Bundling = {},
): Promise<void> {
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    packages: 'external',
    alias: { ...alias },
    external: ['cloudflare:*'],
    sourcemap: 'inline',
    loader: TEXT_FILES,
    plugins: plant === null ? [] : [replaceText(plant, root)],
    logLevel: 'silent',
  });
}

/** Returns the repository's files that a program consists of, relative to the repository; null when it does not bundle. */
export async function filesOf(entry: string, root: string, alias: Bundling['alias'] = {}): Promise<string[] | null> {
  try {
    const { metafile } = await build({
      entryPoints: [join(root, entry)],
      absWorkingDir: root,
      bundle: true,
      write: false,
      metafile: true,
      format: 'esm',
      platform: 'node',
      packages: 'external',
      alias: { ...alias },
      external: ['cloudflare:*', 'virtual:*'],
      loader: TEXT_FILES,
      logLevel: 'silent',
    });
    return Object.keys(metafile.inputs)
      .map((path) => path.split('?')[0] ?? path)
      .toSorted();
  } catch {
    return null;
  }
}

function replaceText({ file, text }: Plant, root: string): Plugin {
  return {
    name: 'replace-text',
    setup(bundler) {
      bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const contents = relative(root, path) === file ? text : readFileSync(path, 'utf8');
        return { contents, loader: 'ts' };
      });
    },
  };
}
