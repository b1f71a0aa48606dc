import { Hono } from 'hono';

import { deletionRoutes } from './http/deletion-routes';
import { exportRoutes } from './http/export-routes';
import { limitAddresses, navigationsOnly, onError, openRequest, securityHeaders } from './http/middleware';
import { missed } from './http/not-found';
import { health, signOut } from './http/session-routes';
import { shopifyRoutes } from './http/shopify-routes';
import { squareRoutes } from './http/square-routes';
import { webhookRoutes } from './http/webhook-routes';
import { SERVICES } from './rpc/services';
import { twirpRoutes } from './rpc/twirp';
import type { AppEnv } from './runtime/app-env';
import type { Bindings } from './runtime/bindings';
import type { Services } from './runtime/services';

/**
 * Creates the Worker's app with all of its routes. `compose` returns the services of an environment, or what is wrong with its settings.
 */
export function createApp(compose: (env: Bindings) => Services | readonly string[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false });
  app.use('*', securityHeaders, openRequest(compose));
  // Remote calls have rate limits and error codes of their own; webhooks are signed and never refused.
  for (const path of ['/shopify/*', '/square/*', '/deletions/*', '/exports/*', '/signout', '/healthz']) app.use(path, limitAddresses);
  for (const path of ['/shopify/*', '/square/*', '/exports/*', '/signout']) app.use(path, navigationsOnly);
  app.route('/shopify', shopifyRoutes());
  app.route('/square', squareRoutes());
  app.route('/webhooks', webhookRoutes());
  app.route('/rpc', twirpRoutes(SERVICES));
  app.route('/deletions', deletionRoutes());
  app.route('/exports', exportRoutes());
  app.get('/signout', signOut);
  app.get('/healthz', health);
  app.notFound(missed);
  app.onError(onError);
  return app;
}
