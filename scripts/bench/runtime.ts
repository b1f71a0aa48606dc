import { mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { build } from 'esbuild';
import { convertV4MiniflareOptions, Log, Miniflare, type Request as Forwarded, type Response as Answered } from 'miniflare';

import { until } from '../app-process.ts';
import { BUNDLING } from '../bundling.ts';
import { makeSecrets, productVars, sandboxVars, type Secrets } from '../local-values.ts';
import { signIn, setUp, snapshotsDone, type Merchant } from '../merchant.ts';
import { localApplication, subscribeSquare } from '../square-subscription.ts';
import { routesTo } from '../worker-routes.ts';

const root = process.cwd();
/** The page's port in the Workers' configuration. Nothing listens there: the Workers reach each other directly. */
const PORT = 8787;
const APP = { page: 'http://localhost:8787', worker: 'http://localhost:8788', sandbox: 'http://localhost:8789' };

async function bundle(entry: string): Promise<string> {
  const { outputFiles } = await build({ ...BUNDLING, entryPoints: [join(root, entry)], minify: true });
  return outputFiles[0]?.text ?? '';
}

let bundles: Promise<readonly [string, string]> | null = null;

/** Rows and calls since the previous reading, as the bench's Worker counts them. */
export interface Counts {
  readonly webhooks: number;
  readonly calls: Readonly<Record<string, number>>;
  readonly alarms: number;
  /** Instances of the object that were started. */
  readonly starts: number;
  readonly read: number;
  readonly written: number;
  readonly setAlarm: number;
  readonly statements: Readonly<Record<string, { readonly runs: number; readonly read: number; readonly written: number }>>;
  readonly d1: { readonly calls: number; readonly read: number; readonly written: number };
  /** Rows of every statement of D1, also of those that do not tell their caller. */
  readonly d1Rows: { readonly read: number; readonly written: number };
  readonly queue: number;
  readonly requests: Readonly<Record<string, number>>;
}

/** One merchant's test setup: product and sandbox, the account signed in, paired, and read. */
export interface World {
  /** The account's id, which names its object. */
  readonly account: string;
  /** The application's secrets in this setup; the bench signs its own webhooks with them. */
  readonly secrets: Readonly<Record<string, string>>;
  /** Calls an endpoint of the bench's Worker. */
  ask<T>(route: string, given?: object): Promise<T>;
  /** Calls a method of the account object and returns its result. */
  call<T>(method: string, ...given: unknown[]): Promise<T>;
  counts(): Promise<Counts>;
  /** Calls the sandbox's control routes. */
  control<T>(method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: object): Promise<T>;
  /** Waits until no task is left. The queue runs tasks in real time, whatever the simulated clock shows. */
  tasksDone(): Promise<void>;
  /** Makes a call of the API as the signed-in merchant, through the Worker. */
  rpc<T>(method: string, body?: object): Promise<T>;
  /** Takes another merchant of the sandbox from sign-in to a subscription; both snapshots are left to the queue. */
  join(owner: { readonly shop: string; readonly merchant: string }): Promise<void>;
  /** Makes a call of the API as the operator, through the Worker. */
  asOperator<T>(method: string, body?: object): Promise<T>;
  /** Returns rows of the product's D1. */
  d1<T>(sql: string): Promise<T[]>;
  /** Returns how much D1 stores, in bytes. */
  d1Stored(): Promise<number>;
  fetch(url: string, init?: object): Promise<Response>;
  /** The cost of the account's first snapshots, without the rest of the setup. */
  readonly firstSnapshots: Counts;
  stop(): Promise<void>;
}

type Workers = Extract<Parameters<typeof convertV4MiniflareOptions>[0], { workers: unknown }>['workers'];

/** Where the emulated platforms run: on the product's own thread, which counts do not mind, or in a process of their own. */
type Platforms = 'beside' | 'apart';

/** Starts a runtime with a generated catalog of `variants` variants on each side, and sets up the demo merchant in it. */
export async function openWorld(variants: number, seed: number, platforms: Platforms = 'beside'): Promise<World> {
  const secrets = makeSecrets();
  bundles ??= Promise.all([bundle('scripts/bench/inside/product.ts'), bundle('scripts/bench/inside/sandbox.ts')]);
  const [product, sandbox] = await bundles;
  const common = { compatibilityDate: '2026-07-01' };
  const module = (contents: string) => [{ type: 'ESModule' as const, path: 'worker.mjs', contents }];
  const productWorker = {
    ...common,
    name: 'product',
    modules: module(product),
    bindings: { ...productVars(PORT), ...secrets },
    d1Databases: { DB: 'bench' },
    durableObjects: { ACCOUNT: { className: 'AccountObject', useSQLite: true }, BARE: { className: 'BareObject', useSQLite: true } },
    queueProducers: { TASKS: { queueName: 'tasks' }, EVENTS: { queueName: 'events' } },
    queueConsumers: { tasks: { maxBatchSize: 10, maxBatchTimeout: 1 }, events: { maxBatchSize: 10, maxBatchTimeout: 1 } },
  };
  const sandboxWorker = {
    ...common,
    name: 'sandbox',
    modules: module(sandbox),
    bindings: sandboxVars(PORT, secrets),
    durableObjects: { WORLD: { className: 'World', useSQLite: true } },
  };
  const started: Miniflare[] = [];
  const start = (workers: Workers): Miniflare => {
    const one = new Miniflare(convertV4MiniflareOptions({ log: new Log(0), handleStructuredLogs: noteLog, workers }));
    started.push(one);
    return one;
  };
  let runtime: Miniflare;
  if (platforms === 'beside') {
    runtime = start([
      { ...productWorker, serviceBindings: { SANDBOX: 'sandbox' }, outboundService: 'sandbox' },
      { ...sandboxWorker, outboundService: 'product' },
    ]);
  } else {
    const toSandbox = async (request: Forwarded): Promise<Answered> => other.dispatchFetch(request, { redirect: 'manual' });
    const toProduct = async (request: Forwarded): Promise<Answered> => runtime.dispatchFetch(request, { redirect: 'manual' });
    const other = start([{ ...sandboxWorker, outboundService: toProduct }]);
    runtime = start([{ ...productWorker, serviceBindings: { SANDBOX: toSandbox }, outboundService: toSandbox }]);
  }
  await Promise.all(started.map((one) => one.ready));
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((one) => one.dispose()));
  };
  return setUpWorld({ runtime, stop }, secrets, { variants, seed });
}

/** Prints the product's own log, for debugging the bench. */
function noteLog({ message }: { message: string }): void {
  if (process.env['DEBUG']) process.stderr.write(`${message}\n`);
}

async function setUpWorld(
  { runtime: miniflare, stop }: { readonly runtime: Miniflare; readonly stop: () => Promise<void> },
  secrets: Secrets,
  catalogue: { readonly variants: number; readonly seed: number },
): Promise<World> {
  const database = await miniflare.getD1Database('DB');
  for (const file of readdirSync(join(root, 'migrations')).sort()) {
    for (const sql of statementsOf(readFileSync(join(root, 'migrations', file), 'utf8'))) await database.prepare(sql).run();
  }
  const open = (url: string, init?: object): Promise<Response> => miniflare.dispatchFetch(url, init);
  const read = async <T>(response: Response, what: string): Promise<T> => {
    const text = await response.text();
    if (!response.ok) throw new Error(`${what}: ${response.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const ask = async <T>(route: string, given: object = {}): Promise<T> =>
    read<T>(await open(`${APP.worker}/bench/${route}`, { method: 'POST', body: JSON.stringify(given) }), route);
  const control = async <T>(method: string, path: string, body?: object): Promise<T> =>
    read<T>(await open(`${APP.sandbox}/control/${path}`, { method, ...(body && { body: JSON.stringify(body) }) }), path);
  await control('POST', 'reset', { catalogue });
  await control('PUT', 'config', { autoApprove: true, squareSeller: 'MLDEMO' });
  // Not by the runtime's own handle of D1: that blocks this process, which has to read the runtime's log meanwhile.
  const d1 = async <T>(sql: string): Promise<{ rows: T[]; stored: number }> => ask('d1', { sql });
  const tasksDone = async (): Promise<void> => {
    await until(async () => {
      const { rows } = await d1<{ n: number }>("select count(*) as n from tasks where state in ('queued', 'running')");
      return rows[0]?.n === 0;
    }, 'the end of all tasks');
  };
  const { account, firstSnapshots, cookie } = await asMerchant(open, secrets, database, {
    counts: () => ask<Counts>('counts'),
    snapshotsMs: 300_000 + 10 * catalogue.variants,
  });
  await tasksDone();
  await ask('settle');
  let operator: Promise<string> | null = null;
  const rpc = async <T>(as: string, method: string, body: object): Promise<T> => {
    const headers = { 'content-type': 'application/json', cookie: as, origin: APP.page };
    return read<T>(await open(`${APP.worker}/rpc/${method}`, { method: 'POST', headers, body: JSON.stringify(body) }), method);
  };
  return {
    account,
    secrets,
    firstSnapshots,
    ask,
    call: (method, ...given) => ask('call', { account, method, given }),
    counts: () => ask<Counts>('counts'),
    control,
    tasksDone,
    rpc: async <T>(method: string, body: object = {}) => rpc<T>(cookie, method, body),
    join: async ({ shop, merchant }) => {
      await control('PUT', 'config', { squareSeller: merchant });
      await overRuntime(open, async () => setUp(APP, await signIn(APP, { shop: shop.replace('.myshopify.com', '') })));
    },
    asOperator: async <T>(method: string, body: object = {}) => {
      operator ??= overRuntime(open, async () => cookieOf(await signIn(APP, { shop: 'operator' })));
      return rpc<T>(await operator, method, body);
    },
    d1Stored: async () => (await d1('select 1')).stored,
    d1: async <T>(sql: string) => (await d1<T>(sql)).rows,
    fetch: open,
    stop,
  };
}

/** Does work whose requests to the app go to the runtime instead of the network. */
async function overRuntime<T>(open: World['fetch'], work: () => Promise<T>): Promise<T> {
  const networkFetch = globalThis.fetch;
  const routes = Object.keys(routesTo('')).map((pattern) => new RegExp(pattern, 'u'));
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const page = url.port === '8787' && !routes.some((route) => route.test(url.pathname + url.search));
    return page ? new Response('a page') : open(url.href, init);
  };
  try {
    return await work();
  } finally {
    globalThis.fetch = networkFetch;
  }
}

/** Takes a merchant from sign-in to both snapshots. */
async function asMerchant(
  open: World['fetch'],
  secrets: Secrets,
  database: Awaited<ReturnType<Miniflare['getD1Database']>>,
  { counts, snapshotsMs }: { readonly counts: () => Promise<Counts>; readonly snapshotsMs: number },
): Promise<{ account: string; firstSnapshots: Counts; cookie: string }> {
  const cookie = await overRuntime(open, async () => {
    await subscribeSquare(localApplication(APP, secrets.SQUARE_APP_TOKEN));
    const merchant = await signIn(APP);
    await counts();
    await setUp(APP, merchant);
    await snapshotsDone(merchant, snapshotsMs);
    return cookieOf(merchant);
  });
  const firstSnapshots = await counts();
  const { results } = await database.prepare('select id from accounts').all<{ id: number }>();
  return { account: String(results[0]?.id ?? ''), firstSnapshots, cookie };
}

const cookieOf = (merchant: Merchant): string =>
  merchant
    .cookies()
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');

/** Splits a migration into its statements; a trigger's body contains semicolons of its own. */
function statementsOf(sql: string): string[] {
  const statements: string[] = [];
  let current = '';
  for (const line of sql.split('\n')) {
    if (line.trim().startsWith('--') || line.trim() === '') continue;
    current += `${line}\n`;
    const inTrigger = /^\s*create trigger/iu.test(current);
    if (inTrigger ? /\bend\s*;\s*$/iu.test(current) : /;\s*$/u.test(current)) {
      statements.push(current);
      current = '';
    }
  }
  return statements;
}

mkdirSync(join(root, 'dist'), { recursive: true });
