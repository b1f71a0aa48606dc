import { historyBindings, openDb, type Databases } from '../../db/database';
import type { AccountId } from '../../domain/account/account-id';
import { accountStub } from '../../durable/account-stub';
import type { AccountApi } from '../../durable/api/account-api';
import { httpLimits } from '../../platforms/config';
import { openHttp, type Http } from '../../platforms/http';
import type { Bindings } from './bindings';
import type { BillingMode, Config, Timers } from './config';
import { createLog, type Log } from './log';
import { openMail, type Mail } from './mail';
import { createProductMemory, type ProductMemory } from './product-memory';
import type { EventMessage } from './queue-messages';
import { createRouteCache, type RouteCache } from './route-cache';

/** Everything that the routes, the queue consumers and the cron jobs use. Each of them takes a part of it. */
export interface Services extends Databases {
  readonly config: Config;
  readonly billingMode: BillingMode;
  readonly local: boolean;
  readonly timers: Timers;
  readonly log: Log;
  readonly http: Http;
  readonly routes: RouteCache;
  readonly products: ProductMemory;
  readonly mail: Mail;
  readonly now: () => number;
  /** Returns the account's object. The id comes from a session, a verified webhook or a stored row, never from a request's field. */
  readonly account: (accountId: AccountId) => AccountApi;
  /** Queues a wake-up for the task's row, to arrive after this many seconds. */
  readonly wakeTask: (taskId: number, delaySeconds?: number) => Promise<void>;
  /** Queues a verified event. */
  readonly sendEvent: (message: EventMessage) => Promise<void>;
}

/** Names that one isolate remembers: some 60 bytes each. */
const REMEMBERED_ROUTES = 10_000;

/** Shared by all requests of an isolate. Holds only ids, and the object behind each checks the owner again. */
const routes = createRouteCache(REMEMBERED_ROUTES);

/** What one isolate remembers of products: some 200 bytes each, only digests. */
const products = createProductMemory({ products: 20_000, accounts: 2_000 });

/** Creates the services: the one place where bindings become ports. */
export function composeServices(env: Bindings, config: Config): Services {
  const [shared, ...others] = historyBindings(env);
  const db = openDb(shared);
  return {
    config,
    billingMode: config.billingMode,
    local: config.local,
    timers: config.timers,
    db,
    histories: [db, ...others.map(openDb)],
    log: createLog(),
    http: openHttp((url, init) => fetch(url, init), httpLimits(config.platform)),
    routes,
    products,
    mail: openMail(env.MAIL, config.mailFrom),
    now: () => Date.now(),
    account: (accountId) => accountStub(env.ACCOUNT, accountId),
    wakeTask: async (task, delaySeconds = 0) => {
      await env.TASKS.send({ task }, { delaySeconds });
    },
    sendEvent: async (message) => {
      await env.EVENTS.send(message);
    },
  };
}
