import { unsupported, type ShopifyContext } from './context';
import { gid, numberOf } from './gid';
import { appNode, InstallationNode } from './nodes/app-node';
import { BulkNode, type BulkRow } from './nodes/bulk-node';
import { nodeById } from './nodes/by-id';
import { countAnswer } from './nodes/count';
import { ItemNode } from './nodes/item-node';
import { QUANTITY_NAMES } from './nodes/level-node';
import { LocationNode } from './nodes/location-node';
import { ORDER_FIELDS, ordersOf } from './nodes/order-node';
import { ProductNode } from './nodes/product-node';
import { ShopNode } from './nodes/shop-node';
import { VariantNode } from './nodes/variant-node';
import { versionNode, WebhookNode } from './nodes/webhook-node';
import { Connection, readPage, type PageArgs } from './paging';
import { searchSql, type SearchField } from './search';
import type { LocationRow, ProductRow, VariantRow } from './store/rows';
import { SERVED_VERSIONS } from './version';
import type { WebhookRow } from './webhooks/emit';

const VARIANT_FIELDS: Readonly<Record<string, SearchField>> = {
  id: { column: 'id', kind: 'number' },
  sku: { column: 'sku', kind: 'text' },
  barcode: { column: 'barcode', kind: 'text' },
  title: { column: 'title', kind: 'text' },
  product_id: { column: 'product_id', kind: 'number' },
  updated_at: { column: 'updated_at', kind: 'time' },
};
const ITEM_FIELDS: Readonly<Record<string, SearchField>> = {
  id: { column: 'item_id', kind: 'number' },
  sku: { column: 'sku', kind: 'text' },
  tracked: { column: 'tracked', kind: 'flag' },
  created_at: { column: 'created_at', kind: 'time' },
  updated_at: { column: 'item_updated_at', kind: 'time' },
};
const PRODUCT_FIELDS: Readonly<Record<string, SearchField>> = {
  id: { column: 'id', kind: 'number' },
  title: { column: 'title', kind: 'text' },
  handle: { column: 'handle', kind: 'text' },
  status: { column: 'lower(status)', kind: 'text' },
  vendor: { column: 'vendor', kind: 'text' },
  product_type: { column: 'type', kind: 'text' },
  created_at: { column: 'created_at', kind: 'time' },
  updated_at: { column: 'updated_at', kind: 'time' },
};
const PRODUCT_SORT: Readonly<Record<string, string>> = {
  ID: 'id',
  TITLE: 'title',
  UPDATED_AT: 'updated_at',
  CREATED_AT: 'created_at',
  VENDOR: 'vendor',
};
const VARIANT_SORT: Readonly<Record<string, string>> = { ID: 'id', TITLE: 'title', SKU: "coalesce(sku, '')", POSITION: 'position' };

type Searched = PageArgs & { query?: string | null; sortKey?: string };
type Counted = { query?: string | null; limit?: number | null };

function sortColumn(columns: Readonly<Record<string, string>>, key: string | undefined): string {
  const column = columns[key ?? 'ID'];
  if (column === undefined) throw unsupported(`the sort key ${key}`);
  return column;
}

function countRows(
  context: ShopifyContext,
  table: string,
  args: Counted,
  fields: Readonly<Record<string, SearchField>>,
  free: string[],
): object {
  const search = searchSql(args.query, fields, free);
  const row = context.world.db.row<{ n: number }>(
    `select count(*) as n from ${table} where shop = ?${search.where}`,
    context.shop.domain,
    ...search.values,
  );
  return countAnswer(row?.n ?? 0, args.limit);
}

/** Root of all queries: one member per field. Fields not listed here are refused by name. */
export class QueryRoot {
  shop(_args: unknown, context: ShopifyContext): ShopNode {
    return new ShopNode(context);
  }

  app(args: { id?: string | null }, context: ShopifyContext): object {
    if (args.id !== null && args.id !== undefined) throw unsupported('QueryRoot.app with an id');
    return appNode(context);
  }

  currentAppInstallation(_args: unknown, context: ShopifyContext): InstallationNode {
    return new InstallationNode(context);
  }

  publicApiVersions(): object[] {
    return SERVED_VERSIONS.map(versionNode);
  }

  inventoryProperties(): object {
    const comprises = QUANTITY_NAMES.filter((name) => name !== 'on_hand' && name !== 'incoming');
    const quantityNames = QUANTITY_NAMES.map((name) => ({
      name,
      displayName: name.replaceAll('_', ' '),
      isInUse: ['available', 'on_hand', 'committed'].includes(name),
      belongsTo: comprises.includes(name) ? ['on_hand'] : [],
      comprises: name === 'on_hand' ? comprises : [],
    }));
    return { quantityNames };
  }

  node(args: { id: string }, context: ShopifyContext): object | null {
    return nodeById(context, args.id);
  }

  nodes(args: { ids: readonly string[] }, context: ShopifyContext): (object | null)[] {
    return args.ids.map((id) => nodeById(context, id));
  }

  location(args: { id?: string | null }, context: ShopifyContext): LocationNode | null {
    const given = args.id === null || args.id === undefined ? null : numberOf('Location', args.id);
    const first = context.world.db.row<{ id: number }>(
      'select id from shopify_location where shop = ? order by name limit 1',
      context.shop.domain,
    );
    const id = args.id === null || args.id === undefined ? (first?.id ?? null) : given;
    const row = id === null ? null : context.load.location(id);
    return row === null ? null : new LocationNode(context, row);
  }

  locations(args: Searched & { includeInactive: boolean }, context: ShopifyContext): Connection<LocationRow, LocationNode> {
    const search = searchSql(args.query, { id: { column: 'id', kind: 'number' }, name: { column: 'name', kind: 'text' } }, ['name']);
    const page = readPage<LocationRow>(
      context,
      {
        from: 'from shopify_location',
        columns: '*',
        where: `shop = ?${args.includeInactive ? '' : ' and active = 1'}${search.where}`,
        values: [context.shop.domain, ...search.values],
        sort: sortColumn({ ID: 'id', NAME: 'name' }, args.sortKey),
        id: 'id',
      },
      args,
    );
    return new Connection(page, (row) => new LocationNode(context, row));
  }

  locationsCount(args: Counted, context: ShopifyContext): object {
    return countRows(context, 'shopify_location', args, {}, ['name']);
  }

  readonly orders = ordersOf;

  /** Counts the orders of outside sales, one per sale. */
  ordersCount(args: Counted, context: ShopifyContext): object {
    return countRows(context, 'shopify_order', args, ORDER_FIELDS, []);
  }

  product(args: { id: string }, context: ShopifyContext): ProductNode | null {
    const id = numberOf('Product', args.id);
    const row = id === null ? null : context.load.product(id);
    return row === null ? null : new ProductNode(context, row);
  }

  productByIdentifier(args: { identifier: { handle?: string | null } }, context: ShopifyContext): ProductNode | null {
    const { handle } = args.identifier;
    if (handle === null || handle === undefined) throw unsupported('ProductIdentifierInput without a handle');
    const sql = 'select id from shopify_product where shop = ? and handle = ?';
    const found = context.world.db.row<{ id: number }>(sql, context.shop.domain, handle);
    return found === null ? null : this.product({ id: gid('Product', found.id) }, context);
  }

  products(args: Searched, context: ShopifyContext): Connection<ProductRow, ProductNode> {
    const search = searchSql(args.query, PRODUCT_FIELDS, ['title', 'vendor', 'type']);
    const page = readPage<ProductRow>(
      context,
      {
        from: 'from shopify_product',
        columns: '*',
        where: `shop = ?${search.where}`,
        values: [context.shop.domain, ...search.values],
        sort: sortColumn(PRODUCT_SORT, args.sortKey),
        id: 'id',
      },
      args,
    );
    return new Connection(page, (row) => new ProductNode(context, row));
  }

  productsCount(args: Counted, context: ShopifyContext): object {
    return countRows(context, 'shopify_product', args, PRODUCT_FIELDS, ['title', 'vendor', 'type']);
  }

  productVariant(args: { id: string }, context: ShopifyContext): VariantNode | null {
    const id = numberOf('ProductVariant', args.id);
    const row = id === null ? null : context.load.variant(id);
    return row === null ? null : new VariantNode(context, row);
  }

  productVariants(args: Searched, context: ShopifyContext): Connection<VariantRow, VariantNode> {
    const search = searchSql(args.query, VARIANT_FIELDS, ['title', 'sku']);
    const page = readPage<VariantRow>(
      context,
      {
        from: 'from shopify_variant',
        columns: '*',
        where: `shop = ?${search.where}`,
        values: [context.shop.domain, ...search.values],
        sort: sortColumn(VARIANT_SORT, args.sortKey),
        id: 'id',
      },
      args,
    );
    context.load.expect(page.rows);
    return new Connection(page, (row) => new VariantNode(context, row));
  }

  productVariantsCount(args: Counted, context: ShopifyContext): object {
    return countRows(context, 'shopify_variant', args, VARIANT_FIELDS, ['title', 'sku']);
  }

  inventoryItem(args: { id: string }, context: ShopifyContext): ItemNode | null {
    const id = numberOf('InventoryItem', args.id);
    const row = id === null ? null : context.load.variantOfItem(id);
    return row === null ? null : new ItemNode(context, row);
  }

  inventoryItems(args: Searched, context: ShopifyContext): Connection<VariantRow, ItemNode> {
    const search = searchSql(args.query, ITEM_FIELDS, ['sku']);
    const page = readPage<VariantRow>(
      context,
      {
        from: 'from shopify_variant',
        columns: '*',
        where: `shop = ?${search.where}`,
        values: [context.shop.domain, ...search.values],
        sort: 'item_id',
        id: 'item_id',
      },
      args,
    );
    context.load.expect(page.rows);
    return new Connection(page, (row) => new ItemNode(context, row));
  }

  webhookSubscription(args: { id: string }, context: ShopifyContext): object | null {
    return nodeById(context, args.id);
  }

  webhookSubscriptions(
    args: PageArgs & { topics?: readonly string[] | null; uri?: string | null; format?: string | null; query?: string | null },
    context: ShopifyContext,
  ): Connection<WebhookRow, WebhookNode> {
    if (args.query !== null && args.query !== undefined && args.query !== '')
      throw unsupported('QueryRoot.webhookSubscriptions with a query');
    const topics = args.topics ?? [];
    const uri = args.uri ?? '';
    const page = readPage<WebhookRow>(
      context,
      {
        from: 'from shopify_webhook',
        columns: '*',
        where: `shop = ?${topics.length === 0 ? '' : ' and topic in (select value from json_each(?))'}${uri === '' ? '' : ' and uri = ?'}`,
        values: [context.shop.domain, ...(topics.length === 0 ? [] : [JSON.stringify(topics)]), ...(uri === '' ? [] : [uri])],
        sort: 'id',
        id: 'id',
      },
      args,
    );
    return new Connection(page, (row) => new WebhookNode(context, row));
  }

  webhookSubscriptionsCount(args: Counted, context: ShopifyContext): object {
    return countRows(context, 'shopify_webhook', args, {}, ['topic']);
  }

  bulkOperation(args: { id: string }, context: ShopifyContext): object | null {
    const node = nodeById(context, args.id);
    return node instanceof BulkNode ? node : null;
  }

  bulkOperations(args: PageArgs & { query?: string | null }, context: ShopifyContext): Connection<BulkRow, BulkNode> {
    const search = searchSql(args.query, { id: { column: 'id', kind: 'number' }, status: { column: 'lower(status)', kind: 'text' } }, [
      'status',
    ]);
    const page = readPage<BulkRow>(
      context,
      {
        from: 'from shopify_bulk',
        columns: '*',
        where: `shop = ? and app = ?${search.where}`,
        values: [context.shop.domain, context.app, ...search.values],
        sort: 'id',
        id: 'id',
      },
      args,
    );
    return new Connection(page, (row) => new BulkNode(context, row));
  }
}
