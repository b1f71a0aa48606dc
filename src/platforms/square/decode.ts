import type { SideVariant } from '../../domain/catalog/side-variant';
import { at, listAt, numberAt, textAt } from '../json';
import { decimalOf } from './money';

/** The parts of an ITEM that each of its variations needs. */
export interface DecodedItem {
  readonly id: string;
  readonly name: string;
  /** An archived item is kept but no longer sold. */
  readonly archived: boolean;
  /** The ITEM object, for its presence at locations. */
  readonly object: unknown;
}

/** Decodes a catalog ITEM; null when it is another object. */
export function decodeItem(object: unknown): DecodedItem | null {
  const id = textAt(object, 'id');
  if (textAt(object, 'type') !== 'ITEM' || id === null) return null;
  return { id, name: textAt(object, 'item_data', 'name') ?? '', archived: at(object, 'item_data', 'is_archived') === true, object };
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
