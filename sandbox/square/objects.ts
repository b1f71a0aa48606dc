import type { WorldApi } from '../world-api';
import { writeInstant } from './instant';
import { isObject, numberOf, objectOf, objectsOf, parseJson, textOf, textsOf, type JsonObject } from './json';

/** The types of catalog objects that the emulator supports; the last two can be read only. */
export type ObjectType = 'ITEM' | 'ITEM_VARIATION' | 'CATEGORY' | 'IMAGE';

/** A stored catalog object; an item's variations are separate rows. */
export type ObjectRow = {
  readonly n: number;
  readonly id: string;
  readonly type: string;
  /** Id of the variation's item; null for items. */
  readonly item: string | null;
  readonly version: number;
  readonly deleted: number;
  readonly body: string;
};

export const OBJECT_COLUMNS = 'n, id, type, item, version, deleted, body';

/** Returns one object of a seller, even if deleted; null when it never existed there. */
export function findObject(world: WorldApi, merchant: string, id: string): ObjectRow | null {
  return world.db.row<ObjectRow>(`select ${OBJECT_COLUMNS} from square_object where id = ? and merchant = ?`, id, merchant);
}

/** Returns several objects of a seller by id, unordered; unknown ids are left out. */
export function findObjects(world: WorldApi, merchant: string, ids: readonly string[]): ObjectRow[] {
  return world.db.rows<ObjectRow>(
    `select ${OBJECT_COLUMNS} from square_object where merchant = ? and id in (select value from json_each(?))`,
    merchant,
    JSON.stringify(ids),
  );
}

/** Returns the variations of items in the seller's order, including deleted ones. */
export function variationsOf(world: WorldApi, items: readonly string[]): ObjectRow[] {
  return world.db.rows<ObjectRow>(
    `select ${OBJECT_COLUMNS} from square_object where item in (select value from json_each(?))
      order by coalesce(json_extract(body, '$.item_variation_data.ordinal'), 0), n`,
    JSON.stringify(items),
  );
}

/** Returns the body of a stored object. */
export function bodyOf(row: ObjectRow): JsonObject {
  const body = parseJson(row.body);
  return isObject(body) ? body : {};
}

/** Returns the ids of what an item refers to: its categories and images. */
export function referencesOf(row: ObjectRow): string[] {
  const data = objectOf(bodyOf(row), 'item_data') ?? {};
  const reporting = textOf(objectOf(data, 'reporting_category') ?? {}, 'id');
  const categories = objectsOf(data, 'categories').flatMap((category) => textOf(category, 'id') ?? []);
  return [...(reporting === null ? [] : [reporting]), ...categories, ...(textsOf(data, 'image_ids') ?? [])];
}

function present(world: Pick<WorldApi, 'origin'>, row: ObjectRow): JsonObject {
  return {
    type: row.type,
    id: row.id,
    updated_at: writeInstant(row.version),
    version: row.version,
    is_deleted: row.deleted !== 0,
    ...withAddress(world, bodyOf(row)),
  };
}

/** Pictures of the sandbox's own catalogs are below its origin. */
function withAddress(world: Pick<WorldApi, 'origin'>, body: JsonObject): JsonObject {
  const image = objectOf(body, 'image_data');
  const url = textOf(image ?? {}, 'url');
  return image === null || url?.startsWith('/') !== true ? body : { ...body, image_data: { ...image, url: `${world.origin()}${url}` } };
}

/** Returns objects in the API's format, items with their variations inside: those not deleted, and all of a deleted item. */
export function presentAll(world: WorldApi, rows: readonly ObjectRow[]): JsonObject[] {
  const items = rows.filter((row) => row.type === 'ITEM');
  const children = new Map<string, ObjectRow[]>(items.map((row) => [row.id, []]));
  if (items.length > 0) for (const child of variationsOf(world, [...children.keys()])) children.get(child.item ?? '')?.push(child);
  return rows.map((row) => {
    const object = present(world, row);
    if (row.type !== 'ITEM') return object;
    const shown = (children.get(row.id) ?? []).filter((child) => child.deleted === 0 || row.deleted !== 0);
    return { ...object, item_data: { ...objectOf(object, 'item_data'), variations: shown.map((child) => present(world, child)) } };
  });
}

/** The data of a variation that the emulator uses. */
export interface VariationFacts {
  readonly sku: string;
  readonly name: string;
  readonly price: number;
  /** False for a variation that is sold by another unit: its counts are calculated and cannot be written. */
  readonly stockable: boolean;
  /** Returns whether stock is tracked at a location: its own override, else the variation's default. */
  trackedAt(location: string): boolean;
}

/** Parses a variation's body. */
export function variationFacts(body: JsonObject): VariationFacts {
  const data = objectOf(body, 'item_variation_data') ?? {};
  const overrides = objectsOf(data, 'location_overrides');
  return {
    sku: textOf(data, 'sku') ?? '',
    name: textOf(data, 'name') ?? '',
    price: numberOf(objectOf(data, 'price_money') ?? {}, 'amount') ?? 0,
    stockable: data['stockable'] !== false,
    trackedAt: (location) => {
      const own = overrides.find((override) => override['location_id'] === location)?.['track_inventory'];
      return typeof own === 'boolean' ? own : data['track_inventory'] === true;
    },
  };
}

/** Takes the next catalog version of a seller: ms since the epoch, always greater than the one before. */
export function nextVersion(world: WorldApi, merchant: string): number {
  const row = world.db.row<{ catalog_version: number }>(
    'update square_merchant set catalog_version = max(catalog_version + 1, ?) where id = ? returning catalog_version',
    Math.floor(world.now()),
    merchant,
  );
  return row?.catalog_version ?? Math.floor(world.now());
}

/** Returns the version of the seller's newest object. */
export function catalogVersion(world: WorldApi, merchant: string): number {
  return (
    world.db.row<{ catalog_version: number }>('select catalog_version from square_merchant where id = ?', merchant)?.catalog_version ?? 0
  );
}
