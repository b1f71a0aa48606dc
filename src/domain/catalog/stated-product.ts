import type { KnownRow } from './joined';

/** What a webhook states of a Shopify product: enough to tell whether the catalogue has to be read again. */
export interface StatedProduct {
  readonly title: string;
  /** Those that the body describes: the first hundred. */
  readonly variants: readonly {
    readonly id: string;
    readonly stockId: string;
    readonly name: string;
    readonly sku: string;
    readonly barcode: string;
    readonly price: string;
  }[];
  /** Ids of the others. */
  readonly furtherIds: readonly string[];
}

/**
 * Whether the rows of a product say what the webhook says. Shopify sends products/update with every change of stock, so
 * most of them have nothing new to say about the catalogue.
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
      side.stockId === variant.stockId &&
      side.name === variant.name &&
      side.sku === variant.sku &&
      side.barcode === variant.barcode &&
      side.price === variant.price
    );
  });
}
