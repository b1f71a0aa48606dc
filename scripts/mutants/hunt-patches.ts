import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { bundleWithMutant } from './bundle';
import { applyPatch } from './patch';
import type { HuntedPatch } from './patches';
import { runNode } from './process';

/** The engine simulation's result for a patch. */
export interface PatchOutcome {
  /** The first broken invariant, with its seed; '' when the simulation did not detect the defect. */
  readonly noticed: string;
  /** Where it was hunted, as arguments of `npm run sim`. */
  readonly command: readonly string[];
}

/**
 * Plants a patch in the shipped code and plays histories with it until one is wrong, at most `histories`. Returns null when the simulation
 * does not run that code.
 */
export async function huntPatch(patch: HuntedPatch, histories: number, root = process.cwd()): Promise<PatchOutcome | null> {
  if (patch.hunt === null) return null;
  const folder = mkdtempSync(join(root, 'node_modules/.patch-'));
  const program = join(folder, 'sim.mjs');
  const { scenario, weather } = patch.hunt;
  const command = ['--histories', String(histories), '--seed', '1', '--scenario', scenario, '--until-wrong'];
  if (weather !== undefined) command.push('--weather', JSON.stringify(weather));
  try {
    const text = applyPatch(readFileSync(join(root, patch.file), 'utf8'), patch);
    await bundleWithMutant('scripts/sim/main.ts', program, { file: patch.file, text }, { root });
    const { status, output } = await runNode([program, ...command], { cwd: root, limitMs: 240_000 });
    if (status !== 0 && status !== 1) throw new Error(`the simulation did not run with ${patch.name}: ${output}`);
    return { noticed: status === 1 ? (output.split('\n')[0] ?? '') : '', command };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
