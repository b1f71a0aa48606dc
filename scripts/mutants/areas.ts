import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { failingMutants } from './compile';
import { generateMutants } from './generate';
import { applyEdit, describeMutant, hashOf, type Mutant } from './mutant';
import { sampleMutants } from './sample';
import type { Stage } from './stage';

/** A part of the account object, in which the simulation of the whole object has to notice defects. */
export interface Area {
  readonly name: string;
  /** Its files, as glob patterns relative to the repository. */
  readonly files: readonly string[];
}

/** The parts that only the simulation of the whole object runs: the engine's own simulation replaces all of them. */
export const AREAS: readonly Area[] = [
  { name: 'store', files: ['src/durable/sync/level-store.ts', 'src/durable/sync/early-level-store.ts', 'src/durable/store/*.ts'] },
  { name: 'journal', files: ['src/durable/sync/journal*.ts'] },
  { name: 'alarm', files: ['src/durable/alarm/*.ts'] },
  {
    name: 'relink',
    files: ['src/durable/sync/catalog-levels.ts', 'src/durable/sync/detached-ops.ts', 'src/durable/catalog/grace-periods.ts'],
  },
  { name: 'snapshot merge', files: ['src/durable/snapshot/merge.ts', 'src/durable/snapshot/merging.ts'] },
  { name: 'copy', files: ['src/durable/edits/cop*.ts', 'src/durable/copies/*.ts'] },
  { name: 'reconciliation', files: ['src/durable/account/reconciler.ts'] },
];

/** How many defects must be found in each area. */
export const REQUIRED_PER_AREA = 3;

/** How many mutants of an area are drawn at most: some change nothing that a merchant could notice, such as the text of a log line. */
const DRAWN_PER_AREA = 24;

/** The time limit of one mutant, in ms: 2,000 histories take five minutes alone on a core. */
const LIMIT_MS = 1_200_000;

/** The result for one area. */
export interface AreaResult {
  readonly area: string;
  /** The defects that were found: the number of histories that it took at most, and the first thing that was wrong. */
  readonly found: readonly { readonly mutant: string; readonly histories: number; readonly detail: string }[];
  /** The mutants that were drawn and not found, in as many histories as they were played. */
  readonly missed: readonly { readonly mutant: string; readonly histories: number }[];
}

/** A stage that plays a number of histories. */
export interface Round {
  readonly histories: number;
  readonly stage: Stage;
}

/** Draws the mutants of an area that compile, in an order that only the seed decides. */
export function drawFrom({ files }: Area, root: string, seed: string): { mutants: Mutant[]; sources: Map<string, string> } {
  const paths = files.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
  const sources = new Map(paths.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const all = paths.flatMap((file) => generateMutants(file, sources.get(file) ?? ''));
  const drawn = sampleMutants(all, DRAWN_PER_AREA, seed);
  const failing = failingMutants(root, drawn, sources);
  const order = (mutant: Mutant): string => hashOf(seed, 'order', mutant.id);
  return { mutants: drawn.filter(({ id }) => !failing.has(id)).toSorted((a, b) => (order(a) < order(b) ? -1 : 1)), sources };
}

interface Hunt {
  readonly areas: readonly Area[];
  readonly root: string;
  readonly seed: string;
  /** In growing order of histories: all mutants are tried with few first, because these find most of them. */
  readonly rounds: readonly Round[];
}

/**
 * Plants the drawn mutants of an area, one after the other, until enough of them are found. A mutant that ends in an endless loop counts as
 * found, if the first round shows it: the limit is a hundred times what a few histories take, but thousands may reach it on a busy machine. One
 * that breaks the stage itself does not count.
 */
async function huntArea(area: Area, { root, seed, rounds }: Omit<Hunt, 'areas'>, worker: number): Promise<AreaResult> {
  const { mutants, sources } = drawFrom(area, root, seed);
  const found: AreaResult['found'][number][] = [];
  const missed = new Map<string, number>();
  for (const [round, { histories, stage }] of rounds.entries()) {
    for (const mutant of mutants) {
      const name = `${mutant.id} ${describeMutant(mutant)}`;
      if (found.length >= REQUIRED_PER_AREA) break;
      if (found.some((one) => one.mutant === name)) continue;
      const plant = { file: mutant.file, text: applyEdit(sources.get(mutant.file) ?? '', mutant) };
      const { kind, detail, seconds } = await stage.run(plant, worker, LIMIT_MS);
      console.log(`${area.name}: ${kind} in ${histories} (${seconds.toFixed(1)} s): ${name} ${detail}`);
      missed.set(name, histories);
      if (kind !== 'killed' && (kind !== 'timeout' || round > 0)) continue;
      missed.delete(name);
      found.push({ mutant: name, histories, detail });
    }
  }
  return { area: area.name, found, missed: [...missed].map(([mutant, histories]) => ({ mutant, histories })) };
}

/** Hunts in some areas, `jobs` of them at a time. */
export async function huntAreas(hunt: Hunt, jobs: number): Promise<AreaResult[]> {
  const queue = [...hunt.areas];
  const results: AreaResult[] = [];
  const work = async (worker: number): Promise<void> => {
    for (let area = queue.shift(); area !== undefined; area = queue.shift()) results.push(await huntArea(area, hunt, worker));
  };
  await Promise.all(Array.from({ length: jobs }, async (_, worker) => work(worker)));
  return results;
}
