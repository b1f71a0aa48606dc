/** An expected outcome as a value: either what was asked for, or why not. Exceptions are for bugs alone. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** A success. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** A failure. */
export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/**
 * Why a call was refused, in the terms of our protocol (the codes are Twirp's). `message` is for the caller and names
 * what was wrong and why; it never holds internals, secrets or a platform's own error text.
 */
export interface Refusal {
  readonly code:
    | 'invalid_argument'
    | 'not_found'
    | 'already_exists'
    | 'permission_denied'
    | 'unauthenticated'
    | 'resource_exhausted'
    | 'failed_precondition'
    | 'aborted'
    | 'unimplemented'
    | 'unavailable'
    | 'internal';
  readonly message: string;
}

/** What the account object answers across its stub: a value or a refusal. */
export type Answer<T> = Result<T, Refusal>;

/** A refusal as an Answer. */
export function refuse(code: Refusal['code'], message: string): { readonly ok: false; readonly error: Refusal } {
  return { ok: false, error: { code, message } };
}
