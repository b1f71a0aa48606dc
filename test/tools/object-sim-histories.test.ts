import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import { root, tool } from '../../scripts/root';
import { bundleObjectSimulation, NODE_FLAGS } from '../../scripts/sim/bundle-object';

/** A run takes half a minute on two free cores. */
const TIMEOUT_MS = 600_000;

const folder = mkdtempSync(join(root, 'node_modules/.object-sim-'));
const program = join(folder, 'main.mjs');

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it(
  'ends 300 histories of the whole account object correctly',
  async () => {
    await bundleObjectSimulation(program);
    const args = [...NODE_FLAGS, program, '--histories', '300', '--seed', '1', '--jobs', '2'];
    const { status, stdout } = spawnSync(tool('node'), args, { encoding: 'utf8', timeout: TIMEOUT_MS });
    expect(stdout.split('\n').filter((line) => line.startsWith('seed '))).toEqual([]);
    expect([...stdout.matchAll(/"histories":(\d+),"wrong":0/gu)].map(([, histories]) => Number(histories))).toEqual([150, 150]);
    expect(status).toBe(0);
  },
  TIMEOUT_MS,
);
