import { getArgumentValues, Kind, type OperationDefinitionNode } from 'graphql';

import type { StockWrite, WorldApi } from '../world-api';
import { gid } from './gid';
import { schema } from './schema';

/** Mutations that can change quantities; product mutations only where they contain quantities. */
const STOCK_MUTATIONS: ReadonlySet<string> = new Set([
  'inventoryAdjustQuantities',
  'inventorySetQuantities',
  'inventoryActivate',
  'productSet',
  'productVariantsBulkCreate',
]);

/** Returns every string within a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the arguments of an operation's stock mutations; null when it has none. */
function stockArguments(operation: OperationDefinitionNode, variables: Readonly<Record<string, unknown>>): unknown[] | null {
  if (operation.operation !== 'mutation') return null;
  const found: unknown[] = [];
  for (const field of operation.selectionSet.selections) {
    if (field.kind !== Kind.FIELD || !STOCK_MUTATIONS.has(field.name.value)) continue;
    const definition = schema.getMutationType()?.getFields()[field.name.value];
    if (definition === undefined) continue;
    try {
      found.push(getArgumentValues(definition, field, variables));
    } catch {
      // Arguments that cannot be parsed are refused when the operation runs.
      found.push({});
    }
  }
  return found.length === 0 ? null : found;
}

/** Returns every name by which a request may refer to an item given by SKU, inventory item GID, or the number of that GID. */
function namesOf(world: WorldApi, shop: string, items: readonly string[]): Set<string> {
  const rows = world.db.rows<{ item_id: number }>(
    'select item_id from shopify_variant where shop = ? and sku in (select value from json_each(?))',
    shop,
    JSON.stringify(items),
  );
  const numbers = items.filter((item) => /^[0-9]{1,15}$/.test(item)).map(Number);
  return new Set([...items, ...[...rows.map((row) => row.item_id), ...numbers].map((id) => gid('InventoryItem', id))]);
}

/** Returns what an operation changes in stock; null when it is not a stock write. */
export function stockWriteOf(
  world: WorldApi,
  shop: string,
  operation: OperationDefinitionNode | null,
  variables: Readonly<Record<string, unknown>>,
): StockWrite | null {
  const given = operation === null ? null : stockArguments(operation, variables);
  if (given === null) return null;
  return {
    containsAny: (items) => {
      const names = namesOf(world, shop, items);
      return textsIn(given).some((text) => names.has(text));
    },
  };
}
