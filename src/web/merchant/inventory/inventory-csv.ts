import { toCsv } from '../../shared/csv';
import type { ListedVariant } from './level-state';
import { variantTitle } from './state';
import { checkedOf, statusWords } from './variant.text';

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
      statusWords(checkedOf(variant), variant.status),
      variant.troubleDetail,
      variant.productId,
      variant.shopifyId,
      variant.squareId,
    ]),
  );
}
