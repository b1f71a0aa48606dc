import type { InventorySort } from '../../../durable/api/account-api';
import type { TableRules } from './arguments';

/** What the table of the inventory allows. */
export const INVENTORY_TABLE: TableRules<InventorySort> = {
  defaultLimit: 500,
  columns: ['name', 'sku', 'shopify_quantity', 'square_quantity', 'status'],
  defaultSort: { column: 'name', descending: false },
};
