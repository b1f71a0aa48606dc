import { readFileSync } from 'node:fs';

import { processesOf, startApp, until } from '../../../scripts/app-process';
import { changeStock, configureSandbox, snapshotsDone, stockOf } from '../../../scripts/merchant';
import type { App, Merchant } from './merchant';
import { persist } from './storm-acts';
import { readVariants, type Platform, type Variant } from './storm-catalog';
import { uninstallApp } from './storm-reconnect';
import { pause } from './storm-sales';
import { seeded } from './storm-steps';
import { newestNumbers } from './timeline-answers';
import { TruthRecord } from './timeline-record';

/**
 * How the app learned of changes during a time. `told`: at once. `late`: by webhooks that came late and out of order, or before them by
 * reading. `untold`: no webhook came.
 */
export type Hearing = 'told' | 'late' | 'untold';

/** A time in which the app learned of changes in one way, until its ledger had them (ms since 1970). */
export interface Span {
  readonly from: number;
  readonly until: number;
  readonly hearing: Hearing;
}

/** A running app, what has happened to it from outside, and the truth beside it. */
export interface Stage {
  app: App;
  readonly merchant: Merchant;
  readonly variants: readonly Variant[];
  readonly random: () => number;
  readonly record: TruthRecord;
  readonly spans: Span[];
  /** When the record began (ms since 1970). */
  readonly from: number;
  /** Changes from outside so far, and numbers that the merchant set. */
  changes: number;
}

/** Time between two changes (ms). */
const EVERY_MS = 300;
/** Longest wait until the ledger has what the platforms have (ms): two reconciliations, and their writes. */
const CAUGHT_UP_MS = 120_000;
/** How late webhooks come, at most (ms). */
const LATE_MS = 6_000;

/** Begins the record of a running app whose merchant is set up, with these SKUs on both platforms. */
export async function setStage(app: App, merchant: Merchant, skus: readonly string[], seed: number): Promise<Stage> {
  const variants = await readVariants(app, skus);
  return { app, merchant, variants, random: seeded(seed), record: new TruthRecord(app), spans: [], from: Date.now(), changes: 0 };
}

/** A whole number from `least` to `most`. */
const between = ({ random }: Stage, least: number, most: number): number => least + Math.floor(random() * (most - least + 1));

const anyPlatform = (stage: Stage): Platform => (between(stage, 0, 1) === 0 ? 'shopify' : 'square');

/** Makes changes of random variants, `count` of them, one after the other. */
async function make(stage: Stage, count: number, change: (variant: Variant) => Promise<unknown>) {
  for (let n = 0; n < count; n += 1) {
    const started = Date.now();
    const variant = stage.variants[between(stage, 0, stage.variants.length - 1)];
    if (variant === undefined) throw new Error('a stage needs variants');
    await change(variant);
    stage.changes += 1;
    await pause(started + EVERY_MS - Date.now());
  }
}

/**
 * By how much a platform changes: odd at Shopify, even at Square. A change that equals one of the other platform may be another app's copy, and
 * the product holds a part of what follows back until it knows.
 */
function units(stage: Stage, platform: Platform, most: number): number {
  const half = between(stage, 1, Math.floor(most / 2));
  return platform === 'shopify' ? 2 * half - 1 : 2 * half;
}

/** Counts a variant on a platform, and finds so many more or less. */
async function recount({ app }: Stage, platform: Platform, sku: string, difference: number) {
  const now = (await stockOf(app, sku))[platform] ?? 0;
  await changeStock(app, { platform, sku, set: now + difference });
}

/** A sale, a restock, or a recount on either platform; now and then the merchant sets a number instead. */
async function changeAnyhow(stage: Stage, { sku, shopify }: Variant) {
  const { app, merchant, random } = stage;
  const platform = anyPlatform(stage);
  const kind = random();
  if (kind < 0.65) await changeStock(app, { platform, sku, delta: -units(stage, platform, 4) });
  else if (kind < 0.85) await changeStock(app, { platform, sku, delta: units(stage, platform, 8) });
  else if (kind < 0.97) await recount(stage, platform, sku, (random() < 0.5 ? -1 : 1) * units(stage, platform, 40));
  else await merchant.rpc('sh.Inventory/SaveInventoryQuantity', { source: 'shopify', variant_id: shopify, quantity: 100 });
}

/**
 * The same where the app does not learn of each change at once: a SKU only falls on one platform, and only rises on the other. What goes and
 * comes back meanwhile leaves no trace, so that nobody can tell that the number was another one in between.
 */
async function changeOneWay(stage: Stage, variant: Variant) {
  const { app, variants, random } = stage;
  const platform = anyPlatform(stage);
  const falls = (variants.indexOf(variant) % 2 === 0) === (platform === 'shopify');
  const delta = (falls ? -1 : 1) * units(stage, platform, 4);
  if (random() < 0.15) await recount(stage, platform, variant.sku, 5 * delta);
  else await changeStock(app, { platform, sku: variant.sku, delta });
}

/** Waits until the ledger's newest numbers are those of the platforms. */
async function catchUp({ app, merchant, variants }: Stage) {
  const isCaughtUp = async ({ sku }: Variant) => {
    const [stock, said] = await Promise.all([stockOf(app, sku), newestNumbers(merchant, sku)]);
    return said === null ? stock.shopify === stock.square : said.shopify === stock.shopify && said.square === stock.square;
  };
  const areAll = async () => {
    for (const variant of variants) if (!(await isCaughtUp(variant))) return false;
    return true;
  };
  await until(areAll, "the platforms' numbers in the ledger", CAUGHT_UP_MS);
}

/** Does something, waits until the ledger has it, and notes how the app learned of it. */
async function during(stage: Stage, hearing: Hearing, work: () => Promise<unknown>) {
  const from = Date.now();
  await work();
  await catchUp(stage);
  stage.spans.push({ from, until: Date.now(), hearing });
}

const setFaults = ({ app }: Stage, faults: object): Promise<unknown> =>
  configureSandbox(app, { faults: { shopify: faults, square: faults } });

/** A quiet time: every webhook comes at once. */
export const calm = (stage: Stage, count: number): Promise<void> =>
  during(stage, 'told', () => make(stage, count, (variant) => changeAnyhow(stage, variant)));

/** Every webhook is lost, until a reconciliation finds what has changed. */
export const loseWebhooks = (stage: Stage, count: number): Promise<void> =>
  during(stage, 'untold', async () => {
    await setFaults(stage, { webhookLoss: 1 });
    await make(stage, count, (variant) => changeOneWay(stage, variant));
    await setFaults(stage, { webhookLoss: 0 });
  });

/** Webhooks come seconds late, some of them twice or out of order. */
export const delayWebhooks = (stage: Stage, count: number): Promise<void> =>
  during(stage, 'late', async () => {
    await setFaults(stage, { webhookDelayMs: LATE_MS, webhookReorder: 0.3, webhookDuplicate: 0.2 });
    await make(stage, count, (variant) => changeOneWay(stage, variant));
    await setFaults(stage, { webhookDelayMs: 0, webhookReorder: 0, webhookDuplicate: 0 });
    await pause(LATE_MS);
  });

/** Halts the product's Worker; the platforms go on. Returns what lets it go on as well. */
function haltWorker({ dataDir, port }: App): () => void {
  const mark = `--socket-addr=entry=localhost:${port + 1}\0`;
  const worker = processesOf(dataDir).find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark));
  if (worker === undefined) throw new Error("the product's Worker does not run");
  process.kill(worker, 'SIGSTOP');
  return () => process.kill(worker, 'SIGCONT');
}

/** The product stands still for a while. */
export const haltProduct = (stage: Stage, count: number): Promise<void> =>
  during(stage, 'late', async () => {
    const goOn = haltWorker(stage.app);
    await make(stage, count, (variant) => changeOneWay(stage, variant));
    goOn();
  });

/** Every process is killed before the product has heard of the changes, and started again. */
export const killEverything = (stage: Stage, count: number): Promise<void> =>
  during(stage, 'late', async () => {
    haltWorker(stage.app);
    await make(stage, count, (variant) => changeOneWay(stage, variant));
    await stage.record.pause();
    await stage.app.kill();
    stage.app = await startApp({ dataDir: stage.app.dataDir, port: stage.app.port, keepData: true });
    stage.record.resume();
  });

interface Status {
  readonly is_subscribed: boolean;
  readonly shopify_access: boolean;
}

/**
 * The merchant uninstalls the app, takes deliveries at Shopify, and installs it again: a change that no line tells, a gap. It shows with the
 * next line, so each variant gets one. Deliveries are larger than any amount sent before: the ledger takes a difference that is what it has
 * sent for something on its way. Square keeps still: what it changed would be sent, and dropped only later.
 */
export async function uninstall(stage: Stage, count: number): Promise<void> {
  const { app, merchant, variants } = stage;
  const from = Date.now();
  const status = async () => (await merchant.rpc('sh.Account/GetAccountStatus')) as Status;
  await uninstallApp(app);
  await until(async () => !(await status()).shopify_access, 'the end of the installation');
  await make(stage, count, ({ sku }) => changeStock(app, { platform: 'shopify', sku, delta: 500 + between(stage, 1, 100) }));
  await merchant.open('/shopify/oauthRequest?shop=demo');
  await persist('a subscription', async () => {
    const { redirect_url: confirm } = (await merchant.rpc('sh.Subscriptions/CreateSubscription', { is_test: true })) as {
      redirect_url: string;
    };
    await merchant.open(confirm);
    if (!(await status()).is_subscribed) throw new Error('not subscribed yet');
  });
  await snapshotsDone(merchant);
  stage.spans.push({ from, until: Date.now(), hearing: 'untold' });
  await during(stage, 'told', async () => {
    for (const { sku } of variants) {
      const platform = anyPlatform(stage);
      await changeStock(app, { platform, sku, delta: -units(stage, platform, 2) });
      stage.changes += 1;
    }
  });
}
