// Bundles the simulation of the whole account object and runs it with this command's arguments.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'esbuild';

import { root, tool } from '../../root.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sim-object-'));
const file = join(folder, 'main.mjs');

const workersShim = {
  name: 'workers-shim',
  setup(bundler) {
    bundler.onResolve({ filter: /^cloudflare:workers$/ }, () => ({ path: join(root, 'scripts/sim/object/shims/cloudflare-workers.ts') }));
  },
};

try {
  await build({
    entryPoints: [join(root, 'scripts/sim/object/main.ts')],
    outfile: file,
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    target: 'node24',
    sourcemap: process.argv.includes('--trace') ? 'inline' : false,
    loader: { '.graphql': 'text', '.sql': 'text', '.txt': 'text' },
    plugins: [workersShim],
    logLevel: 'error',
  });
  const { status } = spawnSync(
    tool('node'),
    [
      ...(process.argv.includes('--trace') ? ['--enable-source-maps'] : []),
      '--disable-warning=ExperimentalWarning',
      ...(process.env.SIM_NODE_FLAGS?.split(' ') ?? []),
      file,
      ...process.argv.slice(2),
    ],
    { cwd: root, stdio: 'inherit' },
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
