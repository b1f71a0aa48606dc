import type { KnownRow } from '../../domain/catalog/joined';
import { readLabels, writeLabels } from '../../domain/catalog/product-labels';
import { parseProductStatus, type SideVariant } from '../../domain/catalog/side-variant';
import type { Source } from '../../domain/source';
import { isPacked, NO_PACKS, type PackSizes } from '../../domain/sync/pack-size';

/** A row of `variant` as stored, without the linked level's JSON. */
export type VariantRow = {
  readonly key: number;
  readonly item_id: string | null;
  readonly variant_id: string | null;
  readonly product_id: string | null;
  readonly shopify_product: string | null;
  readonly shopify_name: string | null;
  readonly shopify_sku: string | null;
  readonly shopify_barcode: string | null;
  readonly shopify_price: string | null;
  readonly shopify_tracked: number | null;
  /** Null for an active product. */
  readonly shopify_status: string | null;
  /** As `writeLabels` writes them. */
  readonly shopify_labels: string | null;
  /** 1 for an excluded side. */
  readonly shopify_excluded: number | null;
  readonly variation_id: string | null;
  readonly square_item_id: string | null;
  readonly square_product: string | null;
  readonly square_name: string | null;
  readonly square_sku: string | null;
  readonly square_barcode: string | null;
  readonly square_price: string | null;
  readonly square_tracked: number | null;
  /** Null for an active product. */
  readonly square_status: string | null;
  /** As `writeLabels` writes them. */
  readonly square_labels: string | null;
  /** 1 for an excluded side. */
  readonly square_excluded: number | null;
  readonly skus_differ_since: number | null;
  readonly sku_before: string | null;
  /** 1 for a link by hand. */
  readonly manual: number | null;
  /** Null where both sides count the same units. */
  readonly shopify_pack: number | null;
  readonly square_pack: number | null;
  readonly shopify_quantity: number | null;
  readonly shopify_seen: number | null;
  readonly square_quantity: number | null;
  readonly square_seen: number | null;
};

/** The columns that a merge writes, in the order of `valuesOf`. */
export const MERGED_COLUMNS = [
  'item_id',
  'variant_id',
  'product_id',
  'shopify_product',
  'shopify_name',
  'shopify_sku',
  'shopify_barcode',
  'shopify_price',
  'shopify_tracked',
  'shopify_status',
  'shopify_labels',
  'shopify_excluded',
  'variation_id',
  'square_item_id',
  'square_product',
  'square_name',
  'square_sku',
  'square_barcode',
  'square_price',
  'square_tracked',
  'square_status',
  'square_labels',
  'square_excluded',
  'skus_differ_since',
  'sku_before',
  'manual',
  'shopify_pack',
  'square_pack',
  'shopify_quantity',
  'shopify_seen',
  'square_quantity',
  'square_seen',
] as const satisfies readonly (keyof VariantRow)[];

/** The columns that a search looks at, and lists are not ordered by. */
export const SEARCHED_COLUMNS: ReadonlySet<string> = new Set<keyof VariantRow>([
  'shopify_barcode',
  'square_barcode',
  'shopify_labels',
  'square_labels',
]);

/** The columns that lists are selected and ordered by, except quantities; triggers of the table name the same ones. */
export const LISTED_COLUMNS: ReadonlySet<string> = new Set<keyof VariantRow>([
  'item_id',
  'product_id',
  'shopify_product',
  'shopify_name',
  'shopify_sku',
  'shopify_tracked',
  'shopify_status',
  'shopify_excluded',
  'variation_id',
  'square_item_id',
  'square_product',
  'square_name',
  'square_sku',
  'square_tracked',
  'square_status',
  'square_excluded',
  'shopify_pack',
  'square_pack',
]);

/**
 * Belongs in each statement that writes quantities of a row whose key the journal names in the same turn. Without it, a trigger makes the stored
 * directory invalid.
 */
export const JOURNALED = 'journaled = 1 - coalesce(journaled, 0)';

/** The columns of quantities. */
export const QUANTITY_COLUMNS: ReadonlySet<string> = new Set<keyof VariantRow>(['shopify_quantity', 'square_quantity']);

/** The columns of pack sizes: what a level has conserved is another number once they change. */
export const PACK_COLUMNS: ReadonlySet<string> = new Set<keyof VariantRow>(['shopify_pack', 'square_pack']);

/** Index of the first column for quantities and their times; the columns before it contain what screens and links use. */
export const FIRST_QUANTITY_COLUMN = MERGED_COLUMNS.indexOf('shopify_quantity');

const FIRST_SQUARE_COLUMN = MERGED_COLUMNS.indexOf('variation_id');
const FIRST_PAIR_COLUMN = MERGED_COLUMNS.indexOf('skus_differ_since');

/** The columns of one side, and those of a pair. */
export const SHOPIFY_COLUMNS = MERGED_COLUMNS.slice(0, FIRST_SQUARE_COLUMN);
export const SQUARE_COLUMNS = MERGED_COLUMNS.slice(FIRST_SQUARE_COLUMN, FIRST_PAIR_COLUMN);
export const PAIR_COLUMNS = MERGED_COLUMNS.slice(FIRST_PAIR_COLUMN, FIRST_QUANTITY_COLUMN);

/** Shopify's IDs are stored as 64-bit integers, which exceed a JavaScript number: they are read and written as text. */
const NUMBERED: readonly string[] = ['item_id', 'variant_id', 'product_id'];

/** The columns for `select`. */
export const ROW_COLUMNS = [
  'key',
  ...MERGED_COLUMNS.map((name) => (NUMBERED.includes(name) ? `cast(${name} as text) as ${name}` : name)),
].join(', ');

/** Returns the stored values of a row, ordered by `MERGED_COLUMNS`. */
export function valuesOf({ shopify, square, skusDiffer, isManual, packs }: Omit<KnownRow, 'key'>): (string | number | null)[] {
  return [
    ...(shopify === null ? [null, null, null] : [shopify.stockId, shopify.id, shopify.productId]),
    ...textsOf(shopify),
    ...(square === null ? [null, null] : [square.stockId, square.productId]),
    ...textsOf(square),
    ...(skusDiffer === null ? [null, null] : [skusDiffer.since, skusDiffer.before]),
    isManual ? 1 : null,
    ...(packs === undefined ? [null, null] : [packs.shopify, packs.square]),
    ...levelValues(shopify),
    ...levelValues(square),
  ];
}

function levelValues(side: SideVariant | null): (number | null)[] {
  return side === null || side.level === null ? [null, null] : [side.level.quantity, side.level.at];
}

function textsOf(side: SideVariant | null): (string | number | null)[] {
  if (side === null) return [null, null, null, null, null, null, null, null, null];
  const status = side.productStatus === 'active' ? null : side.productStatus;
  const texts = [side.productName, side.name, side.sku, side.barcode, side.price, side.tracked ? 1 : 0, status, writeLabels(side.labels)];
  return [...texts, side.isExcluded === true ? 1 : null];
}

/** Converts a row for the domain. A stored side counts as stocked at the location: only a read can show otherwise. */
export function knownRow(row: VariantRow): KnownRow {
  const { key, skus_differ_since: since, sku_before: before } = row;
  const skusDiffer = since === null ? null : { since, before: before ?? '' };
  const packs = packsOf(row);
  return {
    key,
    shopify: shopifySide(row),
    square: squareSide(row),
    skusDiffer,
    isManual: row.manual === 1,
    ...(isPacked(packs) && { packs }),
  };
}

/** Returns the pack sizes of a row's link. */
export function packsOf({ shopify_pack: shopify, square_pack: square }: Pick<VariantRow, 'shopify_pack' | 'square_pack'>): PackSizes {
  return shopify === null || square === null ? NO_PACKS : { shopify, square };
}

function shopifySide(row: VariantRow): SideVariant | null {
  if (row.item_id === null) return null;
  return {
    source: 'shopify',
    id: row.variant_id ?? '',
    stockId: row.item_id,
    productId: row.product_id ?? '',
    ...storedTexts(row.shopify_product, row.shopify_name, row.shopify_sku),
    productStatus: parseProductStatus(row.shopify_status ?? '') ?? 'active',
    labels: readLabels(row.shopify_labels),
    ...(row.shopify_excluded === 1 && { isExcluded: true }),
    barcode: row.shopify_barcode ?? '',
    price: row.shopify_price ?? '',
    tracked: row.shopify_tracked === 1,
    level: levelOf(row.shopify_quantity, row.shopify_seen),
    stocked: true,
  };
}

function squareSide(row: VariantRow): SideVariant | null {
  if (row.variation_id === null) return null;
  return {
    source: 'square',
    id: row.variation_id,
    stockId: row.variation_id,
    productId: row.square_item_id ?? '',
    ...storedTexts(row.square_product, row.square_name, row.square_sku),
    productStatus: parseProductStatus(row.square_status ?? '') ?? 'active',
    labels: readLabels(row.square_labels),
    ...(row.square_excluded === 1 && { isExcluded: true }),
    barcode: row.square_barcode ?? '',
    price: row.square_price ?? '',
    tracked: row.square_tracked === 1,
    level: levelOf(row.square_quantity, row.square_seen),
    stocked: true,
  };
}

function storedTexts(product: string | null, name: string | null, sku: string | null): Pick<SideVariant, 'productName' | 'name' | 'sku'> {
  return { productName: product ?? '', name: name ?? '', sku: sku ?? '' };
}

function levelOf(quantity: number | null, seen: number | null): SideVariant['level'] {
  return quantity === null ? null : { quantity, at: seen ?? 0 };
}

/** Returns the column of a side's stock ID. */
export function stockColumn(source: Source): 'item_id' | 'variation_id' {
  return source === 'shopify' ? 'item_id' : 'variation_id';
}

/** Returns a `where` condition: the side's stock ID is in a JSON list of IDs. */
export function holdsAnyOf(source: Source): string {
  return source === 'shopify'
    ? 'item_id in (select cast(value as integer) from json_each(?))'
    : 'variation_id in (select value from json_each(?))';
}
