import { checkItem, checkPresence, checkVariation, storedBody } from './catalog-rules';
import { invalid, type SquareError } from './errors';
import { numberOf, objectOf, objectsOf, textOf, type JsonObject } from './json';
import type { ObjectType } from './objects';

/** An object ready to be stored. */
export interface PlannedWrite {
  readonly id: string;
  readonly type: ObjectType;
  readonly isNew: boolean;
  /** The item that a variation belongs to; null for items. */
  readonly item: string | null;
  readonly body: JsonObject;
}

/** The result of planning a batch of upserts: the writes, the variations that whole-item upserts omit, and the new ids. */
export interface Plan {
  readonly writes: readonly PlannedWrite[];
  readonly dropped: readonly string[];
  readonly mappings: readonly { readonly client: string; readonly id: string }[];
  /** Ids of the top-level objects, in order. */
  readonly answered: readonly string[];
}

/** What the planner must know of the seller's catalog. */
export interface KnownCatalog {
  /** Returns an existing object of the seller that is not deleted; null when there is none. */
  find(id: string): { readonly type: string; readonly version: number; readonly item: string | null } | null;
  /** Returns the ids of an item's variations that are not deleted. */
  variationsOf(item: string): readonly string[];
  readonly locations: ReadonlySet<string>;
  /** Returns a new id. */
  newId(): string;
}

/** The most variations of an item (Catalog API). */
const MAX_VARIATIONS = 250;

interface Entry {
  readonly object: JsonObject;
  readonly path: string;
  readonly clientId: string;
  /** The client id of the enclosing item; null at the top level. */
  readonly within: string | null;
}

/** Plans one batch, all or nothing: either what to write or every error in it. */
export function planUpserts(objects: readonly { object: JsonObject; path: string }[], known: KnownCatalog): Plan | SquareError[] {
  const entries = objects.flatMap(flatten);
  const ids = new Map<string, string>();
  const errors: SquareError[] = [];
  for (const entry of entries) errors.push(...identify(entry, ids, known));
  if (errors.length > 0) return errors;
  const realId = (client: string): string => ids.get(client) ?? client;
  const writes: PlannedWrite[] = [];
  for (const entry of entries) {
    const item = itemOf(entry, realId);
    errors.push(...check(entry, item, entries, ids, known));
    const type = item === null ? 'ITEM' : 'ITEM_VARIATION';
    writes.push({ id: realId(entry.clientId), type, isNew: entry.clientId.startsWith('#'), item, body: storedBody(entry.object, item) });
  }
  const named = new Set(writes.map((write) => write.id));
  const dropped = writes.flatMap((write) =>
    write.type === 'ITEM' && !write.isNew ? known.variationsOf(write.id).filter((id) => !named.has(id)) : [],
  );
  errors.push(...checkSizes(writes, new Set(dropped), known));
  if (errors.length > 0) return errors;
  const mappings = [...ids].filter(([client]) => client.startsWith('#')).map(([client, id]) => ({ client, id }));
  return { writes, dropped, mappings, answered: entries.filter((entry) => entry.within === null).map((entry) => realId(entry.clientId)) };
}

function flatten({ object, path }: { object: JsonObject; path: string }): Entry[] {
  const clientId = textOf(object, 'id') ?? '';
  const variations = objectsOf(objectOf(object, 'item_data') ?? {}, 'variations');
  return [
    { object, path, clientId, within: null },
    ...variations.map((variation, index) => ({
      object: variation,
      path: `${path}.item_data.variations[${index}]`,
      clientId: textOf(variation, 'id') ?? '',
      within: clientId,
    })),
  ];
}

/** Gives a new object its id, and checks an existing one for its type and version. */
function identify(entry: Entry, ids: Map<string, string>, known: KnownCatalog): SquareError[] {
  const { clientId, object, path } = entry;
  if (clientId === '')
    return [invalid('MISSING_REQUIRED_PARAMETER', 'An object needs an id; a new one an id that begins with #.', `${path}.id`)];
  if (ids.has(clientId)) return [invalid('INVALID_VALUE', `Duplicate object ID ${clientId.slice(0, 60)} in the request.`, `${path}.id`)];
  if (clientId.startsWith('#')) {
    ids.set(clientId, known.newId());
    return [];
  }
  ids.set(clientId, clientId);
  const stored = known.find(clientId);
  if (stored === null) return [invalid('INVALID_VALUE', `Object with ID ${clientId.slice(0, 60)} not found.`, `${path}.id`)];
  if (stored.type !== textOf(object, 'type'))
    return [invalid('INVALID_VALUE', `Object ${clientId} is of type ${stored.type}.`, `${path}.type`)];
  if (stored.version !== numberOf(object, 'version')) {
    return [invalid('VERSION_MISMATCH', 'Object version does not match latest database version.', `${path}.version`)];
  }
  return [];
}

function itemOf(entry: Entry, realId: (client: string) => string): string | null {
  if (textOf(entry.object, 'type') !== 'ITEM_VARIATION') return null;
  return realId(entry.within ?? textOf(objectOf(entry.object, 'item_variation_data') ?? {}, 'item_id') ?? '');
}

function check(
  entry: Entry,
  item: string | null,
  entries: readonly Entry[],
  ids: ReadonlyMap<string, string>,
  known: KnownCatalog,
): SquareError[] {
  const { object, path, within, clientId } = entry;
  const presence = checkPresence(object, path, known.locations);
  if (item === null) {
    if (within !== null) return [invalid('INVALID_VALUE', 'Only objects of type ITEM_VARIATION may stand here.', `${path}.type`)];
    return [...presence, ...checkItem(object, path)];
  }
  const errors = [...presence, ...checkVariation(object, path, known.locations)];
  const isNewItem = entries.some(
    (other) => other.within === null && textOf(other.object, 'type') === 'ITEM' && ids.get(other.clientId) === item,
  );
  if (!isNewItem && known.find(item)?.type !== 'ITEM') {
    errors.push(invalid('INVALID_VALUE', 'item_id does not name an item.', `${path}.item_variation_data.item_id`));
  }
  const before = clientId.startsWith('#') ? null : known.find(clientId);
  if (before !== null && before.item !== item) {
    errors.push(invalid('INVALID_VALUE', 'A variation cannot move to another item.', `${path}.item_variation_data.item_id`));
  }
  return errors;
}

/** Checks that an item has from one to 250 variations once the batch is stored. */
function checkSizes(writes: readonly PlannedWrite[], dropped: ReadonlySet<string>, known: KnownCatalog): SquareError[] {
  const items = new Set(writes.map((write) => write.item ?? write.id));
  return [...items].flatMap((item) => {
    const all = new Set([...known.variationsOf(item), ...writes.filter((write) => write.item === item).map((write) => write.id)]);
    const count = [...all].filter((id) => !dropped.has(id)).length;
    if (count === 0) return [invalid('INVALID_VALUE', 'An item must have at least one variation.')];
    return count > MAX_VARIATIONS ? [invalid('ARRAY_LENGTH_TOO_LONG', `An item has at most ${MAX_VARIATIONS} variations.`)] : [];
  });
}
