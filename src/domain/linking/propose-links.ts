import { compare, type Comparison, type Difference, type LinkReason } from './compare';
import { describe, type Described, type RecognizedVariant } from './described';
import { WordIndex } from './word-index';

/**
 * How sure it is that two variants are the same. `certain`: a SKU or bar code that only these two have, and nothing that they state differently.
 * `likely`: a person should look. `possible`: a person must decide.
 */
export type Confidence = 'certain' | 'likely' | 'possible';

/** Two variants that may be the same. */
export interface ProposedLink {
  readonly shopifyId: string;
  readonly squareId: string;
  readonly confidence: Confidence;
  readonly reasons: readonly LinkReason[];
  /** What they state differently; empty where it is certain. */
  readonly differences: readonly Difference[];
  /** How many of one are how many of the other: 1 of Shopify's case is 12 at Square. Without a common divisor. */
  readonly shopifyUnits: number;
  readonly squareUnits: number;
}

/** The most candidates that a person sees for a variant. */
const MOST_SHOWN = 3;
/** The lowest score that is shown. */
const SHOWN = 0.42;
const LIKELY = 0.8;
/** The likeness of the names that a code needs besides to be certain. */
const CONFIRMED = { barcode: 0.2, sku: 0.2, rewrittenSku: 0.45 } as const;
/** How much both names may say that the other does not: less for a SKU, which shops give out twice more often than makers do bar codes. */
const APART = { barcode: 0.5, sku: 0.02 } as const;
/** What each reason, and each difference, adds to the score. */
const SCORES = { barcode: 1, doubtfulBarcode: 0.6, sku: 0.9, price: 0.08, difference: -0.3, barcodeDiffers: -0.15, pieces: -0.1 } as const;
/** A SKU that is written differently needs so many letters and digits to be certain: "12" and "1-2" are not. */
const LONG_SKU = 5;

interface Scored {
  readonly shopify: Described;
  readonly square: Described;
  readonly comparison: Comparison;
  readonly score: number;
}

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
  const scored: Scored[] = [];
  for (const variant of ours) {
    scored.push(...scoredOf(variant, index).filter((pair) => !isSeparate({ shopifyId: pair.shopify.id, squareId: pair.square.id })));
    yield { done: (done += 1), total };
  }
  const ordered = scored.toSorted((a, b) => b.score - a.score || compareIds(a, b));
  const certain = certainOf(ordered, new UniqueCodes(ours, theirs));
  return [...certain.map((pair) => proposed(pair, 'certain')), ...reviewed(ordered, certain)];
}

/** Returns what may be the same as a variant of Shopify. */
function scoredOf(shopify: Described, index: WordIndex): Scored[] {
  return index.candidates(shopify).flatMap((square): Scored[] => {
    const comparison = compare(shopify, square, index.weigh);
    const score = scoreOf(comparison, shopify, square);
    const isShown = score >= SHOWN && comparison.reasons.some((reason) => reason !== 'price');
    return isShown ? [{ shopify, square, comparison, score }] : [];
  });
}

function compareIds(a: Scored, b: Scored): number {
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
function certainOf(ordered: readonly Scored[], unique: UniqueCodes): Scored[] {
  const seen = new Set<Described>();
  const certain: Scored[] = [];
  for (const pair of ordered) {
    const isFirst = !seen.has(pair.shopify) && !seen.has(pair.square);
    seen.add(pair.shopify).add(pair.square);
    if (isFirst && isCertain(pair, unique)) certain.push(pair);
  }
  return certain;
}

function isCertain({ shopify, square, comparison }: Scored, unique: UniqueCodes): boolean {
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
function reviewed(ordered: readonly Scored[], certain: readonly Scored[]): ProposedLink[] {
  const taken = new Set(certain.flatMap(({ shopify, square }) => [shopify, square]));
  const shown = new Map<Described, number>();
  return ordered.flatMap((pair): ProposedLink[] => {
    const { shopify, square, score, comparison } = pair;
    const count = shown.get(shopify) ?? 0;
    if (count >= MOST_SHOWN || taken.has(shopify) || taken.has(square)) return [];
    shown.set(shopify, count + 1);
    const isLikely = count === 0 && score >= LIKELY && comparison.differences.every((difference) => difference === 'pieces');
    return [proposed(pair, isLikely ? 'likely' : 'possible')];
  });
}

function proposed({ shopify, square, comparison }: Scored, confidence: Confidence): ProposedLink {
  const [ours, theirs] = [shopify.traits.pieces, square.traits.pieces];
  const divisor = commonDivisor(ours, theirs);
  return {
    shopifyId: shopify.id,
    squareId: square.id,
    confidence,
    reasons: comparison.reasons,
    differences: comparison.differences,
    shopifyUnits: theirs / divisor,
    squareUnits: ours / divisor,
  };
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}
