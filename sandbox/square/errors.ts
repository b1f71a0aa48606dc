/** One entry of `errors` in a Square answer. `field` is the path of the offending body member, as Square writes it. */
export interface SquareError {
  readonly category: 'API_ERROR' | 'AUTHENTICATION_ERROR' | 'INVALID_REQUEST_ERROR' | 'RATE_LIMIT_ERROR';
  readonly code: string;
  readonly detail: string;
  readonly field?: string;
}

/** A refused request: the HTTP status and the errors of the answer. */
export interface Failure {
  readonly status: 400 | 401 | 403 | 404 | 429 | 500 | 501 | 503;
  readonly errors: readonly SquareError[];
}

/** What a part of the emulator answers: a value, or why not. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** A value as an Outcome. */
export function done<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

/** Several errors about the body of one request. */
export function refused(errors: readonly SquareError[]): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { status: 400, errors } };
}

/** One error about the request. */
export function invalid(code: string, detail: string, field?: string): SquareError {
  return { category: 'INVALID_REQUEST_ERROR', code, detail, ...(field === undefined ? {} : { field }) };
}

/** A refusal with one error about the request. */
export function bad(code: string, detail: string, field?: string): { readonly ok: false; readonly failure: Failure } {
  return refused([invalid(code, detail, field)]);
}

/** A refusal because something that the request names does not exist. */
export function notFound(detail: string, field?: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { status: 404, errors: [invalid('NOT_FOUND', detail, field)] } };
}

/** A refusal of the caller's token: 401. */
export function unauthorised(code: string, detail: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { status: 401, errors: [{ category: 'AUTHENTICATION_ERROR', code, detail }] } };
}

/** A refusal because the token lacks a permission: 403. */
export function lacksScope(scope: string): { readonly ok: false; readonly failure: Failure } {
  const detail = `The merchant has not given your application sufficient permissions to do that. Missing: ${scope}.`;
  return { ok: false, failure: { status: 403, errors: [{ category: 'AUTHENTICATION_ERROR', code: 'INSUFFICIENT_SCOPES', detail }] } };
}

/** A refusal because of too many requests, or of two catalogue writes at once: 429. */
export function rateLimited(detail: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: { status: 429, errors: [{ category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED', detail }] } };
}

/** A refusal of what Square can do and this emulator cannot. */
export function notEmulated(detail: string): { readonly ok: false; readonly failure: Failure } {
  return {
    ok: false,
    failure: { status: 501, errors: [{ category: 'API_ERROR', code: 'NOT_IMPLEMENTED', detail: `Not emulated: ${detail}` }] },
  };
}
