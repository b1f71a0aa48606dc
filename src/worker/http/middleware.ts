import type { Context, MiddlewareHandler } from 'hono';

import type { AppEnv } from '../runtime/app-env';
import type { Bindings } from '../runtime/bindings';
import { describeProblems, parseConfig, type Config } from '../runtime/config';
import { createLog, reasonOf } from '../runtime/log';
import { isOutage } from '../runtime/outage';
import { composeServices, type Services } from '../runtime/services';
import { allowsAddress } from '../sessions/rate-limit';
import { pageResponse } from './page';
import { NOT_A_NAVIGATION, NOT_NOW, OUR_FAULT, TOO_MANY_REQUESTS } from './pages';
import { showPage } from './show-page';

/** Where the platforms' webhooks arrive. */
const WEBHOOKS = '/webhooks/';

/** Services by environment: an isolate has one, which is read and checked once. Holds no merchant's data. */
const composed = new WeakMap<object, Services | readonly string[]>();

/** Returns the services of this environment, or what is wrong with its settings. */
export function servicesOf(env: Bindings): Services | readonly string[] {
  const known = composed.get(env);
  if (known !== undefined) return known;
  const config = parseConfig(env);
  const made = config.ok ? composeServices(env, config.value) : config.error;
  composed.set(env, made);
  return made;
}

/**
 * Gives the request an id and the services, and logs one line after it is answered; none for a webhook that was taken in: there are as many
 * as sales, and Cloudflare's own log has a line for each.
 */
export function openRequest(compose: (env: Bindings) => Services | readonly string[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const began = Date.now();
    const requestId = crypto.randomUUID();
    c.set('requestId', requestId);
    const services = compose(c.env);
    if (!('db' in services)) {
      createLog({ reference: requestId }).error('config.wrong', { problems: services.join('; ') });
      return c.text(describeProblems(services), 500);
    }
    const log = services.log.with({ reference: requestId });
    c.set('services', { ...services, log });
    await next();
    if (c.res.status !== 200 || !c.req.path.startsWith(WEBHOOKS))
      log.info('request', { method: c.req.method, path: c.req.path, status: c.res.status, ms: Date.now() - began });
    return undefined;
  };
}

/** Limits requests by address, before any query of the shared database. */
export const limitAddresses: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!c.get('services').local && !(await allowsAddress(c.env, c.req.raw.headers))) return showPage(c, TOO_MANY_REQUESTS, 'too often');
  await next();
  return undefined;
};

/**
 * Refuses addresses that another page loads in the background (as an image, a frame, a script): opening them as a page may change something,
 * although they are GET. Browsers that do not state what they load are let through.
 */
export const navigationsOnly: MiddlewareHandler<AppEnv> = async (c, next) => {
  const destination = c.req.header('sec-fetch-dest');
  if (destination !== undefined && destination !== 'document') return showPage(c, NOT_A_NAVIGATION, 'not a navigation');
  await next();
  return undefined;
};

/** Sets the headers of every answer that the Worker itself gives; the page's files carry their own. */
export const securityHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  const headers = c.res.headers;
  const once = (name: string, value: string): void => {
    if (!headers.has(name)) headers.set(name, value);
  };
  once('content-security-policy', "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
  once('x-content-type-options', 'nosniff');
  once('referrer-policy', 'no-referrer');
  once('cross-origin-opener-policy', 'same-origin');
  once('cache-control', 'no-store');
  once('x-request-id', c.get('requestId'));
  if (!isLocal(c.get('services'))) once('strict-transport-security', 'max-age=31536000; includeSubDomains');
};

function isLocal(services: { readonly config: Pick<Config, 'local'> } | undefined): boolean {
  return services?.config.local ?? true;
}

/** Answers a request that threw: the error goes to the log with the request's id, and the caller gets that id and nothing else. */
export function onError(error: unknown, c: Context<AppEnv>): Response {
  const reference = c.get('requestId');
  createLog({ reference }).error('request.failed', { path: c.req.path, reason: reasonOf(error) });
  // The platforms repeat a webhook that is answered with 503.
  if (c.req.path.startsWith(WEBHOOKS)) return c.text('This cannot be taken in now. Please repeat it.', 503);
  const services: Services | undefined = c.get('services');
  return pageResponse(isOutage(error) ? NOT_NOW : OUR_FAULT, reference, services?.config.appOrigin ?? '');
}
