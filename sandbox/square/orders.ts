import type { WorldApi } from '../world-api';
import type { Call, Operation } from './call';
import { cutPage, readCursor } from './cursor';
import { bad, done, notEmulated, type Outcome } from './errors';
import { newId } from './ids';
import { parseInstant } from './instant';
import { flagOf, numberOf, objectOf, textOf, textsOf, type JsonObject } from './json';
import { locationIds } from './locations';

const SEARCH = '/v2/orders/search';

/** Square's own limits of a page, and of the locations of one search. */
const DEFAULT_PAGE = 500;
const MAX_PAGE = 1_000;
const MAX_LOCATIONS = 10;

/** Stores the order of a sale at the till, paid immediately. */
export function noteOrder(world: WorldApi, merchant: string, location: string): void {
  const id = newId();
  const now = Math.floor(world.now());
  world.db.run(
    'insert into square_order (id, merchant, location, state, created_at) values (?, ?, ?, ?, ?)',
    id,
    merchant,
    location,
    'COMPLETED',
    now,
  );
}

/** The part of the Orders API that is needed to count orders. */
export const ORDER_OPERATIONS: readonly Operation[] = [
  { method: 'POST', path: SEARCH, scope: 'ORDERS_READ', body: 'SearchOrdersRequest', run: searchOrders },
];

interface Wanted {
  readonly locations: readonly string[];
  readonly states: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly descending: boolean;
  readonly limit: number;
}

type OrderRow = { n: number; id: string; location: string };

function searchOrders(call: Call): Outcome<JsonObject> {
  const { world, caller, body, now } = call;
  const wanted = readSearch(call);
  if (!wanted.ok) return wanted;
  const from = readCursor(SEARCH, body, now);
  if (!from.ok) return from;
  const { locations, states, descending, limit } = wanted.value;
  const after = from.value?.after[0] ?? null;
  const rows = world.db.rows<OrderRow>(
    `select n, id, location from square_order
      where merchant = ?1 and location in (select value from json_each(?2)) and state in (select value from json_each(?3))
        and created_at >= ?4 and created_at < ?5 and (?6 is null or n ${descending ? '<' : '>'} ?6)
      order by n ${descending ? 'desc' : 'asc'} limit ?7`,
    caller.merchant,
    JSON.stringify(locations),
    JSON.stringify(states),
    wanted.value.from,
    wanted.value.to,
    after,
    limit + 1,
  );
  const { shown, cursor } = cutPage({ operation: SEARCH, query: body, now }, rows, limit, (row) => [row.n]);
  const entries = shown.map((row) => ({ order_id: row.id, location_id: row.location, version: 1 }));
  // Square omits an empty list.
  return done({ ...(entries.length === 0 ? {} : { order_entries: entries }), ...cursor });
}

function readSearch(call: Call): Outcome<Wanted> {
  const { body } = call;
  const locations = readLocations(call);
  if (!locations.ok) return locations;
  if (flagOf(body, 'return_entries') !== true) return notEmulated('SearchOrders without return_entries');
  const limit = numberOf(body, 'limit') ?? DEFAULT_PAGE;
  if (limit < 1 || limit > MAX_PAGE) return bad('INVALID_VALUE', `limit must be from 1 to ${MAX_PAGE}.`, 'limit');
  const query = objectOf(body, 'query') ?? {};
  const filter = objectOf(query, 'filter') ?? {};
  const unknown = Object.keys(filter).find((name) => name !== 'state_filter' && name !== 'date_time_filter');
  if (unknown !== undefined) return notEmulated(`SearchOrders with ${unknown}`);
  const dates = readDates(filter, objectOf(query, 'sort') ?? {});
  if (!dates.ok) return dates;
  const states = textsOf(objectOf(filter, 'state_filter') ?? {}, 'states') ?? ['OPEN', 'COMPLETED', 'CANCELED', 'DRAFT'];
  return done({ locations: locations.value, states, limit, ...dates.value });
}

function readLocations({ world, caller, body }: Call): Outcome<readonly string[]> {
  const locations = textsOf(body, 'location_ids') ?? [];
  if (locations.length === 0) return bad('MISSING_REQUIRED_PARAMETER', 'At least one location is needed.', 'location_ids');
  if (locations.length > MAX_LOCATIONS) return bad('INVALID_VALUE', `At most ${MAX_LOCATIONS} locations may be searched.`, 'location_ids');
  const own = locationIds(world, caller.merchant);
  if (!locations.every((id) => own.includes(id))) return bad('INVALID_VALUE', 'The seller has no such location.', 'location_ids');
  return done(locations);
}

/** Parses the range of creation times, and the sort order; Square requires that the sort field is the one that the dates filter. */
function readDates(filter: JsonObject, sort: JsonObject): Outcome<Pick<Wanted, 'from' | 'to' | 'descending'>> {
  const dates = objectOf(filter, 'date_time_filter') ?? {};
  if (dates['updated_at'] !== undefined || dates['closed_at'] !== undefined)
    return notEmulated('SearchOrders by other dates than created_at');
  const field = textOf(sort, 'sort_field') ?? 'CREATED_AT';
  if (field !== 'CREATED_AT') {
    return dates['created_at'] === undefined
      ? notEmulated(`SearchOrders sorted by ${field}`)
      : bad('INVALID_VALUE', 'sort_field must be the field that date_time_filter names.', 'query.sort.sort_field');
  }
  const created = objectOf(dates, 'created_at') ?? {};
  const moments = { from: readMoment(created, 'start_at', 0), to: readMoment(created, 'end_at', Number.MAX_SAFE_INTEGER) };
  if (moments.from === null || moments.to === null) {
    return bad('INVALID_TIME', 'A time must be given in RFC 3339.', 'query.filter.date_time_filter.created_at');
  }
  return done({ from: moments.from, to: moments.to, descending: textOf(sort, 'sort_order') !== 'ASC' });
}

function readMoment(range: JsonObject, name: string, otherwise: number): number | null {
  const text = textOf(range, name);
  return text === null ? otherwise : parseInstant(text);
}
