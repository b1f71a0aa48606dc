import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { AREAS, huntAreas, REQUIRED_PER_AREA, type Round } from './areas';
import { OutcomeCache } from './cache';
import { EQUIVALENT } from './equivalent';
import { explain } from './explain';
import { Hunter, huntAll, type Hunted } from './hunt';
import { applyEdit, describeMutant, type Mutant } from './mutant';
import { readOptions, type Options } from './options';
import { mutantOfPatch } from './patch';
import { PATCHES } from './patches';
import { loadPopulation, type Population } from './population';
import { sampleMutants } from './sample';
import { createSimStage, OBJECT_ROUNDS, OBJECT_SIM, SIM } from './sim-stage';
import type { Stage } from './stage';
import { isEnough, summarize } from './summary';
import { copyTree, headCommit, type Tree } from './tree';
import { createUnitStage } from './unit-stage';
import { createWorkersStage } from './workers-stage';

const CACHE = '.cache/mutants';

/** Creates the requested stages; prints and skips a stage whose program does not exist. */
async function createStages(names: Options['stages'], tree: Tree): Promise<Stage[]> {
  const stages: Stage[] = [];
  for (const name of names) {
    const simulator = name === 'sim' ? SIM : OBJECT_SIM;
    const stage =
      name === 'unit'
        ? await createUnitStage(tree)
        : name === 'workers'
          ? await createWorkersStage(tree)
          : await createSimStage(simulator, tree);
    if (stage === null) console.error(`Stage ${name} is skipped: ${simulator.entry} does not exist.`);
    else stages.push(stage);
  }
  return stages;
}

/** Draws the mutants that the options select. */
function choose(options: Options, { mutants, sources }: Population, tree: Tree): Mutant[] {
  const inFiles = mutants.filter(({ file }) => options.files.length === 0 || options.files.some((path) => isBelow(file, path)));
  switch (options.mode) {
    case 'sample':
      return sampleMutants(inFiles, options.sample, options.seed ?? headCommit(process.cwd()));
    case 'patches':
      return PATCHES.map((patch) => mutantOfPatch(sources.get(patch.file) ?? readFileSync(join(tree.root, patch.file), 'utf8'), patch));
    case 'id':
      return mutants.filter(({ id }) => id === options.id);
    case 'all':
    case 'areas':
    case 'list':
      return inFiles;
  }
}

function isBelow(file: string, path: string): boolean {
  const folder = path.replace(/\/$/u, '');
  return file === folder || file.startsWith(`${folder}/`);
}

/** Describes how each stage ended for a mutant. */
function outcomesOf({ outcomes }: Hunted): string {
  return outcomes
    .map(({ stage, outcome, cached }) => {
      const time = cached ? 'cached' : `${outcome.seconds.toFixed(1)} s`;
      const why = outcome.kind === 'invalid' ? `: ${outcome.detail}` : '';
      return outcome.kind === 'unreached' ? `${stage} unreached` : `${stage} ${outcome.kind} (${time})${why}`;
    })
    .join(', ');
}

function printDifference(mutant: Mutant, source: string): void {
  const lines = applyEdit(source, mutant).split('\n');
  const first = mutant.line - 1;
  const last = source.slice(0, mutant.end).split('\n').length - 1;
  const added = lines.length - source.split('\n').length;
  const show = (mark: string, some: readonly string[]): void => {
    for (const line of some) console.log(`${mark} ${line}`);
  };
  const old = source.split('\n');
  show(' ', old.slice(Math.max(0, first - 3), first));
  show('-', old.slice(first, last + 1));
  show('+', lines.slice(first, last + 1 + added));
  show(' ', old.slice(last + 1, last + 4));
}

/** Prints the result for each hand-written mutant; returns false when one survived all stages. */
function printPatches(hunted: readonly Hunted[]): boolean {
  const rows = PATCHES.map(({ name, what, file, find, replace }) => {
    const one = hunted.find(({ mutant }) => mutant.file === file && mutant.before === find && mutant.after === replace);
    const stages = Object.fromEntries(one?.outcomes.map(({ stage, outcome }) => [stage, outcome.kind]) ?? []);
    return { name, what, verdict: one?.verdict ?? 'invalid', stages };
  });
  console.log(JSON.stringify({ patches: rows }, null, 2));
  return rows.every(({ verdict }) => verdict === 'killed' || verdict === 'timeout');
}

/** Hunts in each part of the object, prints the results, and returns 0 when enough defects are found in every part. */
async function huntParts(options: Options, tree: Tree): Promise<number> {
  const rounds: Round[] = [];
  for (const simulator of OBJECT_ROUNDS) {
    const stage = await createSimStage(simulator, tree);
    if (stage === null) throw new Error(`${simulator.entry} does not exist`);
    rounds.push({ histories: simulator.histories[0] ?? 0, stage });
  }
  const seed = options.seed ?? headCommit(process.cwd());
  const asked = AREAS.filter(({ name }) => options.areas.length === 0 || options.areas.includes(name));
  const areas = await huntAreas({ areas: asked, root: tree.root, seed, rounds }, options.jobs);
  console.log(JSON.stringify({ commit: headCommit(process.cwd()), seed, areas }, null, 2));
  return areas.every(({ found }) => found.length >= REQUIRED_PER_AREA) ? 0 : 1;
}

async function hunt(options: Options, tree: Tree): Promise<number> {
  const population = loadPopulation(tree.root, options.folders, join(CACHE, 'compiled.json'));
  const mutants = choose(options, population, tree);
  if (options.mode === 'list') {
    for (const mutant of mutants) console.log(`${mutant.id} ${describeMutant(mutant)}`);
    console.log(JSON.stringify(summarize({ ...population, mutants }, [], explain(EQUIVALENT, population.mutants)).byOperator));
    return 0;
  }
  if (mutants.length === 0) throw new Error(options.mode === 'id' ? `no mutant has the id ${options.id}` : 'there is no mutant to hunt');
  const hunter = new Hunter(
    tree.root,
    population.sources,
    await createStages(options.stages, tree),
    new OutcomeCache(join(CACHE, 'outcomes.jsonl')),
  );
  try {
    await hunter.prepare(mutants);
    let count = 0;
    const every = options.mode === 'patches' || options.mode === 'id';
    const hunted = await huntAll(hunter, mutants, { jobs: options.jobs, every }, (one) => {
      count += 1;
      console.log(
        `${count}/${mutants.length} ${one.verdict.padEnd(8)} ${one.mutant.id} ${describeMutant(one.mutant)} [${outcomesOf(one)}]`,
      );
    });
    return conclude(options, population, hunted);
  } finally {
    hunter.close();
  }
}

function conclude(options: Options, population: Population, hunted: readonly Hunted[]): number {
  if (options.mode === 'patches') return printPatches(hunted) ? 0 : 1;
  if (options.mode === 'id') {
    for (const { mutant, outcomes, verdict } of hunted) {
      printDifference(mutant, population.sources.get(mutant.file) ?? '');
      for (const { stage, outcome } of outcomes)
        console.log(`${stage}: ${outcome.kind}${outcome.detail === '' ? '' : `: ${outcome.detail}`}`);
      if (verdict === 'survived') return 1;
    }
    return 0;
  }
  const summary = summarize(population, hunted, explain(EQUIVALENT, population.mutants));
  const seed = options.mode === 'all' ? {} : { seed: options.seed ?? headCommit(process.cwd()) };
  console.log(JSON.stringify({ commit: headCommit(process.cwd()), ...seed, ...summary }, null, 2));
  return isEnough(summary) ? 0 : 1;
}

let copied: Tree | null = null;
process.on('exit', () => copied?.remove());
try {
  const options = readOptions(process.argv.slice(2));
  copied = copyTree(process.cwd());
  process.exitCode = await (options.mode === 'areas' ? huntParts(options, copied) : hunt(options, copied));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
}
