import type { AccountObject } from '../durable/account-object';
import type { Fences } from './fence';
import type { EventMessage, TaskMessage } from './queue-messages';

/** What the platform binds to the Worker; settings are read by `config.ts`. */
export interface Bindings extends Fences {
  readonly DB: D1Database;
  readonly ACCOUNT: DurableObjectNamespace<AccountObject>;
  readonly TASKS: Queue<TaskMessage>;
  readonly EVENTS: Queue<EventMessage>;
  /** The page's files. */
  readonly ASSETS: Fetcher;
  /** Not every installation sends mail. */
  readonly MAIL?: SendEmail;
}
