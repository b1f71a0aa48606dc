import type { Refusal } from '../../domain/result';

/** Codes of ours beside those that refusals carry: what the protocol itself finds wrong. */
export type TwirpCode = Refusal['code'] | 'bad_route' | 'malformed';

/** Why a call gets no answer. The message is safe for any caller. */
export interface TwirpError {
  readonly code: TwirpCode;
  readonly message: string;
}

/** The HTTP status that Twirp prescribes for a code (Twirp wire protocol, v7, section 'Error Codes'). */
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

/** The answer to a call that failed: Twirp's JSON, whatever kind the request was, with the request id as reference. */
export function errorResponse(error: TwirpError, requestId: string, headers: HeadersInit = {}): Response {
  const body = { code: error.code, msg: error.message, meta: { reference: requestId } };
  const all = new Headers(headers);
  all.set('content-type', 'application/json');
  return new Response(JSON.stringify(body), { status: httpStatus(error.code), headers: all });
}
