import type { Outcome, Owner, SaleStatus, ShelfItem, StockChange, WorldApi } from '../world-api';
import type { ShopRow } from './context';
import { numberOf, gid } from './gid';
import { Changes } from './store/changes';
import { DEFAULT_OPTION, insertProduct, insertVariants, newOptions, announceNew } from './store/product-writer';
import type { LevelRow, VariantRow } from './store/rows';

const MAX_QUANTITY = 1_000_000_000;

interface Place {
  readonly shop: ShopRow;
  readonly locationId: number;
}

/** Returns a shop and its first location. */
function placeOf(world: WorldApi, domain: string): Place {
  const shop = world.db.row<ShopRow>('select * from shopify_shop where domain = ?', domain);
  const location = world.db.row<{ id: number }>(
    'select id from shopify_location where shop = ? and active = 1 order by name limit 1',
    domain,
  );
  if (shop === null || location === null) throw new Error(`the sandbox has no shop ${domain}`);
  return { shop, locationId: location.id };
}

/** Returns the demo shop, or another owner's. */
const homeOf = (world: WorldApi, owner?: Owner): Place => placeOf(world, (owner ?? world.owners[0])?.shop ?? '');

const bySku = (world: WorldApi, shop: string, sku: string): VariantRow | null =>
  world.db.row<VariantRow>('select * from shopify_variant where shop = ? and sku = ? order by id limit 1', shop, sku);

/** Returns `available` of a SKU at an owner's first location, the demo one's by default, or null. */
export function stockOfSku(world: WorldApi, sku: string, owner?: Owner): number | null {
  const { shop, locationId } = homeOf(world, owner);
  const row = world.db.row<{ available: number }>(
    `select l.available from shopify_variant v join shopify_level l on l.item_id = v.item_id and l.location_id = ?
     where v.shop = ? and v.sku = ? order by v.id limit 1`,
    locationId,
    shop.domain,
    sku,
  );
  return row?.available ?? null;
}

type Quantities = Pick<LevelRow, 'available' | 'committed' | 'aside'>;

/** Returns what an event makes of a level's quantities, as Shopify's inventory states document it; a string is why it cannot be. */
function afterEvent(now: Quantities, wanted: StockChange): Quantities | string {
  if ('set' in wanted) return { ...now, available: wanted.set };
  const { delta } = wanted;
  const cause = wanted.cause ?? (delta < 0 ? 'order' : 'adjust');
  const available = now.available + delta;
  switch (cause) {
    case 'order':
    case 'cancel':
      return isPossible(cause, now, delta) ? { ...now, available, committed: now.committed - delta } : `no ${cause} of ${delta}`;
    case 'fulfill':
      return isPossible(cause, now, delta) ? { ...now, committed: now.committed + delta } : 'no order for so many is open';
    case 'set-aside':
      return delta <= now.aside ? { ...now, available, aside: now.aside - delta } : 'not so many are set aside';
    default:
      return { ...now, available };
  }
}

/** Returns whether an order can do this: what it takes is not negative, and no more is canceled or fulfilled than is open. */
function isPossible(cause: 'order' | 'cancel' | 'fulfill', { committed }: Quantities, delta: number): boolean {
  if (cause === 'order') return delta < 0;
  return Math.abs(delta) <= committed && (cause === 'cancel' ? delta > 0 : delta < 0);
}

const NOTHING: Quantities = { available: 0, committed: 0, aside: 0 };

/** Returns the name of an event, for the log. */
function eventOf(wanted: StockChange): string {
  if ('set' in wanted) return 'recount';
  const cause = wanted.cause ?? (wanted.delta < 0 ? 'order' : 'restock');
  return cause === 'order' || cause === 'counter' ? 'sale' : cause;
}

/** Changes stock of one variant from outside, and sends every webhook that Shopify sends for it. */
function change(world: WorldApi, variant: VariantRow, wanted: StockChange): Outcome<{ before: number; after: number }> {
  const { shop, locationId } = placeOf(world, variant.shop);
  const { db } = world;
  const level = db.row<Quantities>(
    'select available, committed, aside from shopify_level where item_id = ? and location_id = ?',
    variant.item_id,
    locationId,
  );
  const before = level ?? NOTHING;
  if (!Number.isInteger('delta' in wanted ? wanted.delta : wanted.set)) return { ok: false, reason: 'Shopify counts in whole units' };
  const after = afterEvent(before, wanted);
  if (typeof after === 'string') return { ok: false, reason: after };
  if (Math.abs(after.available) > MAX_QUANTITY) return { ok: false, reason: `stock must stay within ±${MAX_QUANTITY}` };
  const value = { before: before.available, after: after.available };
  if (level !== null && JSON.stringify(after) === JSON.stringify(level)) return { ok: true, value };
  db.run(
    `insert into shopify_level (item_id, location_id, available, committed, aside, active, created_at, updated_at)
       values (?1, ?2, ?3, ?4, ?5, 1, ?6, ?6)
     on conflict (item_id, location_id) do update set available = ?3, committed = ?4, aside = ?5, updated_at = ?6`,
    variant.item_id,
    locationId,
    after.available,
    after.committed,
    after.aside,
    world.now(),
  );
  const title = eventOf(wanted);
  if (title === 'sale') {
    const ordered = before.available - after.available;
    const order = 'insert into shopify_order (shop, created_at, item_id, quantity) values (?, ?, ?, ?)';
    db.run(order, shop.domain, world.now(), variant.item_id, ordered);
  }
  if (shop.domain === world.owners[0]?.shop) {
    const delta = after.available - before.available;
    const by = wanted.by ?? '';
    world.stockChanged({ platform: 'shopify', sku: variant.sku ?? '', delta, after: after.available, sale: title === 'sale', by });
  }
  const told = new Changes(world, shop);
  told.level(variant.item_id, locationId, level === null ? 'connect' : 'update');
  told.product(variant.product_id);
  told.announce();
  world.log({
    platform: 'shopify',
    kind: 'change',
    owner: shop.domain,
    title,
    detail: `${variant.sku ?? variant.title}: ${before.available} → ${after.available}`,
    outcome: 'ok',
  });
  return { ok: true, value };
}

export function changeBySku(world: WorldApi, sku: string, wanted: StockChange, owner?: Owner): Outcome<{ before: number; after: number }> {
  const { shop } = homeOf(world, owner);
  const variant = bySku(world, shop.domain, sku);
  return variant === null ? { ok: false, reason: `${shop.domain} has no variant with the SKU ${sku}` } : change(world, variant, wanted);
}

/** Changes stock of a variant of any owner's shop. */
export function changeById(world: WorldApi, id: string, wanted: StockChange): Outcome<{ before: number; after: number }> {
  const variant = world.db.row<VariantRow>('select * from shopify_variant where id = ?', numberOf('ProductVariant', id) ?? 0);
  return variant === null ? { ok: false, reason: `no shop has the variant ${id}` } : change(world, variant, wanted);
}

type ShelfRow = {
  id: number;
  product_id: number;
  product_title: string;
  title: string;
  sku: string | null;
  tracked: number;
  status: string;
  price: number;
  quantity: number | null;
};

/** Returns an owner's shelf, ordered by product title. */
export function shelf(
  world: WorldApi,
  search: string,
  offset: number,
  limit: number,
  owner?: Owner,
): { total: number; items: ShelfItem[] } {
  const { shop, locationId } = homeOf(world, owner);
  const where = `v.shop = ?1 and (?2 = '' or p.title like '%' || ?2 || '%' or v.sku like '%' || ?2 || '%')`;
  const from = 'from shopify_variant v join shopify_product p on p.id = v.product_id';
  const total = world.db.row<{ n: number }>(`select count(*) as n ${from} where ${where}`, shop.domain, search);
  const rows = world.db.rows<ShelfRow>(
    `select v.id, v.product_id, p.title as product_title, v.title, v.sku, v.tracked, p.status, v.price, l.available as quantity ${from}
     left join shopify_level l on l.item_id = v.item_id and l.location_id = ?3 where ${where} order by p.title, v.product_id, v.position limit ?4 offset ?5`,
    shop.domain,
    search,
    locationId,
    limit,
    offset,
  );
  const items = rows.map((row): ShelfItem => ({
    id: gid('ProductVariant', row.id),
    productId: gid('Product', row.product_id),
    productTitle: row.product_title,
    variantTitle: row.title === DEFAULT_OPTION.value ? '' : row.title,
    sku: row.sku ?? '',
    tracked: row.tracked === 1,
    status: row.status === 'ARCHIVED' ? 'archived' : row.status === 'DRAFT' ? 'draft' : 'active',
    quantity: row.quantity,
    price: row.price,
  }));
  return { total: total?.n ?? 0, items };
}

/** Creates a product with one variant, as a merchant would in the admin. */
export function addProduct(
  world: WorldApi,
  product: { title: string; sku: string; price: number; quantity: number },
  owner?: Owner,
): Outcome<{ id: string }> {
  if (product.title.trim() === '') return { ok: false, reason: 'a product needs a title' };
  if (!Number.isInteger(product.quantity)) return { ok: false, reason: 'Shopify counts in whole units' };
  const { shop, locationId } = homeOf(world, owner);
  const id = insertProduct(world, shop.domain, {
    title: product.title.trim(),
    handle: null,
    status: 'ACTIVE',
    description: '',
    vendor: shop.name,
    type: '',
    tags: [],
    options: newOptions(world, [{ name: DEFAULT_OPTION.name, values: [DEFAULT_OPTION.value] }]),
    media: [],
  });
  const [variant] = insertVariants(world, shop.domain, id, [
    {
      values: [DEFAULT_OPTION.value],
      sku: product.sku,
      barcode: null,
      price: product.price,
      compareAt: null,
      policy: 'DENY',
      taxable: true,
      tracked: true,
      requiresShipping: true,
      stock: [{ locationId, available: product.quantity }],
    },
  ]);
  if (variant === undefined) return { ok: false, reason: 'the product could not be stored' };
  const told = new Changes(world, shop);
  told.product(id, 'create');
  announceNew(told, [variant]);
  told.announce();
  world.log({ platform: 'shopify', kind: 'change', owner: shop.domain, title: 'product added', detail: product.title, outcome: 'ok' });
  return { ok: true, value: { id: gid('ProductVariant', variant.id) } };
}

/** Renames a product of any owner's shop. */
export function renameProduct(world: WorldApi, productId: string, title: string): Outcome<null> {
  if (title.trim() === '') return { ok: false, reason: 'a product needs a title' };
  const id = numberOf('Product', productId) ?? 0;
  const row = world.db.row<{ shop: string }>('update shopify_product set title = ? where id = ? returning shop', title.trim(), id);
  if (row === null) return { ok: false, reason: `no shop has the product ${productId}` };
  const { shop } = placeOf(world, row.shop);
  const told = new Changes(world, shop);
  told.product(id);
  told.announce();
  world.log({ platform: 'shopify', kind: 'change', owner: shop.domain, title: 'product renamed', detail: title.trim(), outcome: 'ok' });
  return { ok: true, value: null };
}

/** Puts a product of any owner's shop on sale, makes it a draft, or archives it: Shopify tells by `products/update` alone. */
export function setProductStatus(world: WorldApi, productId: string, status: SaleStatus): Outcome<null> {
  const row = world.db.row<{ shop: string; title: string }>(
    'update shopify_product set status = ? where id = ? returning shop, title',
    status.toUpperCase(),
    numberOf('Product', productId) ?? 0,
  );
  if (row === null) return { ok: false, reason: `no shop has the product ${productId}` };
  const { shop } = placeOf(world, row.shop);
  const told = new Changes(world, shop);
  told.product(numberOf('Product', productId) ?? 0);
  told.announce();
  world.log({ platform: 'shopify', kind: 'change', owner: shop.domain, title: `product ${status}`, detail: row.title, outcome: 'ok' });
  return { ok: true, value: null };
}
