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
  for (const batch of catalogue.batches()) {
    seedBatch(
      world,
      owner.merchant,
      locations.map((location) => location.id),
      batch,
    );
  }
}

interface SeededVariation {
  readonly variant: CatalogVariant;
  readonly side: SideVariant;
}

function seedBatch(world: WorldApi, merchant: string, locations: readonly string[], products: readonly CatalogProduct[]): void {
  const writes: PlannedWrite[] = [];
  const counts: { variation: string; location: string; quantity: number }[] = [];
  for (const product of products) {
    const sold = product.variants.flatMap((variant) => (variant.square === null ? [] : [{ variant, side: variant.square }]));
    if (sold.length === 0) continue;
    const itemId = newId();
    const item = { item_data: { name: product.title, description_html: product.description } };
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
