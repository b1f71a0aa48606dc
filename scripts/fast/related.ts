import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { build, type Plugin } from 'esbuild';

import { root } from '../root.ts';
import { EVERYTHING, PROGRAMS, RUNTIME, USES } from './reads.ts';

/** Every module with those that import it. */
type Importers = ReadonlyMap<string, ReadonlySet<string>>;

const BROWSER = 'playwright-core';

/** Text imports of Vite's, as files. */
const rawText: Plugin = {
  name: 'raw-text',
  setup(bundler) {
    bundler.onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({ path: join(resolveDir, path.replace(/\?raw$/u, '')) }));
  },
};

/** Reads the imports of all test files and of the programs that they start. */
async function readImporters(tests: readonly string[]): Promise<Importers> {
  const entries = [...tests, ...Object.keys(PROGRAMS)];
  const { metafile } = await build({
    stdin: { contents: entries.map((file) => `import './${file}';`).join('\n'), resolveDir: root, sourcefile: 'all-tests' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    outdir: 'unused',
    packages: 'external',
    external: ['cloudflare:*', 'virtual:*'],
    jsx: 'automatic',
    target: 'esnext',
    loader: { '.graphql': 'text', '.sql': 'text', '.txt': 'text', '.md': 'text', '.css': 'empty', '.svg': 'empty', '.png': 'empty' },
    plugins: [rawText],
    logLevel: 'silent',
  });
  const importers = new Map<string, Set<string>>();
  const add = (used: string, by: string) => {
    const known = importers.get(used) ?? new Set();
    importers.set(used, known.add(by));
  };
  for (const [file, { imports }] of Object.entries(metafile.inputs)) {
    if (file === 'all-tests' || file.endsWith('<stdin>')) continue;
    // The bindings of a test lead to the Worker, by whichever of the two modules it takes them from.
    for (const { path } of imports) add(file.startsWith('test/') && path.startsWith('cloudflare:') ? RUNTIME : path, file);
  }
  const modules = [...new Set([...importers.keys(), ...Object.keys(metafile.inputs)])];
  for (const [program, by] of Object.entries(PROGRAMS)) for (const module of modules) if (by.test(module)) add(program, module);
  for (const { files, by } of USES) for (const module of modules) if (by.test(module)) add(files.source, module);
  return importers;
}

/** Returns the modules that depend on `from`, with the number of imports between. */
function dependents(importers: Importers, from: readonly string[]): Map<string, number> {
  const found = new Map(from.map((file) => [file, 0]));
  // A map's iteration includes what is added to it.
  for (const [file, distance] of found) {
    for (const importer of importers.get(file) ?? []) if (!found.has(importer)) found.set(importer, distance + 1);
  }
  return found;
}

/** Returns how well a test's name fits a touched file's, as `test/a/b.test.ts` fits `src/a/b.ts`: in folders, and twice for the name. */
function likeness(test: string, file: string): number {
  const [, ...folders] = file.replace(/\.\w+$/u, '').split('/');
  const [, ...own] = test.replace(/(\.node)?\.test\.\w+$/u, '').split('/');
  const common = folders.findIndex((folder, index) => folder !== own[index]);
  const last = folders.at(-1) ?? '';
  return (common === -1 ? folders.length : common) + (last !== '' && own.at(-1)?.startsWith(last) === true ? 2 : 0);
}

/** Imports that one step of likeness outweighs: tests drive the Worker, and are then equally far from all of its parts. */
const LIKENESS = 3;

/** The tests that touched files can break. */
export interface Related {
  /** The closest first. */
  readonly tests: readonly string[];
  /** Those of them that open a browser. */
  readonly inBrowser: ReadonlySet<string>;
  /** Touched files that exist and that no test depends on. */
  readonly untested: readonly string[];
}

/** Returns those of `tests` that depend on a touched file: by imports, or as `reads.ts` says. */
export async function relatedTests(tests: readonly string[], touched: readonly string[]): Promise<Related> {
  const importers = await readImporters(tests);
  const startsOf = (file: string) => [file, ...USES.filter(({ files }) => files.test(file)).map(({ files }) => files.source)];
  const distances = dependents(importers, touched.flatMap(startsOf));
  const everything = touched.some((file) => EVERYTHING.test(file));
  const isTest = new Set(tests);
  const reaches = (file: string) => [...dependents(importers, startsOf(file)).keys()].some((one) => isTest.has(one));
  const rank = (test: string) => (distances.get(test) ?? 99) - LIKENESS * Math.max(...touched.map((file) => likeness(test, file)));
  const ranks = new Map(tests.filter((test) => everything || distances.has(test)).map((test) => [test, rank(test)]));
  return {
    tests: [...ranks].toSorted(([, a], [, b]) => a - b).map(([test]) => test),
    inBrowser: new Set([...dependents(importers, [BROWSER]).keys()].filter((file) => isTest.has(file))),
    untested: touched.filter((file) => !EVERYTHING.test(file) && existsSync(join(root, file)) && !reaches(file)),
  };
}
