import type { Plant } from './mutant';

/** A request to the process that runs unit tests. */
export interface UnitRequest {
  /** Test files, relative to the repository. */
  readonly tests: readonly string[];
  readonly plant: Plant | null;
}

/** That process's response. `broken` is an error of the runner or of the test files, not of the mutant. */
export interface UnitAnswer {
  readonly kind: 'passed' | 'failed' | 'broken';
  readonly detail: string;
}
