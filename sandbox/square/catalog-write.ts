import { once, type Call, type Operation } from './call';
import { planUpserts } from './catalog-plan';
import { deleteObjects, knownCatalog, storeObjects } from './catalog-store';
import { bad, done, notEmulated, notFound, refused, type Outcome, type SquareError } from './errors';
import { emitCatalog } from './events';
import { writeInstant } from './instant';
import { objectOf, objectsOf, textOf, textsOf, type JsonObject } from './json';
import { findObjects, presentAll } from './objects';

/** Limits of the Catalog API (`/v2/catalog/info`). */
const MAX_BATCH = 1000;
const MAX_OBJECTS = 10_000;
const MAX_DELETES = 200;

/** The catalog's write operations; Square runs one of them at a time per seller. */
export const CATALOG_WRITE_ROUTES: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v2/catalog/object',
    scope: 'ITEMS_WRITE',
    body: 'UpsertCatalogObjectRequest',
    writesCatalog: true,
    run: (call) => once(call, 'UpsertCatalogObject', () => upsertOne(call)),
  },
  {
    method: 'POST',
    path: '/v2/catalog/batch-upsert',
    scope: 'ITEMS_WRITE',
    body: 'BatchUpsertCatalogObjectsRequest',
    writesCatalog: true,
    run: (call) => once(call, 'BatchUpsertCatalogObjects', () => upsertBatches(call)),
  },
  {
    method: 'DELETE',
    path: '/v2/catalog/object/{object_id}',
    scope: 'ITEMS_WRITE',
    body: null,
    writesCatalog: true,
    run: (call) => remove(call, [call.params['object_id'] ?? ''], 'object_id'),
  },
  {
    method: 'POST',
    path: '/v2/catalog/batch-delete',
    scope: 'ITEMS_WRITE',
    body: 'BatchDeleteCatalogObjectsRequest',
    writesCatalog: true,
    run: (call) => {
      const ids = textsOf(call.body, 'object_ids') ?? [];
      if (ids.length > MAX_DELETES) return bad('ARRAY_LENGTH_TOO_LONG', `At most ${MAX_DELETES} object ids.`, 'object_ids');
      return remove(call, ids, 'object_ids');
    },
  },
];

interface Stored {
  readonly objects: readonly JsonObject[];
  readonly mappings: readonly JsonObject[];
  readonly version: number;
}

/** Stores one batch, all or nothing. */
function store({ world, caller }: Call, objects: readonly { object: JsonObject; path: string }[]): Outcome<Stored> {
  const other = objects.find(({ object }) => textOf(object, 'type') !== 'ITEM' && textOf(object, 'type') !== 'ITEM_VARIATION');
  if (other !== undefined)
    return notEmulated(`catalogue objects of type ${textOf(other.object, 'type') ?? ''}; ITEM and ITEM_VARIATION are.`);
  const plan = planUpserts(objects, knownCatalog(world, caller.merchant));
  if (!('writes' in plan)) return refused(plan);
  const version = storeObjects(world, caller.merchant, plan.writes, plan.dropped);
  const rows = new Map(findObjects(world, caller.merchant, plan.answered).map((row) => [row.id, row]));
  return done({
    objects: presentAll(
      world,
      plan.answered.flatMap((id) => rows.get(id) ?? []),
    ),
    mappings: plan.mappings.map(({ client, id }) => ({ client_object_id: client, object_id: id })),
    version,
  });
}

const mappingsOf = (mappings: readonly JsonObject[]): JsonObject => (mappings.length === 0 ? {} : { id_mappings: mappings });

function upsertOne(call: Call): Outcome<JsonObject> {
  const stored = store(call, [{ object: objectOf(call.body, 'object') ?? {}, path: 'object' }]);
  if (!stored.ok) return stored;
  emitCatalog(call.world, call.caller.merchant, stored.value.version);
  const [object = {}] = stored.value.objects;
  return done({ catalog_object: object, ...mappingsOf(stored.value.mappings) });
}

/** Stores batches. Each batch is atomic by itself: a refused one does not keep the others from being stored (BatchUpsertCatalogObjects). */
function upsertBatches(call: Call): Outcome<JsonObject> {
  const batches = objectsOf(call.body, 'batches').map((batch) => objectsOf(batch, 'objects'));
  if (batches.length === 0 || batches.some((batch) => batch.length === 0))
    return bad('ARRAY_EMPTY', 'Every batch needs objects.', 'batches');
  const long = batches.findIndex((batch) => batch.length > MAX_BATCH);
  if (long !== -1) return bad('ARRAY_LENGTH_TOO_LONG', `At most ${MAX_BATCH} objects in a batch.`, `batches[${long}].objects`);
  if (batches.flat().length > MAX_OBJECTS) return bad('ARRAY_LENGTH_TOO_LONG', `At most ${MAX_OBJECTS} objects in a request.`, 'batches');
  const objects: JsonObject[] = [];
  const mappings: JsonObject[] = [];
  const errors: SquareError[] = [];
  let version: number | null = null;
  for (const [index, batch] of batches.entries()) {
    const placed = batch.map((object, place) => ({ object, path: `batches[${index}].objects[${place}]` }));
    const stored = store(call, placed);
    if (stored.ok) {
      objects.push(...stored.value.objects);
      mappings.push(...stored.value.mappings);
      version = stored.value.version;
    } else errors.push(...stored.failure.errors);
  }
  if (version === null) return refused(errors);
  emitCatalog(call.world, call.caller.merchant, version);
  return done({
    ...(errors.length === 0 ? {} : { errors: errors.map((error) => ({ ...error })) }),
    objects,
    updated_at: writeInstant(version),
    ...mappingsOf(mappings),
  });
}

function remove({ world, caller }: Call, ids: readonly string[], field: string): Outcome<JsonObject> {
  const deleted = deleteObjects(world, caller.merchant, ids);
  if (deleted === null) return notFound('Catalog object not found.', field);
  emitCatalog(world, caller.merchant, deleted.version);
  return done({ deleted_object_ids: deleted.ids, deleted_at: writeInstant(deleted.version) });
}
