import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { failingMutants } from './compile';
import { generateMutants } from './generate';
import { hashOf, type Mutant } from './mutant';

/** The folders of shipped code that every hunt draws from. */
export const FOLDERS: readonly string[] = ['src/domain/sync', 'src/durable/sync'];

/** All mutants that compile, and the number of those that do not. */
export interface Population {
  readonly mutants: readonly Mutant[];
  readonly failing: number;
  /** The unchanged text of every file that has mutants. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Generates the mutants of all TypeScript files below the folders. `cache` stores which of them compile. */
export function loadPopulation(root: string, folders: readonly string[], cache: string): Population {
  const files = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).toSorted();
  const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const generated = files.flatMap((file) => generateMutants(file, sources.get(file) ?? ''));
  const failing = rememberedFailing(root, generated, sources, cache);
  return { mutants: generated.filter(({ id }) => !failing.has(id)), failing: failing.size, sources };
}

interface Remembered {
  readonly key: string;
  readonly failing: readonly string[];
}

function rememberedFailing(root: string, mutants: readonly Mutant[], sources: ReadonlyMap<string, string>, cache: string): Set<string> {
  const key = keyOf(root, mutants);
  const remembered = read(cache);
  if (remembered?.key === key) return new Set(remembered.failing);
  const failing = failingMutants(root, mutants, sources);
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify({ key, failing: [...failing] } satisfies Remembered));
  return failing;
}

/** Returns a key that changes with any source, any tsconfig, the compiler, and the set of mutants. */
function keyOf(root: string, mutants: readonly Mutant[]): string {
  const files = globSync(['src/**/*.ts', 'src/**/tsconfig.json', 'tsconfig*.json', 'package-lock.json'], { cwd: root }).toSorted();
  const texts = files.flatMap((file) => [file, readFileSync(join(root, file), 'utf8')]);
  return hashOf(...texts, ...mutants.map(({ id }) => id));
}

function read(cache: string): Remembered | null {
  try {
    return JSON.parse(readFileSync(cache, 'utf8')) as Remembered;
  } catch {
    return null;
  }
}
