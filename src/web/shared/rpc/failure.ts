import { RpcError } from '@protobuf-ts/runtime-rpc';

import { sharedText } from '../shared.text';

/** Twirp's error codes (twitchtv.github.io/twirp/docs/errors.html). */
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

/** Why a call failed; `unreachable` is our own code for no response at all. */
export type FailureCode = (typeof CODES)[number] | 'unreachable';

/** A failed call as pages handle it. */
export interface Failure {
  readonly code: FailureCode;
  /** The message to show; for a refusal it is the server's own text, except for a method that the server does not have. */
  readonly message: string;
  /** The reference for support: the server's, or a local one when there was no response. */
  readonly reference: string;
}

/** Returns a local reference: 'SH-ERR-' and the time in milliseconds modulo 100000 (docs/spec/pages.md, PAG-16). */
export function localReference(now: number): string {
  return `SH-ERR-${now % 100_000}`;
}

/** Converts a rejection of a call to a Failure. Never throws. */
export function toFailure(error: unknown, now: number = Date.now()): Failure {
  if (!(error instanceof RpcError)) {
    return { code: 'unknown', message: sharedText.pageFailed, reference: localReference(now) };
  }
  const sent = error.meta['reference'];
  const reference = typeof sent === 'string' && sent !== '' ? sent : localReference(now);
  const code = CODES.find((known) => known === error.code);
  // Without a response the transport reports 'UNKNOWN' with the browser's own message.
  if (code === undefined) {
    return { code: 'unreachable', message: sharedText.serverUnreachable, reference };
  }
  // The page calls only methods that its own version has: for the server, one of them is too new or too old.
  return { code, message: code === 'bad_route' ? sharedText.otherVersion : error.message, reference };
}
