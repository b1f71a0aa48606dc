import product from '../../../src/worker/index';
import { dueBy, ringByHand } from './account';
import { setClock } from './clock';
import { sandbox, settle } from './driver';
import type { BenchEnv } from './env';
import { takeCounts, type Counts } from './meters';

/** A change outside the product, at one of many merchants. */
export interface OwnedSale {
  readonly owner: string;
  readonly platform: 'shopify' | 'square';
  readonly sku: string;
  readonly delta: number;
}

/** What a minute cost, and its cron trigger alone. */
interface Minute {
  readonly work: Counts;
  readonly cron: Counts;
  readonly cronMs: number;
}

/** Objects whose alarms fire side by side. */
const AT_ONCE = 16;
/** Times that alarms are looked for: an alarm that has fired may set the next for the same moment. */
const MOST_ROUNDS = 20;

async function ringDue(env: BenchEnv, at: number): Promise<void> {
  for (let round = 0, names = dueBy(at); names.length > 0 && round < MOST_ROUNDS; round += 1, names = dueBy(at)) {
    const ring = async (): Promise<void> => {
      for (let name = names.shift(); name !== undefined; name = names.shift()) await env.ACCOUNT.getByName(name).ring();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, ring));
    await settle(env);
  }
}

/** Moves the clocks to `at` and fires every alarm that is due by then, without cron trigger. */
export async function rest(env: BenchEnv, at: number): Promise<void> {
  await moveTo(env, at);
  await ringDue(env, at);
}

async function moveTo(env: BenchEnv, at: number): Promise<void> {
  ringByHand(true);
  setClock(at);
  await sandbox(env, `/bench/clock?at=${at}`);
}

/** Plays a minute of the whole fleet: what is sold in it, every alarm that is due, then the cron trigger as Cloudflare fires it. */
export async function playMinute(env: BenchEnv, at: number, sales: readonly OwnedSale[]): Promise<Minute> {
  await moveTo(env, at);
  await Promise.all(sales.map(async (sale) => sandbox(env, '/control/change', { method: 'POST', body: JSON.stringify(sale) })));
  await settle(env);
  await ringDue(env, at);
  const work = takeCounts();
  const began = performance.now();
  // The trigger's time is not read.
  await product.scheduled({} as ScheduledController, env);
  const cronMs = performance.now() - began;
  return { work, cron: takeCounts(), cronMs };
}
