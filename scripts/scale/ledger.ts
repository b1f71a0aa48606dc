import { seeded, skuOf } from '../bench/measure';
import type { World } from '../bench/runtime';
import type { Timeline } from '../bench/sales';

/** Initial stock of every generated variant. */
const START = 100;
/** Sales per request to the driver. */
const AT_ONCE = 50;

/** A change of stock outside the product. */
export interface Change {
  readonly platform: 'shopify' | 'square';
  readonly sku: string;
  readonly delta: number;
}

/** Everything that changed outside the product: what both platforms, and the history, must say in the end. */
export class Ledger {
  readonly #sum = new Map<string, number>();
  readonly #random: () => number;
  readonly #variants: number;
  readonly #skuOf: (number: number) => string;
  changes = 0;

  /** `variants`: from how many is sold. `sku`: names each, numbered from 1; without it, they are the first generated ones. */
  constructor(variants: number, seed: number, sku = skuOf) {
    this.#variants = variants;
    this.#random = seeded(seed);
    this.#skuOf = sku;
  }

  /** What each variant that was sold must have on both sides. */
  get left(): ReadonlyMap<string, number> {
    return new Map([...this.#sum].map(([sku, delta]) => [sku, START + delta]));
  }

  /** Draws a sale, or now and then a restock, on either side or the given one. */
  draw(side?: Change['platform']): Change {
    const sku = this.#skuOf(1 + Math.floor(this.#random() * this.#variants));
    const drawn = this.#random() < 0.5 ? 'shopify' : 'square';
    const delta = this.#random() < 0.1 ? 5 : -1;
    this.#sum.set(sku, (this.#sum.get(sku) ?? 0) + delta);
    this.changes += 1;
    return { platform: side ?? drawn, sku, delta };
  }

  /** Makes changes over simulated time, each settled before the next. */
  async sell(world: World, time: Timeline, count: number, everyMs: number, side?: Change['platform']): Promise<void> {
    for (let done = 0; done < count; done += AT_ONCE) {
      const sales = Array.from({ length: Math.min(AT_ONCE, count - done) }, () => {
        time.now += everyMs;
        return { ...this.draw(side), at: time.now };
      });
      await world.ask('sell', { account: world.account, sales });
    }
  }

  /** Returns how many units the platforms are off, both sides summed up, over every variant that was sold but for some. */
  async unitsWrong(world: Pick<World, 'control'>, without: readonly string[] = []): Promise<number> {
    let wrong = 0;
    for (const [sku, left] of this.left) {
      if (without.includes(sku)) continue;
      const { shopify, square } = await world.control<{ shopify: number; square: number }>('GET', `stock?sku=${sku}`);
      wrong += Math.abs(left - shopify) + Math.abs(left - square);
    }
    return wrong;
  }

  /** Returns how many units the history is off, over every variant that was sold but for some. */
  async historyWrong(world: World, without: readonly string[] = []): Promise<number> {
    await world.call('deliverHistory');
    const rows = await world.d1<{ sku: string; units: number }>(
      `select line.value ->> 4 as sku, sum(line.value -> 5 ->> 'delta') / 100000.0 as units
        from history_batches batch, json_each(batch.lines) line where line.value -> 5 ->> 'kind' = 'change' group by 1`,
    );
    const told = new Map(rows.map(({ sku, units }) => [sku, units]));
    const counted = [...this.#sum].filter(([sku]) => !without.includes(sku));
    return counted.reduce((sum, [sku, delta]) => sum + Math.abs(delta - (told.get(sku) ?? 0)), 0);
  }
}

/** Lets simulated time pass, with every alarm that is due in it. */
export async function pass(world: World, time: Timeline, ms: number): Promise<void> {
  time.now += ms;
  await world.ask('advance', { account: world.account, at: time.now });
  await world.ask('settle');
}

/** What an account has left to do, or cannot do. */
export interface Waiting {
  readonly owed: number;
  readonly held: number;
  readonly blocked: number;
  readonly frozen: number;
}

/** Lets time pass until nothing is left to send, at most `mostMs`. Returns the simulated ms that passed. */
export async function settle(world: World, time: Timeline, mostMs: number): Promise<number> {
  const began = time.now;
  const step = 10_000;
  while (time.now - began < mostMs) {
    await pass(world, time, step);
    const { owed } = await world.call<Waiting>('state');
    if (owed === 0) break;
  }
  return time.now - began;
}

interface Listed {
  readonly value: {
    readonly variants: readonly { readonly shopify: { readonly sku: string } | null; readonly checked: { readonly trouble: string } }[];
  };
}

/** Returns the SKUs of variants of which it is unknown whether a write took effect: they wait for the merchant's number. */
export async function frozenSkus(world: World): Promise<string[]> {
  const query = { view: 'needs_attention', query: '', limit: 1_000, page: 0, sort: { column: 'name', descending: false } };
  const { value } = await world.call<Listed>('inventory', query);
  return value.variants.flatMap(({ shopify, checked }) => (checked.trouble === 'frozen' && shopify !== null ? [shopify.sku] : []));
}
