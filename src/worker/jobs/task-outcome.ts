import type { Answer, Refusal } from '../../domain/result';

/** How a stretch of work on a task ended. */
export type TaskOutcome =
  | { readonly kind: 'done' }
  /** More to do, at once. */
  | { readonly kind: 'more' }
  /** Worth another try later. `progressed`: it came further before it failed, so earlier failures do not count. */
  | { readonly kind: 'retry'; readonly why: string; readonly progressed?: boolean }
  /** Nothing can be done before something else ends; no failure. Looked at again after so many ms. */
  | { readonly kind: 'wait'; readonly why: string; readonly afterMs: number }
  /** For good: stays as a row that an operator reads. */
  | { readonly kind: 'failed'; readonly why: string };

const PASSING: readonly Refusal['code'][] = ['unavailable', 'resource_exhausted', 'aborted', 'internal'];

/** A refusal that time may mend is tried again; any other is final. */
export function refused(error: Refusal, progressed = false): TaskOutcome {
  return PASSING.includes(error.code) ? { kind: 'retry', why: error.message, progressed } : { kind: 'failed', why: error.message };
}

/** What an answer without a value comes to. */
export function settled(answer: Answer<unknown>): TaskOutcome {
  return answer.ok ? { kind: 'done' } : refused(answer.error);
}
