import type { PlatformFailure } from '../../platforms/failure';

/** What became of one step of a run. */
export type Step =
  /** It is stored how far the run is; go on. */
  | { readonly kind: 'next' }
  /** Nothing to do for so many ms, unless a platform speaks up before. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'failed'; readonly failure: PlatformFailure }
  /** The platform's own work on the read failed again and again: it may go well another time. */
  | { readonly kind: 'unfinished'; readonly detail: string }
  /** The run was given up meanwhile. */
  | { readonly kind: 'over' };

/** The step after something was stored: null says that the run was given up. */
export function after(stored: object | null): Step {
  return stored === null ? { kind: 'over' } : { kind: 'next' };
}

/** So often may a read begin anew within one run (an operation was lost, a cursor ended) before the run fails. */
export const MAX_RESTARTS = 3;
