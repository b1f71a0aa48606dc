import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { build } from 'esbuild';

import { huntPatch } from '../mutants/hunt-patches';
import { PATCHES } from '../mutants/patches';
import { round, type Finding } from './measure';

const root = process.cwd();

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a Node program to its end. */
export function run(args: readonly string[]): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', reject);
    child.on('exit', (code) => resolve({ code, output: output.trim() }));
  });
}

/** Bundles one of the bench's programs and runs it in a process of its own. */
async function runAlone(name: string, nodeOptions: readonly string[]): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const outfile = join(folder, 'program.mjs');
  try {
    await build({
      entryPoints: [join(root, 'scripts/bench/inside', `${name}.ts`)],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node22',
      logLevel: 'error',
    });
    return await run([...nodeOptions, outfile]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the last line of the output, where a program prints its JSON. */
export const lastLine = (output: string): string => output.split('\n').at(-1) ?? '';

/** Measures P10. */
export async function parserHeap(): Promise<Finding> {
  const { code, output } = await runAlone('parser', ['--max-old-space-size=32']);
  if (code !== 0) return { id: 'P10', value: Number.POSITIVE_INFINITY, shown: 'out of memory', note: lastLine(output) };
  const { read, peakMb } = JSON.parse(lastLine(output)) as { read: number; peakMb: number };
  if (read !== 100_000) throw new Error(`the parser found ${read} variants of 100,000`);
  return { id: 'P10', value: round(peakMb), shown: `${round(peakMb)} MB`, note: 'passed under a 32 MB old space' };
}

/** Measures P19. */
export async function dispatch(): Promise<Finding> {
  const { code, output } = await runAlone('dispatch', []);
  if (code !== 0) throw new Error(output);
  const { ours, bare } = JSON.parse(lastLine(output)) as { ours: number; bare: number };
  return {
    id: 'P19',
    value: round(ours - bare),
    shown: `${round(ours - bare)} µs`,
    note: `${round(ours)} µs against ${round(bare)} µs for the bare handler, request and answer made in both`,
  };
}

/** Measures P22, from the output of the build check. */
export async function bundles(): Promise<Finding[]> {
  const { code, output } = await run(['scripts/check.ts', 'build']);
  const sizes = /page (\d+) KB gzip .*Worker (\d+) KB gzip/u.exec(output);
  if (sizes === null) throw new Error(`the build check (${code}) said: ${output}`);
  return [
    { id: 'P22 Worker', value: Number(sizes[2]), shown: `${sizes[2]} KB` },
    { id: 'P22 page', value: Number(sizes[1]), shown: `${sizes[1]} KB` },
  ];
}

/** Measures R1 over `count` histories of the simulation. */
export async function histories(count: number): Promise<Finding> {
  const began = performance.now();
  const { code, output } = await run(['scripts/sim.ts', '--histories', String(count), '--seed', '1']);
  const seconds = round((performance.now() - began) / 1_000);
  const { wrong } = JSON.parse(lastLine(output)) as { wrong: number };
  if (code !== 0 && wrong === 0) throw new Error(output);
  return { id: 'R1', value: wrong, note: `of ${count.toLocaleString('en')} histories from seed 1, ${seconds} s` };
}

/** Measures R2: plants every hand-written defect that the engine simulation can reach in the shipped code, for `count` histories each. */
export async function mutants(count: number): Promise<Finding> {
  const survived: string[] = [];
  const hunted = PATCHES.filter(({ hunt }) => hunt !== null);
  const queue = [...hunted];
  const work = async (): Promise<void> => {
    for (let patch = queue.shift(); patch !== undefined; patch = queue.shift()) {
      if ((await huntPatch(patch, count))?.noticed === '') survived.push(patch.name);
    }
  };
  await Promise.all([work(), work()]);
  const parts = [`${hunted.length - survived.length} of ${hunted.length} killed within ${count.toLocaleString('en')} histories each`];
  if (survived.length > 0) parts.push(`survived: ${survived.sort().join(', ')}`);
  return { id: 'R2', value: survived.length, note: parts.join('; ') };
}
