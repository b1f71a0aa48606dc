import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';

import { signInAccount, type Account } from '../../../src/db/accounts';
import { openDb } from '../../../src/db/database';
import type { AccountId } from '../../../src/domain/account/account-id';
import { accountStub, orUnreachable } from '../../../src/durable/account-stub';
import { httpLimits } from '../../../src/platforms/config';
import { openHttp, type Fetch } from '../../../src/platforms/http';
import { createApp } from '../../../src/worker/app';
import type { Bindings } from '../../../src/worker/runtime/bindings';
import { parseConfig, type Config } from '../../../src/worker/runtime/config';
import { createLog } from '../../../src/worker/runtime/log';
import type { MailText } from '../../../src/worker/runtime/mail';
import { createProductMemory } from '../../../src/worker/runtime/product-memory';
import type { EventMessage } from '../../../src/worker/runtime/queue-messages';
import { createRouteCache } from '../../../src/worker/runtime/route-cache';
import type { Services } from '../../../src/worker/runtime/services';
import { SESSION_COOKIE } from '../../../src/worker/sessions/cookies';
import { startSession } from '../../../src/worker/sessions/session';
import { scriptedAccount, type RecordedAccount } from './recorded-account';

export const APP = 'http://localhost:8787';
export const WEBHOOKS = 'http://localhost:8788';
export const SHOPIFY_SECRET = 'shpss_test_secret';
export const SQUARE_KEY = 'square-signature-key';

const SETTINGS = {
  APP_ORIGIN: APP,
  WEBHOOK_ORIGIN: WEBHOOKS,
  SHOPIFY_CLIENT_ID: 'client-id',
  SHOPIFY_CLIENT_SECRET: SHOPIFY_SECRET,
  SHOPIFY_ORIGIN: 'http://localhost:8789/shopify/{shop}',
  SQUARE_CLIENT_ID: 'square-client',
  SQUARE_CLIENT_SECRET: 'square-secret',
  SQUARE_ORIGIN: 'http://localhost:8789/square',
  SQUARE_WEBHOOK_KEY: SQUARE_KEY,
  STATUS_SECRET: 'status-secret',
  TOKEN_KEYS: `1:${btoa('k'.repeat(32))}`,
  ADMIN_SHOPS: 'operator.myshopify.com',
  TIMER_INGEST_MS: '200',
};

/** Local settings, some of them changed. */
export function configOf(changed: Readonly<Record<string, string>> = {}): Config {
  const config = parseConfig({ ...SETTINGS, ...changed });
  if (!config.ok) throw new Error(config.error.join('; '));
  return config.value;
}

/** A Worker with the real database, app, and account objects; their external parts are scripted, and everything it touches is counted. */
export interface RouteHarness {
  readonly services: Services;
  /** Statements that went to D1. */
  readonly touched: { database: number; objects: number; queues: number };
  readonly events: EventMessage[];
  readonly woken: number[];
  /** The clock, which a test can advance. */
  readonly clock: { now: number };
  /** What the platforms' token endpoints answer. */
  readonly platform: { fetch: Fetch };
  /** Set to make the queue refuse. */
  readonly queue: { down: boolean };
  /** Mail that was sent; can be set to send none, to fail, or to run something while mail is being sent. */
  readonly mail: { readonly sent: MailText[]; absent: boolean; broken: boolean; meanwhile: () => Promise<void> };
  object(accountId: AccountId): RecordedAccount;
  /** `path` may be a whole address, to ask under another host. */
  request(path: string, init?: RequestInit, bindings?: Bindings): Promise<Response>;
  /** A new account, signed in: its row and its cookie header. */
  signIn(shop?: string): Promise<{ account: Account; cookie: string }>;
}

let shops = 0;
let days = 0;

/** Returns a shop domain that no other test uses. */
export function newShop(): string {
  shops += 1;
  return `shop-${shops}.myshopify.com`;
}

export function routeHarness(changed: Readonly<Record<string, string>> = {}): RouteHarness {
  const config = configOf(changed);
  const objects = new Map<AccountId, RecordedAccount>();
  const touched = { database: 0, objects: 0, queues: 0 };
  const events: EventMessage[] = [];
  const woken: number[] = [];
  // Each harness has its own day, because the database and what the cron recorded in it are shared by the whole file.
  days += 1;
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') + days * 24 * 3_600_000 };
  const platform: { fetch: Fetch } = { fetch: async () => new Response('not scripted', { status: 500 }) };
  const queue = { down: false };
  const mail: RouteHarness['mail'] = { sent: [], absent: false, broken: false, meanwhile: async () => undefined };
  const object = (accountId: AccountId): RecordedAccount => {
    const known = objects.get(accountId) ?? scriptedAccount(accountStub(env.ACCOUNT, accountId));
    objects.set(accountId, known);
    return known;
  };
  const send = async <T>(list: T[], message: T): Promise<void> => {
    touched.queues += 1;
    if (queue.down) throw new Error('the queue is down');
    list.push(message);
  };
  const db = openDb(counting(env.DB, touched));
  const services: Services = {
    config,
    billingMode: config.billingMode,
    local: config.local,
    timers: config.timers,
    db,
    histories: [db],
    log: createLog(),
    http: openHttp((url, init) => platform.fetch(url, init), httpLimits(config.platform)),
    routes: createRouteCache(100),
    products: createProductMemory({ products: 100, accounts: 10 }),
    mail: {
      send: async (one) => {
        if (mail.broken) throw new Error('the mail cannot be handed over');
        await mail.meanwhile();
        if (mail.absent) return false;
        mail.sent.push(one);
        return true;
      },
    },
    now: () => clock.now,
    account: (accountId) => {
      touched.objects += 1;
      return orUnreachable(object(accountId).api);
    },
    wakeTask: (task) => send(woken, task),
    sendEvent: (message) => send(events, message),
  };
  const app = createApp(() => services);
  return {
    services,
    touched,
    events,
    woken,
    clock,
    platform,
    queue,
    mail,
    object,
    request: async (path, init, bindings = env) => {
      const context = createExecutionContext();
      const response = await app.fetch(new Request(new URL(path, APP), { redirect: 'manual', ...init }), bindings, context);
      await waitOnExecutionContext(context);
      return response;
    },
    signIn: async (shop = newShop()) => {
      const account = await signInAccount(services.db, shop, clock.now);
      const cookie = await startSession(services.db, account.id, clock.now);
      return { account, cookie: `${SESSION_COOKIE}=${cookie}` };
    },
  };
}

/** The database, with each statement counted as it is prepared. */
function counting(database: D1Database, touched: { database: number }): D1Database {
  return new Proxy(database, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        touched.database += 1;
        const answer: unknown = Reflect.apply(member, target, args);
        return answer;
      };
    },
  });
}

/** The value of a cookie that an answer sets; '' when it does not. */
export function cookieSet(response: Response, name: string): string {
  const line = response.headers.getSetCookie().find((one) => one.startsWith(`${name}=`)) ?? '';
  return line.slice(name.length + 1).split(';', 1)[0] ?? '';
}
