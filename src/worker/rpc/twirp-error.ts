import type { Refusal } from '../../domain/result';

/** The error codes: those that refusals carry, and two for protocol errors. */
export type TwirpCode = Refusal['code'] | 'bad_route' | 'malformed';

/** Why a call fails. The message is safe for any caller. */
export interface TwirpError {
  readonly code: TwirpCode;
  readonly message: string;
}

/** Returns the HTTP status that Twirp prescribes for a code (Twirp wire protocol, v7, section 'Error Codes'). */
export function httpStatus(code: TwirpCode): 400 | 401 | 403 | 404 | 409 | 412 | 429 | 500 | 501 | 503 {
  switch (code) {
    case 'invalid_argument':
    case 'malformed':
      return 400;
    case 'unauthenticated':
      return 401;
    case 'permission_denied':
      return 403;
    case 'not_found':
    case 'bad_route':
      return 404;
    case 'already_exists':
    case 'aborted':
      return 409;
    case 'failed_precondition':
      return 412;
    case 'resource_exhausted':
      return 429;
    case 'internal':
      return 500;
    case 'unimplemented':
      return 501;
    case 'unavailable':
      return 503;
  }
}

/** Returns the response to a call that failed: Twirp's JSON, for requests of either kind, with the request id as reference. */
export function errorResponse(error: TwirpError, requestId: string, headers: HeadersInit = {}): Response {
  const body = { code: error.code, msg: error.message, meta: { reference: requestId } };
  const all = new Headers(headers);
  all.set('content-type', 'application/json');
  return new Response(JSON.stringify(body), { status: httpStatus(error.code), headers: all });
}
