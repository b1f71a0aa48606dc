import type { WorldApi } from '../world-api';
import type { KnownCatalog, PlannedWrite } from './catalog-plan';
import { newId } from './ids';
import { locationIds } from './locations';
import { findObject, nextVersion, variationFacts, variationsOf } from './objects';

/** Returns the seller's catalog in the form that the planner uses. */
export function knownCatalog(world: WorldApi, merchant: string): KnownCatalog {
  return {
    find: (id) => {
      const row = findObject(world, merchant, id);
      return row === null || row.deleted !== 0 ? null : row;
    },
    variationsOf: (item) => variationsOf(world, [item]).flatMap((row) => (row.deleted === 0 ? [row.id] : [])),
    locations: new Set(locationIds(world, merchant)),
    newId: () => newId(),
  };
}

/** Stores written objects under one new version and marks others as deleted. Returns the version. */
export function storeObjects(world: WorldApi, merchant: string, writes: readonly PlannedWrite[], deleted: readonly string[]): number {
  const version = nextVersion(world, merchant);
  const rows = writes.map((write) => ({
    id: write.id,
    type: write.type,
    item: write.item,
    sku: write.item === null ? '' : variationFacts(write.body).sku.toLowerCase(),
    body: JSON.stringify(write.body),
  }));
  for (const chunk of chunks(rows)) {
    world.db.run(
      `insert into square_object (id, merchant, type, item, sku, version, deleted, body)
       select value ->> 'id', ?, value ->> 'type', value ->> 'item', nullif(value ->> 'sku', ''), ?, 0, value ->> 'body' from json_each(?) where true
       on conflict (id) do update set sku = excluded.sku, version = excluded.version, body = excluded.body`,
      merchant,
      version,
      JSON.stringify(chunk),
    );
  }
  markDeleted(world, merchant, deleted, version);
  return version;
}

/** A bound value of a Durable Object's SQLite holds 2 MB; bodies are escaped once more, so stay well below. */
const CHUNK_CHARACTERS = 300_000;

function chunks<T extends { readonly body: string }>(rows: readonly T[]): T[][] {
  const result: T[][] = [];
  let size = Infinity;
  for (const row of rows) {
    if (size + row.body.length > CHUNK_CHARACTERS) {
      result.push([]);
      size = 0;
    }
    result.at(-1)?.push(row);
    size += row.body.length + 200;
  }
  return result;
}

function markDeleted(world: WorldApi, merchant: string, ids: readonly string[], version: number): void {
  if (ids.length === 0) return;
  world.db.run(
    'update square_object set deleted = 1, version = ? where merchant = ? and deleted = 0 and id in (select value from json_each(?))',
    version,
    merchant,
    JSON.stringify(ids),
  );
}

/** Soft-deletes objects, items with their variations. Returns the deleted ids and the version; null when none existed. */
export function deleteObjects(world: WorldApi, merchant: string, ids: readonly string[]): { ids: string[]; version: number } | null {
  const living = ids.filter((id) => findObject(world, merchant, id)?.deleted === 0);
  if (living.length === 0) return null;
  const children = variationsOf(world, living).flatMap((row) => (row.deleted === 0 ? [row.id] : []));
  const all = [...new Set([...living, ...children])];
  const version = nextVersion(world, merchant);
  markDeleted(world, merchant, all, version);
  return { ids: all, version };
}
