import { Hono } from 'hono';

import type { AppEnv } from './context';
import { pageResponse } from './http/page';
import { NO_SUCH_PAGE } from './http/pages';
import { health, signOut } from './http/session-doors';
import { shopifyRoutes } from './http/shopify-doors';
import { squareRoutes } from './http/square-doors';
import { webhookRoutes } from './http/webhooks';
import { onError, openRequest, securityHeaders } from './middleware';
import { openRpcRequest } from './rpc-request';
import { rpcRoutes } from './rpc/routes';

/** The Worker's doors, all of them. */
export function createApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use('*', securityHeaders, openRequest);
  app.route('/shopify', shopifyRoutes());
  app.route('/square', squareRoutes());
  app.route('/webhooks', webhookRoutes());
  app.route('/rpc', rpcRoutes<AppEnv>(openRpcRequest));
  app.get('/signout', signOut);
  app.get('/healthz', health);
  app.notFound((c) => pageResponse(NO_SUCH_PAGE, c.get('requestId')));
  app.onError(onError);
  return app;
}
