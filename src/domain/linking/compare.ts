import type { Amount } from './amount';
import type { Described } from './described';
import type { Traits } from './traits';
import { commonWords, type Weigh } from './words';

/**
 * Why two variants may be the same. `barcode`: the same number. `sku`: the same letters and digits. `name`: most words of product and variant.
 * `price`: the same price, which supports others and is never enough by itself.
 */
export type LinkReason = 'barcode' | 'sku' | 'name' | 'price';

/** What two variants state differently, so that they may be different things. */
export type Difference = 'barcode' | 'size' | 'color' | 'amount' | 'number' | 'kind' | 'pieces';

/** How two variants of two platforms compare. */
export interface Comparison {
  /** In the order of `LinkReason`. */
  readonly reasons: readonly LinkReason[];
  readonly differences: readonly Difference[];
  /** 0 to 1: how much of both names, with sizes, colors, and amounts, is the same. */
  readonly likeness: number;
  /** How much both names say that the other does not, 0 to 1: high where they name different things. */
  readonly apart: number;
}

/** From this likeness on two names are alike. */
export const ALIKE = 0.55;
/** A SKU of fewer letters and digits is too short to be recognized when it is written differently. */
const SHORTEST_SKU = 3;
/** How much two amounts may differ that are the same: ounces are rounded. */
const SAME_AMOUNT = 0.035;
/** What a size, a color, or another such statement weighs, in average words. */
const TRAIT_WEIGHT = 1;
const UNSTATED_WEIGHT = 0.35;

/** Compares two variants. Blank resembles nothing. `weigh`: how much a word tells; 1 on average. */
export function compare(one: Described, other: Described, weigh: Weigh): Comparison {
  const reasons: LinkReason[] = [];
  const differences: Difference[] = [];
  const barcode = compareBarcodes(one, other);
  if (barcode === 'same') reasons.push('barcode');
  if (barcode === 'different') differences.push('barcode');
  if (one.plainSku.length >= SHORTEST_SKU && one.plainSku === other.plainSku) reasons.push('sku');
  const words = commonWords(one.traits.words, other.traits.words, weigh);
  const traits = compareTraits(one.traits, other.traits);
  differences.push(...traits.differences);
  const all = weightOf(one.traits, weigh) + weightOf(other.traits, weigh);
  const wordWeight = all === 0 ? 0 : words.share * all;
  const total = all + traits.weight;
  const likeness = total === 0 || all === 0 ? 0 : (wordWeight + traits.common) / total;
  if (likeness >= ALIKE && barcode !== 'different') reasons.push('name');
  if (one.price !== null && one.price !== 0 && one.price === other.price) reasons.push('price');
  const left = [words.left[0] + traits.alone[0], words.left[1] + traits.alone[1]];
  const apart = all === 0 ? 0 : Math.min(...left) / (all / 2);
  return { reasons, differences, likeness, apart };
}

function weightOf({ words }: Traits, weigh: Weigh): number {
  return words.reduce((sum, word) => sum + weigh(word), 0);
}

function compareBarcodes({ barcode: one }: Described, { barcode: other }: Described): 'same' | 'different' | 'unknown' {
  if (one === null || other === null) return 'unknown';
  if (one.digits === other.digits) return 'same';
  return one.isSound && other.isSound ? 'different' : 'unknown';
}

interface TraitComparison {
  readonly differences: readonly Difference[];
  /** How many colors and numbers each states that the other leaves out altogether. */
  readonly alone: readonly [number, number];
  /** The weight of what both state alike, counted for each of the two, and of all that they state. */
  readonly common: number;
  readonly weight: number;
}

function compareTraits(one: Traits, other: Traits): TraitComparison {
  const pairs: readonly (readonly [Difference, 'same' | 'different' | 'unstated' | 'none'])[] = [
    ['size', compareSets(one.sizes, other.sizes)],
    ['color', compareSets(one.colors, other.colors)],
    ['number', compareSets(one.numbers, other.numbers)],
    ['amount', compareAmounts(one.amounts, other.amounts)],
    ['kind', compareMarkers(one.markers, other.markers)],
    ['pieces', one.pieces === other.pieces ? (one.pieces === 1 ? 'none' : 'same') : 'different'],
  ];
  const differences = pairs.flatMap(([difference, found]) => (found === 'different' ? [difference] : []));
  const same = pairs.filter(([, found]) => found === 'same').length;
  const unstated = pairs.filter(([, found]) => found === 'unstated').length;
  return {
    differences,
    alone: [aloneIn(one, other), aloneIn(other, one)],
    common: 2 * TRAIT_WEIGHT * same,
    weight: 2 * TRAIT_WEIGHT * (same + differences.length) + UNSTATED_WEIGHT * unstated,
  };
}

function aloneIn(one: Traits, other: Traits): number {
  return (other.colors.length === 0 ? one.colors.length : 0) + (other.numbers.length === 0 ? one.numbers.length : 0);
}

function compareSets(one: readonly string[], other: readonly string[]): 'same' | 'different' | 'unstated' | 'none' {
  if (one.length === 0 && other.length === 0) return 'none';
  if (one.length === 0 || other.length === 0) return 'unstated';
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  return few.every((text) => many.includes(text)) ? 'same' : 'different';
}

/** A sample or a refill is something else than the goods, also where only one side says so. */
function compareMarkers(one: readonly string[], other: readonly string[]): 'same' | 'different' | 'none' {
  if (one.length === 0 && other.length === 0) return 'none';
  return one.length === other.length && one.every((text) => other.includes(text)) ? 'same' : 'different';
}

function compareAmounts(one: readonly Amount[], other: readonly Amount[]): 'same' | 'different' | 'unstated' | 'none' {
  if (one.length === 0 && other.length === 0) return 'none';
  const comparable = one.filter(({ kind }) => other.some((amount) => amount.kind === kind));
  if (comparable.length === 0) return 'unstated';
  const [few, many] = one.length <= other.length ? [one, other] : [other, one];
  return few.every((amount) => many.some((like) => isSameAmount(amount, like))) ? 'same' : 'different';
}

function isSameAmount(one: Amount, other: Amount): boolean {
  return one.kind === other.kind && Math.abs(one.value - other.value) <= SAME_AMOUNT * Math.max(one.value, other.value);
}
