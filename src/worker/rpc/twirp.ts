import { Hono, type Context } from 'hono';

import { formatAccountId } from '../../domain/account/account-id';
import type { AppEnv } from '../runtime/app-env';
import { reasonOf } from '../runtime/log';
import { isOutage } from '../runtime/outage';
import { allowsCall } from '../sessions/rate-limit';
import type { Session } from '../sessions/session';
import { sessionOf } from '../sessions/session-of';
import { makeCalls, readBatch, writeBatch, type BatchedCall } from './batch';
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

/** Reads the caller's session. */
type ReadSession = () => Promise<Session | null>;

/**
 * Returns the endpoint of all remote calls, for mounting at `/rpc`: `POST /{service type name}/{Method}`, JSON or protobuf, and
 * `POST /batch` for several that change nothing.
 */
export function twirpRoutes(services: readonly ServedService[]): Hono<AppEnv> {
  const methods = buildMethodTable(services);
  const routes = new Hono<AppEnv>();
  routes.all('/batch', (context) => answerBatch(context, methods));
  routes.all('/:service/:method', (context) => {
    const path = `${context.req.param('service')}/${context.req.param('method')}`;
    // The Worker's routes ignore a trailing slash; the protocol does not.
    const method = new URL(context.req.url).pathname.endsWith(`/${path}`) ? methods.get(path) : undefined;
    return answer(context, method, context.req.raw, () => sessionOf(context));
  });
  routes.all('*', (context) => answer(context, undefined, context.req.raw, () => sessionOf(context)));
  return routes;
}

/** The caller may repeat the call; its change may or may not have been made. */
const OUTAGE: TwirpError = {
  code: 'unavailable',
  message: 'Shelfbridge cannot reach its own data at the moment. Stock keeps syncing. Try again in a moment.',
};

const OTHER_SITE: TwirpError = { code: 'permission_denied', message: 'Calls from other sites are refused.' };

/** The headers of every answer to a page. */
function commonHeaders(request: Request, { services, requestId }: AppEnv['Variables']): Record<string, string> {
  return { ...corsHeaders(request, services.config.appOrigin), [REQUEST_ID_HEADER]: requestId, 'cache-control': 'no-store' };
}

/**
 * Answers several calls in one request, each as if it had been made alone, with the account of the session. A page makes its first calls
 * before it knows whose session it has, and drops the answers if the account is not the one that it then shows.
 */
async function answerBatch(context: Context<AppEnv>, methods: ReadonlyMap<string, ServedMethod>): Promise<Response> {
  const request = context.req.raw;
  const { services, requestId } = context.var;
  const common = commonHeaders(request, context.var);
  const refused = (error: TwirpError): Response => errorResponse(error, requestId, common);
  const ready = preflight(request, services.config.appOrigin);
  if (ready !== null) return ready;
  if (request.method !== 'POST') return refused({ code: 'bad_route', message: `Calls are made by POST, not ${request.method}.` });
  if (bodyKind(request.headers.get('content-type')) !== 'json') {
    return refused({ code: 'bad_route', message: 'The Content-Type must be application/json.' });
  }
  if (!isSameOrigin(request.headers, services.config.appOrigin)) return refused(OTHER_SITE);
  const calls = await readBatch(request);
  if (!calls.ok) return refused(calls.error);
  const known: { session: Promise<Session | null> | null } = { session: null };
  const session: ReadSession = () => (known.session ??= sessionOf(context));
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const answers = await makeCalls(calls.value, async ({ method: path, input }: BatchedCall) => {
    const method = methods.get(path);
    if (method?.audit.kind === 'write')
      return refused({ code: 'bad_route', message: 'This call changes something and must be made alone.' });
    return answer(context, method, new Request(request.url, { method: 'POST', headers, body: JSON.stringify(input) }), session);
  });
  // A batch whose calls were all refused before has read no session.
  const account = (await known.session?.catch(() => null))?.account;
  const body = await writeBatch(account === undefined ? '' : formatAccountId(account.id), answers);
  return new Response(body, { headers: { ...common, 'content-type': 'application/json' } });
}

async function answer(
  context: Context<AppEnv>,
  method: ServedMethod | undefined,
  request: Request,
  readSession: ReadSession,
): Promise<Response> {
  const { services, requestId } = context.var;
  const { appOrigin } = services.config;
  const common = commonHeaders(request, context.var);
  const refused = (error: TwirpError): Response => errorResponse(error, requestId, common);
  const ready = preflight(request, appOrigin);
  if (ready !== null) return ready;
  if (request.method !== 'POST') return refused({ code: 'bad_route', message: `Calls are made by POST, not ${request.method}.` });
  if (method === undefined) return refused({ code: 'bad_route', message: 'There is no such service or method.' });
  const kind = bodyKind(request.headers.get('content-type'));
  if (kind === null) {
    return refused({ code: 'bad_route', message: 'The Content-Type must be application/json or application/protobuf.' });
  }
  if (!isSameOrigin(request.headers, appOrigin)) return refused(OTHER_SITE);
  try {
    if (!services.local && !(await allowsCall(context.env, request.headers))) {
      return refused({ code: 'resource_exhausted', message: 'Too many calls within a minute. Wait a moment, then try again.' });
    }
    const signedIn = await readSession();
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
