import type { Quantity } from '../domain/quantity';

/** The locations of a stocked item, as a platform states them; the quantity is null if it was never counted. */
export interface ExternalStock {
  readonly id: string;
  readonly name: string;
  readonly sku: string;
  readonly locations: readonly { readonly locationId: string; readonly quantity: Quantity | null }[];
}

/** A variant in a platform's own list, with its product's data. Ids are the platform's own, Shopify's as GIDs. */
export interface ExternalListing {
  readonly productId: string;
  readonly productName: string;
  readonly productDescription: string;
  /** Shopify's product status; '' for Square. */
  readonly productStatus: string;
  readonly id: string;
  readonly name: string;
  readonly sku: string;
}

/** A page of variants; `nextCursor` is '' on the last. */
export interface ExternalPage {
  readonly nextCursor: string;
  readonly variants: readonly ExternalListing[];
}

/** A product as a platform stores it. */
export interface ExternalProduct {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Shopify's product status; '' for Square. */
  readonly status: string;
  readonly imageUrls: readonly string[];
  /** Square's variations; empty for Shopify, which lists them separately. */
  readonly variations: readonly { readonly id: string; readonly name: string }[];
}

/** A variant as a platform stores it, with its stock at every location. */
export interface ExternalVariant {
  readonly id: string;
  readonly name: string;
  readonly sku: string;
  readonly barcode: string;
  readonly imageUrls: readonly string[];
  readonly stock: readonly ExternalStock[];
}
