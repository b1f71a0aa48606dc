import type { WorldApi } from '../../world-api';
import type { ShopRow } from '../context';
import { emit, subscribedTopics } from '../webhooks/emit';
import { itemPayload, levelPayload, productPayload } from './payloads';
import type { LevelRow, ProductRow, VariantRow } from './rows';

/** Collects what one action of a merchant or an app has changed, and notifies webhook subscribers when it is over. */
export class Changes {
  readonly #world: WorldApi;
  readonly #shop: ShopRow;
  readonly #levels = new Map<string, 'connect' | 'update'>();
  readonly #disconnected: { itemId: number; locationId: number }[] = [];
  readonly #items = new Map<number, 'create' | 'update'>();
  readonly #products = new Map<number, 'create' | 'update'>();
  readonly #deletedItems: number[] = [];
  readonly #deletedProducts: number[] = [];

  constructor(world: WorldApi, shop: ShopRow) {
    this.#world = world;
    this.#shop = shop;
  }

  level(itemId: number, locationId: number, what: 'connect' | 'update' = 'update'): void {
    const key = `${itemId}:${locationId}`;
    if (this.#levels.get(key) !== 'connect') this.#levels.set(key, what);
  }

  disconnected(itemId: number, locationId: number): void {
    this.#disconnected.push({ itemId, locationId });
  }

  item(itemId: number, what: 'create' | 'update' = 'update'): void {
    if (this.#items.get(itemId) !== 'create') this.#items.set(itemId, what);
  }

  product(productId: number, what: 'create' | 'update' = 'update'): void {
    if (this.#products.get(productId) !== 'create') this.#products.set(productId, what);
  }

  itemDeleted(itemId: number): void {
    this.#deletedItems.push(itemId);
  }

  productDeleted(productId: number): void {
    this.#deletedProducts.push(productId);
  }

  /** Updates the changed products' timestamps and sends every webhook that Shopify would send. */
  announce(): void {
    this.#world.db.run(
      'update shopify_product set updated_at = ? where id in (select value from json_each(?))',
      this.#world.now(),
      JSON.stringify([...this.#products.keys()]),
    );
    const wanted = subscribedTopics(this.#world, this.#shop.domain);
    if (wanted.size === 0) return;
    const eventId = crypto.randomUUID();
    const send = (topic: string, payload: () => object): void => {
      if (wanted.has(topic)) emit(this.#world, this.#shop.domain, topic, payload(), eventId);
    };
    this.#announceLevels(wanted, send);
    this.#announceItems(wanted, send);
    this.#announceProducts(wanted, send);
  }

  #announceLevels(wanted: ReadonlySet<string>, send: (topic: string, payload: () => object) => void): void {
    for (const { itemId, locationId } of this.#disconnected) {
      send('INVENTORY_LEVELS_DISCONNECT', () => ({ inventory_item_id: itemId, location_id: locationId }));
    }
    if (!wanted.has('INVENTORY_LEVELS_UPDATE') && !wanted.has('INVENTORY_LEVELS_CONNECT')) return;
    for (const [key, what] of this.#levels) {
      const [itemId = 0, locationId = 0] = key.split(':').map(Number);
      const level = this.#world.db.row<LevelRow>('select * from shopify_level where item_id = ? and location_id = ?', itemId, locationId);
      if (level === null) continue;
      if (what === 'connect') send('INVENTORY_LEVELS_CONNECT', () => levelPayload(this.#world, level));
      send('INVENTORY_LEVELS_UPDATE', () => levelPayload(this.#world, level));
    }
  }

  #announceItems(wanted: ReadonlySet<string>, send: (topic: string, payload: () => object) => void): void {
    for (const id of this.#deletedItems)
      send('INVENTORY_ITEMS_DELETE', () => ({ id, admin_graphql_api_id: `gid://shopify/InventoryItem/${id}` }));
    if (!wanted.has('INVENTORY_ITEMS_CREATE') && !wanted.has('INVENTORY_ITEMS_UPDATE')) return;
    for (const [itemId, what] of this.#items) {
      const variant = this.#world.db.row<VariantRow>('select * from shopify_variant where item_id = ?', itemId);
      if (variant !== null)
        send(what === 'create' ? 'INVENTORY_ITEMS_CREATE' : 'INVENTORY_ITEMS_UPDATE', () => itemPayload(this.#world, variant));
    }
  }

  #announceProducts(wanted: ReadonlySet<string>, send: (topic: string, payload: () => object) => void): void {
    for (const id of this.#deletedProducts) send('PRODUCTS_DELETE', () => ({ id }));
    if (!wanted.has('PRODUCTS_CREATE') && !wanted.has('PRODUCTS_UPDATE')) return;
    for (const [productId, what] of this.#products) {
      const product = this.#world.db.row<ProductRow>('select * from shopify_product where id = ?', productId);
      if (product !== null) send(what === 'create' ? 'PRODUCTS_CREATE' : 'PRODUCTS_UPDATE', () => productPayload(this.#world, product));
    }
  }
}
