import type { SideVariant } from '../../src/domain/catalog/side-variant.ts';

/**
 * What makes a true link hard or easy to find. `sku …`: how the two SKUs relate. `barcode …`: how the two barcodes relate; a note in the field
 * counts as blank. `layout`: attributes stand in the variant's name on one side, in the product's on the other. `spelling`: an attribute is
 * written differently. The others say what a person did to the texts of a side.
 */
export type LinkKind =
  | 'sku same'
  | 'sku rewritten'
  | 'sku in part'
  | 'sku of another scheme'
  | 'sku blank'
  | 'barcode same'
  | 'barcode rewritten'
  | 'barcode differs'
  | 'barcode on one side'
  | 'barcode blank'
  | 'pack'
  | 'layout'
  | 'spelling'
  | 'price differs'
  | 'price blank'
  | WritingMark;

/** What a person did to the texts of a variant while entering it. */
export type WritingMark =
  | 'no brand'
  | 'short brand'
  | 'synonym'
  | 'abbreviated'
  | 'cut'
  | 'typo'
  | 'noun first'
  | 'plural'
  | 'attribute left out'
  | 'noise';

/** A variant of each side that are the same goods. Every variant is in one link at most. */
export interface TrueLink {
  readonly shopifyId: string;
  readonly squareId: string;
  /** How many units of the Shopify variant are as much as `squareUnits` units of Square's: 1 and 12 for a case of 12 against single pieces. */
  readonly shopifyUnits: number;
  readonly squareUnits: number;
  /** Never empty: the relation of the SKUs and of the barcodes, then what else differs. */
  readonly kinds: readonly LinkKind[];
}

/**
 * Why two variants that are not the same look alike. `other attribute`: another size, color, scent, or year of the same product. `pack`: the same
 * goods in another number. `other form`: refill, sample, or gift box. `other brand`: the same words from another maker. `retired copy`: an old
 * entry of the same goods that is no longer used. `barcode`: one was given the other's barcode. `sku`: the same SKU by coincidence or mistake.
 * `blank`: neither has a SKU, a barcode, or a name that says what it is. `service`: work on the goods, not the goods. `gift card`: never stock.
 */
export type TrapKind =
  | 'other attribute'
  | 'pack'
  | 'other form'
  | 'other brand'
  | 'retired copy'
  | 'barcode'
  | 'sku'
  | 'blank'
  | 'service'
  | 'gift card';

/** Two variants that look alike and are not the same. */
export interface Trap {
  readonly shopifyId: string;
  readonly squareId: string;
  readonly kind: TrapKind;
}

/** The catalogs of one shop on both platforms, in no particular order, and which of their variants are the same. */
export interface LabeledCatalogs {
  readonly shopify: readonly SideVariant[];
  readonly square: readonly SideVariant[];
  /** All true links: any other pair is wrong. */
  readonly truth: readonly TrueLink[];
  /** The pairs that were made to mislead, of any kind at most once each. Not every wrong pair is listed. */
  readonly traps: readonly Trap[];
}
