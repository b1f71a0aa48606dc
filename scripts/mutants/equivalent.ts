import type { Operator } from './mutant';

/** A mutant that no test can kill, because it behaves as the shipped code does. */
export interface Equivalent {
  /** Either the mutant's id, or its place, given by source texts. */
  readonly mutant: string | { readonly file: string; readonly operator: Operator; readonly before: string; readonly after: string };
  /** Why it behaves the same. */
  readonly reason: string;
}

/** The equivalent mutants. They are hunted like the others: one that gets killed is not equivalent. */
export const EQUIVALENT: readonly Equivalent[] = [];
