import type { SandboxCatalog, CatalogProduct, CatalogVariant, SideVariant } from '../catalog/shape';
import type { Owner, WorldApi } from '../world-api';
import type { PlannedWrite } from './catalog-plan';
import { storedBody } from './catalog-rules';
import { storeObjects } from './catalog-store';
import { newId } from './ids';
import { writeInstant } from './instant';
import { saveLocation } from './locations';
import { STEPS } from './quantity';
import { sellerLocations } from './sellers';

/** All tables that belong to sellers; webhook subscriptions belong to the application and stay. */
const SELLER_TABLES = ['merchant', 'location', 'code', 'grant', 'token', 'object', 'change', 'count', 'answer', 'order'];

/** How long ago a ready-made seller joined Square, in ms. */
const SELLER_AGE_MS = 400 * 86_400_000;

/** Deletes all sellers, their catalogs, and their grants. */
export function clearSellers(world: WorldApi): void {
  for (const table of SELLER_TABLES) world.db.run(`delete from square_${table}`);
}

/** Creates a seller with locations and catalog. Sends no webhook. */
export function seedSeller(world: WorldApi, owner: Owner, catalogue: SandboxCatalog): void {
  const createdAt = Math.floor(world.now()) - SELLER_AGE_MS;
  world.db.run(
    'insert into square_merchant (id, position, business_name, created_at, catalog_version, busy_until) values (?, ?, ?, ?, ?, 0)',
    owner.merchant,
    world.owners.indexOf(owner),
    owner.title,
    createdAt,
    createdAt,
  );
  const locations = sellerLocations(owner, writeInstant(createdAt));
  for (const location of locations) saveLocation(world, owner.merchant, location);
  const known = new Map<string, string>();
  for (const batch of catalogue.batches()) {
    const references = seedReferences(world, owner.merchant, batch, known);
    seedBatch(world, { merchant: owner.merchant, locations: locations.map((location) => location.id), references }, batch);
  }
}

/** Stores the categories and images of products that are not known yet; returns all by `category name` and `image address`. */
function seedReferences(
  world: WorldApi,
  merchant: string,
  products: readonly CatalogProduct[],
  known: Map<string, string>,
): ReadonlyMap<string, string> {
  const writes: PlannedWrite[] = [];
  const add = (type: 'CATEGORY' | 'IMAGE', text: string, body: PlannedWrite['body']): void => {
    const name = `${type} ${text}`;
    if (text === '' || known.has(name)) return;
    const id = newId();
    known.set(name, id);
    writes.push({ id, type, isNew: true, item: null, body: { present_at_all_locations: true, ...body } });
  };
  for (const { title, type, picture, variants } of products) {
    if (variants.every(({ square }) => square === null)) continue;
    add('CATEGORY', type, { category_data: { name: type, category_type: 'REGULAR_CATEGORY', is_top_level: true } });
    add('IMAGE', picture, { image_data: { name: title, url: picture, caption: '' } });
  }
  if (writes.length > 0) storeObjects(world, merchant, writes, []);
  return known;
}

interface Shelves {
  readonly merchant: string;
  readonly locations: readonly string[];
  /** The ids of categories and images, as `seedReferences` returns them. */
  readonly references: ReadonlyMap<string, string>;
}

/** Returns the members by which an item refers to its category and its image. */
function referencesOf({ type, picture }: CatalogProduct, references: ReadonlyMap<string, string>): PlannedWrite['body'] {
  const [category, image] = [references.get(`CATEGORY ${type}`), references.get(`IMAGE ${picture}`)];
  return {
    ...(category === undefined ? {} : { categories: [{ id: category, ordinal: 0 }], reporting_category: { id: category, ordinal: 0 } }),
    ...(image === undefined ? {} : { image_ids: [image] }),
  };
}

interface SeededVariation {
  readonly variant: CatalogVariant;
  readonly side: SideVariant;
}

function seedBatch(world: WorldApi, { merchant, locations, references }: Shelves, products: readonly CatalogProduct[]): void {
  const writes: PlannedWrite[] = [];
  const counts: { variation: string; location: string; quantity: number }[] = [];
  for (const product of products) {
    const sold = product.variants.flatMap((variant) => (variant.square === null ? [] : [{ variant, side: variant.square }]));
    if (sold.length === 0) continue;
    const itemId = newId();
    const item = { item_data: { name: product.title, description_html: product.description, ...referencesOf(product, references) } };
    writes.push({ id: itemId, type: 'ITEM', isNew: true, item: null, body: storedBody(item, null) });
    for (const [ordinal, variation] of sold.entries()) {
      const id = newId();
      writes.push({ id, type: 'ITEM_VARIATION', isNew: true, item: itemId, body: variationBody(variation, ordinal, itemId) });
      for (const [index, location] of locations.entries()) {
        const units = variation.side.stock[index] ?? null;
        if (units !== null) counts.push({ variation: id, location, quantity: units * STEPS });
      }
    }
  }
  if (writes.length === 0) return;
  storeObjects(world, merchant, writes, []);
  seedCounts(world, merchant, counts);
}

function variationBody({ variant, side }: SeededVariation, ordinal: number, itemId: string): PlannedWrite['body'] {
  return storedBody(
    {
      item_variation_data: {
        name: variant.options.length === 0 ? 'Regular' : variant.options.join(' / '),
        ...(side.sku === '' ? {} : { sku: side.sku }),
        ...(variant.barcode === null ? {} : { upc: variant.barcode }),
        ordinal,
        pricing_type: 'FIXED_PRICING',
        price_money: { amount: variant.price, currency: 'USD' },
        track_inventory: side.tracked,
      },
    },
    itemId,
  );
}

/**
 * How long ago the shelves were counted, in ms: late sales of the first moments come after the count, as in a shop that has been open for a
 * while.
 */
const COUNTED_AGE_MS = 3_600_000;

/** Stores each seeded number as a physical count in the log, as if it had been taken when the shop opened. */
function seedCounts(world: WorldApi, merchant: string, counts: readonly { variation: string; location: string; quantity: number }[]): void {
  const countedAt = Math.floor(world.now()) - COUNTED_AGE_MS;
  const rows = JSON.stringify(counts.map((count) => ({ ...count, id: newId() })));
  const source = JSON.stringify({ product: 'DASHBOARD', name: 'Square Dashboard' });
  world.db.run(
    `insert into square_change (id, merchant, variation, type, to_state, to_location, quantity, source, occurred_at, created_at)
       select value ->> 'id', ?1, value ->> 'variation', 'PHYSICAL_COUNT', 'IN_STOCK', value ->> 'location', value ->> 'quantity', ?2, ?3, ?3 from json_each(?4)`,
    merchant,
    source,
    countedAt,
    rows,
  );
  world.db.run(
    `insert into square_count (variation, location, state, merchant, quantity, calculated_at)
       select value ->> 'variation', value ->> 'location', 'IN_STOCK', ?1, value ->> 'quantity', ?2 from json_each(?3)`,
    merchant,
    countedAt,
    rows,
  );
}
