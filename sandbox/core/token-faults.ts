import type { TokenAnswer } from './fault-switches';

/** Returns the page of a proxy between the app and the token endpoint. */
export function proxyPage(): Response {
  return new Response('<!doctype html><title>403 Forbidden</title><h1>Forbidden</h1>', {
    status: 403,
    headers: { 'content-type': 'text/html' },
  });
}

/** The platform's own refusals of a refresh. */
interface Refusals {
  invalidClient(): Response;
  deadGrant(): Response;
}

/**
 * Returns the response to a refresh under `tokenAnswer`. An incomplete response is the platform's own after the effect, without the named
 * members; every other fault has no effect.
 */
export async function refreshUnderFault(
  fault: TokenAnswer,
  refusals: Refusals,
  leftOut: readonly string[],
  answer: () => Response,
): Promise<Response> {
  switch (fault) {
    case 'normal':
      return answer();
    case 'html403':
      return proxyPage();
    case 'invalid_client':
      return refusals.invalidClient();
    case 'dead_grant':
      return refusals.deadGrant();
    case 'incomplete': {
      const whole = answer();
      if (whole.status !== 200) return whole;
      const body = Object.entries(await whole.json<object>());
      return Response.json(Object.fromEntries(body.filter(([name]) => !leftOut.includes(name))));
    }
  }
}
