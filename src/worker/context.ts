import type { AccountObject } from '../durable/account-object';
import type { EventMessage, TaskMessage } from './queue-messages';
import type { Services } from './services';

/** What the platform binds to the Worker; settings are read by `config.ts`. */
export interface Bindings {
  readonly DB: D1Database;
  readonly ACCOUNT: DurableObjectNamespace<AccountObject>;
  readonly TASKS: Queue<TaskMessage>;
  readonly EVENTS: Queue<EventMessage>;
}

/** What one request carries from door to door. */
export interface Variables {
  readonly requestId: string;
  readonly services: Services;
}

/** Hono's environment. */
export interface AppEnv {
  Bindings: Bindings;
  Variables: Variables;
}
