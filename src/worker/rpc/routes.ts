import type { Context, Env, Hono } from 'hono';

import type { RpcRequest } from './ports';
import { SERVICES } from './services';
import { twirpRoutes } from './twirp';

/** The door of all remote calls with all services behind it, to be mounted at `/rpc`. `open` is called once a request. */
export function rpcRoutes<E extends Env>(open: (context: Context<E>) => RpcRequest): Hono<E> {
  return twirpRoutes(SERVICES, open);
}
