import type { KnownRow } from './joined';

/** What a webhook states about a Shopify product: enough to decide whether the catalog must be read again. */
export interface StatedProduct {
  readonly title: string;
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
      side.stockId === variant.stockId &&
      side.name === variant.name &&
      side.sku === variant.sku &&
      side.barcode === variant.barcode &&
      side.price === variant.price
    );
  });
}
