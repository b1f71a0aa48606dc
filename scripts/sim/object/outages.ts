import { createHmac, createSecretKey } from 'node:crypto';
import process from 'node:process';

import { SECRETS } from './cloud';
import { patchGlobals, realLog } from './globals';
import { ADDRESSES } from './network';
import { HOUR, MINUTE, Shop, STOCK } from './outage-shop';
import { changeStock, type Platform } from './outside';
import { readFinal } from './rest';
import { SYSTEM } from './scheduler';
import { ask, buildTemplate, type Template } from './template';

/** The words with which the platform refuses to store more. */
const OBJECT_FULL = 'database or disk is full: SQLITE_FULL';
const D1_FULL = 'D1_ERROR: Exceeded maximum DB size';

type Scenario = (shop: Shop) => Promise<Readonly<Record<string, number | string>>>;

const clock =
  (ms: number): Scenario =>
  async (shop) => {
    shop.broken.clockErrorMs = ms;
    await shop.sellFor(2 * HOUR, 240);
    await shop.rest();
    const meanwhile = shop.unitsWrong();
    shop.broken.clockErrorMs = 0;
    await shop.sellFor(HOUR, 60);
    return { 'units wrong while the clock was': meanwhile };
  };

const platformDown =
  (platform: Platform, { hours = 24, restarts = false } = {}): Scenario =>
  async (shop) => {
    shop.broken.down = platform;
    const before = shop.calls;
    let named = 0;
    for (let hour = 0; hour < hours; hour += 1) {
      for (let part = 0; part < 5; part += 1) {
        if (restarts) shop.cloud.account.kill('moved', shop.now);
        await shop.sellFor(HOUR / 5, 4);
      }
      const { failing } = await ask(shop.cloud, (account) => account.health());
      if (failing.includes(platform)) named += 1;
    }
    shop.broken.down = null;
    const { owed } = await shop.state();
    return { 'calls meanwhile': shop.calls - before, 'hours after which its health names it': named, 'variants that wait': owed };
  };

/** The scenarios by name. */
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'object-full': async (shop) => {
    await shop.sellFor(5 * MINUTE, 20);
    await shop.rest();
    shop.cloud.databases.account.full = OBJECT_FULL;
    const before = shop.writes;
    await shop.sellFor(HOUR, 120);
    const health = await ask(shop.cloud, (account) => account.health());
    const writes = shop.writes - before;
    const kept = shop.tasks("name = 'webhooks'");
    shop.cloud.databases.account.full = null;
    return { 'writes meanwhile': writes, 'webhooks kept as tasks': kept, 'share of storage in its health': health.storageShare };
  },
  'database-full': async (shop) => {
    shop.cloud.databases.shared.full = D1_FULL;
    await shop.sellFor(HOUR, 120);
    const meanwhile = shop.unitsWrong();
    const delivered = shop.cloud.databases.shared.run('select coalesce(sum(count), 0) as n from history_batches', []).rows[0];
    shop.cloud.databases.shared.full = null;
    return { 'units not yet across': meanwhile, 'lines delivered meanwhile': Number(delivered?.['n']) };
  },
  'database-down': async (shop) => {
    await shop.sellFor(MINUTE, 5);
    shop.broken.d1 = true;
    for (let round = 0; round < 10; round += 1) {
      await shop.sellFor(6 * MINUTE, 20);
      shop.cloud.account.kill('moved', shop.now);
    }
    await shop.pass(MINUTE);
    const meanwhile = shop.unitsWrong();
    shop.broken.d1 = false;
    return { 'units not yet across': meanwhile };
  },
  'database-down-new-worker': async (shop) => {
    shop.broken.d1 = true;
    // A new isolate of the Worker knows no routes: webhooks wait in the queue, which tries for hours.
    shop.cloud.replaceWorker();
    await shop.sellFor(HOUR, 120);
    shop.broken.d1 = false;
    return {};
  },
  'shopify-down': platformDown('shopify'),
  'shopify-down-11-hours': platformDown('shopify', { hours: 11 }),
  'shopify-down-restarts': platformDown('shopify', { restarts: true }),
  'square-down': platformDown('square'),
  'clock-ahead': clock(HOUR),
  'clock-behind': clock(-HOUR),
  backlog: async (shop) => {
    const count = Number(process.env['BACKLOG'] ?? 2_000);
    const items = shop.items('shopify');
    const each = Math.floor(count / items.length);
    shop.broken.down = 'shopify';
    for (const item of items) {
      shop.cloud.outside(shop.now, (world) => changeStock(world, item, -each));
      shop.sold.set(item.sku, -each);
    }
    await shop.pass(1_000);
    shop.broken.down = null;
    const waiting = items.flatMap((item) => Array.from({ length: each }, (_, index) => ({ item, nth: index + 1 })));
    const last = shop.now - 1_000;
    const location = shop.cloud.databases.sandbox.run(
      "select id from shopify_location where shop = 'demo.myshopify.com' and active = 1 order by name limit 1",
      [],
    ).rows[0]?.['id'];
    // The object cannot be reached when they arrive: each becomes a task.
    shop.cloud.account.kill('unreachable', shop.now + 10 * MINUTE);
    const placed = waiting.map((one) => ({ one, place: shop.random.next() })).sort((a, b) => a.place - b.place);
    for (const [index, { one }] of placed.entries()) {
      const body = JSON.stringify({
        inventory_item_id: Number(one.item.stock),
        location_id: Number(location),
        available: STOCK - one.nth,
        updated_at: new Date(last - (each - one.nth) * 1_000).toISOString(),
      });
      shop.cloud.scheduler.plan(shop.now + index * 20, SYSTEM, () => {
        shop.cloud.network
          .fetch(`${ADDRESSES.webhooks}/webhooks/shopify`, { method: 'POST', body, headers: signed(body) })
          .catch(() => undefined);
      });
    }
    await shop.pass(placed.length * 20 + 1_000);
    const kept = shop.tasks("name = 'webhooks'");
    await shop.pass(20 * MINUTE);
    const left = shop.tasks("name = 'webhooks' and state = 'queued'");
    return { webhooks: placed.length, 'kept as tasks': kept, 'still waiting after 20 min': left };
  },
};

/** Half a day is how long a key certainly counts (`KEY_RETENTION_MS`); Square's log tells for longer, Shopify has none. */
const MAY_FREEZE = ['shopify-down', 'shopify-down-restarts'];

const KEY = createSecretKey(new TextEncoder().encode(SECRETS.SHOPIFY_CLIENT_SECRET));

const signed = (body: string): Readonly<Record<string, string>> => ({
  'content-type': 'application/json',
  'x-shopify-topic': 'inventory_levels/update',
  'x-shopify-shop-domain': 'demo.myshopify.com',
  'x-shopify-hmac-sha256': btoa(String.fromCodePoint(...createHmac('sha256', KEY).update(body).digest())),
});

/** Plays one scenario to its end. `wrong` lists what must be 0 and is not. */
async function playOutage(
  template: Template,
  name: string,
  scenario: Scenario,
): Promise<Record<string, unknown> & { readonly wrong: readonly string[] }> {
  const shop = new Shop(template);
  const figures = await scenario(shop);
  const restMs = await shop.rest();
  // What was tried in vain waits up to ten minutes.
  for (let waited = 0; waited < 20 && shop.tasks("state in ('queued', 'running')") > 0; waited += 1) await shop.pass(MINUTE);
  await shop.pass(2 * MINUTE);
  await ask(shop.cloud, (account) => account.deliverHistory());
  const final = await readFinal(shop.cloud);
  const { owed, held, blocked, frozen } = await shop.state();
  // Known and shown: whether a write took effect cannot be told once its key may be forgotten. The merchant states these numbers.
  const unknown = MAY_FREEZE.includes(name) ? await shop.frozenSkus() : [];
  const zero = {
    'units wrong': shop.unitsWrong(unknown),
    'units wrong in the history': shop.historyWrong(final, unknown),
    owed,
    held,
    blocked,
    'frozen unexpectedly': frozen - unknown.length,
    'other alerts': shop.alerts.filter((alert) => unknown.length === 0 || !alert.includes('are indeterminate')).length,
    'tasks that never ended': final.openTasks,
    'defects of the sandbox': shop.sandboxDefects.length,
  };
  const wrong = Object.entries(zero).flatMap(([what, count]) => (count === 0 ? [] : [what]));
  return { outage: name, changes: shop.changes, ...figures, 'virtual s until both were exact': restMs / 1_000, frozen, ...zero, wrong };
}

/** Plays the named scenarios, or all, and prints a line of JSON for each. Returns the exit code. */
export async function runOutages(args: readonly string[]): Promise<number> {
  const names = args.filter((name) => !name.startsWith('--'));
  const unknown = names.find((name) => SCENARIOS[name] === undefined);
  if (unknown !== undefined) throw new Error(`usage: npm run sim -- --object --outages [${Object.keys(SCENARIOS).join('] [')}]`);
  patchGlobals();
  const template = await buildTemplate(STOCK);
  let failed = false;
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (names.length > 0 && !names.includes(name)) continue;
    const played = await playOutage(template, name, scenario);
    failed ||= played.wrong.length > 0;
    realLog(JSON.stringify(played));
  }
  return failed ? 1 : 0;
}
