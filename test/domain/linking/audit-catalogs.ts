import type { LabeledCatalogs } from '../../../scripts/linking/catalogs';
import { labelCatalogs } from '../../../scripts/linking/label-catalogs';
import { planFor, type Overlap } from '../../../scripts/linking/label-plan';
import { drawLooseEntries } from '../../../scripts/linking/loose-entries';
import { seeded } from '../../../scripts/sim/random';
import { ProductDraw, withRetired } from './audit-products';

/** The size of the catalogs and how much they have in common. */
export interface AuditShape extends Overlap {
  /** Variants on Shopify. */
  readonly shopify: number;
  /** Variations at Square. */
  readonly square: number;
  /** Of the true links, how many join packs to single pieces. */
  readonly packs: number;
}

/**
 * The shape of one merchant's published audit: 246 variants on Shopify and 697 variations at Square, of which 62 share a SKU. How many are
 * truly the same, and how many SKUs are shared wrongly, the audit does not say.
 */
export const AUDIT: AuditShape = { shopify: 246, square: 697, linked: 200, packs: 8, sharedSkus: 62, wronglyShared: 4 };

/** Entries that are no goods. */
const LOOSE = { generic: { shopify: 6, square: 14 }, giftCards: { shopify: 3, square: 4 }, online: 9, services: 20, aboutGoods: 4 };
/** Old entries at Square of goods that both sides have. */
const RETIRED = 7;

const sum = (...counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/**
 * Returns two catalogs of one shop as people enter them over years, and the truth about them. The seed decides the shop: its lines of business,
 * its goods, its people, and their mistakes; the same seed always gives the same catalogs. The counts of the shape come out exactly.
 */
export function auditCatalogs(seed: number, shape: AuditShape = AUDIT): LabeledCatalogs {
  const random = seeded(Math.imul(seed, 2_654_435_761) ^ 0x5b1d);
  const { generic, giftCards, online, services, aboutGoods } = LOOSE;
  const counts = {
    both: shape.linked - shape.packs,
    packs: shape.packs,
    shopify: shape.shopify - shape.linked - sum(generic.shopify, giftCards.shopify, online),
    square: shape.square - shape.linked - RETIRED - sum(generic.square, giftCards.square, services, aboutGoods),
  };
  if (counts.shopify < 0 || counts.square < 0) throw new Error('the catalogs are too small for what stands in every shop');
  const products = withRetired(random, new ProductDraw(random, counts).products(), RETIRED);
  const shop = { products, loose: drawLooseEntries(random, products, LOOSE) };
  return labelCatalogs(shop, planFor(shape), random.between(0, 0xffff_ffff));
}
