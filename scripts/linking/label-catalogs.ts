import { NO_LABELS } from '../../src/domain/catalog/product-labels.ts';
import type { ProductStatus, SideVariant } from '../../src/domain/catalog/side-variant.ts';
import { fromUnits } from '../../src/domain/quantity.ts';
import { seeded, type Random } from '../sim/random.ts';
import { assignBarcodes } from './assign-barcodes.ts';
import { assignPrices } from './assign-prices.ts';
import { assignSkus } from './assign-skus.ts';
import type { LabeledCatalogs } from './catalogs.ts';
import { pairsOf, type Draft } from './draft.ts';
import { shuffled } from './draw.ts';
import type { Shop } from './goods.ts';
import { kindsOf, lookalikesOf } from './label-pairs.ts';
import type { LabelPlan } from './label-plan.ts';
import { listShop } from './list-shop.ts';

/** When all levels were counted, in ms. */
const COUNTED_AT = Date.UTC(2026, 8, 1);
/** Letters and digits of Square's ids. */
const ID_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Characters of Square's ids. */
const ID_LENGTH = 24;

/** Makes ids as the platforms do: Shopify's are numbers that grow, Square's are random. */
class Ids {
  readonly #random: Random;
  #last: number;

  constructor(random: Random) {
    this.#random = random;
    this.#last = 7_000_000_000_000 + random.between(1, 1_000_000);
  }

  next(source: SideVariant['source']): string {
    if (source === 'shopify') return String((this.#last += this.#random.between(1, 99) * 32_768 + 1));
    return Array.from({ length: ID_LENGTH }, () => ID_CHARACTERS.charAt(this.#random.between(0, ID_CHARACTERS.length - 1))).join('');
  }
}

/** Returns whether a platform counts the stock of a draft: never of what is no goods, and not of everything else. */
function isTracked(random: Random, { loose, good, source }: Draft): boolean {
  if (loose !== null) return false;
  return source === 'shopify' && good?.exported !== undefined ? good.exported.tracked : random.chance(0.94);
}

/** Chances from 0 to 1 that a product is archived at Square: of old entries, and of goods that Shopify lacks. */
const ARCHIVED = { retired: 0.5, lone: 0.06 };

/** Returns the status of each product: most are active. Nothing that both sides have in use is archived. */
function drawStatuses(random: Random, drafts: readonly Draft[]): Map<string, ProductStatus> {
  const paired = new Set(pairsOf(drafts).flatMap(({ shopify, square }) => [shopify, square]));
  return new Map(
    [...Map.groupBy(drafts, ({ productKey }) => productKey)].map(([key, variants]) => {
      if (variants[0]?.source === 'shopify') return [key, random.chance(0.03) ? 'unlisted' : 'active'];
      const retired = variants.every(({ role }) => role === 'retired');
      const lone = variants.every((variant) => variant.good !== null && !paired.has(variant));
      return [key, random.chance(retired ? ARCHIVED.retired : lone ? ARCHIVED.lone : 0) ? 'archived' : 'active'];
    }),
  );
}

function variantOf(random: Random, draft: Draft, ids: Ids, product: Pick<SideVariant, 'productId' | 'productStatus'>): SideVariant {
  const { source, good, productName, name, sku, barcode, price } = draft;
  const id = ids.next(source);
  const archived = product.productStatus === 'archived';
  const tracked = isTracked(random, draft);
  const counted = tracked && !archived && random.chance(0.95);
  const units = source === 'shopify' ? (good?.exported?.quantity ?? random.between(0, 40)) : random.between(0, 40);
  return {
    source,
    id,
    stockId: source === 'shopify' ? ids.next('shopify') : id,
    ...product,
    labels: NO_LABELS,
    productName,
    name,
    sku,
    barcode,
    price,
    tracked,
    level: counted ? { quantity: fromUnits(units), at: COUNTED_AT } : null,
    stocked: !archived,
  };
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

/** Returns both sides of a shop as its people would have entered them, and which variants are the same. The same seed gives the same catalogs. */
export function labelCatalogs(shop: Shop, plan: LabelPlan, seed: number): LabeledCatalogs {
  const random = seeded(seed);
  const drafts = listShop(shop, random);
  assignSkus(random, drafts, plan.skus);
  assignBarcodes(random, drafts, plan.barcodes);
  assignPrices(random, drafts);

  const ids = new Ids(random);
  const products = new Map<string, string>();
  const statuses = drawStatuses(random, drafts);
  const variants = new Map<Draft, SideVariant>();
  for (const draft of drafts) {
    const productId = products.get(draft.productKey) ?? ids.next(draft.source);
    products.set(draft.productKey, productId);
    variants.set(draft, variantOf(random, draft, ids, { productId, productStatus: statuses.get(draft.productKey) ?? 'active' }));
  }
  const idOf = (draft: Draft): string => variants.get(draft)?.id ?? '';
  const truth = pairsOf(drafts).map((pair) => {
    const { shopify = 1, square = 1 } = pair.shopify.good?.pieces ?? {};
    const divisor = greatestDivisor(shopify, square);
    return {
      shopifyId: idOf(pair.shopify),
      squareId: idOf(pair.square),
      // As many pieces on both sides: one case of 12 is 12 single pieces.
      shopifyUnits: square / divisor,
      squareUnits: shopify / divisor,
      kinds: kindsOf(pair),
    };
  });
  const traps = lookalikesOf(drafts).map(([shopify, square, kind]) => ({ shopifyId: idOf(shopify), squareId: idOf(square), kind }));
  const side = (source: SideVariant['source']): SideVariant[] =>
    shuffled(
      random,
      [...variants.values()].filter((variant) => variant.source === source),
    );
  return { shopify: side('shopify'), square: side('square'), truth: shuffled(random, truth), traps };
}
