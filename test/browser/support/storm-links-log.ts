import type { Addresses } from './sign-in';
import { changeVariant, type Platform, type Variant } from './storm-catalog';
import type { Product } from './storm-links';
import { pause } from './storm-sales';

/** What an item is sold as: a variant of the start, or one that was made since. */
export type Item = Pick<Variant, 'sku' | Platform>;

/** A sale of one unit on one platform, with the times before and after the request (ms since 1970). */
export interface LoggedSale {
  readonly platform: Platform;
  /** Platform id of the item that was sold. */
  readonly id: string;
  readonly sku: string;
  readonly from: number;
  readonly until: number;
}

/** Half of an act, with the times before and after it (ms since 1970). */
interface LoggedAct {
  readonly name: string;
  readonly product: Product;
  readonly from: number;
  readonly until: number;
}

/** Products changed, and items sold, at the same time. */
const LANES = 4;

/** Works through the items, `LANES` at a time. */
export async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
    }),
  );
}

/** Everything that the test does from outside the app, with its times. */
export class LinksLog {
  readonly #app: Addresses;
  readonly #random: () => number;
  readonly #sales = new Map<string, LoggedSale[]>();
  readonly #acts: LoggedAct[] = [];

  constructor(app: Addresses, random: () => number) {
    this.#app = app;
    this.#random = random;
  }

  /** Sells one unit of an item, on one of these platforms. */
  async sell(item: Item, platforms: readonly Platform[]): Promise<void> {
    const platform = platforms[Math.floor(this.#random() * platforms.length)] ?? 'square';
    const from = Date.now();
    await changeVariant(this.#app, platform, { ...item, product: '' }, { delta: -1 });
    const sale = { platform, id: item[platform], sku: item.sku, from, until: Date.now() };
    this.#sales.set(sale.id, [...(this.#sales.get(sale.id) ?? []), sale]);
  }

  /** Sells each of these items `times` times, at random moments of the next `duringMs`; later where the machine is too slow. */
  async sellDuring(
    items: readonly Item[],
    platformsOf: (item: Item) => readonly Platform[],
    times: number,
    duringMs: number,
  ): Promise<void> {
    const started = Date.now();
    const moments = items.flatMap((item) => Array.from({ length: times }, () => ({ item, at: started + this.#random() * duringMs })));
    await inLanes(
      moments.toSorted((a, b) => a.at - b.at),
      async ({ item, at }) => {
        await pause(at - Date.now());
        await this.sell(item, platformsOf(item));
      },
    );
    await pause(started + duringMs - Date.now());
  }

  /** Does half of an act, and writes down when. */
  async act(name: string, product: Product, work: ((app: Addresses, product: Product) => Promise<void>) | undefined): Promise<void> {
    if (work === undefined) return;
    const from = Date.now();
    await work(this.#app, product);
    this.#acts.push({ name, product, from, until: Date.now() });
  }

  /** The sales of items, by their platform ids. */
  salesOf(ids: readonly string[]): readonly LoggedSale[] {
    return ids.flatMap((id) => this.#sales.get(id) ?? []);
  }

  /** When the first act on a product began (ms since 1970); never is infinitely late. */
  actedAt(product: Product): number {
    return Math.min(...this.#acts.filter((act) => act.product === product).map(({ from }) => from));
  }

  /** What was done to variants with these SKUs, for people: each with its time. */
  told(skus: ReadonlySet<string>): readonly { readonly at: number; readonly text: string }[] {
    const acts = this.#acts.filter(({ product }) => product.some(({ sku }) => skus.has(sku)));
    const sales = [...this.#sales.values()].flat().filter(({ sku }) => skus.has(sku));
    const took = (from: number, until: number) => `took ${until - from} ms`;
    return [
      ...acts.map(({ name, product, from, until }) => ({
        at: from,
        text: `test: ${name} (${product.map(({ sku }) => sku).join(', ')}), ${took(from, until)}`,
      })),
      ...sales.map(({ platform, id, sku, from, until }) => ({
        at: from,
        text: `test: sold one of ${sku} on ${platform} (${id}), ${took(from, until)}`,
      })),
    ];
  }
}
