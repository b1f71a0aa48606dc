import type { Call } from './call';
import { cutPage, readCursor } from './cursor';
import { bad, done, notEmulated, type Outcome } from './errors';
import { parseInstant, writeInstant } from './instant';
import { isObject, numberOf, objectOf, parseJson, textOf, textsOf, type JsonObject } from './json';
import { writeQuantity } from './quantity';

/** Changes on a page when the request sets no limit. */
const DEFAULT_PAGE = 100;

type ChangeRow = {
  n: number;
  id: string;
  variation: string;
  type: string;
  from_state: string | null;
  from_location: string | null;
  to_state: string;
  to_location: string;
  quantity: number;
  reference_id: string | null;
  source: string;
  occurred_at: number;
  created_at: number;
  member: string | null;
};

const COLUMNS =
  'n, id, variation, type, from_state, from_location, to_state, to_location, quantity, reference_id, source, occurred_at, created_at, member';

function show(row: ChangeRow): JsonObject {
  const source = parseJson(row.source);
  const common = {
    id: row.id,
    ...(row.reference_id === null ? {} : { reference_id: row.reference_id }),
    catalog_object_id: row.variation,
    catalog_object_type: 'ITEM_VARIATION',
    quantity: writeQuantity(row.quantity),
    source: isObject(source) ? source : {},
    ...(row.member === null ? {} : { team_member_id: row.member }),
    occurred_at: writeInstant(row.occurred_at),
    created_at: writeInstant(row.created_at),
  };
  if (row.type === 'PHYSICAL_COUNT') {
    return { type: row.type, physical_count: { ...common, state: row.to_state, location_id: row.to_location } };
  }
  const places = {
    from_state: row.from_state,
    to_state: row.to_state,
    from_location_id: row.from_location,
    to_location_id: row.to_location,
  };
  return { type: row.type, adjustment: { ...common, ...places } };
}

/** Returns changes by their numbers in the log, oldest first. */
export function showChanges(call: Call, numbers: readonly number[]): JsonObject[] {
  return call.world.db
    .rows<ChangeRow>(
      `select ${COLUMNS} from square_change where n in (select value from json_each(?)) order by occurred_at, n`,
      JSON.stringify(numbers),
    )
    .map(show);
}

/** Parses a time filter of a request; null when it is absent. */
export function timeFilter(body: JsonObject, name: string): Outcome<number | null> {
  const source = textOf(body, name);
  if (source === null) return done(null);
  const at = parseInstant(source);
  return at === null ? bad('INVALID_TIME', `${name} is not an RFC 3339 time.`, name) : done(at);
}

interface Filter {
  readonly sql: string;
  readonly values: (string | number)[];
}

function readFilter(call: Call): Outcome<Filter> {
  const { body, caller } = call;
  if (textsOf(body, 'reason_ids') !== null) return notEmulated('filters by reason');
  const after = timeFilter(body, 'updated_after');
  if (!after.ok) return after;
  const before = timeFilter(body, 'updated_before');
  if (!before.ok) return before;
  const parts: [string, string | number][] = [['merchant = ?', caller.merchant]];
  const variations = textsOf(body, 'catalog_object_ids');
  if (variations !== null) parts.push(['variation in (select value from json_each(?))', JSON.stringify(variations)]);
  const types = textsOf(body, 'types');
  if (types !== null) parts.push(['type in (select value from json_each(?))', JSON.stringify(types)]);
  if (after.value !== null) parts.push(['created_at > ?', after.value]);
  if (call.lagMs > 0) parts.push(['created_at <= ?', call.now - call.lagMs * call.world.config().clockSpeed]);
  if (before.value !== null) parts.push(['created_at < ?', before.value]);
  const values = parts.map(([, value]) => value);
  const conditions = parts.map(([sql]) => sql);
  for (const [name, columns] of EITHER_PLACE) {
    const wanted = textsOf(body, name);
    if (wanted === null) continue;
    conditions.push(`(${columns.map((column) => `${column} in (select value from json_each(?))`).join(' or ')})`);
    values.push(...columns.map(() => JSON.stringify(wanted)));
  }
  return done({ sql: conditions.join(' and '), values });
}

/** Filters that a change can match with either its source or its destination. */
const EITHER_PLACE: readonly (readonly [string, readonly string[]])[] = [
  ['location_ids', ['from_location', 'to_location']],
  ['states', ['from_state', 'to_state']],
];

/** BatchRetrieveInventoryChanges: returns the log by `occurred_at`, oldest first unless the request reverses the order. */
export function retrieveChanges(call: Call): Outcome<JsonObject> {
  const { body, world, now } = call;
  const cursor = readCursor('BatchRetrieveInventoryChanges', body, now);
  if (!cursor.ok) return cursor;
  const filter = readFilter(call);
  if (!filter.ok) return filter;
  const order = textOf(objectOf(body, 'sort') ?? {}, 'order') === 'DESC' ? NEWEST_FIRST : OLDEST_FIRST;
  const limit = numberOf(body, 'limit') ?? DEFAULT_PAGE;
  const [at = 0, n = 0] = cursor.value?.after ?? order.start;
  const rows = world.db.rows<ChangeRow>(
    `select ${COLUMNS} from square_change where ${filter.value.sql} and (occurred_at, n) ${order.after} (?, ?) order by ${order.by} limit ?`,
    ...filter.value.values,
    at,
    n,
    limit + 1,
  );
  const page = cutPage({ operation: 'BatchRetrieveInventoryChanges', query: body, now }, rows, limit, (row) => [row.occurred_at, row.n]);
  return done({ ...(page.shown.length === 0 ? {} : { changes: page.shown.map(show) }), ...page.cursor });
}

const OLDEST_FIRST = { after: '>', by: 'occurred_at, n', start: [-1, -1] };
const NEWEST_FIRST = { after: '<', by: 'occurred_at desc, n desc', start: [Number.MAX_SAFE_INTEGER, 0] };
