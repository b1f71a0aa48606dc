import type { Call, Operation } from './call';
import { readQuery, type Condition } from './catalog-query';
import { readCursor, writeCursor, type Position } from './cursor';
import { bad, done, notFound, type Outcome } from './errors';
import { parseInstant, writeInstant } from './instant';
import { flagOf, numberOf, objectOf, textOf, textsOf, type JsonObject } from './json';
import { catalogVersion, findObject, findObjects, OBJECT_COLUMNS, presentAll, referencesOf, type ObjectRow } from './objects';

/** The fixed page size of ListCatalog. */
const LIST_PAGE = 100;
/** The most objects on a page of a search, and in one batch-retrieve. */
const MAX_PAGE = 1000;

/** The catalog's read operations (Catalog API). */
export const CATALOG_READ_ROUTES: readonly Operation[] = [
  { method: 'GET', path: '/v2/catalog/list', scope: 'ITEMS_READ', body: null, run: list },
  { method: 'POST', path: '/v2/catalog/search', scope: 'ITEMS_READ', body: 'SearchCatalogObjectsRequest', run: search },
  {
    method: 'POST',
    path: '/v2/catalog/batch-retrieve',
    scope: 'ITEMS_READ',
    body: 'BatchRetrieveCatalogObjectsRequest',
    run: batchRetrieve,
  },
  { method: 'GET', path: '/v2/catalog/info', scope: 'ITEMS_READ', body: null, run: () => done({ limits: LIMITS }) },
  { method: 'GET', path: '/v2/catalog/object/{object_id}', scope: 'ITEMS_READ', body: null, run: retrieve },
];

const LIMITS: JsonObject = {
  batch_upsert_max_objects_per_batch: 1000,
  batch_upsert_max_total_objects: 10_000,
  batch_retrieve_max_object_ids: MAX_PAGE,
  search_max_page_limit: MAX_PAGE,
  batch_delete_max_object_ids: 200,
};

interface Selection {
  readonly types: readonly string[];
  readonly deleted: boolean;
  /** Only objects with a greater version. */
  readonly since: number | null;
  readonly conditions: readonly Condition[];
  readonly limit: number;
}

/**
 * Returns one page of a seller's objects, by type and age, or by version when only newer ones are requested; and where it ended if there is
 * more.
 */
function page(call: Call, selection: Selection, after: Position['after']): { rows: ObjectRow[]; next: Position['after'] | null } {
  const rows = selection.since === null ? byType(call, selection, after) : byVersion(call, selection, selection.since, after);
  const shown = rows.slice(0, selection.limit);
  const last = shown.at(-1);
  if (rows.length <= selection.limit || last === undefined) return { rows: shown, next: null };
  return { rows: shown, next: selection.since === null ? [last.type, last.n] : [last.version, last.n] };
}

function restOf(selection: Selection): { sql: string; values: string[] } {
  const sql = [...(selection.deleted ? [] : ['deleted = 0']), ...selection.conditions.map((condition) => condition.sql)];
  return { sql: sql.map((part) => ` and ${part}`).join(''), values: selection.conditions.flatMap((condition) => condition.values) };
}

function byType({ world, caller }: Call, selection: Selection, after: Position['after']): ObjectRow[] {
  const [startType, startN] = after;
  const rest = restOf(selection);
  // A `+` keeps SQLite from using the page index where the SKU index serves the query.
  const lead = selection.conditions.some((condition) => condition.bySku === true) ? '+' : '';
  const rows: ObjectRow[] = [];
  for (const type of selection.types.toSorted()) {
    if (typeof startType === 'string' && type < startType) continue;
    const n = type === startType && typeof startN === 'number' ? startN : 0;
    rows.push(
      ...world.db.rows<ObjectRow>(
        `select ${OBJECT_COLUMNS} from square_object where merchant = ? and ${lead}type = ? and ${lead}n > ?${rest.sql} order by n limit ?`,
        caller.merchant,
        type,
        n,
        ...rest.values,
        selection.limit + 1 - rows.length,
      ),
    );
    if (rows.length > selection.limit) break;
  }
  return rows;
}

function byVersion({ world, caller }: Call, selection: Selection, since: number, after: Position['after']): ObjectRow[] {
  const [version, n] = after;
  const rest = restOf(selection);
  return world.db.rows<ObjectRow>(
    `select ${OBJECT_COLUMNS} from square_object
      where merchant = ? and (version, n) > (?, ?) and version > ? and type in (select value from json_each(?))${rest.sql}
      order by version, n limit ?`,
    caller.merchant,
    typeof version === 'number' ? version : since,
    typeof n === 'number' ? n : 0,
    since,
    JSON.stringify(selection.types),
    ...rest.values,
    selection.limit + 1,
  );
}

function list(call: Call): Outcome<JsonObject> {
  const cursor = readCursor('ListCatalog', call.query, call.now);
  if (!cursor.ok) return cursor;
  const types = (call.query['types'] ?? 'ITEM')
    .split(',')
    .map((type) => type.trim().toUpperCase())
    .filter((type) => type !== '');
  if (call.query['catalog_version'] !== undefined)
    return bad('INVALID_VALUE', 'The emulator keeps no old versions of the catalogue.', 'catalog_version');
  const selection = { types, deleted: false, since: null, conditions: [], limit: LIST_PAGE };
  const { rows, next } = page(call, selection, cursor.value?.after ?? []);
  return done({
    ...(rows.length === 0 ? {} : { objects: presentAll(call.world, rows) }),
    ...(next === null ? {} : { cursor: writeCursor('ListCatalog', call.query, { after: next, since: 0 }, call.now) }),
  });
}

function readBegin(body: JsonObject): Outcome<number | null> {
  const begin = textOf(body, 'begin_time');
  if (begin === null) return done(null);
  const at = parseInstant(begin);
  return at === null ? bad('INVALID_TIME', 'begin_time is not an RFC 3339 time.', 'begin_time') : done(at);
}

function search(call: Call): Outcome<JsonObject> {
  const { body, world, caller, now } = call;
  const cursor = readCursor('SearchCatalogObjects', body, now);
  if (!cursor.ok) return cursor;
  const since = readBegin(body);
  if (!since.ok) return since;
  const conditions = readQuery(objectOf(body, 'query'));
  if (!conditions.ok) return conditions;
  const asked = numberOf(body, 'limit') ?? 0;
  const selection = {
    types: textsOf(body, 'object_types') ?? ['ITEM'],
    deleted: flagOf(body, 'include_deleted_objects') === true,
    since: since.value,
    conditions: conditions.value,
    // A limit out of range is ignored (SearchCatalogObjectsRequest.limit); Square does not document what applies instead.
    limit: asked > 0 && asked <= MAX_PAGE ? asked : LIST_PAGE,
  };
  const latest = cursor.value?.since ?? catalogVersion(world, caller.merchant);
  const { rows, next } = page(call, selection, cursor.value?.after ?? []);
  return done({
    ...(rows.length === 0 ? {} : { objects: presentAll(world, rows) }),
    ...related(call, rows),
    ...(next === null ? {} : { cursor: writeCursor('SearchCatalogObjects', body, { after: next, since: latest }, now) }),
    latest_time: writeInstant(latest),
  });
}

/** Returns what objects refer to: the items of variations, and the categories and images of items. What these refer to is not included. */
function related({ world, caller, body, query }: Call, rows: readonly ObjectRow[]): JsonObject {
  if (flagOf(body, 'include_related_objects') !== true && query['include_related_objects'] !== 'true') return {};
  const shown = new Set(rows.map((row) => row.id));
  const named = new Set(rows.flatMap((row) => (row.type === 'ITEM' ? referencesOf(row) : (row.item ?? []))));
  const ids = [...named].filter((id) => !shown.has(id));
  const found = ids.length === 0 ? [] : findObjects(world, caller.merchant, ids);
  return found.length === 0 ? {} : { related_objects: presentAll(world, found) };
}

function batchRetrieve(call: Call): Outcome<JsonObject> {
  const { body, world, caller } = call;
  const ids = textsOf(body, 'object_ids') ?? [];
  if (ids.length === 0) return bad('ARRAY_EMPTY', 'At least one object id is needed.', 'object_ids');
  if (ids.length > MAX_PAGE) return bad('ARRAY_LENGTH_TOO_LONG', `At most ${MAX_PAGE} object ids.`, 'object_ids');
  const deleted = flagOf(body, 'include_deleted_objects') === true;
  const found = new Map(findObjects(world, caller.merchant, ids).map((row) => [row.id, row]));
  const rows = [...new Set(ids)].flatMap((id) => found.get(id) ?? []).filter((row) => deleted || row.deleted === 0);
  return done({ ...(rows.length === 0 ? {} : { objects: presentAll(world, rows) }), ...related(call, rows) });
}

function retrieve(call: Call): Outcome<JsonObject> {
  const id = call.params['object_id'] ?? '';
  const row = findObject(call.world, call.caller.merchant, id);
  if (row === null || row.deleted !== 0) return notFound(`Catalog object with ID ${id.slice(0, 60)} not found.`, 'object_id');
  const [object = {}] = presentAll(call.world, [row]);
  return done({ object, ...related(call, [row]) });
}
