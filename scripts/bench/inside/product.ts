import { compactHistory } from '../../../src/db/compact-history';
import { openDb } from '../../../src/db/database';
import product from '../../../src/worker/index';
import { dueAt, ringByHand } from './account';
import { setClockError } from './clock';
import { advance, sell, settle, trade, type Sale } from './driver';
import type { BenchEnv } from './env';
import { setStorageFaults, type StorageFaults } from './faults';
import { playMinute, rest, type OwnedSale } from './fleet';
import { counted, meterBindings, takeCounts } from './meters';
import { NaiveMirror, type MirrorWorld } from './naive-mirror';
import { deliver, storm, type Recorded } from './storm';
import { during, follow, follows, mark, meterFetch, slowWrites, takeMarks } from './traffic';

export { AccountObject } from './account';
export { BareObject } from './bare-object';

meterFetch();

let mirror: NaiveMirror | null = null;
let recorded: Recorded[] | null = null;

/** Counts a platform's webhook, records it if requested, and passes it to the product or to the peer. */
async function webhook(request: Request, env: BenchEnv, ctx: ExecutionContext): Promise<Response> {
  const path = new URL(request.url).pathname;
  counted().webhooks += 1;
  mark('webhook', { body: follows() ? request.clone().text() : undefined });
  if (recorded !== null) recorded.push({ path, headers: [...request.headers], body: await request.clone().text() });
  if (mirror !== null) {
    await mirror.take(path.split('/')[2] ?? '', await request.text(), (work) => {
      ctx.waitUntil(during(work));
    });
    return new Response('ok');
  }
  return answer(request, env, ctx);
}

const answer = async (request: Request, env: BenchEnv, ctx: ExecutionContext): Promise<Response> =>
  product.fetch(request as Parameters<typeof product.fetch>[0], env, ctx);

/** The driver's endpoints, by the last segment of the path. */
const DOORS: Record<string, (given: never, env: BenchEnv, ctx: ExecutionContext) => Promise<unknown>> = {
  counts: async () => takeCounts(),
  marks: async () => takeMarks(),
  follow: async ({ yes }: { yes: boolean }) => follow(yes),
  due: async ({ account }: { account: string }) => dueAt(account),
  'ring-by-hand': async ({ yes }: { yes: boolean }) => {
    ringByHand(yes);
  },
  'slow-writes': async ({ ms }: { ms: number }) => {
    slowWrites(ms);
  },
  'storage-faults': async (faults: StorageFaults) => {
    setStorageFaults(faults);
  },
  'clock-error': async ({ ms }: { ms: number }) => {
    setClockError(ms);
  },
  stored: async ({ account }: { account: string }, env) => env.ACCOUNT.getByName(account).stored(),
  compact: async ({ before, chunks }: { before: number; chunks: number }, env) => compactHistory(openDb(env.DB), before, chunks),
  d1: async ({ sql }: { sql: string }, env) => {
    const { results, meta } = await env.DB.prepare(sql).all();
    return { rows: results, stored: meta.size_after };
  },
  settle: async (_, env) => settle(env),
  advance: async ({ account, at }: { account: string; at: number }, env) => advance(env, account, at),
  sell: async ({ account, sales }: { account: string; sales: Sale[] }, env) => sell(env, account, sales),
  trade: async ({ sales, everyMs }: { sales: Sale[]; everyMs: number }, env) => trade(env, sales, everyMs),
  // The trigger's time is not read.
  cron: async (_, env) => product.scheduled({} as ScheduledController, env),
  rest: async ({ at }: { at: number }, env) => rest(env, at),
  minute: async ({ at, sales }: { at: number; sales: OwnedSale[] }, env) => playMinute(env, at, sales),
  pairs: async ({ account }: { account: string }, env) => env.ACCOUNT.getByName(account).pairs(),
  kill: async ({ account }: { account: string }, env) =>
    env.ACCOUNT.getByName(account)
      .kill()
      .catch(() => undefined),
  call: async ({ account, method, given }: { account: string; method: string; given: unknown[] }, env) => {
    const stub = env.ACCOUNT.getByName(account);
    const called: unknown = Reflect.get(stub, method);
    if (typeof called !== 'function') throw new Error(`the object has no ${method}`);
    return Reflect.apply(called, stub, given) as Promise<unknown>;
  },
  mirror: async ({ world }: { world: MirrorWorld | null }) => {
    const { writes } = mirror ?? { writes: 0 };
    mirror = world === null ? null : new NaiveMirror(world);
    return writes;
  },
  record: async () => {
    const taken = recorded ?? [];
    recorded = [];
    return taken;
  },
  deliver: async ({ webhooks }: { webhooks: Recorded[] }, env, ctx) => Promise.all(webhooks.map((one) => deliver(one, env, ctx))),
  storm: async ({ webhooks }: { webhooks: Recorded[] }, env, ctx) => storm(webhooks, env, ctx),
};

// oxlint-disable-next-line no-default-export -- the entry of a Worker is its default export
export default {
  async fetch(request, env, ctx) {
    meterBindings();
    const url = new URL(request.url);
    if (url.port === '8789') return env.SANDBOX.fetch(request);
    if (url.pathname.startsWith('/bench/')) {
      const route = DOORS[url.pathname.slice('/bench/'.length)];
      if (route === undefined) return new Response('no such route', { status: 404 });
      try {
        return Response.json((await route(await request.json<never>(), env, ctx)) ?? null);
      } catch (error) {
        return new Response(error instanceof Error ? (error.stack ?? error.message) : String(error), { status: 500 });
      }
    }
    if (url.pathname.startsWith('/webhooks/')) return during(webhook(request, env, ctx));
    return answer(request, env, ctx);
  },
  queue: (batch, env) => product.queue(batch, env),
} satisfies ExportedHandler<BenchEnv>;
