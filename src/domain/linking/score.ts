import { compare, type Comparison, type Difference, type LinkReason } from './compare';
import type { Described } from './described';
import type { Weigh } from './words';

/** The lowest score that is shown. */
const SHOWN = 0.42;
/** What each reason, and each difference, adds to the score. */
const SCORES = { barcode: 1, doubtfulBarcode: 0.6, sku: 0.9, price: 0.08, difference: -0.3, barcodeDiffers: -0.15, pieces: -0.1 } as const;

/** Two variants that may be the same, and how likely that is: the higher the score, the likelier. */
export interface ScoredPair {
  readonly shopify: Described;
  readonly square: Described;
  readonly comparison: Comparison;
  readonly score: number;
}

/** Compares two variants; null where too little says that they may be the same. `weigh`: how much a word tells; 1 on average. */
export function scorePair(shopify: Described, square: Described, weigh: Weigh): ScoredPair | null {
  const comparison = compare(shopify, square, weigh);
  const score = scoreOf(comparison, shopify, square);
  const isShown = score >= SHOWN && comparison.reasons.some((reason) => reason !== 'price');
  return isShown ? { shopify, square, comparison, score } : null;
}

/** Orders pairs: the likeliest first, and among equals by their IDs. */
export function comparePairs(a: ScoredPair, b: ScoredPair): number {
  return b.score - a.score || compareIds(a, b);
}

function compareIds(a: ScoredPair, b: ScoredPair): number {
  const [one, other] = [`${a.shopify.id} ${a.square.id}`, `${b.shopify.id} ${b.square.id}`];
  return one < other ? -1 : one > other ? 1 : 0;
}

function scoreOf({ reasons, differences, likeness }: Comparison, one: Described, other: Described): number {
  let score = likeness;
  const isSound = one.barcode?.isSound === true && other.barcode?.isSound === true;
  for (const reason of reasons) {
    if (reason === 'barcode') score += isSound ? SCORES.barcode : SCORES.doubtfulBarcode;
    else if (reason !== 'name') score += SCORES[reason];
  }
  for (const difference of differences)
    score += difference === 'barcode' ? SCORES.barcodeDiffers : difference === 'pieces' ? SCORES.pieces : SCORES.difference;
  return score;
}

/** Two variants that may be the same, by the platforms' IDs. */
export interface SimilarPair {
  readonly shopifyId: string;
  readonly squareId: string;
  /** In the order of `LinkReason`; never empty, and never the price alone. */
  readonly reasons: readonly LinkReason[];
  /** What they state differently. */
  readonly differences: readonly Difference[];
  /** How many of one are how many of the other: 1 of Shopify's case is 12 at Square. Without a common divisor. */
  readonly shopifyUnits: number;
  readonly squareUnits: number;
}

/** Returns a pair as others show it. */
export function similarPair({ shopify, square, comparison }: ScoredPair): SimilarPair {
  const { reasons, differences } = comparison;
  const [ours, theirs] = [shopify.traits.pieces, square.traits.pieces];
  const divisor = commonDivisor(ours, theirs);
  return {
    shopifyId: shopify.id,
    squareId: square.id,
    reasons,
    differences,
    shopifyUnits: theirs / divisor,
    squareUnits: ours / divisor,
  };
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}
