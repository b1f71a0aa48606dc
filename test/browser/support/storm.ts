import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeDataDir, startApp, until } from '../../../scripts/app-process.mjs';
import { configureSandbox, setUp, signIn, snapshotsDone } from '../../../scripts/merchant.mjs';
import { changeVariant, readVariants, renameVariant, type Variant } from './storm-catalog';
import type { MadeSale } from './storm-sales';
import { planSteps, poisonedOf, type Step, type StormPlan } from './storm-steps';
import { differencesNow, judge, type Course, type Verdict } from './storm-verdict';
import { callsOf, forgetCalls, generateWorld, writesOf } from './world';

type App = Awaited<ReturnType<typeof startApp>>;

/** What both platforms do to the app, besides refusals and poison. */
const FAULTS = {
  webhookLoss: 0.15,
  webhookDuplicate: 0.2,
  webhookReorder: 0.2,
  webhookDelayMs: 8_000,
  rate429: 0.1,
  rate5xx: 0.1,
  timeoutAfterEffect: 0.1,
  latencyMs: 300,
  lateArrival: 0.03,
  duplicateRequest: 0.05,
  hangBeforeEffect: 0.01,
  hangAfterEffect: 0.01,
  cutAnswer: 0.03,
  resetBeforeEffect: 0.03,
};

/** How long poisoned variants stay so (ms). */
const POISON_MS = 20_000;

const CALM = { ...Object.fromEntries(Object.keys(FAULTS).map((name) => [name, 0])), unnamedRefusal: 0, poisonedItems: [] };

/** The product's timers, shortened (ms): an hour between sweeps proves nothing in a test. */
export const SHORT_TIMERS = {
  SWEEP_MS: 20_000,
  SWEEP_DOUBTFUL_MS: 10_000,
  WEBHOOK_CHECK_MS: 15_000,
  RETRY_FIRST_MS: 200,
  RETRY_LONGEST_MS: 5_000,
};

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

/** What a storm came to. Exact when `wrong` and `reported` are empty. */
export interface StormReport extends Verdict {
  readonly changes: number;
  readonly recounts: number;
  readonly renames: number;
  /** Changes of a SKU in the app that it refused to the end; their variants keep their names. */
  readonly refusedRenames: readonly string[];
  /** Requests that wrote stock, repeats included. */
  readonly writes: number;
  /** Variants with something owed, held, refused or undecidable once the stock is exact. All 0 where nothing is stuck. */
  readonly stuck: Stuck;
  /** From the last step to exactness, or to the end of the wait, ms. */
  readonly settledAfterMs: number;
  /** What the app printed over all of its lives. */
  readonly output: string;
}

/** A merchant set up over a generated world, with these timers (ms) and a data folder that outlives kills. */
export async function startStormApp(
  variants: number,
  seed: number,
  timers: Readonly<Record<string, number>> = SHORT_TIMERS,
): Promise<StormApp> {
  const dataDir = makeDataDir();
  const lines = Object.entries(timers).map(([name, ms]) => `${name}="${ms}"\n`);
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

/** How often a SKU change in the app is asked for, and the pause between (ms): under faults it may fail half way. */
const IN_APP_ATTEMPTS = 20;
const IN_APP_PAUSE_MS = 500;

/** Changes a SKU in the app on both sides; the reason when it is refused to the end, else null. */
async function renameInApp({ merchant }: StormApp, variant: Variant, sku: string): Promise<string | null> {
  const body = { shopify_variant_id: variant.shopify, square_variant_id: variant.square, sku };
  for (let attempt = 1; ; attempt += 1) {
    try {
      await merchant.rpc('sh.Variants/SaveSku', body);
      return null;
    } catch (error) {
      if (attempt === IN_APP_ATTEMPTS) return `${variant.sku}: ${error instanceof Error ? error.message : 'refused'}`;
      await new Promise((resolve) => setTimeout(resolve, IN_APP_PAUSE_MS));
    }
  }
}

/** What has been done from outside so far. */
interface Done {
  readonly sales: MadeSale[];
  readonly renamedAt: Map<Variant, number>;
}

/** Takes the steps one after the other; SKU changes in the app run beside them, and are over before it ends. */
async function take(started: StormApp, app: App, steps: readonly Step[], rate: number, done: Done): Promise<string[]> {
  const inApp: Promise<string | null>[] = [];
  for (const step of steps) {
    const from = Date.now();
    if (step.kind === 'change') {
      await changeVariant(app, step.platform, step.variant, step.amount);
      if ('delta' in step.amount) done.sales.push({ ...step, delta: step.amount.delta, from, until: Date.now() });
    } else if (step.kind === 'rename') {
      if (!done.renamedAt.has(step.variant)) done.renamedAt.set(step.variant, from);
      await renameVariant(app, step.platform, step.variant, step.sku);
    } else inApp.push(renameInApp(started, step.variant, step.sku));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / rate));
  }
  return (await Promise.all(inApp)).filter((reason) => reason !== null);
}

/** Switches every fault on. Poisoned variants draw 500 on Shopify and an unnamed refusal on Square. */
async function startFaults(app: App, poisoned: readonly Variant[], unnamedRefusal: number): Promise<void> {
  const faults = { ...FAULTS, unnamedRefusal, poisonedItems: poisoned.map(({ sku }) => sku), poisonMs: POISON_MS };
  await configureSandbox(app, {
    faults: { shopify: { ...faults, poisonAnswer: '500' }, square: { ...faults, poisonAnswer: 'refusal' } },
  });
}

/**
 * Lets the storm loose on a running app: outside changes and SKU changes under all faults, every process of the app killed now and then, then calm.
 * The outside world pauses for each kill, or nobody could say afterwards whether its last change had happened; the app's own calls, webhooks and
 * alarms are cut off wherever they are.
 */
export async function storm(started: StormApp, plan: StormPlan, limit: number): Promise<{ app: App; report: StormReport }> {
  let { app } = started;
  const variants = await readVariants(app, started.skus);
  const planned = planSteps(variants, plan);
  const { steps } = planned;
  const done: Done = { sales: [], renamedAt: new Map() };
  const course: Course = { merchant: started.merchant, variants, plan, planned, ...done };
  const refusedRenames: string[] = [];
  let output = '';
  await forgetCalls(app);
  await startFaults(app, poisonedOf(variants, plan), plan.refused);
  const lap = Math.ceil(steps.length / (plan.kills + 1));
  for (let from = 0; from < steps.length; from += lap) {
    if (from > 0) {
      await app.kill();
      output += app.output();
      app = await startAgain(app);
    }
    refusedRenames.push(...(await take(started, app, steps.slice(from, from + lap), plan.rate, done)));
  }
  await configureSandbox(app, { faults: { shopify: CALM, square: CALM } });
  const calmAt = Date.now();
  let differences = await differencesNow(app, course);
  const exact = async (): Promise<boolean> => {
    differences = await differencesNow(app, course);
    if (differences.length > 0) await new Promise((resolve) => setTimeout(resolve, 500));
    return differences.length === 0;
  };
  await until(exact, 'exact stock on both sides', limit).catch(() => undefined);
  const settledAfterMs = Date.now() - calmAt;
  // The last answer may still be on its way to the app when the platform shows its effect.
  await until(async () => Object.values(await stuckIn(started)).every((count) => count === 0), 'nothing owed any more', 30_000).catch(
    () => undefined,
  );
  const report: StormReport = {
    ...(await judge(started.merchant, variants, differences)),
    changes: steps.filter((step) => step.kind === 'change').length,
    recounts: steps.filter((step) => step.kind === 'change' && 'set' in step.amount).length,
    renames: plan.renames,
    refusedRenames,
    writes: writesOf(await callsOf(app)),
    stuck: await stuckIn(started),
    settledAfterMs,
    output: output + app.output(),
  };
  return { app, report };
}
