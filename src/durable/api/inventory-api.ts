import type { CheckedVariant } from '../../domain/catalog/check-variant';
import type { InventoryView, VariantStatus } from '../../domain/catalog/joined';
import type { SimilarPair } from '../../domain/linking/score';
import type { Quantity } from '../../domain/quantity';
import type { Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { PackSizes } from '../../domain/sync/pack-size';
import type { VariantSide } from './variant-side';

/** A variant of both platforms joined, or of only one; one row of the inventory list. */
export interface JoinedVariant {
  readonly key: number;
  readonly shopify: VariantSide | null;
  readonly square: VariantSide | null;
  /** Null when not known (never counted). */
  readonly shopifyQuantity: Quantity | null;
  readonly squareQuantity: Quantity | null;
  readonly status: VariantStatus;
  /** The variant's status and known facts. */
  readonly checked: CheckedVariant;
  /** Details of the level problem, for a shop owner. */
  readonly troubleDetail: string;
  /** A person has linked both sides by their ids. */
  readonly isManual: boolean;
  /** How many pieces one unit of each side holds. */
  readonly packs: PackSizes;
}

export interface InventoryQuery {
  readonly view: InventoryView;
  /** Matches product, variant, SKU, and barcode, case-insensitively, and the filters in it (`readSearch`); '' for no search. */
  readonly query: string;
  /** Variants per page, 1 to 1,000. */
  readonly limit: number;
  /** From 0. */
  readonly page: number;
  readonly sort: { readonly column: InventorySort; readonly descending: boolean };
}

export type InventorySort = 'name' | 'sku' | 'shopify_quantity' | 'square_quantity' | 'status';

export interface InventoryPage {
  readonly variants: readonly JoinedVariant[];
  readonly hasNextPage: boolean;
  /** Number of variants on all pages. */
  readonly total: number;
}

/** What the inventory can be filtered by: labels of products, each with the number of variants that have it, the most common first. */
export interface InventoryFilters {
  readonly vendors: readonly InventoryFilter[];
  readonly productTypes: readonly InventoryFilter[];
  readonly tags: readonly InventoryFilter[];
}

export interface InventoryFilter {
  readonly name: string;
  readonly variants: number;
}

export interface InventoryCounts {
  readonly all: number;
  readonly inSync: number;
  readonly outOfSync: number;
  readonly onlyShopify: number;
  readonly onlySquare: number;
  readonly notTracked: number;
  /** Of archived products alone; in none of the other counts. */
  readonly archived: number;
  /** Excluded by the merchant; in none of the other counts. */
  readonly excluded: number;
}

export interface ChannelCounts {
  readonly shopify: number;
  readonly square: number;
}

export type IssueType = 'missing_skus' | 'duplicate_skus' | 'inventory_disabled';

/** A variant of one platform that may be the same as one of the other, and why. */
export type LinkCandidate = SimilarPair & { readonly variant: JoinedVariant };

export interface VariantDetail {
  readonly variant: JoinedVariant;
  /** The paired locations' platform IDs; '' when there is no pair. */
  readonly shopifyLocationId: string;
  readonly squareLocationId: string;
}

/** The account's variants, as lists and details show them. */
export interface InventoryApi {
  inventoryCounts(): Promise<InventoryCounts>;
  inventory(query: InventoryQuery): Promise<Answer<InventoryPage>>;
  inventoryFilters(): Promise<InventoryFilters>;
  issueCounts(type: IssueType): Promise<ChannelCounts>;
  issues(type: IssueType, source: Source, limit: number, offset: number): Promise<{ total: number; variants: VariantSide[] }>;
  variantDetail(source: Source, variantId: string): Promise<Answer<VariantDetail>>;
  /**
   * Returns variants of the other platform alone that may be the one with this key (`JoinedVariant.key`), the likeliest first; also those that the
   * merchant keeps separate from it.
   */
  linkCandidates(key: number): Promise<Answer<readonly LinkCandidate[]>>;
  /** Returns the variants of a product that have a SKU, with their counterparts. */
  syncableVariants(source: Source, productId: string): Promise<Answer<readonly JoinedVariant[]>>;
}
