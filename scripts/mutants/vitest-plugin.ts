import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Plugin } from 'vitest/config';

import type { Plant } from './mutant';

/** Reads MUTANT_FILE, a path relative to the repository, and MUTANT_TEXT_FILE, a file with the text that replaces it. */
export function plantFromEnvironment(): Plant | null {
  const { MUTANT_FILE: file, MUTANT_TEXT_FILE: textFile } = process.env;
  if (file === undefined || textFile === undefined) return null;
  return { file, text: readFileSync(textFile, 'utf8') };
}

/** Serves one source file with a different text while `plant` returns one; otherwise the plugin has no effect. */
export function mutantPlugin(plant: () => Plant | null = plantFromEnvironment): Plugin {
  let root = process.cwd();
  return {
    name: 'mutant',
    enforce: 'pre',
    configResolved(config) {
      ({ root } = config);
    },
    load(id) {
      const planted = plant();
      if (planted === null || id.split('?')[0] !== resolve(root, planted.file)) return null;
      return { code: planted.text, map: null };
    },
  };
}
