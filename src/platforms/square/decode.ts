import { cleanLabels, type ProductLabels } from '../../domain/catalog/product-labels';
import type { SideVariant } from '../../domain/catalog/side-variant';
import { at, listAt, numberAt, textAt } from '../json';
import { decimalOf } from './money';

/** The parts of an ITEM that each of its variations needs. */
export interface DecodedItem {
  readonly id: string;
  readonly name: string;
  /** An archived item is kept but no longer sold. */
  readonly archived: boolean;
  readonly labels: ProductLabels;
  /** The ITEM object, for its presence at locations. */
  readonly object: unknown;
}

/** The names of categories and the addresses of images that items refer to, by object ID. */
export type ItemReferences = ReadonlyMap<string, string>;

/** Returns what the related objects of a read say about the items that refer to them. */
export function referencesIn(related: readonly unknown[]): ItemReferences {
  const references = new Map<string, string>();
  for (const object of related) {
    const id = textAt(object, 'id');
    const text = textAt(object, 'category_data', 'name') ?? textAt(object, 'image_data', 'url');
    if (id !== null && text !== null) references.set(id, text);
  }
  return references;
}

/** Decodes a catalog ITEM; null when it is another object. */
export function decodeItem(object: unknown, references: ItemReferences): DecodedItem | null {
  const id = textAt(object, 'id');
  const data = at(object, 'item_data');
  if (textAt(object, 'type') !== 'ITEM' || id === null) return null;
  return {
    id,
    name: textAt(data, 'name') ?? '',
    archived: at(data, 'is_archived') === true,
    labels: decodeLabels(data, references),
    object,
  };
}

/** Returns an item's labels: Square's own reports use the category for reports, else the first one. */
function decodeLabels(data: unknown, references: ItemReferences): ProductLabels {
  const [category, image] = referencesOf(data).map((id) => references.get(id) ?? '');
  return cleanLabels({ vendor: '', productType: category ?? '', tags: [], imageUrl: image ?? '' });
}

/** Returns the IDs of the category and the image that an item shows; '' where it has none. */
function referencesOf(data: unknown): [category: string, image: string] {
  const category = textAt(data, 'reporting_category', 'id') ?? textAt((listAt(data, 'categories') ?? [])[0], 'id');
  const [image] = listAt(data, 'image_ids') ?? [];
  return [category ?? '', typeof image === 'string' ? image : ''];
}

/** Returns whether a read has all that an item refers to. What is related to a related object is not part of an answer. */
export function hasReferences({ object }: DecodedItem, references: ItemReferences): boolean {
  return referencesOf(at(object, 'item_data')).every((id) => id === '' || references.has(id));
}

/** Decodes the variations nested in an ITEM, without levels; null when one has an unexpected shape. */
export function decodeNested(item: DecodedItem, locationId: string): readonly SideVariant[] | null {
  const variants: SideVariant[] = [];
  for (const object of listAt(item.object, 'item_data', 'variations') ?? []) {
    if (at(object, 'is_deleted') === true) continue;
    const variant = decodeVariation(object, item, locationId);
    if (variant === null) return null;
    variants.push(variant);
  }
  return variants;
}

/** Decodes an ITEM_VARIATION of this item, without its level; null when it has an unexpected shape. */
export function decodeVariation(object: unknown, item: DecodedItem, locationId: string): SideVariant | null {
  const id = textAt(object, 'id');
  const data = at(object, 'item_variation_data');
  if (id === null || textAt(object, 'type') !== 'ITEM_VARIATION' || data === undefined) return null;
  const present = isPresent(item.object, locationId) && isPresent(object, locationId);
  return {
    source: 'square',
    id,
    stockId: id,
    productId: item.id,
    productName: item.name,
    productStatus: item.archived ? 'archived' : 'active',
    labels: item.labels,
    name: textAt(data, 'name') ?? '',
    sku: textAt(data, 'sku') ?? '',
    barcode: textAt(data, 'upc') ?? '',
    price: price(data),
    tracked: isTracked(data, locationId) && isStockable(data),
    level: null,
    stocked: present,
  };
}

/** Returns whether stock is tracked at a location: the location's override takes precedence over the variation's own value. */
export function isTracked(data: unknown, locationId: string): boolean {
  const override = (listAt(data, 'location_overrides') ?? []).find((one) => textAt(one, 'location_id') === locationId);
  const overridden = at(override, 'track_inventory');
  return typeof overridden === 'boolean' ? overridden : at(data, 'track_inventory') === true;
}

/** A variation sold by another unit has derived counts, which must not be written to. */
function isStockable(data: unknown): boolean {
  return at(data, 'stockable') !== false;
}

/**
 * Returns whether an object is offered at a location: everywhere except where absent, or only where present. The
 * default is everywhere.
 */
function isPresent(object: unknown, locationId: string): boolean {
  if (at(object, 'present_at_all_locations') === false) return (listAt(object, 'present_at_location_ids') ?? []).includes(locationId);
  return !(listAt(object, 'absent_at_location_ids') ?? []).includes(locationId);
}

/** Formats Square's minor units as decimal text; '' for a variable price. */
function price(data: unknown): string {
  return decimalOf(numberAt(data, 'price_money', 'amount'), textAt(data, 'price_money', 'currency') ?? '');
}
