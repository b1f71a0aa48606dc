import type { WorldApi } from '../world-api';
import { newId } from './ids';
import { writeInstant } from './instant';
import { COUNTED_STATES, type Change, type Place } from './inventory-change';
import type { JsonObject } from './json';
import { writeQuantity } from './quantity';

/** A stored count: steps of 1/100,000 unit in a state at a location, and when it was last calculated. */
export type CountRow = {
  readonly variation: string;
  readonly location: string;
  readonly state: string;
  readonly quantity: number;
  readonly calculated_at: number;
};

interface Cell extends Place {
  readonly variation: string;
}

interface Level {
  /** Null: nothing was ever counted or moved there. */
  readonly quantity: number | null;
  /** When the physical count that the level starts from was taken, and its position in the log; (-1, -1) when there was none. */
  readonly from: readonly [at: number, n: number];
}

/** Returns the level at a time: the last physical count by then, in order of `occurred_at`, plus the adjustments after it. */
function levelAt(world: WorldApi, cell: Cell, until: number): Level {
  const counted = world.db.row<{ quantity: number; occurred_at: number; n: number }>(
    `select quantity, occurred_at, n from square_change
      where variation = ? and type = 'PHYSICAL_COUNT' and to_location = ? and to_state = ? and occurred_at <= ?
      order by occurred_at desc, n desc limit 1`,
    cell.variation,
    cell.location,
    cell.state,
    until,
  );
  const from: readonly [number, number] = counted === null ? [-1, -1] : [counted.occurred_at, counted.n];
  const moved = world.db.row<{ moves: number; total: number | null }>(
    `select count(*) as moves,
            sum(case when to_location = ?1 and to_state = ?2 then quantity else 0 end
              - case when from_location = ?1 and from_state = ?2 then quantity else 0 end) as total
       from square_change
      where variation = ?3 and type = 'ADJUSTMENT' and (occurred_at, n) > (?4, ?5) and occurred_at <= ?6
        and ((to_location = ?1 and to_state = ?2) or (from_location = ?1 and from_state = ?2))`,
    cell.location,
    cell.state,
    cell.variation,
    ...from,
    until,
  );
  if (counted === null && (moved?.moves ?? 0) === 0) return { quantity: null, from };
  return { quantity: (counted?.quantity ?? 0) + (moved?.total ?? 0), from };
}

/** The author of changes: `source` of a change, as JSON. */
export interface Author {
  readonly merchant: string;
  readonly source: JsonObject;
  /** The team member at the till; null for an application. */
  readonly member: string | null;
}

/** The result of applying changes. */
export interface Applied {
  /** The log's numbers of the stored changes, oldest first. */
  readonly kept: readonly number[];
  /** The current counts that the stored changes affect. */
  readonly counts: readonly CountRow[];
}

/**
 * Writes changes to the log in order of `occurred_at`, and calculates the counts that they affect. With `ignoreUnchanged`, drops a physical
 * count equal to the level at its own time.
 */
export function applyChanges(world: WorldApi, author: Author, changes: readonly Change[], ignoreUnchanged: boolean): Applied {
  const now = Math.floor(world.now());
  const kept: number[] = [];
  const touched = new Map<string, { cell: Cell; at: number; n: number }>();
  for (const change of changes.toSorted((a, b) => a.occurredAt - b.occurredAt)) {
    const counted: Cell = { ...change.to, variation: change.variation };
    if (change.from === null && ignoreUnchanged && levelAt(world, counted, change.occurredAt).quantity === change.quantity) continue;
    const n = insertChange(world, author, change, now);
    kept.push(n);
    for (const place of change.from === null ? [change.to] : [change.from, change.to]) {
      if (COUNTED_STATES.has(place.state)) {
        touched.set(`${change.variation} ${place.location} ${place.state}`, {
          cell: { ...place, variation: change.variation },
          at: change.occurredAt,
          n,
        });
      }
    }
  }
  return { kept, counts: [...touched.values()].flatMap(({ cell, at, n }) => derive(world, author.merchant, cell, [at, n], now) ?? []) };
}

function insertChange(world: WorldApi, author: Author, change: Change, now: number): number {
  const row = world.db.row<{ n: number }>(
    `insert into square_change (id, merchant, variation, type, from_state, from_location, to_state, to_location, quantity, reference_id, source,
       occurred_at, created_at, member)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning n`,
    newId(),
    author.merchant,
    change.variation,
    change.type,
    change.from?.state ?? null,
    change.from?.location ?? null,
    change.to.state,
    change.to.location,
    change.quantity,
    change.referenceId,
    JSON.stringify(author.source),
    change.occurredAt,
    now,
    author.member,
  );
  return row?.n ?? 0;
}

/**
 * Recalculates a count and stores it; returns null when the newest of the given changes is older than the physical count that the level
 * starts from.
 */
function derive(world: WorldApi, merchant: string, cell: Cell, newest: readonly [number, number], now: number): CountRow | null {
  const level = levelAt(world, cell, Number.MAX_SAFE_INTEGER);
  const [at, n] = level.from;
  const matters = newest[0] > at || (newest[0] === at && newest[1] >= n);
  if (level.quantity === null || !matters) return null;
  return world.db.row<CountRow>(
    `insert into square_count (variation, location, state, merchant, quantity, calculated_at) values (?, ?, ?, ?, ?, ?)
       on conflict (variation, location, state) do update set quantity = excluded.quantity, calculated_at = max(calculated_at, excluded.calculated_at)
       returning variation, location, state, quantity, calculated_at`,
    cell.variation,
    cell.location,
    cell.state,
    merchant,
    level.quantity,
    now,
  );
}

/** Returns the SQL source of counts: current, or as of `lagMs` real ms ago. */
export function countsAsOf(lagMs: number): string {
  if (lagMs === 0) return 'square_count';
  return `(select c.variation, c.location, c.state, c.merchant, coalesce(p.quantity, c.quantity) as quantity, coalesce(p.calculated_at, c.calculated_at) as calculated_at
     from square_count c left join square_count_past p on p.n = (select n from square_count_past
       where variation = c.variation and location = c.location and state = c.state and until > ${Date.now() - lagMs} order by n limit 1))`;
}

/** Returns the counts of variations at locations, in any state; those without counts are left out. */
export function countsOf(world: WorldApi, variations: readonly string[], locations: readonly string[], lagMs = 0): CountRow[] {
  return world.db.rows<CountRow>(
    `select variation, location, state, quantity, calculated_at from ${countsAsOf(lagMs)}
      where variation in (select value from json_each(?)) and location in (select value from json_each(?))
      order by calculated_at desc, variation, location, state`,
    JSON.stringify(variations),
    JSON.stringify(locations),
  );
}

/** Returns a count in the API's format. */
export function showCount(row: CountRow): JsonObject {
  return {
    catalog_object_id: row.variation,
    catalog_object_type: 'ITEM_VARIATION',
    state: row.state,
    location_id: row.location,
    quantity: writeQuantity(row.quantity),
    calculated_at: writeInstant(row.calculated_at),
  };
}
