// Runs the deterministic simulations: npm run sim -- --histories N --seed S simulates the engine; with --object, the whole account object.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { root, tool } from './root.ts';
import { runBundled } from './run-bundled.ts';
import { bundleObjectSimulation, NODE_FLAGS } from './sim/bundle-object.ts';

/** Bundles the simulation of the whole account object and runs it with this command's arguments. Returns its exit code. */
async function simulateObject(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'sim-object-'));
  const file = join(folder, 'main.mjs');
  const sourcemap = process.argv.includes('--trace');
  try {
    await bundleObjectSimulation(file, { sourcemap });
    const more = process.env['SIM_NODE_FLAGS']?.split(' ') ?? [];
    const flags = [...NODE_FLAGS, ...(sourcemap ? ['--enable-source-maps'] : []), ...more];
    const { status } = spawnSync(tool('node'), [...flags, file, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await (process.argv.includes('--object') ? simulateObject() : runBundled('scripts/sim/main.ts'));
