import type { LevelQuantities } from '../../domain/causes/shopify';
import type { Instant } from '../../domain/instant';
import { fromUnits } from '../../domain/quantity';
import { ok, type Result } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, numberAt, textAt } from '../json';
import { parseTime } from '../time';
import { ITEM_QUANTITIES } from './documents';
import { toGid } from './gid';
import type { ShopifyClient } from './graphql';
import { read } from './reading';

/** Items in one call: with item, level and quantities this stays below the 1,000 points that one query may cost. */
export const QUANTITIES_PER_READ = 100;

/** Reads the three quantities of up to 100 inventory items at a location. Items without a readable level are left out. */
export async function readQuantities(
  client: ShopifyClient,
  stockIds: readonly string[],
  locationId: string,
): Promise<Result<ReadonlyMap<string, LevelQuantities>, PlatformFailure>> {
  const variables = { ids: stockIds.map((id) => toGid('InventoryItem', id)), locationId: toGid('Location', locationId) };
  const nodes = await read(client, ITEM_QUANTITIES, variables, (data) => {
    const found = listAt(data, 'nodes');
    return found?.length === stockIds.length ? found : null;
  });
  if (!nodes.ok) return nodes;
  const levels = stockIds.map((stockId, index) => [stockId, decodeQuantities(at(nodes.value[index], 'inventoryLevel'))] as const);
  return ok(new Map(levels.flatMap(([stockId, quantities]) => (quantities === null ? [] : [[stockId, quantities] as const]))));
}

/** Decodes a level's three quantities; null when one is missing. */
function decodeQuantities(level: unknown): LevelQuantities | null {
  const available = decodeQuantity(level, 'available');
  const committed = decodeQuantity(level, 'committed');
  const onHand = decodeQuantity(level, 'on_hand');
  if (available === null || committed === null || onHand === null) return null;
  return {
    available: available.quantity,
    availableAt: available.at,
    committed: committed.quantity,
    onHand: onHand.quantity,
    committedAt: committed.at,
    onHandAt: onHand.at,
  };
}

function decodeQuantity(level: unknown, name: string): { quantity: number; at: Instant | null } | null {
  const found = (listAt(level, 'quantities') ?? []).find((quantity) => textAt(quantity, 'name') === name);
  const units = numberAt(found, 'quantity');
  return units === null ? null : { quantity: fromUnits(units), at: parseTime(textAt(found, 'updatedAt') ?? '') };
}
