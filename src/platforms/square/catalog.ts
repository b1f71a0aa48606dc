import type { SideVariant } from '../../domain/catalog/side-variant';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, listAt, textAt } from '../json';
import type { JsonRecord } from '../json';
import { codesOf, readData } from './client';
import type { SquareAnswer, SquareClient } from './client';
import { decodeItem, decodeNested, decodeVariation, hasReferences, referencesIn } from './decode';
import type { DecodedItem, ItemReferences } from './decode';
import { cursorOf } from './inventory';

/** Why a page of the catalog could not be read. */
export type CatalogFailure =
  | PlatformFailure
  /** The cursor is valid for about five minutes and has expired: start again. */
  | { readonly kind: 'cursor-expired' };

/** One page of the whole catalog. */
export interface CatalogPage {
  /** Without levels: those belong to Inventory, see `readCounts`. */
  readonly variants: readonly SideVariant[];
  /** Where the next page starts; null at the end. */
  readonly cursor: string | null;
  /** Square's time of the catalog as read, to request later changes from; '' when it states none. Use the first page's. */
  readonly latestTime: string;
}

/** Reads a page of all items with their variations, as many as Square returns at once. */
export async function readCatalogPage(
  client: SquareClient,
  request: { locationId: string; cursor: string | null },
): Promise<Result<CatalogPage, CatalogFailure>> {
  const body = { object_types: ['ITEM'], include_related_objects: true, ...(request.cursor === null ? {} : { cursor: request.cursor }) };
  const page = await search(client, body);
  if (!page.ok) return page;
  const variants = decodeItems(listAt(page.value, 'objects') ?? [], referencesOf(page.value), request.locationId);
  if (variants === null) return err(shapeFailure());
  return ok({ variants, cursor: cursorOf(page.value), latestTime: textAt(page.value, 'latest_time') ?? '' });
}

const referencesOf = (data: JsonRecord): ItemReferences => referencesIn(listAt(data, 'related_objects') ?? []);

function decodeItems(objects: readonly unknown[], references: ItemReferences, locationId: string): readonly SideVariant[] | null {
  const variants: SideVariant[] = [];
  for (const object of objects) {
    const item = decodeItem(object, references);
    const nested = item === null ? null : decodeNested(item, locationId);
    if (nested === null) return null;
    variants.push(...nested);
  }
  return variants;
}

/** One page of changes to the catalog. */
export interface CatalogChanges {
  /** Every variation of each changed item, and each changed variation; without levels. */
  readonly variants: readonly SideVariant[];
  readonly deletedVariations: readonly string[];
  readonly deletedItems: readonly string[];
  /** Items that were returned completely: a variation of theirs that is not among `variants` no longer exists. */
  readonly wholeItems: readonly string[];
  readonly cursor: string | null;
  /** The time to request changes from next; '' when Square states none. */
  readonly latestTime: string;
}

/** Reads a page of what changed after `since` (Square's own `latest_time` of an earlier read). */
export async function readCatalogChanges(
  client: SquareClient,
  request: { locationId: string; since: string; cursor: string | null },
): Promise<Result<CatalogChanges, CatalogFailure>> {
  const page = await search(client, {
    object_types: ['ITEM', 'ITEM_VARIATION'],
    begin_time: request.since,
    include_deleted_objects: true,
    include_related_objects: true,
    ...(request.cursor === null ? {} : { cursor: request.cursor }),
  });
  if (!page.ok) return page;
  const objects = listAt(page.value, 'objects') ?? [];
  const alive = objects.filter((object) => at(object, 'is_deleted') !== true);
  const references = referencesOf(page.value);
  const items = alive.map((object) => decodeItem(object, references)).filter((item) => item !== null);
  const parents = await parentsOf(client, alive, [...items, ...relatedItems(page.value, references)]);
  if (!parents.ok) return parents;
  const variants = decodeChanged(alive, items, parents.value, request.locationId);
  if (variants === null) return err(shapeFailure());
  const deleted = objects.filter((object) => at(object, 'is_deleted') === true);
  return ok({
    variants,
    deletedVariations: idsOf(deleted, 'ITEM_VARIATION'),
    deletedItems: idsOf(deleted, 'ITEM'),
    wholeItems: items.map((item) => item.id),
    cursor: cursorOf(page.value),
    latestTime: textAt(page.value, 'latest_time') ?? '',
  });
}

function idsOf(objects: readonly unknown[], type: string): readonly string[] {
  return objects.filter((object) => textAt(object, 'type') === type).flatMap((object) => textAt(object, 'id') ?? []);
}

/** Returns the related items that can be described from this answer alone. */
function relatedItems(data: JsonRecord, references: ItemReferences): readonly DecodedItem[] {
  return (listAt(data, 'related_objects') ?? [])
    .map((object) => decodeItem(object, references))
    .filter((item) => item !== null)
    .filter((item) => hasReferences(item, references));
}

function parentOf(object: unknown): string | null {
  return textAt(object, 'type') === 'ITEM_VARIATION' ? textAt(object, 'item_variation_data', 'item_id') : null;
}

/** Returns the parent items, by id, of the variations among `objects`: known ones, and missing ones after reading them. */
async function parentsOf(
  client: SquareClient,
  objects: readonly unknown[],
  known: readonly DecodedItem[],
): Promise<Result<ReadonlyMap<string, DecodedItem>, CatalogFailure>> {
  const parents = new Map(known.map((item) => [item.id, item]));
  const missing = [...new Set(objects.map(parentOf))].filter((id) => id !== null && !parents.has(id));
  // At most 1,000 ids per request.
  for (let start = 0; start < missing.length; start += 1_000) {
    const page = readData(
      await client.post('/v2/catalog/batch-retrieve', { object_ids: missing.slice(start, start + 1_000), include_related_objects: true }),
      (data) => data,
    );
    if (!page.ok) return page;
    const references = referencesOf(page.value);
    for (const object of listAt(page.value, 'objects') ?? []) {
      const item = decodeItem(object, references);
      if (item !== null) parents.set(item.id, item);
    }
  }
  return ok(parents);
}

function decodeChanged(
  alive: readonly unknown[],
  items: readonly DecodedItem[],
  parents: ReadonlyMap<string, DecodedItem>,
  locationId: string,
): readonly SideVariant[] | null {
  const variants = new Map<string, SideVariant>();
  for (const item of items) {
    const nested = decodeNested(item, locationId);
    if (nested === null) return null;
    for (const variant of nested) variants.set(variant.id, variant);
  }
  for (const object of alive) {
    const parent = parents.get(parentOf(object) ?? '');
    // Its item was deleted meanwhile, and the variation with it: the next page or the next read reports that.
    if (parent === undefined) continue;
    const variant = decodeVariation(object, parent, locationId);
    if (variant === null) return null;
    variants.set(variant.id, variant);
  }
  return [...variants.values()];
}

async function search(client: SquareClient, body: JsonRecord): Promise<Result<JsonRecord, CatalogFailure>> {
  // The most that Square allows at once; it may return fewer.
  const answer: SquareAnswer = await client.post('/v2/catalog/search', { ...body, limit: 1_000 });
  if (answer.kind === 'refused' && answer.errors.some((error) => error.code === 'INVALID_CURSOR')) return err({ kind: 'cursor-expired' });
  if (answer.kind === 'refused') return err({ kind: 'refused', detail: `Square refused the search: ${codesOf(answer.errors)}` });
  return readData(answer, (data) => data);
}

function shapeFailure(): PlatformFailure {
  return { kind: 'failed', detail: 'the catalogue holds an object of another shape than documented' };
}
