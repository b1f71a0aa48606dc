import { setTimeout } from 'node:timers/promises';

import { round, seeded, skuOf, sum } from './measure';
import { openWorld, type World } from './runtime';
import { writesOf } from './sales';
import { locationOf } from './webhooks';

/** The final state of the same test setup under one of the two programs. */
export interface Ending {
  readonly name: 'Shelfbridge' | 'naive mirror';
  readonly world: string;
  /** Units shown for sale that do not exist, both sides. */
  readonly phantom: number;
  /** Units that exist and are not shown, both sides. */
  readonly missing: number;
  readonly wrongVariants: number;
  readonly writesPerSale: number;
  /** True when the program was still writing when the bench stopped waiting. */
  readonly restless: boolean;
}

interface Plan {
  readonly variants: number;
  readonly sales: number;
  /** Real time between two sales, in ms. */
  readonly everyMs: number;
}

const PLANS: readonly Plan[] = [
  { variants: 500, sales: 2_000, everyMs: 10 },
  { variants: 50, sales: 1_000, everyMs: 20 },
];

/** Nothing is lost or duplicated: webhooks take up to 2 s, the platforms respond within 0.15 s. */
const DELAYS = { webhookDelayMs: 2_000, latencyMs: 150 };
/** Initial stock of every generated variant. */
const START = 100;
/** Sales per driver request. */
const AT_ONCE = 200;
/** How long the last changes may take to settle, in ms. */
const RETRY_LIMIT_MS = 60_000;

/** Runs the naive mirror and Shelfbridge with the same sales, at the same times, on identical test setups. */
export async function sideBySide(ended: (ending: Ending) => void): Promise<void> {
  for (const plan of PLANS) {
    for (const name of ['Shelfbridge', 'naive mirror'] as const) {
      const world = await openWorld(plan.variants, 7);
      try {
        ended(await play(world, plan, name));
      } finally {
        await world.stop();
      }
    }
  }
}

async function play(world: World, plan: Plan, name: Ending['name']): Promise<Ending> {
  const { account } = world;
  await world.control('PUT', 'config', { shopifyPlan: 'enterprise', faults: { shopify: DELAYS, square: DELAYS } });
  if (name === 'naive mirror') {
    const [shopifyLocation, squareLocation] = [await locationOf(world, 'shopify'), await locationOf(world, 'square')];
    await world.ask('mirror', { world: { pairs: await world.ask('pairs', { account }), shopifyLocation, squareLocation } });
  }
  await world.counts();
  const expected = await sell(world, plan);
  const restless = !(await settled(world, name));
  const writes = name === 'naive mirror' ? await world.ask<number>('mirror', { world: null }) : writesOf(await world.counts());
  let [phantom, missing, wrongVariants] = [0, 0, 0];
  for (const [number, wanted] of expected.entries()) {
    const stock = await world.control<{ shopify: number; square: number }>('GET', `stock?sku=${skuOf(number + 1)}`);
    const over = Math.max(0, stock.shopify - wanted) + Math.max(0, stock.square - wanted);
    const under = Math.max(0, wanted - stock.shopify) + Math.max(0, wanted - stock.square);
    phantom += over;
    missing += under;
    if (over + under > 0) wrongVariants += 1;
  }
  const called = `${plan.variants} variants × ${plan.sales.toLocaleString('en')} sales`;
  return { name, world: called, phantom, missing, wrongVariants, writesPerSale: round(writes / plan.sales), restless };
}

/** Sells at random on both sides and restocks now and then. Returns the correct final quantity of every variant. */
async function sell(world: World, { variants, sales, everyMs }: Plan): Promise<number[]> {
  const random = seeded(variants);
  const expected = Array.from({ length: variants }, () => START);
  for (let done = 0; done < sales; done += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, sales - done) }, () => {
      const number = Math.floor(random() * variants);
      const delta = random() < 0.1 ? 5 : -1;
      expected[number] = (expected[number] ?? 0) + delta;
      return { platform: random() < 0.5 ? 'shopify' : 'square', sku: skuOf(number + 1), delta };
    });
    await world.ask('trade', { sales: some, everyMs });
  }
  return expected;
}

/**
 * Waits until no webhook or work is in progress and, under Shelfbridge, nothing waits to be sent. False when that took too long. A level that is read
 * again for a minute, as two numbers of one second cannot be ordered, delays nothing.
 */
async function settled(world: World, name: Ending['name']): Promise<boolean> {
  for (const end = performance.now() + RETRY_LIMIT_MS; performance.now() < end;) {
    const rests = await Promise.race([
      world.ask('settle').then(
        () => true,
        () => false,
      ),
      setTimeout(RETRY_LIMIT_MS, false, { ref: false }),
    ]);
    if (!rests) return false;
    // A change may wait for an alarm: while it is told whether another app copies it, or before a repeat.
    if (name === 'naive mirror' || (await world.call<{ oldestUnderWayMs: number }>('state')).oldestUnderWayMs === 0) return true;
    await setTimeout(200);
  }
  return false;
}

/** Measures R3: makes changes that no webhook reports, and records how much is still wrong, minute by minute of simulated time. */
export async function withoutWebhooks(
  world: World,
  start: number,
): Promise<{ found: number | null; wrong: number; changes: number; calls: number }> {
  const { account } = world;
  const webhookLoss = 1;
  await world.control('PUT', 'config', { faults: { shopify: { webhookLoss }, square: { webhookLoss } } });
  await world.ask('advance', { account, at: start });
  await world.counts();
  const changes = 100;
  for (let index = 0; index < changes; index += 1) {
    const sale = { platform: index % 2 === 0 ? 'shopify' : 'square', sku: skuOf(1 + index), delta: -2, at: start + index * 6_000 };
    await world.ask('sell', { account, sales: [sale] });
  }
  const lost = start + 600_000;
  let wrong = changes;
  let found: number | null = null;
  // An hourly reconciliation with 10% jitter, plus the time to send what it finds.
  for (let minutes = 1; minutes <= 70 && found === null; minutes += 1) {
    await world.ask('advance', { account, at: lost + minutes * 60_000 });
    await world.ask('settle');
    wrong = await countWrong(world, changes);
    if (wrong === 0) found = minutes;
  }
  const counts = await world.counts();
  await world.control('PUT', 'config', { faults: { shopify: { webhookLoss: 0 }, square: { webhookLoss: 0 } } });
  return { found, wrong, changes, calls: sum(Object.values(counts.requests)) - writesOf(counts) };
}

async function countWrong(world: World, changes: number): Promise<number> {
  let wrong = 0;
  for (let number = 1; number <= changes; number += 1) {
    const { shopify, square } = await world.control<{ shopify: number; square: number }>('GET', `stock?sku=${skuOf(number)}`);
    if (shopify !== square) wrong += 1;
  }
  return wrong;
}
