import { RpcError } from '@protobuf-ts/runtime-rpc';

/** Twirp's codes, as the specification lists them. */
const CODES = [
  'cancelled',
  'unknown',
  'invalid_argument',
  'malformed',
  'deadline_exceeded',
  'not_found',
  'bad_route',
  'already_exists',
  'permission_denied',
  'unauthenticated',
  'resource_exhausted',
  'failed_precondition',
  'aborted',
  'out_of_range',
  'unimplemented',
  'internal',
  'unavailable',
  'dataloss',
] as const;

/** Why a call failed; `unreachable` is ours: no answer came at all. */
export type FailureCode = (typeof CODES)[number] | 'unreachable';

/** A failed call as screens handle it. */
export interface Failure {
  readonly code: FailureCode;
  /** For people; for refusals it is the server's own text, which is safe to show. */
  readonly message: string;
  /** What to quote to the support: the server's, or one made here when no answer came. */
  readonly reference: string;
}

/** A reference made in the page (specification: 'SH-ERR-' and the time in milliseconds modulo 100000). */
export function localReference(now: number): string {
  return `SH-ERR-${now % 100_000}`;
}

/** Whatever a call was rejected with, as a Failure. Never throws. */
export function toFailure(error: unknown, now: number = Date.now()): Failure {
  if (!(error instanceof RpcError)) {
    return { code: 'unknown', message: 'Something went wrong in this page.', reference: localReference(now) };
  }
  const sent = error.meta['reference'];
  const reference = typeof sent === 'string' && sent !== '' ? sent : localReference(now);
  const code = CODES.find((known) => known === error.code);
  // The transport's own code for a request that got no answer is 'UNKNOWN', and its text is the browser's.
  if (code === undefined) {
    return { code: 'unreachable', message: 'The server could not be reached. Check your connection and try again.', reference };
  }
  return { code, message: error.message, reference };
}
