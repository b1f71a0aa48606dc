import type { Random } from '../sim/random.ts';
import { pairsOf, type Draft } from './draft.ts';
import { pickWeighted } from './draw.ts';
import type { Product } from './goods.ts';

/** How Square's price of goods relates to Shopify's. `open`: the price is entered at each sale. */
type Relation = 'equal' | 'rounded' | 'near' | 'older' | 'open';

const RELATIONS: readonly (readonly [Relation, number])[] = [
  ['equal', 60],
  ['rounded', 13],
  ['near', 14],
  ['older', 6],
  ['open', 7],
];

/** What one of several pieces in a pack costs, of the price of a single one. */
const PACK_PRICE = 0.92;

const decimal = (cents: number): string => (cents / 100).toFixed(2);

/** Returns the price of what a unit of the draft's side holds, in cents. */
function usualCents({ good, source }: Draft): number {
  const pieces = good?.pieces[source] ?? 1;
  const cents = good?.priceCents ?? 0;
  return pieces > 1 ? Math.round((cents * pieces * PACK_PRICE) / 50) * 50 : cents;
}

/** Returns Square's price, as decimal text. */
function squarePrice(random: Random, cents: number, relation: Relation): string {
  switch (relation) {
    case 'equal':
      return decimal(cents);
    case 'rounded':
      return decimal(Math.max(50, Math.round(cents / 50) * 50));
    case 'near':
      return decimal(Math.round((cents * (100 + random.between(1, 7) * (random.chance(0.7) ? -1 : 1))) / 100));
    case 'older':
      return decimal(Math.round((cents * random.between(78, 90)) / 100 / 5) * 5);
    case 'open':
      return '';
  }
}

/** Gives prices to all goods that have none. Square's differ for whole products mostly: nobody changes the price of one size. */
export function assignPrices(random: Random, drafts: readonly Draft[]): void {
  for (const draft of drafts) {
    if (draft.source === 'shopify' && draft.good !== null && draft.price === '') draft.price = decimal(usualCents(draft));
  }
  const partners = new Map(pairsOf(drafts).map(({ shopify, square }) => [square, shopify]));
  const relations = new Map<Product | null, Relation>();
  for (const draft of drafts) {
    if (draft.source !== 'square' || draft.good === null) continue;
    const relation = relations.get(draft.product) ?? pickWeighted(random, RELATIONS);
    relations.set(draft.product, relation);
    const other = partners.get(draft);
    const samePieces = draft.good.pieces.shopify === draft.good.pieces.square;
    const cents = other !== undefined && samePieces ? Math.round(Number(other.price) * 100) : usualCents(draft);
    draft.price = squarePrice(random, cents, draft.role === 'retired' ? 'older' : random.chance(0.9) ? relation : 'equal');
  }
}
