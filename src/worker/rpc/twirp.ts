import { Hono, type Context, type Env } from 'hono';

import { isOutage } from '../runtime/outage';
import { bodyKind, readMessage, writeMessage } from './body';
import { refusalFor } from './guard';
import { buildMethodTable, type ServedMethod, type ServedService } from './method-table';
import { corsHeaders, isSameOrigin, preflight } from './origin';
import { refusalOfPage } from './page-account';
import type { RpcRequest } from './ports';
import { errorResponse, type TwirpError } from './twirp-error';
import { withAudit } from './with-audit';

/** The header with the request's id, which is also in `meta.reference` of an error and in the log. */
const REQUEST_ID_HEADER = 'x-request-id';

/**
 * Returns the endpoint of all remote calls, for mounting at `/rpc`: `POST /{service type name}/{Method}`, JSON or protobuf. `open` is
 * called once per request and must be cheap: it queries no storage.
 */
export function twirpRoutes<E extends Env>(services: readonly ServedService[], open: (context: Context<E>) => RpcRequest): Hono<E> {
  const methods = buildMethodTable(services);
  const routes = new Hono<E>();
  routes.all('/:service/:method', (context) => {
    const path = `${context.req.param('service')}/${context.req.param('method')}`;
    // The Worker's routes ignore a trailing slash; the protocol does not.
    const method = new URL(context.req.url).pathname.endsWith(`/${path}`) ? methods.get(path) : undefined;
    return answer(context.req.raw, method, open(context));
  });
  routes.all('*', (context) => answer(context.req.raw, undefined, open(context)));
  return routes;
}

/** The caller may repeat the call; its change may or may not have been made. */
const OUTAGE: TwirpError = {
  code: 'unavailable',
  message: 'Shelfbridge cannot reach its own data at the moment. Stock keeps syncing. Try again in a moment.',
};

async function answer(request: Request, method: ServedMethod | undefined, rpc: RpcRequest): Promise<Response> {
  const { appOrigin } = rpc.ports.config;
  const common = { ...corsHeaders(request, appOrigin), [REQUEST_ID_HEADER]: rpc.requestId, 'cache-control': 'no-store' };
  const refused = (error: TwirpError): Response => errorResponse(error, rpc.requestId, common);
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
    if (!(await rpc.admit())) {
      return refused({ code: 'resource_exhausted', message: 'Too many calls within a minute. Wait a moment, then try again.' });
    }
    const session = await rpc.session();
    const denied = refusalOfPage(request.headers, method.access, session) ?? refusalFor(method.access, session);
    if (denied !== null) return refused(denied);
    const input = await readMessage(request, kind, method.input);
    if (!input.ok) return refused(input.error);
    const result = await withAudit(rpc, method, { session, input: input.value }, () =>
      method.run({ session, ports: rpc.ports }, input.value),
    );
    if (!result.ok) return refused(result.error);
    const { body, contentType } = writeMessage(kind, method.output, result.value);
    return new Response(body, { headers: { ...common, 'content-type': contentType } });
  } catch (error) {
    rpc.reportFailure({ method: method.path, requestId: rpc.requestId, error });
    return refused(isOutage(error) ? OUTAGE : { code: 'internal', message: 'Something went wrong on our side.' });
  }
}
