import type { SideVariant } from '../../domain/catalog/side-variant';
import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { PlatformFailure } from '../failure';
import { at, isRecord, listAt, textAt } from '../json';
import type { JsonRecord } from '../json';
import { PageGuard } from '../page-guard';
import type { SkuHolder } from '../sku-holder';
import { readData } from './client';
import type { SquareAnswer, SquareClient } from './client';
import { decodeItem, decodeNested, isTracked, referencesIn } from './decode';
import { cursorOf } from './inventory';

/** SKUs per search: the maximum of a set query. */
const SKUS_AT_ONCE = 250;
/** Objects per catalog request. */
const OBJECTS_AT_ONCE = 1_000;

/** Finds the variations that have these SKUs now. Square's search ignores case; results are compared exactly. */
export async function findSquareSkus(
  client: SquareClient,
  skus: readonly string[],
): Promise<Result<readonly SkuHolder[], PlatformFailure>> {
  const wanted = new Set(skus);
  const holders: SkuHolder[] = [];
  for (let start = 0; start < skus.length; start += SKUS_AT_ONCE) {
    const query = { set_query: { attribute_name: 'sku', attribute_values: skus.slice(start, start + SKUS_AT_ONCE) } };
    let cursor: string | null = null;
    const pages = new PageGuard('variations by SKU');
    do {
      const answer: SquareAnswer = await client.post('/v2/catalog/search', {
        object_types: ['ITEM_VARIATION'],
        query,
        limit: 1_000,
        ...(cursor === null ? {} : { cursor }),
      });
      const page = readData(answer, (data) => data);
      if (!page.ok) return page;
      holders.push(...(listAt(page.value, 'objects') ?? []).flatMap(holderOf).filter((holder) => wanted.has(holder.sku)));
      cursor = cursorOf(page.value);
      const stuck = pages.problem(cursor);
      if (stuck !== null) return err(stuck);
    } while (cursor !== null);
  }
  return ok(holders);
}

function holderOf(object: unknown): SkuHolder[] {
  const id = textAt(object, 'id');
  const productId = textAt(object, 'item_variation_data', 'item_id');
  if (id === null || productId === null || at(object, 'is_deleted') === true) return [];
  return [{ id, productId, sku: textAt(object, 'item_variation_data', 'sku') ?? '' }];
}

/** Reads items by id in their current state; those that Square no longer has are left out. Variants come without levels. */
export async function readItems(
  client: SquareClient,
  itemIds: readonly string[],
  locationId: string,
): Promise<Result<readonly SideVariant[], PlatformFailure>> {
  const variants: SideVariant[] = [];
  for (let start = 0; start < itemIds.length; start += OBJECTS_AT_ONCE) {
    const object_ids = itemIds.slice(start, start + OBJECTS_AT_ONCE);
    const page = readData(await client.post('/v2/catalog/batch-retrieve', { object_ids, include_related_objects: true }), (data) => data);
    if (!page.ok) return page;
    const references = referencesIn(listAt(page.value, 'related_objects') ?? []);
    for (const object of listAt(page.value, 'objects') ?? []) {
      if (at(object, 'is_deleted') === true) continue;
      const item = decodeItem(object, references);
      const nested = item === null ? null : decodeNested(item, locationId);
      if (nested === null) return err({ kind: 'failed', detail: 'the catalogue holds an item of another shape than documented' });
      variants.push(...nested);
    }
  }
  return ok(variants);
}

/** A variation as it was read: the whole object, since an upsert clears omitted fields. */
export interface ReadVariation {
  readonly id: string;
  readonly itemId: string;
  readonly sku: string;
  /** False for a variation sold by another unit: its counts are derived. */
  readonly stockable: boolean;
  /** Whether its stock is tracked at a location. */
  readonly tracks: (locationId: string) => boolean;
  readonly object: JsonRecord;
}

/** Reads one variation by id; null when Square has none. */
export async function readVariation(client: SquareClient, id: string): Promise<Result<ReadVariation | null, PlatformFailure>> {
  const answer = await client.post('/v2/catalog/batch-retrieve', { object_ids: [id], include_related_objects: false });
  const read = readData(answer, (data) => ({ objects: listAt(data, 'objects') ?? [] }));
  return read.ok ? ok(read.value.objects.flatMap(variationOf)[0] ?? null) : read;
}

function variationOf(object: unknown): ReadVariation[] {
  const [holder] = holderOf(object);
  if (holder === undefined || !isRecord(object)) return [];
  const stockable = at(object, 'item_variation_data', 'stockable') !== false;
  const data = at(object, 'item_variation_data');
  const tracks = (locationId: string): boolean => isTracked(data, locationId);
  return [{ id: holder.id, itemId: holder.productId, sku: holder.sku, stockable, tracks, object }];
}

/** Returns the variation's object with another SKU, or without one for ''. */
export function withSku({ object }: ReadVariation, sku: string): JsonRecord {
  const changed = withData(object, { sku });
  const data = at(changed, 'item_variation_data');
  if (sku !== '' || !isRecord(data)) return changed;
  // An upsert clears what is omitted.
  const { sku: _, ...rest } = data;
  return { ...changed, item_variation_data: rest };
}

/** Returns the variation's object with stock tracking on or off at one location; other locations keep their setting. */
export function withTracking({ object }: ReadVariation, locationId: string, track: boolean): JsonRecord {
  const overrides = listAt(object, 'item_variation_data', 'location_overrides') ?? [];
  const own = overrides.find((one) => textAt(one, 'location_id') === locationId);
  const changed = { ...(isRecord(own) ? own : { location_id: locationId }), track_inventory: track };
  return withData(object, { location_overrides: [...overrides.filter((one) => one !== own), changed] });
}

function withData(object: JsonRecord, change: JsonRecord): JsonRecord {
  const { updated_at: _, created_at: __, ...rest } = object;
  const data = at(object, 'item_variation_data');
  return { ...rest, item_variation_data: { ...(isRecord(data) ? data : {}), ...change } };
}

/** Why a write to the catalog did not happen. */
export type CatalogWriteFailure =
  | PlatformFailure
  /** The object has changed since it was read: read it again. */
  | { readonly kind: 'stale' };

/** Overwrites one object at the version at which it was read. The same key never writes twice. */
export async function upsertObject(client: SquareClient, object: JsonRecord, key: string): Promise<Result<null, CatalogWriteFailure>> {
  const answer = await client.post('/v2/catalog/object', { idempotency_key: key, object });
  if (answer.kind === 'refused' && answer.errors.some((error) => error.code === 'VERSION_MISMATCH')) return err({ kind: 'stale' });
  const written = readData(answer, (data) => data);
  return written.ok ? ok(null) : written;
}
