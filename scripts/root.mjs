import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The path of a tool that the dependencies brought. */
export const tool = (name) => join(root, 'node_modules/.bin', name);
