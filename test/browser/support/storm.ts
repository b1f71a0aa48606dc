import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeDataDir, startApp, until } from '../../../scripts/app-process.mjs';
import { changeStock, configureSandbox, setUp, signIn, snapshotsDone } from '../../../scripts/merchant.mjs';
import { unitsBySquaresLog } from './square-log';
import { callsOf, differences, forgetCalls, generateWorld, writesOf, type Sale } from './world';

type App = Awaited<ReturnType<typeof startApp>>;

/** How bad it gets. The same plan asks for the same outside changes in the same order. */
export interface StormPlan {
  readonly seed: number;
  /** Outside changes in all, spread over both sides. */
  readonly changes: number;
  /** How often every process of the app is killed meanwhile. */
  readonly kills: number;
  readonly variants: number;
  /** So many of the variants, the first ones, are also recounted. */
  readonly recounted: number;
  /** Outside changes a second. */
  readonly rate: number;
}

/** What both platforms do to the app. */
const FAULTS = {
  webhookLoss: 0.15,
  webhookDuplicate: 0.2,
  webhookReorder: 0.2,
  webhookDelayMs: 8_000,
  rate429: 0.1,
  rate5xx: 0.1,
  timeoutAfterEffect: 0.1,
  latencyMs: 300,
};

const CALM = Object.fromEntries(Object.keys(FAULTS).map((name) => [name, 0]));

/** The product's timers, shortened (ms): an hour between sweeps proves nothing in a test. */
export const SHORT_TIMERS = {
  SWEEP_MS: 20_000,
  SWEEP_DOUBTFUL_MS: 10_000,
  WEBHOOK_CHECK_MS: 15_000,
  RETRY_FIRST_MS: 200,
  RETRY_LONGEST_MS: 5_000,
};

/** A change by the outside world: so many more or fewer, or a recount. */
type Change = Sale | { readonly platform: Sale['platform']; readonly sku: string; readonly set: number };

interface Stuck {
  readonly owed: number;
  readonly held: number;
  readonly blocked: number;
  readonly frozen: number;
}

/** An app with a merchant set up over a world. */
interface StormApp {
  readonly app: App;
  readonly skus: readonly string[];
  readonly merchant: Awaited<ReturnType<typeof signIn>>;
}

/** What a storm came to. Exact when `wrong` is empty. */
export interface StormReport {
  readonly wrong: readonly string[];
  readonly changes: number;
  readonly recounts: number;
  /** Requests that wrote stock, repeats included. */
  readonly writes: number;
  /** Variants with something owed, held, refused or undecidable once the stock is exact. All 0 where nothing is stuck. */
  readonly stuck: Stuck;
  /** From the last outside change to exactness, ms. */
  readonly settledAfterMs: number;
  /** What the app printed over all of its lives. */
  readonly output: string;
}

/** A stream of numbers from 0 to 1 that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function plannedChanges(skus: readonly string[], plan: StormPlan): Change[] {
  const random = seeded(plan.seed);
  return Array.from({ length: plan.changes }, () => {
    const index = Math.floor(random() * skus.length);
    const at = { platform: random() < 0.5 ? ('shopify' as const) : ('square' as const), sku: skus[index] ?? '' };
    if (index < plan.recounted && random() < 0.25) return { ...at, set: 60 + Math.floor(random() * 80) };
    return { ...at, delta: random() < 0.75 ? -1 - Math.floor(random() * 3) : 1 + Math.floor(random() * 6) };
  });
}

/** A merchant set up over a generated world, with the timers shortened and a data folder that outlives kills. */
export async function startStormApp(variants: number, seed: number): Promise<StormApp> {
  const dataDir = makeDataDir();
  const lines = Object.entries(SHORT_TIMERS).map(([name, ms]) => `${name}="${ms}"\n`);
  appendFileSync(join(dataDir, '.dev.vars'), lines.join(''), { mode: 0o600 });
  const app = await startApp({ dataDir, keepData: true });
  const skus = await generateWorld(app, variants, seed);
  const merchant = await signIn(app);
  await setUp(app, merchant);
  await snapshotsDone(merchant);
  return { app, skus, merchant };
}

/** Starts the very same app again, on the same port and data. */
async function startAgain(app: App): Promise<App> {
  return startApp({ dataDir: app.dataDir, port: app.port, keepData: true });
}

async function stuckIn({ merchant }: StormApp): Promise<Stuck> {
  return merchant.rpc('sh.Account/GetAccountStatus').then(({ owed, held, blocked, frozen }: Stuck) => ({ owed, held, blocked, frozen }));
}

async function make(app: App, changes: readonly Change[], rate: number): Promise<void> {
  for (const change of changes) {
    await changeStock(app, change);
    await new Promise((resolve) => setTimeout(resolve, 1_000 / rate));
  }
}

/** Where every variant must end: without recounts the start plus all outside changes, else what Square's own log says. */
async function wrongNow(app: App, skus: readonly string[], plan: StormPlan, changes: readonly Change[]): Promise<string[]> {
  const expected = new Map(skus.slice(plan.recounted).map((sku) => [sku, 100]));
  for (const change of changes) {
    const before = expected.get(change.sku);
    if (before !== undefined && 'delta' in change) expected.set(change.sku, before + change.delta);
  }
  const logged = await unitsBySquaresLog(app, new Set(skus.slice(0, plan.recounted)));
  return differences(app, new Map([...expected, ...logged]));
}

/**
 * Lets the storm loose on a running app: outside changes under all faults, every process of the app killed now and then,
 * then calm. The outside world pauses for each kill, or nobody could say afterwards whether its last change had happened;
 * the app's own calls, webhooks and alarms are cut off wherever they are.
 */
export async function storm(started: StormApp, plan: StormPlan, limit: number): Promise<{ app: App; report: StormReport }> {
  let { app } = started;
  const { skus } = started;
  const changes = plannedChanges(skus, plan);
  let output = '';
  await forgetCalls(app);
  await configureSandbox(app, { faults: { shopify: FAULTS, square: FAULTS } });
  const lap = Math.ceil(changes.length / (plan.kills + 1));
  for (let from = 0; from < changes.length; from += lap) {
    if (from > 0) {
      await app.kill();
      output += app.output();
      app = await startAgain(app);
    }
    await make(app, changes.slice(from, from + lap), plan.rate);
  }
  await configureSandbox(app, { faults: { shopify: CALM, square: CALM } });
  const calmAt = Date.now();
  let wrong: string[] = [];
  const exact = async (): Promise<boolean> => {
    wrong = await wrongNow(app, skus, plan, changes);
    return wrong.length === 0;
  };
  await until(exact, 'exact stock on both sides', limit).catch(() => undefined);
  const settledAfterMs = Date.now() - calmAt;
  // The last answer may still be on its way to the app when the platform shows its effect.
  await until(async () => Object.values(await stuckIn(started)).every((count) => count === 0), 'nothing owed any more', 30_000).catch(
    () => undefined,
  );
  const stuck = await stuckIn(started);
  const writes = writesOf(await callsOf(app));
  const recounts = changes.filter((change) => 'set' in change).length;
  return { app, report: { wrong, changes: changes.length, recounts, writes, stuck, settledAfterMs, output: output + app.output() } };
}
