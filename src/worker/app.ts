import { Hono } from 'hono';

import type { AppEnv } from './app-env';
import type { Bindings } from './context';
import { deletionRoutes } from './http/deletion-doors';
import { missed } from './http/missed';
import { health, signOut } from './http/session-doors';
import { shopifyRoutes } from './http/shopify-doors';
import { squareRoutes } from './http/square-doors';
import { webhookRoutes } from './http/webhooks';
import { limitAddresses, onError, openRequest, securityHeaders } from './middleware';
import { openRpcRequest } from './rpc-request';
import { rpcRoutes } from './rpc/routes';
import type { Services } from './services';

/** The Worker's doors, all of them. `compose` makes the services of an environment, or says what is wrong with its settings. */
export function createApp(compose: (env: Bindings) => Services | readonly string[]): Hono<AppEnv> {
  const app = new Hono<AppEnv>({ strict: false });
  app.use('*', securityHeaders, openRequest(compose));
  // Remote calls count by themselves, in their protocol's own words; webhooks are signed, and never refused.
  for (const path of ['/shopify/*', '/square/*', '/deletions/*', '/signout', '/healthz']) app.use(path, limitAddresses);
  app.route('/shopify', shopifyRoutes());
  app.route('/square', squareRoutes());
  app.route('/webhooks', webhookRoutes());
  app.route('/rpc', rpcRoutes<AppEnv>(openRpcRequest));
  app.route('/deletions', deletionRoutes());
  app.get('/signout', signOut);
  app.get('/healthz', health);
  app.notFound(missed);
  app.onError(onError);
  return app;
}
