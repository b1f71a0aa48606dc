import type { Source } from '../../src/domain/source.ts';
import type { BarcodePlan } from './assign-barcodes.ts';
import type { SkuPlan } from './assign-skus.ts';

/** How the SKUs and the barcodes of the two sides relate. */
export interface LabelPlan {
  readonly skus: SkuPlan;
  readonly barcodes: Readonly<Record<Source, BarcodePlan>>;
}

/** How many variants the sides have in common. */
export interface Overlap {
  /** True links. */
  readonly linked: number;
  /** Variants on Shopify whose SKU, without spaces around it, is some variation's at Square. */
  readonly sharedSkus: number;
  /** Of these, how many share it with other goods alone: a coincidence or a mistake. */
  readonly wronglyShared: number;
}

/** True links of the shop for which the numbers of mistakes below are meant. */
const USUAL = 200;

/**
 * Returns the plan of a shop whose two sides were entered with different SKUs: besides the shared ones, a tenth is written differently, some
 * have only a part in common, some are blank, and the others are of two schemes.
 */
export function planFor({ linked, sharedSkus, wronglyShared }: Overlap): LabelPlan {
  const slips = Math.min(1, wronglyShared);
  const part = (share: number): number => Math.round(linked * share);
  /** As many mistakes as a shop of this size has, if the usual one has `count`; at least one. */
  const some = (count: number): number => Math.max(1, Math.round((count * linked) / USUAL));
  return {
    skus: {
      same: sharedSkus - wronglyShared,
      spaced: some(5),
      rewritten: part(0.11),
      part: part(0.05),
      'blank on both': part(0.06),
      'blank on Shopify': part(0.05),
      'blank on Square': part(0.06),
      blankElsewhere: 0.12,
      mistakes: {
        slips,
        coincidences: wronglyShared - slips,
        productWide: { shopify: some(1), square: some(4) },
        copied: { shopify: some(2), square: some(6) },
        doubled: some(3),
      },
    },
    barcodes: {
      shopify: { share: 0.49, mistyped: some(5), notes: some(5), productWide: some(1), copied: some(3) },
      square: { share: 0.48, mistyped: some(6), notes: some(12), productWide: some(3), copied: some(5) },
    },
  };
}
