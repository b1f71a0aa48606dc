/** A variant that has a SKU, according to a platform. */
export interface SkuHolder {
  /** Shopify: number of the variant as text. Square: the variation's id. */
  readonly id: string;
  /** Shopify: number of the product as text. Square: the item's id. */
  readonly productId: string;
  /** Exactly as stored. */
  readonly sku: string;
}
