import migration1 from '../../../migrations/0001_init.sql';
import migration2 from '../../../migrations/0002_operations.sql';
import migration3 from '../../../migrations/0003_write_pauses.sql';
import migration4 from '../../../migrations/0004_alert_messages.sql';
import migration5 from '../../../migrations/0005_deletions.sql';
import migration6 from '../../../migrations/0006_failing_platforms.sql';
import migration7 from '../../../migrations/0007_history_causes.sql';
import migration8 from '../../../migrations/0008_sealed_by.sql';
import migration9 from '../../../migrations/0009_deletion_warnings.sql';
import migration10 from '../../../migrations/0010_history_days.sql';
import migration11 from '../../../migrations/0011_history_batches.sql';
import migration12 from '../../../migrations/0012_history_index.sql';
import migration13 from '../../../migrations/0013_separate_pairs.sql';
import type { World } from '../../../sandbox/world';
import type { AccountObject } from '../../../src/durable/account-object';
import { seeded } from '../random';
import { Browser } from './browser';
import { CALM_WEATHER } from './calm';
import { Cloud, type Databases } from './cloud';
import { forgetTimers, surround } from './globals';
import { ADDRESSES } from './network';
import { MemoryDatabase } from './shims/sqlite';

/** An installed, connected, paired, and completely read account, settled: the start of every history. */
export interface Template {
  readonly databases: Databases;
  readonly now: number;
  readonly alarms: { readonly account: number | null; readonly world: number | null };
}

const START = Date.UTC(2026, 9, 5, 9, 0, 0);

/** The catalog of all histories: six variants in three products (2, 1 and 3), on both sides. */
const CATALOG = { variants: 6, seed: 135 };

/** Products that exist on one side only, to be copied: title and SKU. */
export const COPIED = { shopify: { title: 'Only Shopify', sku: 'ONLY-SH' }, square: { title: 'Only Square', sku: 'ONLY-SQ' } } as const;

/** Records each change of stock in the sandbox, whatever causes it. Square's quantities are in 1/100,000 unit. */
const MOVES = `
  create table sim_move (n integer primary key, platform text not null, stock text not null, location text not null, delta integer not null);
  create trigger sim_shopify_insert after insert on shopify_level begin
    insert into sim_move (platform, stock, location, delta) values ('shopify', new.item_id, new.location_id, new.available * 100000); end;
  create trigger sim_shopify_update after update of available on shopify_level when new.available <> old.available begin
    insert into sim_move (platform, stock, location, delta) values ('shopify', new.item_id, new.location_id, (new.available - old.available) * 100000); end;
  create trigger sim_square_insert after insert on square_count when new.state = 'IN_STOCK' begin
    insert into sim_move (platform, stock, location, delta) values ('square', new.variation, new.location, new.quantity); end;
  create trigger sim_square_update after update of quantity on square_count when new.state = 'IN_STOCK' and new.quantity <> old.quantity begin
    insert into sim_move (platform, stock, location, delta) values ('square', new.variation, new.location, new.quantity - old.quantity); end;
`;

/** Installs the app once through the Worker's own routes; histories start from copies of the result, with `stock` units of each variant. */
export async function buildTemplate(stock: number): Promise<Template> {
  const databases: Databases = { account: new MemoryDatabase(), sandbox: new MemoryDatabase(), shared: new MemoryDatabase() };
  for (const sql of [
    migration1,
    migration2,
    migration3,
    migration4,
    migration5,
    migration6,
    migration7,
    migration8,
    migration9,
    migration10,
    migration11,
    migration12,
    migration13,
  ])
    databases.shared.run(sql, []);
  const notes: string[] = [];
  const cloud = new Cloud({
    databases,
    now: START,
    alarms: { account: null, world: null },
    weather: CALM_WEATHER,
    note: (text) => void notes.push(text),
  });
  forgetTimers();
  surround({
    scheduler: cloud.scheduler,
    random: seeded(1),
    fetch: (input, init) => cloud.network.fetch(input, init),
    line: (text) => void notes.push(text),
  });
  try {
    await install(cloud, stock);
  } catch (error) {
    throw new Error(`the template could not be built: ${String(error)}\n${notes.slice(-40).join('\n')}`, { cause: error });
  }
  for (const database of [databases.account, databases.sandbox, databases.shared]) database.snapshot();
  return {
    databases,
    now: cloud.scheduler.now,
    alarms: { account: cloud.account.alarmAt, world: cloud.world.alarmAt },
  };
}

async function install(cloud: Cloud, stock: number): Promise<void> {
  const browser = new Browser(cloud.network);
  await step(cloud, (world) => {
    world.reset({ ...CATALOG, stock });
    world.configure({ ...world.config(), autoApprove: true, squareSeller: 'MLDEMO' });
    for (const platform of ['shopify', 'square'] as const) {
      const part = world.part(platform);
      part?.addProduct(world, { ...COPIED[platform], price: 1_000, quantity: 20 });
    }
  });
  cloud.databases.sandbox.run(MOVES, []);
  cloud.subscribeSquare();
  await pass(cloud, 10_000);
  await open(cloud, browser, `${ADDRESSES.app}/shopify/oauthRequest?shop=demo`);
  await open(cloud, browser, `${ADDRESSES.app}/square/oauthRequest`);
  const { all } = await ask(cloud, (account) => account.locations());
  const first = (source: string): string => all.find((location) => location.source === source)?.sourceId ?? '';
  const paired = await ask(cloud, (account) => account.savePair(first('shopify'), first('square')));
  if (!paired.ok) throw new Error('the locations could not be paired');
  cloud.enqueueSnapshots();
  for (let minute = 0; minute < 10; minute += 1) {
    cloud.cron(cloud.scheduler.now, ['wake-tasks']);
    await pass(cloud, 60_000);
  }
  const state = await ask(cloud, (account) => account.state());
  const counts = await ask(cloud, (account) => account.inventoryCounts());
  if (!state.listening || counts.inSync !== CATALOG.variants || counts.onlyShopify !== 1) {
    throw new Error(`the account is not ready: ${JSON.stringify({ state, counts })}`);
  }
}

async function open(cloud: Cloud, browser: Browser, address: string): Promise<void> {
  const opened: { error: unknown; done: boolean } = { error: null, done: false };
  cloud.scheduler.plan(cloud.scheduler.now, { name: 'browser', alive: true }, () => {
    browser.follow(address).then(
      () => {
        opened.done = true;
      },
      (error: unknown) => {
        opened.error = error;
      },
    );
  });
  await pass(cloud, 20_000);
  if (!opened.done) throw new Error(`${address} could not be opened: ${String(opened.error)}`);
}

async function step(cloud: Cloud, work: (world: World) => void): Promise<void> {
  cloud.outside(cloud.scheduler.now, work);
  await pass(cloud, 1_000);
}

async function pass(cloud: Cloud, ms: number): Promise<void> {
  await cloud.scheduler.runUntil(cloud.scheduler.now + ms);
}

/** Calls the account object in a turn of its own, and lets time pass until it responds. */
export async function ask<T>(cloud: Cloud, question: (account: AccountObject) => Promise<T>): Promise<T> {
  const asked: { value: Promise<T> | null } = { value: null };
  cloud.scheduler.plan(cloud.scheduler.now, cloud.worker, () => {
    asked.value = cloud.account.enter(question);
  });
  await pass(cloud, 0);
  for (let waited = 0; waited < 60; waited += 1) {
    const done = await Promise.race([asked.value, soon()]);
    if (done !== NOT_YET) return done as T;
    await pass(cloud, 1_000);
  }
  throw new Error('the object does not answer');
}

const NOT_YET = Symbol('not yet');

async function soon(): Promise<typeof NOT_YET> {
  for (let index = 0; index < 20; index += 1) await Promise.resolve();
  return NOT_YET;
}
