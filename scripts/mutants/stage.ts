import type { Plant } from './mutant';

/** The stages in the order in which they hunt. */
export const STAGE_NAMES = ['unit', 'workers', 'sim', 'object'] as const;

export type StageName = (typeof STAGE_NAMES)[number];

/** How one stage ended for one mutant. */
export interface Outcome {
  /**
   * `timeout`: it ran into the time or memory limit, as a loop without end does. `invalid`: the stage itself broke.
   * `unreached`: nothing in the stage loads the mutated file.
   */
  readonly kind: 'survived' | 'killed' | 'timeout' | 'invalid' | 'unreached';
  readonly detail: string;
  readonly seconds: number;
}

/** One way of hunting. */
export interface Stage {
  readonly name: StageName;
  /** What besides the files decides the outcome: the number of histories, the seed. */
  readonly settings: string;
  /** The files that decide the outcome for a mutant of `file`, or of the unchanged code for null; null when it is not reached. */
  inputs(file: string | null): readonly string[] | null;
  /** Runs with a file replaced, or unchanged for null. `worker` counts from 0; two runs at once have different numbers. */
  run(plant: Plant | null, worker: number, limitMs: number): Promise<Outcome>;
  /** Ends whatever stays up between runs. */
  close(): void;
}

/** Returns how long a run may take, when one of the unchanged code took `seconds`. The machine may be busy with other work. */
export function limitFor(seconds: number): number {
  return 1_000 * (20 + 5 * seconds);
}
