import type { KnownRow } from './joined';
import { sameWords, type ProductLabels } from './product-labels';
import type { ProductStatus } from './side-variant';

/** What a webhook states about a Shopify product: enough to decide whether the catalog must be read again. */
export interface StatedProduct {
  readonly title: string;
  /** Null when the body does not state it: a subscription of an earlier release names the fields that it sends. */
  readonly status: ProductStatus | null;
  /** Null when the body does not state them all. Its picture has another address than the one that is read, so it is not compared. */
  readonly labels: Omit<ProductLabels, 'imageUrl'> | null;
  /** The variants that the body describes: the first hundred. */
  readonly variants: readonly {
    readonly id: string;
    readonly stockId: string;
    readonly name: string;
    readonly sku: string;
    readonly barcode: string;
    readonly price: string;
  }[];
  /** Ids of the other variants. */
  readonly furtherIds: readonly string[];
}

/**
 * Returns whether the rows of a product already match the webhook. Shopify sends products/update with every stock
 * change, so most of these webhooks contain nothing new about the catalog.
 */
export function saysNothingNew(stated: StatedProduct, rows: readonly KnownRow[]): boolean {
  const known = new Map(rows.flatMap((row) => (row.shopify === null ? [] : [[row.shopify.id, row.shopify]])));
  if (known.size !== stated.variants.length + stated.furtherIds.length) return false;
  if (!stated.furtherIds.every((id) => known.has(id))) return false;
  return stated.variants.every((variant) => {
    const side = known.get(variant.id);
    return (
      side !== undefined &&
      side.productName === stated.title &&
      (stated.status === null || side.productStatus === stated.status) &&
      (stated.labels === null || sameWords(side.labels, stated.labels)) &&
      side.stockId === variant.stockId &&
      side.name === variant.name &&
      side.sku === variant.sku &&
      side.barcode === variant.barcode &&
      side.price === variant.price
    );
  });
}
