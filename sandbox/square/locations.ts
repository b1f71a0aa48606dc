import type { WorldApi } from '../world-api';
import type { Call, Operation } from './call';
import { withoutNulls } from './catalog-rules';
import { bad, done, notFound, type Outcome } from './errors';
import { emit } from './events';
import { newId } from './ids';
import { writeInstant } from './instant';
import { isObject, objectOf, parseJson, textOf, type JsonObject } from './json';

interface Location {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly body: JsonObject;
}

type Row = { id: string; name: string; status: string; body: string };

/** Returns a seller's locations in Square's order, including inactive ones. */
function locations(world: WorldApi, merchant: string): Location[] {
  const rows = world.db.rows<Row>('select id, name, status, body from square_location where merchant = ? order by position', merchant);
  return rows.map((row) => {
    const body = parseJson(row.body);
    return { id: row.id, name: row.name, status: row.status, body: isObject(body) ? body : {} };
  });
}

/** Returns the ids of a seller's locations in Square's order; the first is its main one. */
export function locationIds(world: WorldApi, merchant: string): string[] {
  return world.db
    .rows<{ id: string }>('select id from square_location where merchant = ? order by position', merchant)
    .map((row) => row.id);
}

/** Stores a location; a new one is added last. */
export function saveLocation(world: WorldApi, merchant: string, location: Location): void {
  world.db.run(
    `insert into square_location (id, merchant, position, name, status, body)
       values (?, ?, (select coalesce(max(position), 0) + 1 from square_location where merchant = ?), ?, ?, ?)
       on conflict (id) do update set name = excluded.name, status = excluded.status, body = excluded.body`,
    location.id,
    merchant,
    merchant,
    location.name,
    location.status,
    JSON.stringify(location.body),
  );
}

const show = ({ id, name, status, body }: Location): JsonObject => ({ id, name, ...body, status });

/** The Locations API, and the seller itself (Merchants API). */
export const LOCATION_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    path: '/v2/locations',
    scope: 'MERCHANT_PROFILE_READ',
    body: null,
    run: ({ world, caller }) => done({ locations: locations(world, caller.merchant).map(show) }),
  },
  {
    method: 'POST',
    path: '/v2/locations',
    scope: 'MERCHANT_PROFILE_WRITE',
    body: 'CreateLocationRequest',
    run: (call) => save(call, { id: `L${newId(12)}`, name: '', status: 'ACTIVE', body: freshBody(call) }, 'location.created'),
  },
  {
    method: 'GET',
    path: '/v2/locations/{location_id}',
    scope: 'MERCHANT_PROFILE_READ',
    body: null,
    run: (call) => withLocation(call, (location) => done({ location: show(location) })),
  },
  {
    method: 'PUT',
    path: '/v2/locations/{location_id}',
    scope: 'MERCHANT_PROFILE_WRITE',
    body: 'UpdateLocationRequest',
    run: (call) => withLocation(call, (location) => save(call, location, 'location.updated')),
  },
  {
    method: 'GET',
    path: '/v2/merchants/{merchant_id}',
    scope: 'MERCHANT_PROFILE_READ',
    body: null,
    run: merchant,
  },
];

function withLocation(call: Call, then: (location: Location) => Outcome<JsonObject>): Outcome<JsonObject> {
  const all = locations(call.world, call.caller.merchant);
  const id = call.params['location_id'];
  const location = id === 'main' ? all[0] : all.find((candidate) => candidate.id === id);
  return location === undefined ? notFound('Location not found.', 'location_id') : then(location);
}

function freshBody({ world, caller, now }: Call): JsonObject {
  const [first] = locations(world, caller.merchant);
  return { ...first?.body, type: 'PHYSICAL', created_at: writeInstant(now) };
}

/** Stores a location with the members of the body; omitted members stay unchanged. Names are unique per seller. */
function save({ world, caller, body }: Call, before: Location, event: 'location.created' | 'location.updated'): Outcome<JsonObject> {
  const rest = withoutNulls(objectOf(body, 'location') ?? {});
  const { id: _, status, name, merchant_id: __, created_at: ___, ...given } = isObject(rest) ? rest : {};
  const next = {
    id: before.id,
    name: typeof name === 'string' ? name : before.name,
    status: typeof status === 'string' ? status : before.status,
    body: { ...before.body, ...given },
  };
  if (next.name === '') return bad('MISSING_REQUIRED_PARAMETER', 'A location needs a name.', 'location.name');
  if (locations(world, caller.merchant).some((other) => other.id !== next.id && other.name === next.name)) {
    return bad('INVALID_VALUE', 'The seller has another location with this name.', 'location.name');
  }
  saveLocation(world, caller.merchant, next);
  emit(world, caller.merchant, { type: event, locationId: next.id, data: { type: 'Location', id: next.id } });
  return done({ location: show(next) });
}

function merchant({ world, caller, params }: Call): Outcome<JsonObject> {
  const asked = params['merchant_id'];
  const row = world.db.row<{ business_name: string; created_at: number }>(
    'select business_name, created_at from square_merchant where id = ?',
    caller.merchant,
  );
  if (row === null || (asked !== 'me' && asked !== caller.merchant)) return notFound('Merchant not found.', 'merchant_id');
  const [main] = locations(world, caller.merchant);
  return done({
    merchant: {
      id: caller.merchant,
      business_name: row.business_name,
      country: textOf(main?.body ?? {}, 'country') ?? 'US',
      language_code: textOf(main?.body ?? {}, 'language_code') ?? 'en-US',
      currency: textOf(main?.body ?? {}, 'currency') ?? 'USD',
      status: 'ACTIVE',
      ...(main === undefined ? {} : { main_location_id: main.id }),
      created_at: writeInstant(row.created_at),
    },
  });
}
