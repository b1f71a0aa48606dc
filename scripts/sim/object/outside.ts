import type { ShopRow } from '../../../sandbox/shopify/context';
import { gid } from '../../../sandbox/shopify/gid';
import { uninstall } from '../../../sandbox/shopify/install';
import { Changes } from '../../../sandbox/shopify/store/changes';
import { deleteVariants } from '../../../sandbox/shopify/store/product-writer';
import { deleteObjects, storeObjects } from '../../../sandbox/square/catalog-store';
import { emitCatalog } from '../../../sandbox/square/events';
import type { JsonObject } from '../../../sandbox/square/json';
import { endGrants } from '../../../sandbox/square/oauth';
import { bodyOf, findObject } from '../../../sandbox/square/objects';
import type { World } from '../../../sandbox/world';
import type { SaleStatus } from '../../../sandbox/world-api';
import { readJson } from './reading';

/** The two platforms. */
export type Platform = 'shopify' | 'square';

/** The other platform. */
export const otherPlatform = (platform: Platform): Platform => (platform === 'shopify' ? 'square' : 'shopify');

/** One variant as a platform has it now. */
export interface Item {
  readonly platform: Platform;
  /** Shopify: the inventory item's number; Square: the variation's id. */
  readonly stock: string;
  /** Shopify: the variant's number; Square: the variation's id. */
  readonly variant: string;
  readonly product: string;
  readonly title: string;
  readonly sku: string;
  readonly tracked: boolean;
  /** In the currency's smallest unit; null where the price is entered at each sale. */
  readonly price: number | null;
}

const SHOP = 'demo.myshopify.com';
const MERCHANT = 'MLDEMO';

/** Returns whether a person would call two SKUs the same: outer white space and case do not count. */
export const sameSku = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Returns all current variants of a platform, oldest first. */
export function itemsOf(world: World, platform: Platform): Item[] {
  return platform === 'shopify' ? shopifyItems(world) : squareItems(world);
}

function shopifyItems(world: World): Item[] {
  return world.db
    .rows<{ id: number; item_id: number; product_id: number; title: string; sku: string | null; tracked: number; price: number }>(
      `select v.id, v.item_id, v.product_id, p.title, v.sku, v.tracked, v.price from shopify_variant v join shopify_product p on p.id = v.product_id
        where v.shop = ? order by v.id`,
      SHOP,
    )
    .map((row) => ({
      platform: 'shopify',
      stock: String(row.item_id),
      variant: String(row.id),
      product: String(row.product_id),
      title: row.title,
      sku: row.sku ?? '',
      tracked: row.tracked === 1,
      price: row.price,
    }));
}

function squareItems(world: World): Item[] {
  return world.db
    .rows<{ id: string; item: string; body: string; title: string }>(
      `select v.id, v.item, v.body, json_extract(i.body, '$.item_data.name') as title from square_object v join square_object i on i.id = v.item
        where v.merchant = ? and v.type = 'ITEM_VARIATION' and v.deleted = 0 order by v.n`,
      MERCHANT,
    )
    .map((row) => {
      const data = variationData(row.body);
      return {
        platform: 'square',
        stock: row.id,
        variant: row.id,
        product: row.item,
        title: row.title,
        sku: typeof data['sku'] === 'string' ? data['sku'] : '',
        tracked: data['track_inventory'] === true,
        price: amountOf(data['price_money']),
      };
    });
}

function variationData(body: string): JsonObject {
  const parsed = readJson<{ item_variation_data?: JsonObject }>(body);
  return parsed.item_variation_data ?? {};
}

function amountOf(money: unknown): number | null {
  return typeof money === 'object' && money !== null && 'amount' in money ? Number(money.amount) : null;
}

/** Changes stock like a sale, return, or restock; returns false when the variant no longer exists. */
export function changeStock(world: World, item: Item, delta: number): boolean {
  const id = item.platform === 'shopify' ? gid('ProductVariant', Number(item.variant)) : item.variant;
  return world.part(item.platform)?.changeById(world, id, { delta }).ok === true;
}

function shopifyChanges(world: World, work: (changes: Changes) => void): void {
  const shop = world.db.row<ShopRow>('select * from shopify_shop where domain = ?', SHOP);
  if (shop === null) throw new Error('the sandbox has no shop');
  const changes = new Changes(world, shop);
  work(changes);
  changes.announce();
}

/** Gives a variant another SKU, in the platform's own admin. */
export function setSku(world: World, item: Item, sku: string): void {
  if (item.platform === 'square') {
    changeVariation(world, item.stock, { sku });
    return;
  }
  changeShopifyItem(world, item, 'sku', sku);
}

/** Turns stock tracking of a variant on or off, in the platform's own admin. */
export function setTracked(world: World, item: Item, tracked: boolean): void {
  if (item.platform === 'square') changeVariation(world, item.stock, { track_inventory: tracked });
  else changeShopifyItem(world, item, 'tracked', Number(tracked));
}

function changeShopifyItem(world: World, item: Item, column: 'sku' | 'tracked', value: string | number): void {
  shopifyChanges(world, (changes) => {
    world.db.run(
      `update shopify_variant set ${column} = ?1, item_updated_at = ?2, updated_at = ?2 where id = ?3`,
      value,
      world.now(),
      Number(item.variant),
    );
    changes.item(Number(item.stock));
    changes.product(Number(item.product));
  });
}

function changeVariation(world: World, id: string, data: JsonObject): void {
  const row = findObject(world, MERCHANT, id);
  if (row === null || row.deleted !== 0) return;
  const before = variationData(row.body);
  const body = { ...bodyOf(row), item_variation_data: { ...before, ...data } };
  world.db.transaction(() => {
    const version = storeObjects(world, MERCHANT, [{ id, type: 'ITEM_VARIATION', isNew: false, item: row.item, body }], []);
    emitCatalog(world, MERCHANT, version);
  });
}

/** Puts a product on sale, makes it a draft, or archives it. Square has no drafts: it archives. */
export function setStatus(world: World, item: Item, status: SaleStatus): void {
  if (item.platform === 'square') world.part('square')?.setProductStatus(world, item.product, status === 'draft' ? 'archived' : status);
  else world.part('shopify')?.setProductStatus(world, gid('Product', Number(item.product)), status);
}

/** Deletes the variant's product with all its variants. Returns the deleted variants. */
export function deleteProduct(world: World, item: Item): Item[] {
  const gone = itemsOf(world, item.platform).filter(({ product }) => product === item.product);
  if (item.platform === 'square') {
    world.db.transaction(() => {
      const deleted = deleteObjects(world, MERCHANT, [item.product]);
      if (deleted !== null) emitCatalog(world, MERCHANT, deleted.version);
    });
    return gone;
  }
  shopifyChanges(world, (changes) => {
    for (const id of deleteVariants(
      world,
      gone.map(({ variant }) => Number(variant)),
    ))
      changes.itemDeleted(id);
    world.db.run('delete from shopify_product where id = ?', Number(item.product));
    changes.productDeleted(Number(item.product));
  });
  return gone;
}

/** Creates a product of one variant with a SKU and units in stock. */
export function addProduct(world: World, platform: Platform, sku: string, quantity: number): void {
  world.part(platform)?.addProduct(world, { title: `Again ${sku}`, sku, price: 1_000, quantity });
}

/** Revokes the app's access on the platform itself, as the merchant does. */
export function revoke(world: World, platform: Platform): void {
  if (platform === 'square') {
    endGrants(world, MERCHANT, 'MERCHANT');
    return;
  }
  const shop = world.db.row<ShopRow>('select * from shopify_shop where domain = ?', SHOP);
  if (shop !== null) uninstall(world, shop);
}
