import { changeStock } from '../../../scripts/merchant';
import type { Addresses } from './sign-in';
import type { Sale } from './world';

/** Variants of each imported product. */
export const VARIANTS = 3;
/** The number that each variant gets on both sides. */
export const IMPORTED = 50;
/** Items per request at Square; counts take up to 100 changes each. */
const ITEMS = 30;
const COUNTS = 90;

interface Target extends Addresses {
  readonly sandbox: string;
}

/** The SKU of a variant of an imported product; both indexes start at 0. */
export const importedSku = (product: number, variant: number): string => `IMP-${product}-${variant}`;

async function ask<T>(target: Target, path: string, headers: Record<string, string>, body: object | null) {
  const init = {
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== null && { method: 'POST', body: JSON.stringify(body) }),
  };
  const response = await fetch(`${target.sandbox}${path}`, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 400)}`);
  return JSON.parse(text) as T;
}

const square = <T>(target: Target, path: string, body: object | null): Promise<T> =>
  ask(target, `/square${path}`, { authorization: 'Bearer EAAA_sandbox', 'square-version': '2026-07-15' }, body);

/** Retries as often as needed: an import tool is rate-limited by points too. */
async function shopify<T>(target: Target, query: string, variables: object) {
  const path = '/shopify/demo.myshopify.com/admin/api/2026-07/graphql.json';
  for (;;) {
    const answer = await ask<{ data: T; errors?: { extensions?: { code: string } }[] }>(
      target,
      path,
      { 'x-shopify-access-token': 'shpat_sandbox' },
      { query, variables },
    );
    if (answer.errors === undefined) return answer.data;
    if (answer.errors[0]?.extensions?.code !== 'THROTTLED') throw new Error(JSON.stringify(answer.errors));
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** The paired locations' ids, as the sandboxes name them. */
export interface Shelves {
  readonly shopify: string;
  readonly square: string;
}

async function importAtShopify(target: Target, shelves: Shelves, product: number) {
  const names = Array.from({ length: VARIANTS }, (_, variant) => `Size ${variant}`);
  const input = {
    title: `Imported ${product}`,
    productOptions: [{ name: 'Size', values: names.map((name) => ({ name })) }],
    variants: names.map((name, variant) => ({
      sku: importedSku(product, variant),
      price: '9.00',
      inventoryItem: { tracked: true },
      inventoryQuantities: [{ locationId: `gid://shopify/Location/${shelves.shopify}`, name: 'available', quantity: IMPORTED }],
      optionValues: [{ optionName: 'Size', name }],
    })),
  };
  const mutation = 'mutation M($input: ProductSetInput!) { productSet(synchronous: true, input: $input) { userErrors { message } } }';
  const made = await shopify<{ productSet: { userErrors: unknown[] } }>(target, mutation, { input });
  if (made.productSet.userErrors.length > 0) throw new Error(JSON.stringify(made.productSet.userErrors));
}

/** Creates items with their variations, then counts them. */
async function importAtSquare(target: Target, shelves: Shelves, products: readonly number[]) {
  const objects = products.map((product) => ({
    type: 'ITEM',
    id: `#i${product}`,
    item_data: {
      name: `Imported ${product}`,
      variations: Array.from({ length: VARIANTS }, (_, variant) => ({
        type: 'ITEM_VARIATION',
        id: `#v${product}-${variant}`,
        item_variation_data: {
          item_id: `#i${product}`,
          name: `Size ${variant}`,
          sku: importedSku(product, variant),
          pricing_type: 'FIXED_PRICING',
          price_money: { amount: 900, currency: 'USD' },
          track_inventory: true,
        },
      })),
    },
  }));
  const body = { idempotency_key: crypto.randomUUID(), batches: [{ objects }] };
  const made = await square<{ id_mappings: { client_object_id: string; object_id: string }[] }>(target, '/v2/catalog/batch-upsert', body);
  const ids = made.id_mappings.filter(({ client_object_id: id }) => id.startsWith('#v')).map(({ object_id: id }) => id);
  for (let from = 0; from < ids.length; from += COUNTS) {
    const changes = ids.slice(from, from + COUNTS).map((id) => ({
      type: 'PHYSICAL_COUNT',
      physical_count: {
        catalog_object_id: id,
        state: 'IN_STOCK',
        location_id: shelves.square,
        quantity: String(IMPORTED),
        occurred_at: new Date(Date.now() - 50).toISOString(),
      },
    }));
    await square(target, '/v2/inventory/changes/batch-create', { idempotency_key: crypto.randomUUID(), changes });
  }
}

/** The progress of an import. */
export class Import {
  readonly products: number;
  /** Products that are on both platforms with their numbers. */
  readonly arrived: number[] = [];
  /** When each product was complete on both platforms, ms. */
  readonly arrivedAt = new Map<number, number>();
  readonly sold: Sale[] = [];
  #ended = false;
  readonly #target: Target;
  readonly #shelves: Shelves;

  constructor(target: Target, shelves: Shelves, products: number) {
    this.#target = target;
    this.#shelves = shelves;
    this.products = products;
  }

  /** Runs both platforms' imports in parallel, as a tool does that fills both. */
  async run(): Promise<void> {
    const seen = new Map<number, number>();
    const arrive = (product: number) => {
      const sides = (seen.get(product) ?? 0) + 1;
      seen.set(product, sides);
      if (sides < 2) return;
      this.arrived.push(product);
      this.arrivedAt.set(product, Date.now());
    };
    const atShopify = async () => {
      for (let product = 0; product < this.products; product += 1) {
        await importAtShopify(this.#target, this.#shelves, product);
        arrive(product);
      }
    };
    const atSquare = async () => {
      for (let from = 0; from < this.products; from += ITEMS) {
        const batch = Array.from({ length: Math.min(ITEMS, this.products - from) }, (_, index) => from + index);
        await importAtSquare(this.#target, this.#shelves, batch);
        for (const product of batch) arrive(product);
      }
    };
    await Promise.all([atShopify(), atSquare()]);
    this.#ended = true;
  }

  /** Sells what has arrived and what was there before in turn, spread over the import, until all sales are made. */
  async sell(others: readonly string[], count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      // Sales keep pace with the import; the rest follows at once when it has ended.
      while (!this.#ended && (this.arrived.length === 0 || n / count > this.arrived.length / this.products))
        await new Promise((resolve) => setTimeout(resolve, 20));
      const newest = this.arrived.at(-1 - ((n * 3) % Math.min(20, this.arrived.length))) ?? 0;
      const sku = n % 4 === 3 ? (others[n % others.length] ?? '') : importedSku(newest, n % VARIANTS);
      const sale: Sale = { platform: n % 2 === 0 ? 'square' : 'shopify', sku, delta: n % 5 === 0 ? -2 : -1 };
      await changeStock(this.#target, sale);
      this.sold.push(sale);
    }
  }

  /** How many variants have been on both platforms for at least this long, ms. */
  settledFor(ms: number): number {
    const before = Date.now() - ms;
    return [...this.arrivedAt.values()].filter((at) => at <= before).length * VARIANTS;
  }
}
