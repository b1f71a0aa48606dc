/** One entry of `errors` in a Square response. `field` is the path of the invalid body member, as Square writes it. */
export interface SquareError {
  readonly category: 'API_ERROR' | 'AUTHENTICATION_ERROR' | 'INVALID_REQUEST_ERROR' | 'RATE_LIMIT_ERROR';
  readonly code: string;
  readonly detail: string;
  readonly field?: string;
}

/** A refused request: the HTTP status and the errors of the response. */
export interface Failure {
  readonly status: 400 | 401 | 403 | 404 | 429 | 500 | 501 | 503;
  readonly errors: readonly SquareError[];
}

/** The result of a part of the emulator: a value, or why not. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** Returns a value as an Outcome. */
export function done<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** Returns a refusal with several errors about the request body. */
export function refused(errors: readonly SquareError[]): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { status: 400, errors } };
}

/** Returns one error about the request. */
export function invalid(code: string, detail: string, field?: string): SquareError {
  return { category: 'INVALID_REQUEST_ERROR', code, detail, ...(field === undefined ? {} : { field }) };
}

/** Returns a refusal with one error about the request. */
export function bad(code: string, detail: string, field?: string): { readonly ok: false; readonly failure: Failure } {
  return refused([invalid(code, detail, field)]);
}

/** Returns a refusal because something that the request names does not exist. */
export function notFound(detail: string, field?: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { status: 404, errors: [invalid('NOT_FOUND', detail, field)] } };
}

/** Returns a refusal of the caller's token: 401. */
export function unauthorized(code: string, detail: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { status: 401, errors: [{ category: 'AUTHENTICATION_ERROR', code, detail }] } };
}

/** Returns a refusal because the token lacks a permission: 403. */
export function lacksScope(scope: string): { readonly ok: false; readonly failure: Failure } {
  const detail = `The merchant has not given your application sufficient permissions to do that. Missing: ${scope}.`;
  return { ok: false, failure: { status: 403, errors: [{ category: 'AUTHENTICATION_ERROR', code: 'INSUFFICIENT_SCOPES', detail }] } };
}

/** Returns a refusal because of too many requests, or of two concurrent catalog writes: 429. */
export function rateLimited(detail: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { status: 429, errors: [{ category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED', detail }] } };
}

/** Returns a refusal of what Square supports and this emulator does not. */
export function notEmulated(detail: string): { readonly ok: false; readonly failure: Failure } {
  return {
    ok: false,
    failure: { status: 501, errors: [{ category: 'API_ERROR', code: 'NOT_IMPLEMENTED', detail: `Not emulated: ${detail}` }] },
  };
}
