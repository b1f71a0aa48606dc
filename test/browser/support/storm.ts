import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

import { makeDataDir, startApp, until } from '../../../scripts/app-process';
import { configureSandbox, setUp, signIn, snapshotsDone } from '../../../scripts/merchant';
import { QUARANTINE_MS } from '../../../src/domain/sync/limits';
import type { App, Merchant } from './merchant';
import { actOf, calmSandbox, NO_ACT } from './storm-acts';
import { changeVariant, readVariants, renameVariant, type Variant } from './storm-catalog';
import { installAgain, uninstallApp, type Beginning } from './storm-reconnect';
import type { MadeSale } from './storm-sales';
import { planSteps, poisonedOf, type Step, type StormPlan } from './storm-steps';
import { differencesNow, judge, type Course, type Verdict } from './storm-verdict';
import { callsOf, forgetCalls, generateWorld, writesOf } from './world';

/** Faults of both platforms towards the app, besides refusals and poison. */
const FAULTS = {
  webhookLoss: 0.15,
  webhookDuplicate: 0.2,
  webhookReorder: 0.2,
  webhookLateAssembly: 0.5,
  webhookDelayMs: 8_000,
  rate429: 0.1,
  rate5xx: 0.1,
  throttledReads: 0.1,
  readLagMs: 4_000,
  timeoutAfterEffect: 0.1,
  latencyMs: 300,
  lateArrival: 0.03,
  duplicateRequest: 0.05,
  hangBeforeEffect: 0.01,
  hangAfterEffect: 0.01,
  cutAnswer: 0.03,
  resetBeforeEffect: 0.03,
};

/** Units of each generated variant, on each side. */
const START = 100;

/** How long variants stay poisoned (ms). */
const POISON_MS = 20_000;

/** Faults of Shopify's bulk operations. */
const BULK = { bulkFailed: 0.2, bulkPartial: 0.2 };

/** The product's timers, shortened (ms): an hour between reconciliations proves nothing in a test. */
export const SHORT_TIMERS = {
  SWEEP_MS: 20_000,
  SWEEP_DOUBTFUL_MS: 10_000,
  WEBHOOK_CHECK_MS: 15_000,
  RETRY_FIRST_MS: 200,
  RETRY_LONGEST_MS: 5_000,
};

/** With these, tokens are renewed all the time (ms), so that the faults of token endpoints take effect. */
export const RENEWING = { ...SHORT_TIMERS, SHOPIFY_REFRESH_AHEAD_MS: 3_590_000, SQUARE_REFRESH_AGE_MS: 10_000 };

interface Stuck {
  readonly owed: number;
  readonly held: number;
  readonly blocked: number;
  readonly frozen: number;
}

/** A running app with a merchant set up on a generated sandbox. */
interface StormApp {
  readonly app: App;
  readonly skus: readonly string[];
  readonly merchant: Merchant;
}

/** The result of a chaos test. Exact when `wrong` and `reported` are empty. */
export interface StormReport extends Verdict {
  readonly changes: number;
  readonly recounts: number;
  readonly renames: number;
  /** SKU changes that the app refused until the end; their variants keep their SKUs. */
  readonly refusedRenames: readonly string[];
  /** Requests that wrote stock, repeats included. */
  readonly writes: number;
  /** Variants with something pending, held, blocked or indeterminate once the stock is exact. All 0 if nothing is stuck. */
  readonly stuck: Stuck;
  /** From the last step to exactness, or to the end of the wait, ms. */
  readonly settledAfterMs: number;
  /** What the app printed over all of its runs. */
  readonly output: string;
}

/** Sets up a merchant on a generated sandbox, with these timers (ms) and a data folder that survives kills. */
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
async function startAgain(app: App) {
  return startApp({ dataDir: app.dataDir, port: app.port, keepData: true });
}

async function stuckIn({ merchant }: StormApp): Promise<Stuck> {
  const { owed, held, blocked, frozen } = (await merchant.rpc('sh.Account/GetAccountStatus')) as Stuck;
  return { owed, held, blocked, frozen };
}

/** How long a SKU change in the app is retried, and the pause between (ms): under faults it may fail midway, and it needs access. */
const IN_APP_MS = 120_000;
const IN_APP_PAUSE_MS = 500;

/** Changes a SKU in the app on both sides; returns the reason if it is refused until the end, else null. */
export async function renameInApp({ merchant }: Pick<StormApp, 'merchant'>, variant: Variant, sku: string) {
  const body = { shopify_variant_id: variant.shopify, square_variant_id: variant.square, sku };
  const lastAt = Date.now() + IN_APP_MS;
  for (;;) {
    try {
      await merchant.rpc('sh.Variants/SaveSku', body);
      return null;
    } catch (error) {
      if (Date.now() > lastAt) return `${variant.sku}: ${error instanceof Error ? error.message : 'refused'}`;
      await new Promise((resolve) => setTimeout(resolve, IN_APP_PAUSE_MS));
    }
  }
}

/** What has been done from outside so far. */
interface Done {
  readonly sales: MadeSale[];
  readonly renamedAt: Map<Variant, number>;
  /** SKU changes in the app: each ends with the reason why it was refused until the end, or null. */
  readonly inApp: Promise<string | null>[];
}

/** Runs the steps one after the other; SKU changes in the app run in parallel. */
async function take(started: StormApp, app: App, steps: readonly Step[], rate: number, done: Done) {
  for (const step of steps) {
    const from = Date.now();
    if (step.kind === 'change') {
      await changeVariant(app, step.platform, step.variant, step.amount);
      if ('delta' in step.amount) done.sales.push({ ...step, delta: step.amount.delta, from, until: Date.now() });
    } else if (step.kind === 'rename') {
      if (!done.renamedAt.has(step.variant)) done.renamedAt.set(step.variant, from);
      await renameVariant(app, step.platform, step.variant, step.sku);
    } else done.inApp.push(renameInApp(started, step.variant, step.sku));
    await new Promise((resolve) => setTimeout(resolve, 1_000 / rate));
  }
}

/** Switches every fault on. Poisoned variants cause a 500 on Shopify and an unnamed refusal on Square. */
async function startFaults(app: App, poisoned: readonly Variant[], unnamedRefusal: number) {
  const faults = { ...FAULTS, unnamedRefusal, poisonedItems: poisoned.map(({ sku }) => sku), poisonMs: POISON_MS };
  await configureSandbox(app, {
    faults: { shopify: { ...faults, ...BULK, poisonAnswer: '500' }, square: { ...faults, poisonAnswer: 'refusal' } },
  });
}

/** Uninstalls the app under all faults and has the merchant install it again; returns how both sides start again. */
async function returnAgain(started: StormApp, variants: readonly Variant[], plan: StormPlan) {
  const { app } = started;
  const { steps } = planSteps(variants, {
    ...plan,
    seed: plan.seed + 1_000,
    changes: Math.ceil(plan.changes / 10),
    renames: 0,
    poisoned: 0,
  });
  const half = Math.ceil(steps.length / 2);
  const change = async (some: readonly Step[]): Promise<unknown> =>
    take(started, app, some, plan.rate, { sales: [], renamedAt: new Map(), inApp: [] });
  await startFaults(app, [], plan.refused);
  await change(steps.slice(0, half));
  await uninstallApp(app);
  await change(steps.slice(half));
  await calmSandbox(app);
  return installAgain(app, started.merchant, variants, BULK);
}

/** How the chaos test starts: units of each item by its platform id, and what is wrong with how the product started again. */
function asGenerated(): Beginning {
  return { units: new Map(), wrong: [] };
}

/** The verdict, including what went wrong before the chaos test. */
function withBeginning(verdict: Verdict, { wrong }: Beginning): Verdict {
  return { ...verdict, wrong: [...wrong, ...verdict.wrong] };
}

/**
 * Runs a chaos test on a running app: outside changes and SKU changes under all faults, every process of the app killed now and then,
 * then calm. Outside changes pause for each kill, or it would be unknown whether the last one had happened; the app's own calls,
 * webhooks and alarms are cut off wherever they are.
 */
export async function storm(started: StormApp, plan: StormPlan, limit: number): Promise<{ app: App; report: StormReport }> {
  let { app } = started;
  const variants = await readVariants(app, started.skus);
  const planned = planSteps(variants, plan);
  const { steps } = planned;
  const done: Done = { sales: [], renamedAt: new Map(), inApp: [] };
  // A seller who was asked once is not selected again by default: without a name, the consent page would choose another.
  await configureSandbox(app, { squareSeller: 'MLDEMO' });
  const beginning = plan.ends ? await returnAgain(started, variants, plan) : asGenerated();
  const start = (id: string): number => beginning.units.get(id) ?? START;
  const course: Course = { merchant: started.merchant, variants, plan, planned, start, since: Date.now(), ...done };
  let output = '';
  await forgetCalls(app);
  await startFaults(app, poisonedOf(variants, plan), plan.refused);
  const lap = Math.ceil(steps.length / (plan.kills + 1));
  for (let from = 0; from < steps.length; from += lap) {
    const act = plan.ends ? actOf(from / lap) : NO_ACT;
    const half = from + Math.ceil(lap / 2);
    await act.begin(app, started.merchant);
    await take(started, app, steps.slice(from, half), plan.rate, done);
    if (from > 0) {
      await app.kill();
      output += app.output();
      app = await startAgain(app);
    }
    await act.goOn(app, started.merchant);
    await take(started, app, steps.slice(half, from + lap), plan.rate, done);
    await act.end(app, started.merchant);
  }
  const refusedRenames = (await Promise.all(done.inApp)).filter((reason) => reason !== null);
  await calmSandbox(app);
  const calmAt = Date.now();
  let differences = await differencesNow(app, course);
  const exact = async () => {
    differences = await differencesNow(app, course);
    if (differences.length > 0) await new Promise((resolve) => setTimeout(resolve, 500));
    return differences.length === 0;
  };
  await until(exact, 'exact stock on both sides', limit).catch(() => undefined);
  const settledAfterMs = Date.now() - calmAt;
  // The platforms may show the effect of a write whose answer was lost: that is certain only when its quarantine is over.
  const nothingOpen = async () => Object.values(await stuckIn(started)).every((count) => count === 0);
  await until(nothingOpen, 'nothing owed any more', QUARANTINE_MS + 30_000).catch(() => undefined);
  const report: StormReport = {
    ...withBeginning(await judge(started.merchant, variants, differences), beginning),
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
