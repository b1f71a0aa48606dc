import type { Result } from '../../domain/result';
import { ok } from '../../domain/result';
import type { ExternalListing, ExternalPage, ExternalProduct, ExternalStock, ExternalVariant } from '../external';
import type { PlatformFailure } from '../failure';
import { at, listAt, textAt } from '../json';
import type { JsonRecord } from '../json';
import { readData } from './client';
import type { SquareClient } from './client';
import { cursorOf, decodeCount } from './inventory';

/** Returns a page of the seller's variations with their items. A cursor that is not Square's, or has expired, is refused. */
export async function listSquareVariations(
  client: SquareClient,
  request: { readonly cursor: string; readonly limit: number },
): Promise<Result<ExternalPage, PlatformFailure>> {
  const answer = await client.post('/v2/catalog/search', {
    object_types: ['ITEM_VARIATION'],
    include_related_objects: true,
    limit: request.limit,
    ...(request.cursor === '' ? {} : { cursor: request.cursor }),
  });
  return readData(answer, (data) => {
    const items = new Map((listAt(data, 'related_objects') ?? []).map((object) => [textAt(object, 'id'), object]));
    const variants = (listAt(data, 'objects') ?? []).map((object) => listingOf(object, items));
    return { nextCursor: cursorOf(data) ?? '', variants };
  });
}

function listingOf(object: unknown, items: ReadonlyMap<string | null, unknown>): ExternalListing {
  const productId = textAt(object, 'item_variation_data', 'item_id') ?? '';
  const item = items.get(productId);
  return {
    productId,
    productName: textAt(item, 'item_data', 'name') ?? '',
    productDescription: descriptionOf(item),
    productStatus: '',
    id: textAt(object, 'id') ?? '',
    name: textAt(object, 'item_variation_data', 'name') ?? '',
    sku: textAt(object, 'item_variation_data', 'sku') ?? '',
  };
}

function descriptionOf(item: unknown): string {
  return textAt(item, 'item_data', 'description_plaintext') ?? textAt(item, 'item_data', 'description') ?? '';
}

/** Reads one item by id; null when there is no such object, it is deleted, or it is of another type. */
export async function readSquareItem(client: SquareClient, id: string): Promise<Result<ExternalProduct | null, PlatformFailure>> {
  const read = await retrieve(client, id, 'ITEM');
  if (!read.ok || read.value === null) return read.ok ? ok(null) : read;
  const { object, data } = read.value;
  return ok({
    id,
    name: textAt(object, 'item_data', 'name') ?? '',
    description: descriptionOf(object),
    status: '',
    imageUrls: picturesOf(data, listAt(object, 'item_data', 'image_ids') ?? []),
    variations: (listAt(object, 'item_data', 'variations') ?? [])
      .filter((one) => at(one, 'is_deleted') !== true)
      .map((one) => ({ id: textAt(one, 'id') ?? '', name: textAt(one, 'item_variation_data', 'name') ?? '' })),
  });
}

/** Reads one variation by id with its counts at every location, or null. */
export async function readSquareVariation(client: SquareClient, id: string): Promise<Result<ExternalVariant | null, PlatformFailure>> {
  const read = await retrieve(client, id, 'ITEM_VARIATION');
  if (!read.ok || read.value === null) return read.ok ? ok(null) : read;
  const { object, data } = read.value;
  const name = textAt(object, 'item_variation_data', 'name') ?? '';
  const sku = textAt(object, 'item_variation_data', 'sku') ?? '';
  const counts = readData(
    await client.post('/v2/inventory/counts/batch-retrieve', { catalog_object_ids: [id], states: ['IN_STOCK'], limit: 1_000 }),
    (answer) => listAt(answer, 'counts') ?? [],
  );
  if (!counts.ok) return counts;
  const locations = counts.value.flatMap((count) => {
    const level = decodeCount(count);
    return level === null ? [] : [{ locationId: level.locationId, quantity: level.quantity }];
  });
  const stock: ExternalStock = { id, name, sku, locations };
  return ok({
    id,
    name,
    sku,
    barcode: textAt(object, 'item_variation_data', 'upc') ?? '',
    imageUrls: picturesOf(data, listAt(object, 'item_variation_data', 'image_ids') ?? []),
    stock: [stock],
  });
}

async function retrieve(
  client: SquareClient,
  id: string,
  type: 'ITEM' | 'ITEM_VARIATION',
): Promise<Result<{ readonly object: unknown; readonly data: JsonRecord } | null, PlatformFailure>> {
  const answer = await client.post('/v2/catalog/batch-retrieve', { object_ids: [id], include_related_objects: true });
  const read = readData(answer, (data) => data);
  if (!read.ok) return read;
  const object = (listAt(read.value, 'objects') ?? []).find((one) => textAt(one, 'type') === type && at(one, 'is_deleted') !== true);
  return ok(object === undefined ? null : { object, data: read.value });
}

function picturesOf(data: JsonRecord, ids: readonly unknown[]): string[] {
  const images = listAt(data, 'related_objects') ?? [];
  return ids.flatMap(
    (id) =>
      textAt(
        images.find((image) => textAt(image, 'id') === id),
        'image_data',
        'url',
      ) ?? [],
  );
}
