import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { OutcomeCache } from './cache';
import { applyEdit, hashOf, type Mutant, type Plant } from './mutant';
import { limitFor, type Outcome, type Stage, type StageName } from './stage';

/** The result for one mutant. */
export interface Hunted {
  readonly mutant: Mutant;
  readonly outcomes: readonly { readonly stage: StageName; readonly outcome: Outcome; readonly cached: boolean }[];
  readonly verdict: Exclude<Outcome['kind'], 'unreached'>;
  /** The stage that killed the mutant; null when it survived. */
  readonly by: StageName | null;
}

/** The time limit of a run of the unchanged code, in ms. */
const BASELINE_LIMIT_MS = 600_000;

/** Makes any program that loads the file fail immediately. */
const CANARY = "\nthrow new Error('canary');\n";

/** Hunts mutants in stages. */
export class Hunter {
  readonly #root: string;
  readonly #sources: ReadonlyMap<string, string>;
  readonly #stages: readonly Stage[];
  readonly #cache: OutcomeCache;
  readonly #hashes = new Map<string, string>();
  readonly #limits = new Map<StageName, number>();

  constructor(root: string, sources: ReadonlyMap<string, string>, stages: readonly Stage[], cache: OutcomeCache) {
    this.#root = root;
    this.#sources = sources;
    this.#stages = stages;
    this.#cache = cache;
  }

  /**
   * Verifies each stage: the unchanged code must pass, or everything would count as killed; and a file that throws on load must not pass,
   * or the stage does not see what is planted. Throws otherwise.
   */
  async prepare(mutants: readonly Mutant[]): Promise<void> {
    for (const stage of this.#stages) {
      this.#limits.set(stage.name, BASELINE_LIMIT_MS);
      const baseline = await this.#once(stage, null, 0);
      if (baseline.outcome.kind !== 'survived') {
        throw new Error(`stage ${stage.name}: the unchanged code does not pass (${baseline.outcome.kind}): ${baseline.outcome.detail}`);
      }
      this.#limits.set(stage.name, limitFor(baseline.outcome.seconds));
      const file = mutants.find((mutant) => stage.inputs(mutant.file) !== null)?.file;
      if (file === undefined) continue;
      const canary = await this.#once(stage, { file, text: this.#source(file) + CANARY }, 0);
      if (canary.outcome.kind !== 'killed') {
        throw new Error(`stage ${stage.name} does not notice that ${file} throws (${canary.outcome.kind}): ${canary.outcome.detail}`);
      }
    }
  }

  /** Hunts one mutant: up to the first stage that kills it, or through all stages with `every`. */
  async hunt(mutant: Mutant, worker: number, every: boolean): Promise<Hunted> {
    const plant = { file: mutant.file, text: applyEdit(this.#source(mutant.file), mutant) };
    const outcomes: Hunted['outcomes'][number][] = [];
    for (const stage of this.#stages) {
      const { outcome, cached } = await this.#once(stage, plant, worker);
      outcomes.push({ stage: stage.name, outcome, cached });
      if (!every && outcome.kind !== 'survived' && outcome.kind !== 'unreached') break;
    }
    for (const kind of ['killed', 'timeout', 'invalid'] as const) {
      const decided = outcomes.find(({ outcome }) => outcome.kind === kind);
      if (decided !== undefined) return { mutant, outcomes, verdict: kind, by: decided.stage };
    }
    return { mutant, outcomes, verdict: 'survived', by: null };
  }

  /** Ends the processes that the stages keep running. */
  close(): void {
    for (const stage of this.#stages) stage.close();
  }

  async #once(stage: Stage, plant: Plant | null, worker: number): Promise<{ outcome: Outcome; cached: boolean }> {
    const inputs = stage.inputs(plant?.file ?? null);
    if (inputs === null) return { outcome: { kind: 'unreached', detail: '', seconds: 0 }, cached: false };
    const key = this.#key(stage, inputs, plant);
    const known = this.#cache.get(key);
    if (known !== undefined) return { outcome: known, cached: true };
    const outcome = await stage.run(plant, worker, this.#limits.get(stage.name) ?? BASELINE_LIMIT_MS);
    this.#cache.put(key, outcome);
    return { outcome, cached: false };
  }

  #key({ name, settings }: Stage, inputs: readonly string[], plant: Plant | null): string {
    const files = inputs.flatMap((file) => [file, file === plant?.file ? hashOf(plant.text) : this.#hash(file)]);
    return hashOf(name, settings, this.#hash('package-lock.json'), ...files);
  }

  #hash(file: string): string {
    const known = this.#hashes.get(file);
    if (known !== undefined) return known;
    const hash = hashOf(readFileSync(join(this.#root, file), 'utf8'));
    this.#hashes.set(file, hash);
    return hash;
  }

  #source(file: string): string {
    return this.#sources.get(file) ?? readFileSync(join(this.#root, file), 'utf8');
  }
}

/** Hunts a list with several mutants at once, and reports each when it is done. */
export async function huntAll(
  hunter: Hunter,
  mutants: readonly Mutant[],
  { jobs, every }: { readonly jobs: number; readonly every: boolean },
  done: (hunted: Hunted) => void,
): Promise<Hunted[]> {
  const queue = [...mutants];
  const results: Hunted[] = [];
  const work = async (worker: number): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const hunted = await hunter.hunt(next, worker, every);
      results.push(hunted);
      done(hunted);
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, Math.max(1, mutants.length)) }, async (_, worker) => work(worker)));
  return results;
}
