import { grants, unsupported, type ShopifyContext } from '../context';
import { gid } from '../gid';
import { Connection, pageOfList, readPage, type PageArgs } from '../paging';
import { searchSql, type SearchField } from '../search';
import { ItemNode } from './item-node';
import { RowNode } from './row-node';

/** How far back a token without `read_all_orders` sees orders, in ms. */
const RECENT_MS = 60 * 86_400_000;

/** The number before that of a shop's first order. */
const BEFORE_FIRST = 1_000;

/** The filters of a search for orders. */
export const ORDER_FIELDS: Readonly<Record<string, SearchField>> = { created_at: { column: 'created_at', kind: 'time' } };

/** A stored order of one variant. */
export type OrderRow = { id: number; shop: string; created_at: number; item_id: number | null; quantity: number | null };

/** `Order`. */
export class OrderNode extends RowNode<OrderRow> {
  readonly __typename = 'Order';

  get id(): string {
    return gid('Order', this.row.id);
  }

  get name(): string {
    return `#${BEFORE_FIRST + this.row.id}`;
  }

  lineItems(args: PageArgs): Connection<OrderRow, object> {
    return pageOfList(this.context, this.row.item_id === null ? [] : [this.row], args, (row) => lineOf(this.context, row));
  }
}

/** Returns a line of an order; its variant is null once it is deleted. */
function lineOf(context: ShopifyContext, { item_id: itemId, quantity }: OrderRow): object {
  const variant = itemId === null ? null : context.load.variantOfItem(itemId);
  return { __typename: 'LineItem', quantity, variant: variant === null ? null : { inventoryItem: new ItemNode(context, variant) } };
}

/** Returns a shop's orders by the time of their creation: one of one variant for each sale from outside. */
export function ordersOf(
  args: PageArgs & { readonly query?: string | null; readonly sortKey?: string },
  context: ShopifyContext,
): Connection<OrderRow, OrderNode> {
  if (args.sortKey !== 'CREATED_AT') throw unsupported(`the sort key ${args.sortKey}`);
  const search = searchSql(args.query, ORDER_FIELDS, []);
  const since = grants(context.scopes, 'read_all_orders') ? 0 : context.world.now() - RECENT_MS;
  const page = readPage<OrderRow>(
    context,
    {
      from: 'from shopify_order',
      columns: '*',
      where: `shop = ? and created_at >= ?${search.where}`,
      values: [context.shop.domain, since, ...search.values],
      sort: 'created_at',
      id: 'id',
    },
    args,
  );
  return new Connection(page, (row) => new OrderNode(context, row));
}
