import type { SandboxEnv } from '../../../sandbox/env';
import { World } from '../../../sandbox/world';
import type { TaskName } from '../../../src/db/task-names';
import { formatAccountId, parseAccountId, type AccountId } from '../../../src/domain/account/account-id';
import { AccountObject } from '../../../src/durable/account-object';
import { openSquareApplication, repairSquareSubscription } from '../../../src/platforms/square/webhooks';
import { enqueuePendingSnapshots } from '../../../src/worker/accounts/pending-snapshots';
import { createApp } from '../../../src/worker/app';
import { consumeBatch } from '../../../src/worker/jobs/consume-queue';
import { JOBS } from '../../../src/worker/jobs/cron-jobs';
import { runDueJobs } from '../../../src/worker/jobs/run-cron-jobs';
import type { Bindings } from '../../../src/worker/runtime/bindings';
import { parseConfig } from '../../../src/worker/runtime/config';
import type { MailText } from '../../../src/worker/runtime/mail';
import { createProductMemory } from '../../../src/worker/runtime/product-memory';
import { createRouteCache } from '../../../src/worker/runtime/route-cache';
import { composeServices, type Services } from '../../../src/worker/runtime/services';
import { enqueueTask } from '../../../src/worker/runtime/task-queue';
import { ADDRESSES, answerOf, isStockWrite, Network, type Fate, type WireAnswer, type WireRequest } from './network';
import { ObjectHost } from './object-host';
import { Scheduler, SYSTEM, type Owner } from './scheduler';
import { D1Shim, type D1Behavior } from './shims/d1';
import { QueueShim } from './shims/queue';
import type { MemoryDatabase } from './shims/sqlite';

/** The three databases that outlive every instance. */
export interface Databases {
  readonly account: MemoryDatabase;
  readonly sandbox: MemoryDatabase;
  readonly shared: MemoryDatabase;
}

/** Decides how everything around the code under test behaves. */
export interface Weather {
  fate(end: keyof typeof ADDRESSES, request: WireRequest): Fate;
  arriving(end: keyof typeof ADDRESSES, request: WireRequest): Promise<WireRequest>;
  readonly d1: D1Behavior;
  /** How late an alarm of the account fires, in ms. */
  alarmLateness(): number;
  /** How long a call to the account object takes one way, in ms. */
  callLatency(): number;
  /** How far the clock of the account is ahead, in ms; absent where it is right. */
  clockError?(): number;
}

/** The credentials that app and platforms share. */
export const SECRETS = {
  SHOPIFY_CLIENT_ID: '0123456789abcdef0123456789abcdef',
  SHOPIFY_CLIENT_SECRET: 'shpss_0123456789abcdef0123456789abcdef',
  SQUARE_CLIENT_ID: 'sandbox-sq0idb-simulated',
  SQUARE_CLIENT_SECRET: 'sandbox-sq0csb-simulated',
  SQUARE_WEBHOOK_KEY: 'simulated-webhook-key',
  SQUARE_APP_TOKEN: 'EAAA_app_simulated',
  STATUS_SECRET: 'simulated-status-secret',
  TOKEN_KEYS: '1:MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
};

const ORIGINS = { APP_ORIGIN: ADDRESSES.app, WEBHOOK_ORIGIN: ADDRESSES.webhooks };

/** The account's id in D1, and the object's name. */
export const ACCOUNT_ID = firstAccount();

function firstAccount(): AccountId {
  const id = parseAccountId('1');
  if (!id.ok) throw new Error(id.error);
  return id.value;
}

/** Both platforms, the Worker, and the account object, over one scheduler. All memory starts empty. */
export class Cloud {
  readonly scheduler: Scheduler;
  readonly databases: Databases;
  readonly account: ObjectHost<AccountObject>;
  readonly world: ObjectHost<World>;
  readonly network: Network;
  readonly #bindings: Bindings;
  readonly #app: ReturnType<typeof createApp>;
  readonly worker: Owner = { name: 'worker', alive: true };
  #services: Services;
  /** Whether the current turn of the sandbox is an outside change. */
  outsideTurn = false;
  /** Called when a request that writes stock has reached a platform. */
  onStockWrite: () => void = () => undefined;
  /** Called with each answer of a platform, before it travels back. */
  onAnswer: (request: WireRequest, answer: WireAnswer) => void = () => undefined;

  constructor(given: {
    databases: Databases;
    now: number;
    alarms: { account: number | null; world: number | null };
    weather: Weather;
    note: (text: string) => void;
    /** Takes the mail that the Worker sends; without it none is sent. */
    mail?: (mail: MailText) => void;
  }) {
    this.databases = given.databases;
    this.scheduler = new Scheduler(given.now);
    this.network = new Network(this.scheduler, {
      serve: (end, request) => this.#serve(end, request),
      fate: (end, request) => given.weather.fate(end, request),
      arriving: (end, request) => given.weather.arriving(end, request),
      note: given.note,
    });
    const d1 = new D1Shim(given.databases.shared, this.scheduler, given.weather.d1).binding();
    const queue = (name: string): QueueShim =>
      new QueueShim(name, this.scheduler, this.worker, (batch) => consumeBatch(this.#services, batch));
    const env = {
      ...SECRETS,
      ...ORIGINS,
      ...PRODUCT_VARS,
      DB: d1,
      TASKS: queue('tasks'),
      EVENTS: queue('events'),
      ACCOUNT: this.#namespace(),
      ...(given.mail !== undefined && { MAIL_FROM: 'alerts@example.com', MAIL: { send: async (mail: MailText) => given.mail?.(mail) } }),
    };
    this.#bindings = env as unknown as Bindings;
    this.#services = this.#compose();
    this.#app = createApp(() => this.#services);
    this.account = new ObjectHost<AccountObject>(formatAccountId(ACCOUNT_ID), {
      scheduler: this.scheduler,
      database: given.databases.account,
      make: (state) => new AccountObject(state, env as unknown as Env),
      behavior: {
        latency: () => given.weather.callLatency(),
        lateness: () => given.weather.alarmLateness(),
        clockError: () => given.weather.clockError?.() ?? 0,
      },
      alarmAt: given.alarms.account,
    });
    this.world = new ObjectHost<World>('world', {
      scheduler: this.scheduler,
      database: given.databases.sandbox,
      make: (state) => new World(state, { ...SECRETS, ...ORIGINS } as unknown as SandboxEnv),
      behavior: { latency: () => 0, lateness: () => 0 },
      alarmAt: given.alarms.world,
    });
  }

  /** Plans work in a turn of the sandbox, as an outside change. */
  outside(at: number, work: (world: World) => unknown): void {
    this.scheduler.plan(at, SYSTEM, () => {
      this.outsideTurn = true;
      this.world.enter(work);
    });
  }

  /** Replaces the Worker's isolate: what is only in its memory is gone. */
  replaceWorker(): void {
    this.#services = this.#compose();
  }

  /** Enqueues the snapshots that the account waits for, as the page's call does after a pair is saved. */
  enqueueSnapshots(): void {
    this.scheduler.plan(this.scheduler.now, this.worker, () => {
      enqueuePendingSnapshots(this.#services, ACCOUNT_ID).catch((error: unknown) => this.#failed(error));
    });
  }

  /** Creates Square's webhook subscription, which belongs to the application and not to a seller, as an operator does. */
  subscribeSquare(): void {
    this.scheduler.plan(this.scheduler.now, this.worker, () => {
      const { http, config } = this.#services;
      const client = openSquareApplication(http, config.platform);
      if (client === null) throw new Error('the application has no token at Square');
      repairSquareSubscription(client, config.platform, crypto.randomUUID()).catch((error: unknown) => this.#failed(error));
    });
  }

  /** Enqueues a background task. */
  enqueueTask(name: TaskName, account: AccountId, source: 'shopify' | 'square'): void {
    this.scheduler.plan(this.scheduler.now, this.worker, () => {
      enqueueTask(this.#services, name, account, source).catch(() => undefined);
    });
  }

  /** Runs the named jobs of the minute's cron, in a turn of the Worker. */
  cron(at: number, names: readonly string[]): void {
    this.scheduler.plan(at, this.worker, () => {
      runDueJobs(
        this.#services,
        JOBS.filter(({ name }) => names.includes(name)),
      ).catch((error: unknown) => this.#failed(error));
    });
  }

  /** Runs the minute's cron where a task is open: without one it finds nothing to do. */
  cronIfNeeded(at: number): void {
    this.scheduler.plan(at, SYSTEM, () => {
      const { rows } = this.databases.shared.run(`select 1 from tasks where state in ('queued', 'running') limit 1`, []);
      if (rows.length > 0) this.cron(at, ['wake-tasks']);
    });
  }

  #failed(error: unknown): void {
    throw error instanceof Error ? error : new Error(String(error));
  }

  #compose(): Services {
    const config = parseConfig(this.#bindings);
    if (!config.ok) throw new Error(config.error.join('; '));
    const services = composeServices(this.#bindings, config.value);
    // A Worker's isolate keeps these for its lifetime; here each history has its own.
    return { ...services, routes: createRouteCache(100), products: createProductMemory({ products: 100, accounts: 10 }) };
  }

  #namespace(): object {
    const stub = new Proxy(
      {},
      {
        get: (_, method) =>
          typeof method === 'string' && method !== 'then' ? async (...given: unknown[]) => this.account.call(method, given) : undefined,
      },
    );
    return { getByName: () => stub };
  }

  async #serve(end: keyof typeof ADDRESSES, request: WireRequest): Promise<WireAnswer> {
    const { url, method, headers, body } = request;
    const made = new Request(url, { method, headers, ...(body === '' ? {} : { body }) });
    if (end === 'sandbox') {
      if (isStockWrite(request)) this.onStockWrite();
      const answer = await this.world.enter(async (world) => answerOf(await world.fetch(made)));
      this.onAnswer(request, answer);
      return answer;
    }
    this.scheduler.current = this.worker;
    const context = {
      waitUntil: (work: Promise<unknown>) => void work.catch(() => undefined),
      passThroughOnException: () => undefined,
      props: {},
    };
    return answerOf(await this.#app.fetch(made, this.#bindings, context));
  }
}

const PRODUCT_VARS = {
  SHOPIFY_ORIGIN: `${ADDRESSES.sandbox}/shopify/{shop}`,
  SQUARE_ORIGIN: `${ADDRESSES.sandbox}/square`,
  BILLING_MODE: 'none',
};
