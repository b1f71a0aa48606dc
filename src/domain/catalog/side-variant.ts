import type { Instant } from '../instant';
import type { Quantity } from '../quantity';
import type { Source } from '../source';
import type { ProductLabels } from './product-labels';

/**
 * Whether a product is on sale. Shopify: `Product.status`, where `unlisted` is on sale by its address alone. Square:
 * `archived`, or `active`.
 */
export type ProductStatus = 'active' | 'unlisted' | 'draft' | 'archived';

/** Returns the product status of this name; null when there is none. */
export function parseProductStatus(text: string): ProductStatus | null {
  return PRODUCT_STATUSES.find((status) => status === text) ?? null;
}

const PRODUCT_STATUSES: readonly ProductStatus[] = ['active', 'unlisted', 'draft', 'archived'];

/** A variant as one platform states it, read by a snapshot or by a refresh of queued products. */
export interface SideVariant {
  readonly source: Source;
  /** Shopify: number of the variant as text. Square: the variation's id. */
  readonly id: string;
  /** The id that stock belongs to. Shopify: number of the inventory item as text. Square: the variation's id again. */
  readonly stockId: string;
  /** Shopify: number of the product as text. Square: the item's id. */
  readonly productId: string;
  readonly productName: string;
  readonly productStatus: ProductStatus;
  readonly labels: ProductLabels;
  /** The merchant excludes its product: it is never linked, and no problem. Absent: false. Set by the catalog, not by a platform. */
  readonly isExcluded?: boolean;
  /** The variant's own name as the platform gives it. */
  readonly name: string;
  /** '' when missing. Kept as written: SKUs are case-sensitive, and spaces count. */
  readonly sku: string;
  /** '' when missing. */
  readonly barcode: string;
  /** Decimal text in the shop's currency, "12.50"; '' when the variant has no fixed price. */
  readonly price: string;
  /** Whether the platform tracks its stock at the paired location. */
  readonly tracked: boolean;
  /** Available stock at the paired location and the platform's own time of it; null when never counted, which is not zero. */
  readonly level: { readonly quantity: Quantity; readonly at: Instant } | null;
  /** Whether it is offered at the paired location at all. */
  readonly stocked: boolean;
}
