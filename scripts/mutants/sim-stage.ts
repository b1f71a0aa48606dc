import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { bundleWithMutant, filesOf } from './bundle';
import { oneLine, type Plant } from './mutant';
import { runNode } from './process';
import type { Outcome, Stage, StageName } from './stage';
import type { Tree } from './tree';

interface Simulator {
  readonly name: StageName;
  readonly entry: string;
  /** The numbers of histories per round: first a few, because they reveal most mutants; then all. */
  readonly histories: readonly number[];
  /** Further arguments of every run. */
  readonly args?: readonly string[];
  /** Modules that replace those of the Workers runtime. */
  readonly alias?: Readonly<Record<string, string>>;
}

export const SIM: Simulator = { name: 'sim', entry: 'scripts/sim/main.ts', histories: [100, 2_000] };
export const OBJECT_SIM: Simulator = {
  name: 'object',
  entry: 'scripts/sim/object/main.ts',
  histories: [10, 100],
  alias: { 'cloudflare:workers': './scripts/sim/object/shims/cloudflare-workers.ts' },
};

/**
 * The same simulation in rounds of a process of their own, for the parts of the object that only it runs. The last is the most in which a
 * defect has to be found. Stops at the first wrong history.
 */
export const OBJECT_ROUNDS: readonly Simulator[] = [20, 200, 2_000].map((histories) => ({
  ...OBJECT_SIM,
  histories: [histories],
  args: ['--jobs', '1', '--until-wrong'],
}));

const SEED = 1;

/** The memory limit of a run: a mutant that exhausts its memory must not exhaust the machine's. */
const MEMORY_MB = 1_024;

/**
 * Creates the stage that plays histories with a simulator. Any exit code but 0 is a kill, because the unchanged code exits with 0. Returns
 * null when the simulator's entry does not exist. Throws when it does not bundle.
 */
export async function createSimStage(
  { name, entry, histories, args: more = [], alias = {} }: Simulator,
  { root, scratch }: Tree,
): Promise<Stage | null> {
  if (!existsSync(join(root, entry))) return null;
  const files = await filesOf(entry, root, alias);
  if (files === null) throw new Error(`${entry} does not bundle`);
  const play = async (count: number, program: string, limitMs: number): Promise<Omit<Outcome, 'seconds'>> => {
    const args = [
      `--max-old-space-size=${MEMORY_MB}`,
      '--enable-source-maps',
      program,
      '--histories',
      String(count),
      '--seed',
      String(SEED),
      ...more,
    ];
    const { status, timedOut, output } = await runNode(args, { cwd: root, limitMs });
    if (timedOut) return { kind: 'timeout', detail: `no end within ${Math.round(limitMs / 1_000)} s` };
    if (status === 0) return { kind: 'survived', detail: '' };
    if (output.includes('JavaScript heap out of memory')) return { kind: 'timeout', detail: `more than ${MEMORY_MB} MB of memory` };
    return { kind: status === null ? 'invalid' : 'killed', detail: oneLine(output.split('\n')[0] ?? '', 160) };
  };
  return {
    name,
    settings: `${histories.join(', ')} histories, seed ${SEED}`,
    inputs: (file) => (file === null || files.includes(file) ? files : null),
    async run(plant: Plant | null, worker, limitMs) {
      const start = performance.now();
      const seconds = (): number => (performance.now() - start) / 1_000;
      const program = join(scratch, `${name}-${worker}.mjs`);
      try {
        await bundleWithMutant(entry, program, plant, { root, alias });
        for (const count of histories) {
          const outcome = await play(count, program, limitMs);
          if (outcome.kind !== 'survived') return { ...outcome, seconds: seconds() };
        }
        return { kind: 'survived', detail: '', seconds: seconds() };
      } catch (error) {
        return { kind: 'invalid', detail: oneLine(String(error), 160), seconds: seconds() };
      } finally {
        rmSync(program, { force: true });
      }
    },
    close() {
      // Nothing keeps running.
    },
  };
}
