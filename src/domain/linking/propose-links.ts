import { describe, type Described, type RecognizedVariant } from './described';
import { comparePairs, scorePair, similarPair, type ScoredPair, type SimilarPair } from './score';
import { WordIndex } from './word-index';

/**
 * How sure it is that two variants are the same. `certain`: a SKU or bar code that only these two have, and nothing that they state differently.
 * `likely`: a person should look. `possible`: a person must decide.
 */
export type Confidence = 'certain' | 'likely' | 'possible';

/** A pair that is proposed. Where it is certain, the two state nothing differently. */
export interface ProposedLink extends SimilarPair {
  readonly confidence: Confidence;
}

/** The most candidates that a person sees for a variant. */
const MOST_SHOWN = 3;
const LIKELY = 0.8;
/** The likeness of the names that a code needs besides to be certain. */
const CONFIRMED = { barcode: 0.2, sku: 0.2, rewrittenSku: 0.45 } as const;
/** How much both names may say that the other does not: less for a SKU, which shops give out twice more often than makers do bar codes. */
const APART = { barcode: 0.5, sku: 0.02 } as const;
/** A SKU that is written differently needs so many letters and digits to be certain: "12" and "1-2" are not. */
const LONG_SKU = 5;

/** How far a search for links has come, in variants that were read and compared. */
export interface LinkProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Proposes links between all variants of two catalogs: for each of Shopify's at most three of Square's, the likeliest first. Those that are
 * certain come alone, and no variant is in two of them. The result depends only on the variants. It yields after each variant, so that the
 * caller can do something else between. `isSeparate`: whether a person has said that the two are not the same.
 */
export function* findLinks(
  shopify: readonly RecognizedVariant[],
  square: readonly RecognizedVariant[],
  isSeparate: (pair: Pick<ProposedLink, 'shopifyId' | 'squareId'>) => boolean = () => false,
): Generator<LinkProgress, readonly ProposedLink[]> {
  const total = 2 * shopify.length + 2 * square.length;
  let done = 0;
  const ours: Described[] = [];
  const theirs: Described[] = [];
  for (const [list, variants] of [
    [ours, shopify],
    [theirs, square],
  ] as const) {
    for (const variant of variants) {
      list.push(describe(variant));
      yield { done: (done += 1), total };
    }
  }
  const index = new WordIndex([...ours, ...theirs]);
  for (const variant of theirs) {
    index.add(variant);
    yield { done: (done += 1), total };
  }
  const scored: ScoredPair[] = [];
  for (const variant of ours) {
    scored.push(...scoredOf(variant, index).filter((pair) => !isSeparate({ shopifyId: pair.shopify.id, squareId: pair.square.id })));
    yield { done: (done += 1), total };
  }
  const ordered = scored.toSorted(comparePairs);
  const certain = certainOf(ordered, new UniqueCodes(ours, theirs));
  return [...certain.map((pair): ProposedLink => ({ ...similarPair(pair), confidence: 'certain' })), ...reviewed(ordered, certain)];
}

/** Returns what may be the same as a variant of Shopify. */
function scoredOf(shopify: Described, index: WordIndex): ScoredPair[] {
  return index.candidates(shopify).flatMap((square) => scorePair(shopify, square, index.weigh) ?? []);
}

/** The SKUs and bar codes that one variant of each side has. */
class UniqueCodes {
  readonly #counts = new Map<string, [number, number]>();

  constructor(shopify: readonly Described[], square: readonly Described[]) {
    for (const [side, variants] of [shopify, square].entries())
      for (const variant of variants)
        for (const key of keysOf(variant)) {
          const counts = this.#counts.get(key) ?? [0, 0];
          counts[side === 0 ? 0 : 1] += 1;
          this.#counts.set(key, counts);
        }
  }

  has(key: string): boolean {
    const [shopify, square] = this.#counts.get(key) ?? [0, 0];
    return shopify === 1 && square === 1;
  }
}

const skuKey = (sku: string): string => `s ${sku}`;
const plainKey = (sku: string): string => `p ${sku}`;
const barcodeKey = (digits: string): string => `b ${digits}`;

function keysOf({ sku, plainSku, barcode }: Described): string[] {
  const keys = barcode === null ? [] : [barcodeKey(barcode.digits)];
  if (sku !== '') keys.push(skuKey(sku));
  if (plainSku !== '') keys.push(plainKey(plainSku));
  return keys;
}

/** Returns the pairs that are certain: each the best of both its variants. */
function certainOf(ordered: readonly ScoredPair[], unique: UniqueCodes): ScoredPair[] {
  const seen = new Set<Described>();
  const certain: ScoredPair[] = [];
  for (const pair of ordered) {
    const isFirst = !seen.has(pair.shopify) && !seen.has(pair.square);
    seen.add(pair.shopify).add(pair.square);
    if (isFirst && isCertain(pair, unique)) certain.push(pair);
  }
  return certain;
}

function isCertain({ shopify, square, comparison }: ScoredPair, unique: UniqueCodes): boolean {
  const { differences, likeness, apart } = comparison;
  if (differences.length > 0) return false;
  const { barcode } = shopify;
  const sameBarcode =
    barcode !== null && barcode.isSound && barcode.digits === square.barcode?.digits && unique.has(barcodeKey(barcode.digits));
  if (sameBarcode && likeness >= CONFIRMED.barcode && apart <= APART.barcode) return true;
  if (apart > APART.sku || shopify.plainSku !== square.plainSku || shopify.plainSku === '' || !unique.has(plainKey(shopify.plainSku)))
    return false;
  if (shopify.sku === square.sku) return likeness >= CONFIRMED.sku;
  return shopify.plainSku.length >= LONG_SKU && likeness >= CONFIRMED.rewrittenSku;
}

/** Returns what a person should look at: what is left beside the certain pairs. */
function reviewed(ordered: readonly ScoredPair[], certain: readonly ScoredPair[]): ProposedLink[] {
  const taken = new Set(certain.flatMap(({ shopify, square }) => [shopify, square]));
  const shown = new Map<Described, number>();
  return ordered.flatMap((pair): ProposedLink[] => {
    const { shopify, square, score, comparison } = pair;
    const count = shown.get(shopify) ?? 0;
    if (count >= MOST_SHOWN || taken.has(shopify) || taken.has(square)) return [];
    shown.set(shopify, count + 1);
    const isLikely = count === 0 && score >= LIKELY && comparison.differences.every((difference) => difference === 'pieces');
    return [{ ...similarPair(pair), confidence: isLikely ? 'likely' : 'possible' }];
  });
}
