import { toCsv } from '../../shared/csv';
import { packsOf } from '../../shared/pack-text';
import { variantTitle } from '../../shared/variant-names';
import { checkedOf } from './checked-variant';
import { inventoryText } from './inventory.text';
import type { ListedVariant } from './level-state';
import { csvStatusOf } from './variant-findings';

/** Returns the inventory as a CSV file. A quantity that is not known is blank, as it is not zero. */
export function inventoryCsv(variants: readonly ListedVariant[]): string {
  return toCsv(
    inventoryText.csv.columns,
    variants.map(({ productName, variant }) => [
      productName,
      variantTitle(variant.name),
      variant.sku,
      variant.shopifyQuantity,
      variant.squareQuantity,
      csvStatusOf(checkedOf(variant), variant.status),
      variant.troubleDetail,
      variant.productId,
      variant.shopifyId,
      variant.squareId,
      variant.vendor,
      variant.productType,
      packsOf(variant).shopify,
      packsOf(variant).square,
    ]),
  );
}
