import type { PlatformFailure } from '../../platforms/failure';

/** The result of one step of a run. */
export type Step =
  /** The run's progress is stored; continue. */
  | { readonly kind: 'next' }
  /** Nothing to do for this many ms, unless a platform reports progress earlier. */
  | { readonly kind: 'wait'; readonly ms: number }
  | { readonly kind: 'failed'; readonly failure: PlatformFailure }
  /** The platform's own work on the read failed repeatedly: it may succeed another time. */
  | { readonly kind: 'unfinished'; readonly detail: string }
  /** The run was given up in the meantime. */
  | { readonly kind: 'over' };

/** Returns the step after a write: null means that the run was given up. */
export function after(stored: object | null): Step {
  return stored === null ? { kind: 'over' } : { kind: 'next' };
}

/** How often a read may be restarted within one run (an operation was lost, a cursor expired) before the run fails. */
export const MAX_RESTARTS = 3;
