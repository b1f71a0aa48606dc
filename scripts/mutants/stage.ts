import type { Plant } from './mutant';

/** The stages, in hunting order. */
export const STAGE_NAMES = ['unit', 'workers', 'sim', 'object'] as const;

export type StageName = (typeof STAGE_NAMES)[number];

/** The result of one stage for one mutant. */
export interface Outcome {
  /**
   * `timeout`: it reached the time or memory limit, as an endless loop does. `invalid`: the stage itself failed. `unreached`: nothing in
   * the stage loads the mutated file.
   */
  readonly kind: 'survived' | 'killed' | 'timeout' | 'invalid' | 'unreached';
  readonly detail: string;
  readonly seconds: number;
}

/** One way of hunting. */
export interface Stage {
  readonly name: StageName;
  /** Everything besides the files that decides the outcome: the number of histories, the seed. */
  readonly settings: string;
  /**
   * Returns the files that decide the outcome for a mutant of `file`, or of the unchanged code for null; null when the file is not reached.
   */
  inputs(file: string | null): readonly string[] | null;
  /** Runs with a file replaced, or unchanged for null. `worker` counts from 0; two concurrent runs have different numbers. */
  run(plant: Plant | null, worker: number, limitMs: number): Promise<Outcome>;
  /** Ends anything that keeps running between runs. */
  close(): void;
}

/** Returns the time limit of a run in ms, when a run of the unchanged code took `seconds`. Allows for other load on the machine. */
export function limitFor(seconds: number): number {
  return 1_000 * (20 + 5 * seconds);
}
