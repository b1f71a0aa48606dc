import { once, type Call, type Operation } from './call';
import { bad, done, refused, type Outcome, type SquareError } from './errors';
import { emitCounts } from './events';
import { readChange, type Change, type KnownStock } from './inventory-change';
import { retrieveCounts } from './inventory-counts';
import { retrieveChanges, showChanges } from './inventory-history';
import { applyChanges, countsOf, showCount } from './inventory-log';
import { flagOf, objectsOf, type JsonObject } from './json';
import { locationIds } from './locations';
import { bodyOf, findObjects, variationFacts } from './objects';
import { seenByRivals } from './seen';

/** The most changes in one request (Square's SDK documentation; the API description names no maximum). */
const MAX_CHANGES = 100;

/** The Inventory API. */
export const INVENTORY_OPERATIONS: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v2/inventory/counts/batch-retrieve',
    scope: 'INVENTORY_READ',
    body: 'BatchRetrieveInventoryCountsRequest',
    run: retrieveCounts,
  },
  {
    method: 'POST',
    path: '/v2/inventory/changes/batch-create',
    scope: 'INVENTORY_WRITE',
    body: 'BatchChangeInventoryRequest',
    writesStock: true,
    run: (call) => once(call, 'BatchChangeInventory', () => createChanges(call)),
  },
  {
    method: 'POST',
    path: '/v2/inventory/changes/batch-retrieve',
    scope: 'INVENTORY_READ',
    body: 'BatchRetrieveInventoryChangesRequest',
    run: retrieveChanges,
  },
  {
    method: 'GET',
    path: '/v2/inventory/{catalog_object_id}',
    scope: 'INVENTORY_READ',
    body: null,
    run: (call) => {
      const asked = call.query['location_ids']?.split(',');
      const locations = locationIds(call.world, call.caller.merchant).filter((id) => asked === undefined || asked.includes(id));
      const counts = countsOf(call.world, [call.params['catalog_object_id'] ?? ''], locations, call.lagMs);
      return done(counts.length === 0 ? {} : { counts: counts.map(showCount) });
    },
  },
];

/** Returns the stock that the changes of a request are checked against. */
function knownStock({ world, caller, now }: Call, variations: readonly string[]): KnownStock {
  const known = new Map(
    findObjects(world, caller.merchant, variations)
      .filter((row) => row.type === 'ITEM_VARIATION' && row.deleted === 0)
      .map((row) => [row.id, { stockable: variationFacts(bodyOf(row)).stockable }]),
  );
  return { locations: new Set(locationIds(world, caller.merchant)), variation: (id) => known.get(id) ?? null, now };
}

/** Applies all changes of a request, or none: one invalid change refuses the request and is named by its index. */
function createChanges(call: Call): Outcome<JsonObject> {
  const { body, world, caller } = call;
  const given = objectsOf(body, 'changes');
  if (given.length === 0) return bad('ARRAY_EMPTY', 'At least one change is needed.', 'changes');
  if (given.length > MAX_CHANGES) return bad('ARRAY_LENGTH_TOO_LONG', `At most ${MAX_CHANGES} changes.`, 'changes');
  const variations = given.flatMap((change) => [change['physical_count'], change['adjustment']]).flatMap((data) => variationOf(data));
  const known = knownStock(call, variations);
  const changes: Change[] = [];
  const errors: SquareError[] = [];
  for (const [index, change] of given.entries()) {
    const read = readChange(change, `changes[${index}]`, known);
    if ('variation' in read) changes.push(read);
    else errors.push(...read);
  }
  if (errors.length > 0) return refused(errors);
  const source =
    caller.who === 'app'
      ? { product: 'EXTERNAL_API', application_id: world.env.SQUARE_CLIENT_ID, name: 'Application under test' }
      : { product: 'EXTERNAL_API', application_id: 'sandbox-outside-world', name: 'Outside world' };
  const author = { merchant: caller.merchant, source, member: null };
  const ignoreUnchanged = flagOf(body, 'ignore_unchanged_counts') !== false;
  const applied = seenByRivals(world, { ...author, sale: false }, variations, () => applyChanges(world, author, changes, ignoreUnchanged));
  emitCounts(world, caller.merchant, applied.counts.map(showCount));
  const touched = countsOf(
    world,
    changes.map((change) => change.variation),
    changes.flatMap((change) => [change.to.location, ...(change.from === null ? [] : [change.from.location])]),
  );
  return done({ errors: [], counts: touched.map(showCount), changes: showChanges(call, applied.kept) });
}

function variationOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || !('catalog_object_id' in data)) return [];
  return typeof data.catalog_object_id === 'string' ? [data.catalog_object_id] : [];
}
