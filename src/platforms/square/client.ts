import type { Instant } from '../../domain/instant';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { SquareConfig } from '../config';
import type { PlatformFailure } from '../failure';
import type { Http, HttpAnswer } from '../http';
import { isRecord, listAt, parseJson, textAt } from '../json';
import type { JsonRecord } from '../json';
import { retryAfter } from '../retry-after';

/** One error from Square. Its `detail` is only for logs. */
export interface SquareError {
  readonly category: string;
  readonly code: string;
  readonly detail: string;
  /** '' when the error has none. */
  readonly field: string;
}

/** The outcome of one request. */
export type SquareAnswer =
  | { readonly kind: 'data'; readonly data: JsonRecord }
  | { readonly kind: 'throttled'; readonly afterMs: number }
  /** The token was refused, revoked, expired, or lacks a scope. */
  | { readonly kind: 'unauthorized' }
  /** A definite refusal: nothing was changed. `at`: Square's own time, to the second; null when the answer does not state it. */
  | { readonly kind: 'refused'; readonly status: number; readonly errors: readonly SquareError[]; readonly at: Instant | null }
  /** It is unknown whether it took effect. */
  | { readonly kind: 'ambiguous'; readonly detail: string };

/** Access to a seller's account with one token. */
export interface SquareClient {
  /** The merchant's id; '' for the application's own token. */
  readonly merchantId: string;
  get(path: string): Promise<SquareAnswer>;
  post(path: string, body: JsonRecord): Promise<SquareAnswer>;
  put(path: string, body: JsonRecord): Promise<SquareAnswer>;
}

/** Creates a client for a seller's account. The token is used for this client's calls and stored nowhere else. */
export function openSquare(given: { http: Http; config: SquareConfig; merchantId: string; accessToken: string }): SquareClient {
  const { http, config, merchantId } = given;
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, body: string): Promise<SquareAnswer> =>
    readSquareAnswer(
      await http.send({
        method,
        url: `${config.origin}${path}`,
        headers: {
          authorization: `Bearer ${given.accessToken}`,
          'square-version': config.version,
          accept: 'application/json',
          ...(body === '' ? {} : { 'content-type': 'application/json' }),
        },
        body,
      }),
    );
  return {
    merchantId,
    get: (path) => call('GET', path, ''),
    post: (path, body) => call('POST', path, JSON.stringify(body)),
    put: (path, body) => call('PUT', path, JSON.stringify(body)),
  };
}

/** How long to wait if Square states no time, in ms. */
const THROTTLE_MS = 1_500;

const TOKEN_CODES = new Set(['UNAUTHORIZED', 'ACCESS_TOKEN_EXPIRED', 'ACCESS_TOKEN_REVOKED', 'CLIENT_DISABLED', 'INSUFFICIENT_SCOPES']);

/** Classifies an answer by its status and the codes of its errors. */
export function readSquareAnswer(answer: HttpAnswer): SquareAnswer {
  if (answer.kind === 'no-answer') return { kind: 'ambiguous', detail: answer.detail };
  const { status } = answer;
  const body = parseJson(answer.text);
  const errors = decodeErrors(body);
  if (status === 200) {
    // An answer with both data and errors means that part of the request was done.
    if (errors.length > 0) return { kind: 'ambiguous', detail: `Square answered 200 with ${codesOf(errors)}` };
    return isRecord(body) ? { kind: 'data', data: body } : { kind: 'ambiguous', detail: 'the answer is not a JSON object' };
  }
  if (status === 429 || errors.some((error) => error.code === 'RATE_LIMITED')) {
    return { kind: 'throttled', afterMs: retryAfter(answer.headers) ?? THROTTLE_MS };
  }
  // Square refuses in JSON (its API description); an HTML page comes from a proxy and shows nothing about the request
  // or the token.
  const ofSquare = isRecord(body) || answer.text === '';
  if ((status === 401 && ofSquare) || errors.some((error) => TOKEN_CODES.has(error.code))) return { kind: 'unauthorized' };
  if (refusesRequest(status) && ofSquare) return { kind: 'refused', status, errors, at: timeOf(answer.headers) };
  return { kind: 'ambiguous', detail: `Square answered ${status} ${codesOf(errors)}`.trim() };
}

function refusesRequest(status: number): boolean {
  return status >= 400 && status < 500 && status !== 408;
}

/** Parses the Date header (RFC 9110, whole seconds). */
function timeOf(headers: Headers): Instant | null {
  const at = Date.parse(headers.get('date') ?? '');
  return Number.isNaN(at) ? null : at;
}

function decodeErrors(body: unknown): readonly SquareError[] {
  return (listAt(body, 'errors') ?? []).map((error) => ({
    category: textAt(error, 'category') ?? '',
    code: textAt(error, 'code') ?? '',
    detail: textAt(error, 'detail') ?? '',
    field: textAt(error, 'field') ?? '',
  }));
}

/** Returns the codes of errors as one text, for logs. */
export function codesOf(errors: readonly SquareError[]): string {
  return errors.map((error) => (error.field === '' ? error.code : `${error.code} (${error.field})`)).join(', ');
}

/** Decodes the answer to a read; when `decode` returns null, the answer does not have the documented shape. */
export function readData<T>(answer: SquareAnswer, decode: (data: JsonRecord) => T | null): Result<T, PlatformFailure> {
  switch (answer.kind) {
    case 'data': {
      const decoded = decode(answer.data);
      return decoded === null ? err({ kind: 'failed', detail: 'Square answered in another shape than documented' }) : ok(decoded);
    }
    case 'throttled':
    case 'unauthorized':
      return err(answer);
    case 'refused':
      return err({ kind: 'refused', detail: `Square answered ${answer.status} ${codesOf(answer.errors)}`.trim() });
    case 'ambiguous':
      return err({ kind: 'failed', detail: answer.detail });
  }
}
