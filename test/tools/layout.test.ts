import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { root } from '../../scripts/root';

/** Folders with one file, which is what is run: a command, or where a program starts. */
const ENTRYPOINTS: readonly string[] = ['scripts/chaos/run.ts'];

/** Returns the files that are alone in their folder. Settings of a compiler are not counted. */
function lonely(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true }).filter(({ name }) => !/^(?:\.|tsconfig)/u.test(name));
  const below = entries.filter((entry) => entry.isDirectory()).flatMap(({ name }) => lonely(`${folder}/${name}`));
  const [only] = entries;
  return entries.length === 1 && only?.isFile() === true ? [...below, `${folder}/${only.name}`] : below;
}

test('no folder has a single file', () => {
  const found = ['src', 'sandbox', 'scripts', 'proto'].flatMap(lonely);
  expect(found.filter((file) => !ENTRYPOINTS.includes(file))).toEqual([]);
});
