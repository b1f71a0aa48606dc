import { userError, type ShopifyContext, type UserError } from '../context';
import { numberOf } from '../gid';
import type { Changes } from '../store/changes';
import type { LevelRow, VariantRow } from '../store/rows';

/** From this version on, quantities can be written where the item was never stocked. */
const STOCKS_ANYWHERE_SINCE = '2026-10';

/** One requested change of `available`, with its ids already parsed. */
export interface QuantityChange {
  readonly itemId: number;
  readonly locationId: number;
  /** Computes the new `available` from the current one. */
  readonly next: (available: number, committed: number) => number;
  /** The value that the caller believes to be current; null to change it in any case. */
  readonly from: number | null;
  /** Returns the current value that `from` is compared with. */
  readonly compared: (available: number, committed: number) => number;
  /** Its position in the input, e.g. ['changes', '0']. */
  readonly path: readonly string[];
}

/** A change that was applied. */
export interface QuantityChanged {
  readonly itemId: number;
  readonly locationId: number;
  readonly delta: number;
}

export interface Applied {
  readonly errors: readonly UserError[];
  readonly changed: readonly QuantityChanged[];
}

type Key = `${number}:${number}`;
interface Working {
  available: number;
  committed: number;
  readonly exists: boolean;
}

function knownItems(context: ShopifyContext, changes: readonly QuantityChange[]): Set<number> {
  const rows = context.world.db.rows<Pick<VariantRow, 'item_id'>>(
    'select item_id from shopify_variant where item_id in (select value from json_each(?)) and shop = ?',
    JSON.stringify(changes.map((change) => change.itemId)),
    context.shop.domain,
  );
  return new Set(rows.map((row) => row.item_id));
}

function presentLevels(context: ShopifyContext, changes: readonly QuantityChange[]): Map<Key, Working> {
  const rows = context.world.db.rows<Pick<LevelRow, 'item_id' | 'location_id' | 'available' | 'committed'>>(
    `select l.item_id, l.location_id, l.available, l.committed from json_each(?) w
     join shopify_level l on l.item_id = w.value ->> 0 and l.location_id = w.value ->> 1`,
    JSON.stringify(changes.map((change) => [change.itemId, change.locationId])),
  );
  return new Map(
    rows.map((row): [Key, Working] => [
      `${row.item_id}:${row.location_id}`,
      { available: row.available, committed: row.committed, exists: true },
    ]),
  );
}

/** Returns the error of one change, or null; on success, the working copy has the new value. */
function attempt(change: QuantityChange, working: Working, version: string): UserError | null {
  if (!working.exists && version < STOCKS_ANYWHERE_SINCE) {
    return userError(
      [...change.path, 'locationId'],
      'The specified inventory item is not stocked at the location.',
      'ITEM_NOT_STOCKED_AT_LOCATION',
    );
  }
  if (change.from !== null && change.from !== change.compared(working.available, working.committed)) {
    return userError(
      [...change.path, 'changeFromQuantity'],
      'The changeFromQuantity argument no longer matches the persisted quantity.',
      'CHANGE_FROM_QUANTITY_STALE',
    );
  }
  working.available = change.next(working.available, working.committed);
  return null;
}

/** Applies all changes or, when one is refused, none. */
export function applyQuantities(context: ShopifyContext, changes: readonly QuantityChange[], told: Changes): Applied {
  const items = knownItems(context, changes);
  const before = presentLevels(context, changes);
  const working = new Map<Key, Working>();
  const errors: UserError[] = [];
  const changed: QuantityChanged[] = [];
  for (const change of changes) {
    if (!items.has(change.itemId)) {
      errors.push(
        userError([...change.path, 'inventoryItemId'], 'The specified inventory item could not be found.', 'INVALID_INVENTORY_ITEM'),
      );
      continue;
    }
    if (context.load.location(change.locationId) === null) {
      errors.push(userError([...change.path, 'locationId'], 'The specified location could not be found.', 'INVALID_LOCATION'));
      continue;
    }
    const key: Key = `${change.itemId}:${change.locationId}`;
    const present = working.get(key) ?? { ...(before.get(key) ?? { available: 0, committed: 0, exists: false }) };
    working.set(key, present);
    const was = present.available;
    const error = attempt(change, present, context.version);
    if (error === null) changed.push({ itemId: change.itemId, locationId: change.locationId, delta: present.available - was });
    else errors.push(error);
  }
  if (errors.length > 0) return { errors, changed: [] };
  store(context, working, before, told);
  return { errors, changed };
}

function store(context: ShopifyContext, working: ReadonlyMap<Key, Working>, before: ReadonlyMap<Key, Working>, told: Changes): void {
  const written: [number, number, number][] = [];
  for (const [key, level] of working) {
    if (level.exists && before.get(key)?.available === level.available) continue;
    const [itemId = 0, locationId = 0] = key.split(':').map(Number);
    written.push([itemId, locationId, level.available]);
    told.level(itemId, locationId, level.exists ? 'update' : 'connect');
  }
  if (written.length === 0) return;
  const { db } = context.world;
  const now = context.world.now();
  db.run(
    `insert into shopify_level (item_id, location_id, available, committed, active, created_at, updated_at)
     select value ->> 0, value ->> 1, value ->> 2, 0, 1, ?2, ?2 from json_each(?1) where true
     on conflict (item_id, location_id) do update set available = excluded.available, updated_at = excluded.updated_at`,
    JSON.stringify(written),
    now,
  );
  const products = db.rows<{ product_id: number }>(
    'select distinct product_id from shopify_variant where item_id in (select value from json_each(?))',
    JSON.stringify(written.map(([itemId]) => itemId)),
  );
  for (const product of products) told.product(product.product_id);
  for (const [itemId, locationId, available] of written) {
    const was = before.get(`${itemId}:${locationId}`)?.available ?? 0;
    tellRivals(context, { itemId, locationId, delta: available - was }, available);
  }
  context.load.clear();
}

/** Tells the other apps of the demo pair of a change at its first location. */
function tellRivals({ world, shop }: ShopifyContext, { itemId, locationId, delta }: QuantityChanged, after: number): void {
  if (shop.domain !== world.owners[0]?.shop || !Object.values(world.config().rivals).some(({ on }) => on)) return;
  const variant = world.db.row<{ sku: string | null }>(
    `select v.sku from shopify_variant v where v.item_id = ? and ? =
       (select id from shopify_location where shop = v.shop and active = 1 order by name limit 1)`,
    itemId,
    locationId,
  );
  if (variant !== null) world.stockChanged({ platform: 'shopify', sku: variant.sku ?? '', delta, after, sale: false, by: '' });
}

/** Parses the ids of a change; an id of the wrong type is reported as not found. */
export function idsOf(input: { inventoryItemId: string; locationId: string }): { itemId: number; locationId: number } {
  return { itemId: numberOf('InventoryItem', input.inventoryItemId) ?? 0, locationId: numberOf('Location', input.locationId) ?? 0 };
}
