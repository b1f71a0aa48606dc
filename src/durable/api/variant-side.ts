import type { ProductLabels } from '../../domain/catalog/product-labels';
import type { ProductStatus } from '../../domain/catalog/side-variant';
import type { Source } from '../../domain/source';

/** One platform's side of a variant. */
export interface VariantSide {
  readonly source: Source;
  /** Shopify: the variant's numeric ID as text. Square: the variation ID. */
  readonly id: string;
  readonly productId: string;
  readonly productName: string;
  readonly productStatus: ProductStatus;
  readonly labels: ProductLabels;
  readonly name: string;
  /** '' when missing. */
  readonly sku: string;
  readonly barcode: string;
  readonly tracked: boolean;
}
