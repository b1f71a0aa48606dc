import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The environment of such a tool: it runs on the Node that came with the dependencies, whatever Node the shell finds first. */
export const toolEnv = () => ({
  ...process.env,
  CI: 'true',
  PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`,
});

/** The path of a tool that the dependencies brought. */
export const tool = (name) => join(root, 'node_modules/.bin', name);
