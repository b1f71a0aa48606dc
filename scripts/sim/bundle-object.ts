// Bundles the simulation of the whole account object.
import { join } from 'node:path';

import { build, type Metafile } from 'esbuild';

import { TEXT_FILES } from '../bundling.ts';
import { root } from '../root.ts';

/** The name under which the product imports the Workers runtime, and the module that replaces it. */
const WORKERS = 'cloudflare:workers';
const WORKERS_SHIM = join(root, 'scripts/sim/object/shims/cloudflare-workers.ts');

/** Writes the program to `outfile`. Returns esbuild's metafile, which lists its inputs. */
export async function bundleObjectSimulation(outfile: string, { sourcemap = false } = {}): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [join(root, 'scripts/sim/object/main.ts')],
    outfile,
    absWorkingDir: root,
    bundle: true,
    metafile: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node24',
    sourcemap: sourcemap ? 'inline' : false,
    loader: TEXT_FILES,
    alias: { [WORKERS]: WORKERS_SHIM },
    logLevel: 'error',
  });
  return metafile;
}

/** The flags that Node needs to run the program. */
export const NODE_FLAGS = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=32'];
