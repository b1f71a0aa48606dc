/** One variant as one platform has it. */
export interface SideVariant {
  /** '' when the merchant left it empty there. */
  readonly sku: string;
  readonly tracked: boolean;
  /** Whole units at the owner's locations, in the platform's order; null: never stocked there. Locations beyond the list count as null. */
  readonly stock: readonly (number | null)[];
}

export interface CatalogVariant {
  /** One value for each of the product's options; empty when the product has none. */
  readonly options: readonly string[];
  /** Minor units (cents). */
  readonly price: number;
  readonly barcode: string | null;
  /** null: the variant is not sold on Shopify. */
  readonly shopify: SideVariant | null;
  readonly square: SideVariant | null;
}

/**
 * A product as a merchant would describe it, independent of either platform's format. A product whose variants are all null on a side is
 * absent there.
 */
export interface CatalogProduct {
  readonly title: string;
  /** HTML. */
  readonly description: string;
  readonly vendor: string;
  readonly type: string;
  /** Address of its picture below the sandbox's own origin; '' when it has none. */
  readonly picture: string;
  /** Names of the options; empty for a product with one variant. */
  readonly options: readonly string[];
  readonly variants: readonly CatalogVariant[];
}

/** A catalog that may be too large to hold in memory at once: products in batches of a few hundred, to be inserted together. */
export interface SandboxCatalog {
  batches(): Iterable<readonly CatalogProduct[]>;
}
