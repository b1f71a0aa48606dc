import type { Call } from './call';
import { cutPage, readCursor } from './cursor';
import { done, type Outcome } from './errors';
import { COUNTED_STATES } from './inventory-change';
import { timeFilter } from './inventory-history';
import { countsAsOf, showCount, type CountRow } from './inventory-log';
import { numberOf, textsOf, type JsonObject } from './json';
import { locationIds } from './locations';

/** Counts on a page when the request sets no limit. */
const DEFAULT_PAGE = 100;

interface Filter {
  readonly variations: readonly string[] | null;
  readonly locations: readonly string[];
  readonly states: readonly string[];
  /** Only counts calculated after this time. */
  readonly since: number | null;
  readonly limit: number;
}

function readFilter({ body, world, caller }: Call): Outcome<Filter> {
  const since = timeFilter(body, 'updated_after');
  if (!since.ok) return since;
  // States that Square keeps no count of are ignored (BatchRetrieveInventoryCountsRequest.states).
  const states = (textsOf(body, 'states') ?? []).filter((state) => COUNTED_STATES.has(state));
  return done({
    variations: textsOf(body, 'catalog_object_ids'),
    locations: textsOf(body, 'location_ids') ?? locationIds(world, caller.merchant),
    states: states.length === 0 ? [...COUNTED_STATES] : states,
    since: since.value,
    limit: numberOf(body, 'limit') ?? DEFAULT_PAGE,
  });
}

/** Returns one row more than the page holds, newest first. */
function readRows({ world, caller, lagMs }: Call, filter: Filter, after: readonly (string | number)[]): CountRow[] {
  const [at = Number.MAX_SAFE_INTEGER, variation = '', location = '', state = ''] = after;
  // When filtered by variation, the primary key is used; otherwise the index by age. A `+` keeps SQLite from the other choice.
  const lead = filter.variations === null ? '' : '+';
  return world.db.rows<CountRow>(
    `select variation, location, state, quantity, calculated_at from ${countsAsOf(lagMs)} square_count
      where ${lead}merchant = ?1 and (${lead}calculated_at, variation, location, state) < (?2, ?3, ?4, ?5) and (?6 is null or calculated_at > ?6)
        and location in (select value from json_each(?7)) and state in (select value from json_each(?8))
        ${filter.variations === null ? '' : 'and variation in (select value from json_each(?9))'}
        and exists (select 1 from square_object where square_object.id = variation and deleted = 0)
      order by calculated_at desc, variation desc, location desc, state desc limit ${filter.limit + 1}`,
    caller.merchant,
    at,
    variation,
    location,
    state,
    filter.since,
    JSON.stringify(filter.locations),
    JSON.stringify(filter.states),
    ...(filter.variations === null ? [] : [JSON.stringify(filter.variations)]),
  );
}

/** BatchRetrieveInventoryCounts: newest first; a variation without any stock activity at a location has no count there. */
export function retrieveCounts(call: Call): Outcome<JsonObject> {
  const { body, now } = call;
  const cursor = readCursor('BatchRetrieveInventoryCounts', body, now);
  if (!cursor.ok) return cursor;
  const filter = readFilter(call);
  if (!filter.ok) return filter;
  const rows = readRows(call, filter.value, cursor.value?.after ?? []);
  const query = { operation: 'BatchRetrieveInventoryCounts', query: body, now };
  const page = cutPage(query, rows, filter.value.limit, (row) => [row.calculated_at, row.variation, row.location, row.state]);
  return done({ ...(page.shown.length === 0 ? {} : { counts: page.shown.map(showCount) }), ...page.cursor });
}
