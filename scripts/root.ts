import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Returns the environment of a tool that the dependencies installed: it runs on the Node of the dependencies, whatever Node the shell finds
 * first.
 */
export const toolEnv = (): NodeJS.ProcessEnv => ({
  ...process.env,
  CI: 'true',
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`,
});

/** Returns the path of a tool that the dependencies installed. */
export const tool = (name: string): string => join(root, 'node_modules/.bin', name);
