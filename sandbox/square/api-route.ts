import type { Context } from 'hono';

import { OUTSIDE_SQUARE_TOKEN, PLAIN, type Circumstances, type WorldApi } from '../world-api';
import type { Call, Operation } from './call';
import { bad, done, rateLimited, refused, unauthorized, type Failure, type Outcome } from './errors';
import { identify, requireScope, type Caller } from './grants';
import { isObject, parseJson, type JsonObject } from './json';
import { stockWriteOf } from './stock-write';
import { validateBody } from './validate';
import { CURRENT_VERSION, readVersion } from './versions';

/** How long a catalog write takes at Square, in real ms; another one of the same seller is refused meanwhile. */
const CATALOG_WRITE_MS = 20;

/** Returns an API response; every response names its API version. */
function answer(status: number, body: unknown, version: string): Response {
  return Response.json(body, { status, headers: { 'square-version': version } });
}

const refusal = (failure: Failure, version: string): Response => answer(failure.status, { errors: failure.errors }, version);

const FAULT_ERRORS = {
  429: { category: 'RATE_LIMIT_ERROR', code: 'RATE_LIMITED', detail: 'Too many requests.' },
  500: { category: 'API_ERROR', code: 'INTERNAL_SERVER_ERROR', detail: 'An internal error has occurred.' },
  503: { category: 'API_ERROR', code: 'SERVICE_UNAVAILABLE', detail: 'The service is unavailable for the moment.' },
} as const;

/** Returns Square's own response when a fault is on, before any effect. */
export function faultAnswer(status: 429 | 500 | 503): Response {
  return answer(status, { errors: [FAULT_ERRORS[status]] }, CURRENT_VERSION);
}

/**
 * Serves one request of an operation: version, token, scope, body, then the operation itself; counts and logs it, and applies the sandbox's
 * faults.
 */
export async function serve(world: WorldApi, operation: Operation, c: Context): Promise<Response> {
  const startedAt = Date.now();
  const name = `${operation.method} ${operation.path}`;
  const source = await c.req.text();
  const token = c.req.header('authorization')?.replace(/^Bearer /u, '') ?? '';
  const outside = token === OUTSIDE_SQUARE_TOKEN;
  let owner = '';
  let reason = '';
  const act = ({ stillBusyMs, refused: refusedWhole, throttled, lagMs }: Circumstances): Promise<Response> | Response => {
    const version = readVersion(c.req.header('square-version'));
    if (!version.ok) return refusal(version.failure, CURRENT_VERSION);
    const caller = admit(world, operation, c.req.header('authorization'));
    if (!caller.ok) {
      reason = caller.failure.errors[0]?.code ?? '';
      return refusal(caller.failure, version.value);
    }
    owner = caller.value.merchant;
    const done = (outcome: Outcome<JsonObject>): Response => {
      if (!outcome.ok) reason = outcome.failure.errors[0]?.code ?? '';
      return outcome.ok ? answer(200, outcome.value, version.value) : refusal(outcome.failure, version.value);
    };
    if (throttled) return done(rateLimited('Too many requests.'));
    const perform = (): Response => done(run(operation, { world, caller: caller.value, refused: refusedWhole, lagMs }, c, source));
    if (operation.writesCatalog !== true) return perform();
    if (!takeTurn(world, caller.value.merchant, stillBusyMs))
      return done(rateLimited('Another catalogue write of this seller is under way.'));
    return scheduler.wait(CATALOG_WRITE_MS).then(() => {
      if (stillBusyMs === 0) endTurn(world, caller.value.merchant);
      return perform();
    });
  };
  if (!outside && token !== '' && !world.isReplay(c.req.raw)) world.countCall('square', name);
  // Faults do not apply to the application's own setup: if they were left on, the app could not even start.
  const spared = outside || operation.scope === 'application';
  const read = operation.scope.endsWith('_READ');
  const asked = { request: c.req.raw, body: source, stockWrite: stockWriteOf(world, operation, source), read };
  const response = spared ? await act(PLAIN) : await world.withFaults('square', asked, act);
  // As every web server does; by the clock that times are compared with.
  response.headers.set('date', new Date(world.now()).toUTCString());
  const took = `${response.status}${reason === '' ? '' : ` ${reason}`}, ${Date.now() - startedAt} ms`;
  const outcome = response.status < 400 ? 'ok' : response.status < 500 ? 'refused' : 'failed';
  world.log({ platform: 'square', kind: outside ? 'outside' : 'call', owner, title: name, detail: took, outcome });
  return response;
}

/** Admits a caller that has the scope the operation needs. */
function admit(world: WorldApi, operation: Operation, authorization: string | undefined): Outcome<Caller> {
  if (operation.scope === 'application') {
    const expected = world.env.SQUARE_APP_TOKEN;
    if (expected === '' || authorization !== `Bearer ${expected}`) {
      return unauthorized('UNAUTHORIZED', "This operation needs the application's own access token.");
    }
    return done({ merchant: 'application', scopes: 'all', who: 'app' });
  }
  const caller = identify(world, authorization);
  if (!caller.ok) return caller;
  const allowed = requireScope(caller.value, operation.scope);
  return allowed.ok ? caller : allowed;
}

/** Returns whether a catalog write of the seller can start now; if so, refuses others until its response has been sent. */
function takeTurn(world: WorldApi, merchant: string, stillBusyMs: number): boolean {
  const now = Date.now();
  const taken = world.db.row<{ id: string }>(
    'update square_merchant set busy_until = ? where id = ? and busy_until <= ? returning id',
    now + CATALOG_WRITE_MS + Math.floor(stillBusyMs),
    merchant,
    now,
  );
  return taken !== null;
}

function endTurn(world: WorldApi, merchant: string): void {
  world.db.run('update square_merchant set busy_until = 0 where id = ?', merchant);
}

function run(
  operation: Operation,
  given: Pick<Call, 'world' | 'caller' | 'refused' | 'lagMs'>,
  c: Context,
  source: string,
): Outcome<JsonObject> {
  let body: JsonObject = {};
  if (operation.body !== null) {
    const parsed = source === '' ? {} : parseJson(source);
    if (!isObject(parsed)) return bad('EXPECTED_JSON_BODY', 'Expected a JSON object.');
    const errors = validateBody(operation.body, parsed);
    if (errors.length > 0) return refused(errors);
    body = parsed;
  }
  const { world } = given;
  const call: Call = { ...given, body, params: c.req.param(), query: c.req.query(), now: Math.floor(world.now()) };
  return world.db.transaction(() => operation.run(call));
}
