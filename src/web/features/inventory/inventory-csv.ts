import { toCsv } from '../../csv';
import type { ListedVariant } from './level-state';
import { variantTitle } from './state';

const HEADER = [
  'Product',
  'Variant',
  'SKU',
  'Shopify Qty',
  'Square Qty',
  'Status',
  'Needs you',
  'Shopify product or Square item id',
  'Shopify variant id',
  'Square variation id',
];

const STATUS_WORDS: Readonly<Record<string, string>> = {
  missing_sku: 'Missing SKU',
  duplicate_sku: 'Duplicate SKU',
  untracked: 'Inventory tracking disabled',
  only_shopify: 'Only in Shopify',
  only_square: 'Only in Square',
  in_sync: 'In Sync',
  out_of_sync: 'Out of Sync',
};

/** The inventory as a CSV file; a quantity that is not known is left blank, as it is not zero. */
export function inventoryCsv(variants: readonly ListedVariant[]): string {
  return toCsv(
    HEADER,
    variants.map(({ productName, variant }) => [
      productName,
      variantTitle(variant.name),
      variant.sku,
      variant.shopifyQuantity,
      variant.squareQuantity,
      STATUS_WORDS[variant.status] ?? variant.status,
      variant.troubleDetail,
      variant.productId,
      variant.shopifyId,
      variant.squareId,
    ]),
  );
}
