import type { Outcome, Owner, SaleStatus, ShelfItem, StockChange, WorldApi } from '../world-api';
import { storedBody } from './catalog-rules';
import { storeObjects } from './catalog-store';
import { emitCatalog, emitCounts } from './events';
import { newId } from './ids';
import type { Change } from './inventory-change';
import { applyChanges, countsOf, showCount } from './inventory-log';
import { objectOf, textOf, type JsonObject } from './json';
import { locationIds } from './locations';
import { bodyOf, findObject, OBJECT_COLUMNS, variationFacts, type ObjectRow } from './objects';
import { noteOrder } from './orders';
import { STEPS } from './quantity';
import { seenByRivals } from './seen';

/** How Square names its own till in the source of a change. */
const TILL = { product: 'SQUARE_POS', name: 'Square Point of Sale' };

/** Returns the source of a change by the till, or by a named application. */
const sourceOf = ({ by }: StockChange): JsonObject =>
  by === undefined ? TILL : { product: 'EXTERNAL_API', application_id: `sq0idp-${encodeURIComponent(by).slice(0, 40)}`, name: by };

const no = (reason: string): { ok: false; reason: string } => ({ ok: false, reason });

/** Returns the seller of an owner; the demo one by default. */
function sellerOf(world: WorldApi, owner?: Owner): string {
  return owner?.merchant ?? world.owners.find((candidate) => candidate.name === 'demo')?.merchant ?? '';
}

const mainLocation = (world: WorldApi, merchant: string): string => locationIds(world, merchant)[0] ?? '';

/** Returns the variation with a SKU that is not deleted; the oldest when several have it. */
function variationBySku(world: WorldApi, merchant: string, sku: string): ObjectRow | null {
  return world.db.row<ObjectRow>(
    `select ${OBJECT_COLUMNS} from square_object
      where merchant = ? and sku = ? and type = 'ITEM_VARIATION' and deleted = 0 and json_extract(body, '$.item_variation_data.sku') = ?
      order by n limit 1`,
    merchant,
    sku.toLowerCase(),
    sku,
  );
}

/** Returns units in stock at the seller's first location; null when nothing was ever counted there. */
function unitsOf(world: WorldApi, merchant: string, variation: string): number | null {
  const count = countsOf(world, [variation], [mainLocation(world, merchant)]).find((row) => row.state === 'IN_STOCK');
  return count === undefined ? null : count.quantity / STEPS;
}

/** Returns units of a SKU at the seller's first location; null when the SKU or its count is unknown. */
export function stockOf(world: WorldApi, sku: string, owner?: Owner): number | null {
  const seller = sellerOf(world, owner);
  const variation = variationBySku(world, seller, sku);
  return variation === null ? null : unitsOf(world, seller, variation.id);
}

/** Makes a sale, restock, or recount at the till, by SKU. */
export function changeBySku(world: WorldApi, sku: string, change: StockChange, owner?: Owner): Outcome<{ before: number; after: number }> {
  const seller = sellerOf(world, owner);
  const variation = variationBySku(world, seller, sku);
  return variation === null ? no(`Square has no variation with the SKU ${sku}.`) : changeStock(world, seller, variation.id, change);
}

/** Makes a sale, restock, or recount at the till, by the variation's id, for any seller. */
export function changeById(world: WorldApi, id: string, change: StockChange): Outcome<{ before: number; after: number }> {
  const row = world.db.row<{ merchant: string }>(
    "select merchant from square_object where id = ? and type = 'ITEM_VARIATION' and deleted = 0",
    id,
  );
  return row === null ? no(`Square has no variation ${id}.`) : changeStock(world, row.merchant, id, change);
}

/** The states that an adjustment moves stock between, by its cause; the first of an increase is where it comes from. */
const OTHER_STATE: Readonly<Record<string, string>> = {
  sale: 'SOLD',
  waste: 'WASTE',
  return: 'UNLINKED_RETURN',
  receive: 'NONE',
  transfer: 'IN_STOCK',
};
const DECREASES = ['sale', 'waste', 'transfer'];
const INCREASES = ['return', 'receive', 'transfer'];

/** Returns a change as Square's log states it: a recount is a physical count, everything else an adjustment between two states. */
function madeOf(world: WorldApi, merchant: string, variation: string, change: StockChange, steps: number): Change | string {
  const [location = '', second = ''] = locationIds(world, merchant);
  const common = { variation, referenceId: null, occurredAt: Math.floor(world.now()) };
  const here = { state: 'IN_STOCK', location };
  if ('set' in change) return { ...common, type: 'PHYSICAL_COUNT', from: null, to: here, quantity: change.set < 0 ? -steps : steps };
  const falls = change.delta < 0;
  const cause = change.cause ?? (falls ? 'sale' : 'receive');
  if (!(falls ? DECREASES : INCREASES).includes(cause)) return `${cause} does not ${falls ? 'take' : 'add'} stock.`;
  const there = { state: OTHER_STATE[cause] ?? '', location: cause === 'transfer' ? second : location };
  if (there.location === '') return 'The seller has no second location.';
  return { ...common, type: 'ADJUSTMENT', from: falls ? here : there, to: falls ? there : here, quantity: steps };
}

/** Changes stock at the seller's first location. */
function changeStock(
  world: WorldApi,
  merchant: string,
  variation: string,
  change: StockChange,
): Outcome<{ before: number; after: number }> {
  const location = mainLocation(world, merchant);
  const amount = 'set' in change ? change.set : change.delta;
  const steps = Math.round(Math.abs(amount) * STEPS);
  if (!Number.isSafeInteger(steps) || Math.abs(steps - Math.abs(amount) * STEPS) > 1e-3)
    return no('A quantity has at most five decimal places.');
  const made = madeOf(world, merchant, variation, change, steps);
  if (typeof made === 'string') return no(made);
  const before = unitsOf(world, merchant, variation) ?? 0;
  if ('delta' in change && steps === 0) return { ok: true, value: { before, after: before } };
  world.db.transaction(() => {
    const author = { merchant, source: sourceOf(change), member: change.member ?? null };
    const sale = made.to.state === 'SOLD' && change.by === undefined;
    const applied = seenByRivals(world, { ...author, sale }, [variation], () => applyChanges(world, author, [made], true));
    if (made.to.state === 'SOLD') noteOrder(world, merchant, location);
    emitCounts(world, merchant, applied.counts.map(showCount));
  });
  const after = unitsOf(world, merchant, variation) ?? 0;
  const what = 'set' in change ? 'Recount' : amount < 0 ? 'Sale' : 'Restock';
  note(world, merchant, `${what}: ${titleOf(world, merchant, variation)}`, `${before} → ${after}`);
  return { ok: true, value: { before, after } };
}

function note(world: WorldApi, owner: string, title: string, detail: string): void {
  world.log({ platform: 'square', kind: 'change', owner, title, detail, outcome: 'ok' });
}

const itemName = (row: ObjectRow | null): string => (row === null ? '' : (textOf(objectOf(bodyOf(row), 'item_data') ?? {}, 'name') ?? ''));

/** Returns a variation's display name: its item's name, and its own unless that adds nothing. */
function titleOf(world: WorldApi, merchant: string, variation: string): string {
  const row = findObject(world, merchant, variation);
  if (row === null) return variation;
  const { name } = variationFacts(bodyOf(row));
  return `${itemName(findObject(world, merchant, row.item ?? ''))}${name === 'Regular' ? '' : `, ${name}`}`;
}

type ShelfRow = ObjectRow & { item_body: string; quantity: number | null };

/** Selects variations of items that are not deleted, ordered by item name. */
const SHELF = `from square_object as i cross join square_object as v on v.item = i.id
  where i.merchant = ?1 and i.type = 'ITEM' and v.deleted = 0`;
const MATCHES = `(instr(lower(json_extract(i.body, '$.item_data.name')), ?2) > 0 or instr(coalesce(v.sku, ''), ?2) > 0)`;

/** Returns a page of the seller's shelf, by product title; `search` is a part of a title or SKU. */
export function shelf(
  world: WorldApi,
  search: string,
  offset: number,
  limit: number,
  owner?: Owner,
): { total: number; items: ShelfItem[] } {
  const seller = sellerOf(world, owner);
  const location = mainLocation(world, seller);
  const wanted = search.trim().toLowerCase();
  const matches = wanted === '' ? "?2 = ''" : MATCHES;
  const total =
    wanted === ''
      ? "select count(*) as total from square_object where merchant = ?1 and type = 'ITEM_VARIATION' and deleted = 0 and ?2 = ''"
      : `select count(*) as total ${SHELF} and ${MATCHES}`;
  const rows = world.db.rows<ShelfRow>(
    `select v.n, v.id, v.type, v.item, v.version, v.deleted, v.body, i.body as item_body,
            (select quantity from square_count where variation = v.id and location = ?3 and state = 'IN_STOCK') as quantity
       ${SHELF} and ${matches}
      order by json_extract(i.body, '$.item_data.name'), i.n, coalesce(json_extract(v.body, '$.item_variation_data.ordinal'), 0), v.n
      limit ?4 offset ?5`,
    seller,
    wanted,
    location,
    limit,
    offset,
  );
  return { total: world.db.row<{ total: number }>(total, seller, wanted)?.total ?? 0, items: rows.map((row) => shelfItem(row, location)) };
}

function shelfItem(row: ShelfRow, location: string): ShelfItem {
  const facts = variationFacts(bodyOf(row));
  return {
    id: row.id,
    productId: row.item ?? '',
    productTitle: itemName({ ...row, body: row.item_body }),
    variantTitle: facts.name === 'Regular' ? '' : facts.name,
    sku: facts.sku,
    tracked: facts.trackedAt(location),
    status: objectOf(bodyOf({ ...row, body: row.item_body }), 'item_data')?.['is_archived'] === true ? 'archived' : 'active',
    quantity: row.quantity === null ? null : row.quantity / STEPS,
    price: facts.price,
  };
}

/** Creates an item with one tracked variation, counted at the first location. */
export function addProduct(
  world: WorldApi,
  product: { title: string; sku: string; price: number; quantity: number },
  owner?: Owner,
): Outcome<{ id: string }> {
  const seller = sellerOf(world, owner);
  if (product.title.trim() === '') return no('A product needs a title.');
  const [itemId, id] = [newId(), newId()];
  const variation = {
    name: 'Regular',
    ...(product.sku === '' ? {} : { sku: product.sku }),
    price_money: { amount: product.price, currency: 'USD' },
    track_inventory: true,
  };
  world.db.transaction(() => {
    const item = storedBody({ item_data: { name: product.title.trim() } }, null);
    const version = storeObjects(
      world,
      seller,
      [
        { id: itemId, type: 'ITEM', isNew: true, item: null, body: item },
        { id, type: 'ITEM_VARIATION', isNew: true, item: itemId, body: storedBody({ item_variation_data: variation }, itemId) },
      ],
      [],
    );
    emitCatalog(world, seller, version);
  });
  note(world, seller, `New item: ${product.title.trim()}`, product.sku);
  const counted = changeStock(world, seller, id, { set: product.quantity });
  return counted.ok ? { ok: true, value: { id } } : counted;
}

/** Renames an item. */
export function renameProduct(world: WorldApi, productId: string, title: string): Outcome<null> {
  const name = title.trim();
  if (name === '') return no('A product needs a title.');
  return changeItem(world, productId, { name }, (before) => [`Renamed: ${name}`, `was ${before}`]);
}

/** Archives an item, or brings it back: Square tells by `catalog.version.updated`. Square has no drafts. */
export function setProductStatus(world: WorldApi, productId: string, status: SaleStatus): Outcome<null> {
  if (status === 'draft') return no('Square has no drafts.');
  const archived = status === 'archived';
  return changeItem(world, productId, { is_archived: archived }, (name) => [`${archived ? 'Archived' : 'Back on sale'}: ${name}`, '']);
}

function changeItem(world: WorldApi, id: string, data: JsonObject, lineOf: (name: string) => [string, string]): Outcome<null> {
  const owner = world.db.row<{ merchant: string }>("select merchant from square_object where id = ? and type = 'ITEM' and deleted = 0", id);
  const row = owner === null ? null : findObject(world, owner.merchant, id);
  if (owner === null || row === null) return no(`Square has no item ${id}.`);
  const body = bodyOf(row);
  world.db.transaction(() => {
    const changed = { ...body, item_data: { ...objectOf(body, 'item_data'), ...data } };
    const version = storeObjects(world, owner.merchant, [{ id, type: 'ITEM', isNew: false, item: null, body: changed }], []);
    emitCatalog(world, owner.merchant, version);
  });
  note(world, owner.merchant, ...lineOf(itemName(row)));
  return { ok: true, value: null };
}
