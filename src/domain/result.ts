/** An expected outcome as a value: the requested value, or why there is none. Exceptions are only for bugs. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

/** Creates a success. */
export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** Creates a failure. */
export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/**
 * Why a call was refused, in the terms of our protocol (the codes are Twirp's). `message` tells the caller what was
 * wrong and why; it never contains internals, secrets or a platform's own error text.
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

/** The account object's answer across its stub: a value or a refusal. */
export type Answer<T> = Result<T, Refusal>;

/** Creates an Answer that is a refusal. */
export function refuse(code: Refusal['code'], message: string): { readonly ok: false; readonly error: Refusal } {
  return { ok: false, error: { code, message } };
}
