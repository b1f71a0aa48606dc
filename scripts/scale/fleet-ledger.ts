import { skuOf } from '../bench/measure';
import type { World } from '../bench/runtime';

/** Initial stock of every generated variant. */
const START = 100;

/** A sale of one of many merchants, as the bench's Worker makes it. */
interface OwnedSale {
  readonly owner: string;
  readonly platform: 'shopify' | 'square';
  readonly sku: string;
  readonly delta: number;
}

/** An account, and the sandbox's name of its merchant. */
export interface Shop {
  readonly owner: string;
  readonly account: string;
}

/** Everything that was sold at some of many accounts outside the product: what both platforms, and the history, must say in the end. */
export class FleetLedger {
  readonly #sold = new Map<string, Map<string, number>>();
  readonly #shops: readonly Shop[];
  readonly #variants: number;
  readonly #random: () => number;
  changes = 0;

  /** `variants`: how many each of them has. */
  constructor(shops: readonly Shop[], variants: number, random: () => number) {
    this.#shops = shops;
    this.#variants = variants;
    this.#random = random;
  }

  /** Draws a sale at each account, on either side. */
  draw(): OwnedSale[] {
    return this.#shops.map(({ owner }) => {
      const sku = skuOf(1 + Math.floor(this.#random() * this.#variants));
      const sold = this.#sold.get(owner) ?? new Map<string, number>();
      this.#sold.set(owner, sold.set(sku, (sold.get(sku) ?? 0) + 1));
      this.changes += 1;
      return { owner, platform: this.#random() < 0.5 ? 'shopify' : 'square', sku, delta: -1 };
    });
  }

  /** Returns how many units the platforms are off, both sides summed up, over every variant of these accounts. */
  async unitsWrong(world: World): Promise<number> {
    let wrong = 0;
    for (const { owner } of this.#shops) {
      for (let number = 1; number <= this.#variants; number += 1) {
        const left = START - (this.#sold.get(owner)?.get(skuOf(number)) ?? 0);
        const stock = await world.control<{ shopify: number; square: number }>('GET', `stock?sku=${skuOf(number)}&owner=${owner}`);
        wrong += Math.abs(left - stock.shopify) + Math.abs(left - stock.square);
      }
    }
    return wrong;
  }

  /** Returns how many units the histories of these accounts are off. */
  async historyWrong(world: World): Promise<number> {
    for (const { account } of this.#shops) await world.ask('call', { account, method: 'deliverHistory', given: [] });
    const rows = await world.d1<{ account: number; sku: string; units: number }>(
      `select batch.account as account, line.value ->> 4 as sku, sum(line.value -> 5 ->> 'delta') / 100000.0 as units
        from history_batches batch, json_each(batch.lines) line where line.value -> 5 ->> 'kind' = 'change' group by 1, 2`,
    );
    const told = new Map(rows.map(({ account, sku, units }) => [`${account} ${sku}`, units]));
    return this.#shops.reduce((sum, { owner, account }) => {
      const sold = [...(this.#sold.get(owner) ?? [])];
      return sum + sold.reduce((wrong, [sku, units]) => wrong + Math.abs(units + (told.get(`${account} ${sku}`) ?? 0)), 0);
    }, 0);
  }
}
