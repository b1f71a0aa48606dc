import type { SandboxCatalog, CatalogProduct, CatalogVariant } from '../catalog/shape';
import type { Owner, WorldApi } from '../world-api';
import type { StoredAddress } from './nodes/location-node';
import { DEFAULT_OPTION, titleOf } from './store/product-writer';
import type { StoredMedia } from './store/rows';
import { takeIds } from './store/sequence';
import { handleOf } from './wording';

/** The age of the shop and its products at a reset, in ms. */
const AGE_MS = 200 * 24 * 3_600_000;

/** Two locations, ordered by name; the first is the demo location. */
const LOCATIONS: readonly { readonly name: string; readonly address: StoredAddress }[] = [
  {
    name: 'Online Warehouse',
    address: {
      address1: '14 Depot Road',
      city: 'Phoenix',
      province: 'Arizona',
      provinceCode: 'AZ',
      zip: '85004',
      country: 'United States',
      countryCode: 'US',
      phone: '+16025550114',
    },
  },
  {
    name: 'Pop-up Studio',
    address: {
      address1: '220 Roosevelt Row',
      city: 'Phoenix',
      province: 'Arizona',
      provinceCode: 'AZ',
      zip: '85003',
      country: 'United States',
      countryCode: 'US',
      phone: '+16025550122',
    },
  },
];

/** All of Shopify's tables except those that belong to the application itself. */
const TABLES = [
  'shop',
  'location',
  'product',
  'variant',
  'level',
  'install',
  'grant',
  'access_token',
  'refresh_token',
  'bucket',
  'idempotency',
  'webhook',
  'subscription',
  'bulk',
  'bulk_chunk',
  'order',
];

/**
 * Deletes every shop. Number sequences continue, so that no id ever has two meanings. The ready-made locations are the exception: they are
 * the same after every reset (as Square's are).
 */
export function clearShopify(world: WorldApi): void {
  for (const table of TABLES) world.db.run(`delete from shopify_${table}`);
  world.db.run("delete from shopify_sequence where kind = 'location'");
}

interface Batch {
  readonly products: unknown[][];
  readonly variants: unknown[][];
  readonly levels: unknown[][];
}

/** Returns a product's options as stored in its column; ids count up from `optionId` and `valueId`. */
function storedOptions(product: CatalogProduct, optionId: number, valueId: number): object[] {
  if (product.options.length === 0) {
    return [{ id: optionId, name: DEFAULT_OPTION.name, values: [{ id: valueId, name: DEFAULT_OPTION.value }] }];
  }
  let next = valueId;
  return product.options.map((name, index) => {
    const values = [...new Set(product.variants.map((variant) => variant.options[index] ?? ''))];
    return { id: optionId + index, name, values: values.map((value) => ({ id: next++, name: value })) };
  });
}

function variantRow(variant: CatalogVariant, id: number, itemId: number, productId: number, position: number): unknown[] {
  const values = variant.options.length === 0 ? [DEFAULT_OPTION.value] : variant.options;
  return [
    id,
    productId,
    position,
    titleOf(values),
    values,
    variant.shopify?.sku ?? '',
    variant.barcode,
    variant.price,
    itemId,
    Number(variant.shopify?.tracked ?? true),
  ];
}

const tagsOf = ({ type, vendor }: CatalogProduct): string[] =>
  [...new Set([type, vendor])].filter((tag) => tag !== '' && !tag.includes(','));

/** Returns a product's pictures as stored in its column. */
const storedMedia = ({ picture, title }: CatalogProduct, id: number): StoredMedia[] =>
  picture === '' ? [] : [{ id, url: picture, alt: title }];

/** Returns the number of values of a product's options, at least one. */
const valueCount = (product: CatalogProduct): number =>
  Math.max(
    1,
    product.options.reduce((sum, _name, index) => sum + new Set(product.variants.map((variant) => variant.options[index])).size, 0),
  );

function collect(world: WorldApi, products: readonly CatalogProduct[], locations: readonly number[], handles: Map<string, number>): Batch {
  const sold = products
    .map((product) => ({ ...product, variants: product.variants.filter((variant) => variant.shopify !== null) }))
    .filter((product) => product.variants.length > 0);
  const count = sold.reduce((sum, product) => sum + product.variants.length, 0);
  let productId = takeIds(world.db, 'product', sold.length);
  let variantId = takeIds(world.db, 'variant', count);
  let itemId = takeIds(world.db, 'item', count);
  let mediaId = takeIds(world.db, 'media', sold.length);
  let optionId = takeIds(world.db, 'option', sold.length * 3);
  let valueId = takeIds(
    world.db,
    'optionValue',
    sold.reduce((sum, product) => sum + valueCount(product), 0),
  );
  const batch: Batch = { products: [], variants: [], levels: [] };
  for (const product of sold) {
    const base = handleOf(product.title);
    const seen = handles.get(base) ?? 0;
    handles.set(base, seen + 1);
    const options = storedOptions(product, optionId, valueId);
    const handle = seen === 0 ? base : `${base}-${seen}`;
    batch.products.push([
      productId,
      product.title,
      handle,
      product.description,
      product.vendor,
      product.type,
      tagsOf(product),
      options,
      storedMedia(product, mediaId),
    ]);
    for (const [index, variant] of product.variants.entries()) {
      batch.variants.push(variantRow(variant, variantId, itemId, productId, index + 1));
      for (const [place, stock] of (variant.shopify?.stock ?? []).entries()) {
        const location = locations[place];
        if (location !== undefined && stock !== null) batch.levels.push([itemId, location, stock]);
      }
      variantId += 1;
      itemId += 1;
    }
    productId += 1;
    mediaId += 1;
    optionId += 3;
    valueId += valueCount(product);
  }
  return batch;
}

function insert(world: WorldApi, shop: string, batch: Batch, at: number): void {
  const { db } = world;
  db.run(
    `insert into shopify_product (id, shop, title, handle, status, description, vendor, type, tags, options, media, created_at, updated_at)
     select value ->> 0, ?2, value ->> 1, value ->> 2, 'ACTIVE', value ->> 3, value ->> 4, value ->> 5, value -> 6, value -> 7, value -> 8, ?3, ?3 from json_each(?1)`,
    JSON.stringify(batch.products),
    shop,
    at,
  );
  db.run(
    `insert into shopify_variant (id, shop, product_id, position, title, options, sku, barcode, price, compare_at, policy, taxable, item_id, tracked,
       requires_shipping, created_at, updated_at, item_updated_at)
     select value ->> 0, ?2, value ->> 1, value ->> 2, value ->> 3, value -> 4, value ->> 5, value ->> 6, value ->> 7, null, 'DENY', 1, value ->> 8,
       value ->> 9, 1, ?3, ?3, ?3 from json_each(?1)`,
    JSON.stringify(batch.variants),
    shop,
    at,
  );
  db.run(
    `insert into shopify_level (item_id, location_id, available, committed, active, created_at, updated_at)
     select value ->> 0, value ->> 1, value ->> 2, 0, 1, ?2, ?2 from json_each(?1)`,
    JSON.stringify(batch.levels),
    at,
  );
}

/** Creates one shop with two locations and its catalog. */
export function seedShopify(world: WorldApi, owner: Owner, catalogue: SandboxCatalog): void {
  const at = world.now() - AGE_MS;
  const { db } = world;
  const place = world.owners.findIndex((one) => one.shop === owner.shop);
  db.run(
    'insert into shopify_shop (domain, id, name, email, owner_name, created_at) values (?, ?, ?, ?, ?, ?)',
    owner.shop,
    61_000_000_001 + place,
    owner.title,
    `owner@${owner.name}.example`,
    'Robin Marsh',
    at,
  );
  const first = takeIds(db, 'location', LOCATIONS.length);
  const locations = LOCATIONS.map((location, index) => {
    db.run(
      'insert into shopify_location (id, shop, name, active, address, created_at, updated_at) values (?, ?, ?, 1, ?, ?, ?)',
      first + index,
      owner.shop,
      location.name,
      JSON.stringify(location.address),
      at,
      at,
    );
    return first + index;
  });
  const handles = new Map<string, number>();
  for (const products of catalogue.batches()) insert(world, owner.shop, collect(world, products, locations, handles), at);
}
