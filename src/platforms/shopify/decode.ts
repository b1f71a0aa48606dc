import { cleanLabels, type ProductLabels } from '../../domain/catalog/product-labels';
import { parseProductStatus, type ProductStatus, type SideVariant } from '../../domain/catalog/side-variant';
import type { LevelReport } from '../../domain/inbound';
import type { Instant } from '../../domain/instant';
import { fromUnits } from '../../domain/quantity';
import { at, isRecord, listAt, numberAt, textAt } from '../json';
import { parseTime } from '../time';
import { numberOf } from './gid';

/** A level as the documents select it. */
export interface DecodedLevel {
  readonly quantity: number;
  readonly at: Instant;
  readonly active: boolean;
}

/**
 * Decodes a level; null when it has no available quantity. The time is the level's own, because the webhook
 * `inventory_levels/update` contains that as `updated_at`, and all times of one level must come from one clock.
 */
export function decodeLevel(value: unknown): DecodedLevel | null {
  if (!isRecord(value)) return null;
  const available = (listAt(value, 'quantities') ?? []).find((quantity) => textAt(quantity, 'name') === 'available');
  const units = numberAt(available, 'quantity');
  const time = parseTime(textAt(value, 'updatedAt') ?? '');
  if (units === null || time === null) return null;
  return { quantity: fromUnits(units), at: time, active: at(value, 'isActive') !== false };
}

/** Decodes a level as an observation; null when the platform states none. */
export function decodeReport(value: unknown, stockId: string, locationId: string): LevelReport | null {
  const level = decodeLevel(value);
  return level === null ? null : { stockId, locationId, quantity: level.quantity, at: level.at };
}

/** Returns a product's status. One that a later API version adds says nothing that we know of: the product counts as on sale. */
export function readProductStatus(text: string): ProductStatus {
  return parseProductStatus(text.toLowerCase()) ?? 'active';
}

/** Decodes the labels of a product as the documents select them. */
function decodeLabels(product: unknown): ProductLabels {
  return cleanLabels({
    vendor: textAt(product, 'vendor') ?? '',
    productType: textAt(product, 'productType') ?? '',
    tags: (listAt(product, 'tags') ?? []).filter((tag) => typeof tag === 'string'),
    imageUrl: textAt(product, 'featuredMedia', 'preview', 'image', 'url') ?? '',
  });
}

/**
 * Decodes a variant as the documents select it, with its product, which is beside it or around it; null when it has an unexpected shape.
 */
export function decodeVariant(value: unknown, product: unknown = at(value, 'product')): SideVariant | null {
  const id = numberOf('ProductVariant', textAt(value, 'id'));
  const productId = numberOf('Product', textAt(product, 'id'));
  const stockId = numberOf('InventoryItem', textAt(value, 'inventoryItem', 'id'));
  const tracked = at(value, 'inventoryItem', 'tracked');
  if (id === null || productId === null || stockId === null || typeof tracked !== 'boolean') return null;
  const productStatus = readProductStatus(textAt(product, 'status') ?? '');
  const level = decodeLevel(at(value, 'inventoryItem', 'inventoryLevel'));
  return {
    source: 'shopify',
    id,
    stockId,
    productId,
    productName: textAt(product, 'title') ?? '',
    productStatus,
    labels: decodeLabels(product),
    name: textAt(value, 'title') ?? '',
    sku: textAt(value, 'sku') ?? '',
    barcode: textAt(value, 'barcode') ?? '',
    price: textAt(value, 'price') ?? '',
    tracked,
    level: level === null ? null : { quantity: level.quantity, at: level.at },
    stocked: level !== null && level.active,
  };
}

/**
 * Decodes a list of variants, with the product around them or each with its own; null when one has an unexpected shape: skipping it would
 * look like its deletion.
 */
export function decodeVariants(values: readonly unknown[], product?: unknown): readonly SideVariant[] | null {
  const variants: SideVariant[] = [];
  for (const value of values) {
    const variant = decodeVariant(value, product);
    if (variant === null) return null;
    variants.push(variant);
  }
  return variants;
}
