import type { Answer, Refusal } from '../../domain/result';

/** The outcome of one run of a task. */
export type TaskOutcome =
  | { readonly kind: 'done' }
  /** There is more to do at once. */
  | { readonly kind: 'more' }
  /** Worth a retry later. `progressed`: the task got further before it failed, so earlier failures do not count. */
  | { readonly kind: 'retry'; readonly why: string; readonly progressed?: boolean }
  /** Nothing can be done before something else ends; not a failure. The task runs again after this many ms. */
  | { readonly kind: 'wait'; readonly why: string; readonly afterMs: number }
  /** Failed for good: the row stays for operators to read. */
  | { readonly kind: 'failed'; readonly why: string };

const PASSING: readonly Refusal['code'][] = ['unavailable', 'resource_exhausted', 'aborted', 'internal'];

/** Returns the outcome of a refusal: a retry if the cause may pass with time, otherwise final. */
export function refused(error: Refusal, progressed = false): TaskOutcome {
  return PASSING.includes(error.code) ? { kind: 'retry', why: error.message, progressed } : { kind: 'failed', why: error.message };
}

/** Returns the outcome of an answer without a value. */
export function settled(answer: Answer<unknown>): TaskOutcome {
  return answer.ok ? { kind: 'done' } : refused(answer.error);
}
