import type { WorldApi } from '../world-api';
import { textOf, type JsonObject } from './json';
import { locationIds } from './locations';
import { findObject, bodyOf, variationFacts } from './objects';
import { STEPS } from './quantity';

/** Who makes changes, and whether they are sales. */
interface Making {
  readonly merchant: string;
  readonly source: JsonObject;
  readonly sale: boolean;
}

/** Runs changes of variations, and tells the other apps of the demo pair what they did to its stock. */
export function seenByRivals<T>(world: WorldApi, { merchant, source, sale }: Making, variations: readonly string[], work: () => T): T {
  const isSeen = world.owners[0]?.merchant === merchant && Object.values(world.config().rivals).some(({ on }) => on);
  if (!isSeen) return work();
  const place = locationIds(world, merchant)[0] ?? '';
  const before = new Map(variations.map((id) => [id, stockOf(world, id, place)]));
  const result = work();
  for (const [id, was] of before) {
    const now = stockOf(world, id, place);
    if (now === was) continue;
    const row = findObject(world, merchant, id);
    const sku = row === null ? '' : variationFacts(bodyOf(row)).sku;
    const by = textOf(source, 'name') ?? '';
    world.stockChanged({ platform: 'square', sku, delta: (now - was) / STEPS, after: now / STEPS, sale, by });
  }
  return result;
}

function stockOf(world: WorldApi, variation: string, location: string): number {
  const row = world.db.row<{ quantity: number }>(
    "select quantity from square_count where variation = ? and location = ? and state = 'IN_STOCK'",
    variation,
    location,
  );
  return row?.quantity ?? 0;
}
