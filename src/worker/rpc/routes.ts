import type { Context, Env, Hono } from 'hono';

import type { RpcRequest } from './ports';
import { SERVICES } from './services';
import { twirpRoutes } from './twirp';

/** Returns the routes of all remote calls, for mounting at `/rpc`. `open` is called once per request. */
export function rpcRoutes<E extends Env>(open: (context: Context<E>) => RpcRequest): Hono<E> {
  return twirpRoutes(SERVICES, open);
}
