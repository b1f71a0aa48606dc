import { Hono, type Context } from 'hono';

import type { AppEnv } from '../runtime/app-env';
import { reasonOf } from '../runtime/log';
import { isOutage } from '../runtime/outage';
import { allowsCall } from '../sessions/rate-limit';
import { sessionOf } from '../sessions/session-of';
import { bodyKind, readMessage, writeMessage } from './body';
import { toCaller } from './caller';
import { refusalFor } from './guard';
import { buildMethodTable, type ServedMethod, type ServedService } from './method-table';
import { corsHeaders, isSameOrigin, preflight } from './origin';
import { refusalOfPage } from './page-account';
import { errorResponse, type TwirpError } from './twirp-error';
import { withAudit } from './with-audit';

/** The header with the request's id, which is also in `meta.reference` of an error and in the log. */
const REQUEST_ID_HEADER = 'x-request-id';

/** Returns the endpoint of all remote calls, for mounting at `/rpc`: `POST /{service type name}/{Method}`, JSON or protobuf. */
export function twirpRoutes(services: readonly ServedService[]): Hono<AppEnv> {
  const methods = buildMethodTable(services);
  const routes = new Hono<AppEnv>();
  routes.all('/:service/:method', (context) => {
    const path = `${context.req.param('service')}/${context.req.param('method')}`;
    // The Worker's routes ignore a trailing slash; the protocol does not.
    const method = new URL(context.req.url).pathname.endsWith(`/${path}`) ? methods.get(path) : undefined;
    return answer(context, method);
  });
  routes.all('*', (context) => answer(context, undefined));
  return routes;
}

/** The caller may repeat the call; its change may or may not have been made. */
const OUTAGE: TwirpError = {
  code: 'unavailable',
  message: 'Shelfbridge cannot reach its own data at the moment. Stock keeps syncing. Try again in a moment.',
};

async function answer(context: Context<AppEnv>, method: ServedMethod | undefined): Promise<Response> {
  const request = context.req.raw;
  const { services, requestId } = context.var;
  const { appOrigin } = services.config;
  const common = { ...corsHeaders(request, appOrigin), [REQUEST_ID_HEADER]: requestId, 'cache-control': 'no-store' };
  const refused = (error: TwirpError): Response => errorResponse(error, requestId, common);
  const ready = preflight(request, appOrigin);
  if (ready !== null) return ready;
  if (request.method !== 'POST') return refused({ code: 'bad_route', message: `Calls are made by POST, not ${request.method}.` });
  if (method === undefined) return refused({ code: 'bad_route', message: 'There is no such service or method.' });
  const kind = bodyKind(request.headers.get('content-type'));
  if (kind === null) {
    return refused({ code: 'bad_route', message: 'The Content-Type must be application/json or application/protobuf.' });
  }
  if (!isSameOrigin(request.headers, appOrigin)) {
    return refused({ code: 'permission_denied', message: 'Calls from other sites are refused.' });
  }
  try {
    if (!services.local && !(await allowsCall(context.env, request.headers))) {
      return refused({ code: 'resource_exhausted', message: 'Too many calls within a minute. Wait a moment, then try again.' });
    }
    const signedIn = await sessionOf(context);
    const session = signedIn && toCaller(services, signedIn);
    const denied = refusalOfPage(request.headers, method.access, session) ?? refusalFor(method.access, session);
    if (denied !== null) return refused(denied);
    const input = await readMessage(request, kind, method.input);
    if (!input.ok) return refused(input.error);
    const call = { session, services };
    const result = await withAudit({ ...call, requestId }, method, input.value, () => method.run(call, input.value));
    if (!result.ok) return refused(result.error);
    const { body, contentType } = writeMessage(kind, method.output, result.value);
    return new Response(body, { headers: { ...common, 'content-type': contentType } });
  } catch (error) {
    services.log.error('rpc.failed', { method: method.path, reason: reasonOf(error) });
    return refused(isOutage(error) ? OUTAGE : { code: 'internal', message: 'Something went wrong on our side.' });
  }
}
