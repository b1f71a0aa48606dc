import type { WorldApi } from '../../world-api';
import { handleOf } from '../wording';
import type { Changes } from './changes';
import type { StoredMedia, StoredOption } from './rows';
import { takeIds } from './sequence';

/** A product to be stored. */
export interface NewProduct {
  readonly title: string;
  /** null: derived from the title. */
  readonly handle: string | null;
  readonly status: string;
  readonly description: string;
  readonly vendor: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly options: readonly StoredOption[];
  readonly media: readonly StoredMedia[];
}

/** A variant to be stored; `stock` by location id creates its levels. */
export interface NewVariant {
  readonly values: readonly string[];
  readonly sku: string | null;
  readonly barcode: string | null;
  /** Minor units. */
  readonly price: number;
  readonly compareAt: number | null;
  readonly policy: string;
  readonly taxable: boolean;
  readonly tracked: boolean;
  readonly requiresShipping: boolean;
  readonly stock: readonly { readonly locationId: number; readonly available: number }[];
}

/** The option of a product without options. */
export const DEFAULT_OPTION = { name: 'Title', value: 'Default Title' };

/** Returns options with new ids, each value once, in the given order. */
export function newOptions(
  world: WorldApi,
  options: readonly { readonly name: string; readonly values: readonly string[] }[],
): StoredOption[] {
  return options.map((option) => {
    const values = [...new Set(option.values)];
    const first = takeIds(world.db, 'optionValue', Math.max(values.length, 1));
    return { id: takeIds(world.db, 'option', 1), name: option.name, values: values.map((name, index) => ({ id: first + index, name })) };
  });
}

/** Returns whether another product of the shop has this handle. */
export function isHandleTaken(world: WorldApi, shop: string, handle: string, except = 0): boolean {
  return world.db.row('select 1 as one from shopify_product where shop = ? and handle = ? and id <> ?', shop, handle, except) !== null;
}

function freeHandle(world: WorldApi, shop: string, wanted: string): string {
  if (!isHandleTaken(world, shop, wanted)) return wanted;
  for (let number = 1; ; number += 1) if (!isHandleTaken(world, shop, `${wanted}-${number}`)) return `${wanted}-${number}`;
}

/** Stores a product without variants; returns its id. */
export function insertProduct(world: WorldApi, shop: string, product: NewProduct): number {
  const id = takeIds(world.db, 'product', 1);
  const now = world.now();
  world.db.run(
    `insert into shopify_product (id, shop, title, handle, status, description, vendor, type, tags, options, media, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    shop,
    product.title,
    product.handle ?? freeHandle(world, shop, handleOf(product.title)),
    product.status,
    product.description,
    product.vendor,
    product.type,
    JSON.stringify(product.tags),
    JSON.stringify(product.options),
    JSON.stringify(product.media),
    now,
    now,
  );
  return id;
}

/** A stored variant, with the locations that stock it. */
export interface StoredVariant {
  readonly id: number;
  readonly itemId: number;
  readonly locationIds: readonly number[];
}

/** Adds new variants to the webhooks of the action that created them. */
export function announceNew(told: Changes, made: readonly StoredVariant[]): void {
  for (const { itemId, locationIds } of made) {
    told.item(itemId, 'create');
    for (const locationId of locationIds) told.level(itemId, locationId, 'connect');
  }
}

/** Stores variants after the product's last one, with their levels; returns them in order. */
export function insertVariants(world: WorldApi, shop: string, productId: number, variants: readonly NewVariant[]): StoredVariant[] {
  if (variants.length === 0) return [];
  const { db } = world;
  const last = db.row<{ position: number | null }>('select max(position) as position from shopify_variant where product_id = ?', productId);
  const firstId = takeIds(db, 'variant', variants.length);
  const firstItem = takeIds(db, 'item', variants.length);
  const made = variants.map((variant, index) => ({
    ...variant,
    id: firstId + index,
    itemId: firstItem + index,
    position: (last?.position ?? 0) + index + 1,
  }));
  const now = world.now();
  db.run(
    `insert into shopify_variant (id, shop, product_id, position, title, options, sku, barcode, price, compare_at, policy, taxable, item_id, tracked,
       requires_shipping, created_at, updated_at, item_updated_at)
     select value ->> 0, ?2, ?3, value ->> 1, value ->> 2, value -> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7, value ->> 8, value ->> 9,
       value ->> 10, value ->> 11, value ->> 12, ?4, ?4, ?4 from json_each(?1)`,
    JSON.stringify(
      made.map((one) => [
        one.id,
        one.position,
        titleOf(one.values),
        one.values,
        one.sku,
        one.barcode,
        one.price,
        one.compareAt,
        one.policy,
        Number(one.taxable),
        one.itemId,
        Number(one.tracked),
        Number(one.requiresShipping),
      ]),
    ),
    shop,
    productId,
    now,
  );
  db.run(
    `insert into shopify_level (item_id, location_id, available, committed, active, created_at, updated_at)
     select value ->> 0, value ->> 1, value ->> 2, 0, 1, ?2, ?2 from json_each(?1)`,
    JSON.stringify(made.flatMap((one) => one.stock.map((level) => [one.itemId, level.locationId, level.available]))),
    now,
  );
  return made.map(({ id, itemId, stock }) => ({ id, itemId, locationIds: stock.map((level) => level.locationId) }));
}

/** Returns a variant's title: its option values. */
export const titleOf = (values: readonly string[]): string => values.join(' / ');

/** Deletes variants and everything that belongs to them; returns their items. */
export function deleteVariants(world: WorldApi, ids: readonly number[]): number[] {
  const list = JSON.stringify(ids);
  const items = world.db.rows<{ item_id: number }>(
    'select item_id from shopify_variant where id in (select value from json_each(?))',
    list,
  );
  const itemIds = items.map((row) => row.item_id);
  world.db.run('delete from shopify_level where item_id in (select value from json_each(?))', JSON.stringify(itemIds));
  world.db.run('delete from shopify_variant where id in (select value from json_each(?))', list);
  return itemIds;
}
