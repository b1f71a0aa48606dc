import type { StockWrite, WorldApi } from '../world-api';
import type { Operation } from './call';
import { isObject, objectOf, objectsOf, parseJson, textOf } from './json';

/** Returns the variations that a request's changes name. */
function variationsIn(body: string): string[] {
  const parsed = parseJson(body);
  const changes = isObject(parsed) ? objectsOf(parsed, 'changes') : [];
  return changes.flatMap((change) =>
    ['adjustment', 'physical_count'].flatMap((member) => textOf(objectOf(change, member) ?? {}, 'catalog_object_id') ?? []),
  );
}

/** Returns what a request changes in stock; null when it is not a stock write. SKUs are those of any seller: ids are unique across all. */
export function stockWriteOf(world: WorldApi, operation: Operation, body: string): StockWrite | null {
  if (operation.writesStock !== true) return null;
  return {
    containsAny: (items) => {
      const rows = world.db.rows<{ id: string }>(
        `select id from square_object where deleted = 0 and type = 'ITEM_VARIATION' and sku in (select lower(value) from json_each(?))`,
        JSON.stringify(items),
      );
      const names = new Set([...items, ...rows.map((row) => row.id)]);
      return variationsIn(body).some((id) => names.has(id));
    },
  };
}
