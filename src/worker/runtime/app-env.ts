import type { Bindings } from './bindings';
import type { Services } from './services';

/** What one request carries from middleware to routes. */
export interface Variables {
  readonly requestId: string;
  readonly services: Services;
}

/** Hono's environment. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: Variables;
}
