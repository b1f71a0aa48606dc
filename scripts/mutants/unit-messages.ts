import type { Plant } from './mutant';

/** What the hunt asks of the process that runs unit tests. */
export interface UnitRequest {
  /** Test files, relative to the repository. */
  readonly tests: readonly string[];
  readonly plant: Plant | null;
}

/** What that process answers. `broken` is a fault of the runner or of the test files, not of the mutant. */
export interface UnitAnswer {
  readonly kind: 'passed' | 'failed' | 'broken';
  readonly detail: string;
}
