// Bundles the simulation of the whole account object and runs it with this command's arguments.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root, tool } from '../../root.mjs';
import { bundleObjectSimulation, NODE_FLAGS } from './bundle.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sim-object-'));
const file = join(folder, 'main.mjs');
const sourcemap = process.argv.includes('--trace');

try {
  await bundleObjectSimulation(file, { sourcemap });
  const flags = [...NODE_FLAGS, ...(sourcemap ? ['--enable-source-maps'] : []), ...(process.env.SIM_NODE_FLAGS?.split(' ') ?? [])];
  const { status } = spawnSync(tool('node'), [...flags, file, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
