import { mark } from './traffic';

/** A variant that exists on both sides: Shopify's inventory item and Square's variation. */
export interface Pair {
  readonly itemId: string;
  readonly variationId: string;
}

/** What the mirror knows before it starts. */
export interface MirrorWorld {
  readonly pairs: readonly Pair[];
  readonly shopifyLocation: string;
  readonly squareLocation: string;
}

const SHOPIFY = 'http://localhost:8789/shopify/demo.myshopify.com/admin/api/2026-07/graphql.json';
const SQUARE = 'http://localhost:8789/square/v2/inventory/changes/batch-create';
/** How many times a write is sent when it is throttled or its response is lost. */
const ATTEMPTS = 5;

/**
 * The peer: what a merchant's first script does. It sets a webhook's value on the other side. It skips a value the other side is known to
 * have (the last one written or received there), which also stops echoes. It has no deltas, no ordering, and no memory across restarts.
 */
export class NaiveMirror {
  writes = 0;
  readonly #world: MirrorWorld;
  readonly #known = new Map<string, number>();
  readonly #variationOf: Map<string, string>;
  readonly #itemOf: Map<string, string>;

  constructor(world: MirrorWorld) {
    this.#world = world;
    this.#variationOf = new Map(world.pairs.map((pair) => [pair.itemId, pair.variationId]));
    this.#itemOf = new Map(world.pairs.map((pair) => [pair.variationId, pair.itemId]));
  }

  /** Handles one webhook; `after` receives work that outlives the response. */
  async take(platform: string, body: string, after: (work: Promise<void>) => void): Promise<void> {
    const said: unknown = JSON.parse(body);
    if (platform === 'shopify') {
      const { inventory_item_id: item, location_id: location, available } = said as Record<string, unknown>;
      if (typeof available !== 'number' || String(location) !== this.#world.shopifyLocation) return;
      const variation = this.#variationOf.get(String(item));
      if (variation !== undefined) after(this.#arrived(`shopify ${String(item)}`, `square ${variation}`, available));
      return;
    }
    const { data } = said as { data?: { object?: { inventory_counts?: readonly Record<string, unknown>[] } } };
    for (const count of data?.object?.inventory_counts ?? []) {
      if (count['state'] !== 'IN_STOCK' || count['location_id'] !== this.#world.squareLocation) continue;
      const variation = String(count['catalog_object_id']);
      const item = this.#itemOf.get(variation);
      if (item !== undefined) after(this.#arrived(`square ${variation}`, `shopify ${item}`, Number(count['quantity'])));
    }
  }

  async #arrived(from: string, to: string, value: number): Promise<void> {
    this.#known.set(from, value);
    if (this.#known.get(to) === value) return;
    this.#known.set(to, value);
    const [platform = '', id = ''] = to.split(' ');
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      this.writes += 1;
      const done = await (platform === 'square' ? this.#setSquare(id, value) : this.#setShopify(id, value));
      if (done) return;
      await scheduler.wait(200 * (attempt + 1));
    }
  }

  async #setSquare(variation: string, value: number): Promise<boolean> {
    const count = {
      catalog_object_id: variation,
      state: 'IN_STOCK',
      location_id: this.#world.squareLocation,
      quantity: String(value),
      occurred_at: new Date(Date.now() - 2_000).toISOString(),
    };
    const body = { idempotency_key: crypto.randomUUID(), changes: [{ type: 'PHYSICAL_COUNT', physical_count: count }] };
    const response = await post(SQUARE, { authorization: 'Bearer EAAA_sandbox', 'square-version': '2026-09-16' }, body);
    return response.ok;
  }

  async #setShopify(item: string, value: number): Promise<boolean> {
    const quantity = {
      inventoryItemId: `gid://shopify/InventoryItem/${item}`,
      locationId: `gid://shopify/Location/${this.#world.shopifyLocation}`,
      quantity: value,
      changeFromQuantity: null,
    };
    const query =
      'mutation SetQuantities($input: InventorySetQuantitiesInput!, $key: String!) { inventorySetQuantities(input: $input) @idempotent(key: $key) { userErrors { code message } } }';
    const variables = { input: { name: 'available', reason: 'correction', quantities: [quantity] }, key: crypto.randomUUID() };
    const response = await post(SHOPIFY, { 'x-shopify-access-token': 'shpat_sandbox' }, { query, variables });
    return response.ok && /"userErrors":\[\]/u.test(response.text);
  }
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<{ ok: boolean; text: string }> {
  mark('write', {});
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { ok: response.ok, text: await response.text() };
  } catch {
    return { ok: false, text: '' };
  }
}
