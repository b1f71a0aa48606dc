import type { Source } from '../../src/domain/source.ts';
import type { Random } from '../sim/random.ts';
import { pickWeighted, pick } from './draw.ts';

/**
 * Where attributes stand. `variants`: one product, and each variant's name states them. `first axis`: one product per value of the first attribute.
 * `flat`: each variant is a product of its own that states them all. `shelf`: one product for all goods of a noun, and each variant's name says
 * which.
 */
export type Layout = 'variants' | 'first axis' | 'flat' | 'shelf';

/** How a SKU is made. `maker`: the maker's code. `words`: beginnings of the words. `number`: a running number. `automatic`: random letters. */
export type SkuScheme = 'maker' | 'words' | 'number' | 'handle' | 'barcode' | 'automatic';

/** How one person enters products: their habits, which hold for most of what they enter. */
export interface EntryStyle {
  readonly layout: Layout;
  readonly brand: 'first' | 'last' | 'brackets' | 'short' | 'none';
  readonly letters: 'title' | 'upper' | 'lower' | 'sentence';
  /** What stands between the product's words and an attribute in one name. */
  readonly joint: string;
  /** What stands between the attributes in a variant's name. */
  readonly comma: string;
  readonly attributesReversed: boolean;
  /** Which of the spellings of an attribute: 0 for the plainest. */
  readonly spelling: number;
  readonly nounFirst: boolean;
  readonly plainLetters: boolean;
  /** The most characters of a name without attributes, where old systems cut it; null without a limit. */
  readonly longest: number | null;
  readonly usesSynonyms: boolean;
  /** Chances from 0 to 1, per name: of a typing mistake, of shortened words, of the other number of the noun. */
  readonly typos: number;
  readonly shortens: number;
  readonly plurals: number;
  /** Chance from 0 to 1, per product: that attributes which all its goods share are not written. */
  readonly omits: number;
  readonly sku: SkuScheme;
  /** How often a barcode is recorded, compared with others: 0 to 1. */
  readonly scans: number;
}

/** Returns the habits of somebody who enters products in Shopify's admin: mostly neat, written for customers. */
function shopifyStyle(random: Random): EntryStyle {
  return {
    layout: pickWeighted(random, [['variants', 6] as const, ['first axis', 2.5] as const, ['flat', 1.5] as const]),
    brand: pickWeighted(random, [['first', 4] as const, ['last', 2] as const, ['none', 3] as const, ['brackets', 1] as const]),
    letters: pickWeighted(random, [['title', 7] as const, ['sentence', 2] as const, ['upper', 1] as const]),
    joint: pick(random, [' - ', ' – ', ' | ', ', ', ' ']),
    comma: ' / ',
    attributesReversed: random.chance(0.4),
    spelling: random.chance(0.5) ? 0 : random.between(1, 3),
    nounFirst: random.chance(0.1),
    plainLetters: random.chance(0.2),
    longest: null,
    usesSynonyms: random.chance(0.4),
    typos: 0.04,
    shortens: random.chance(0.2) ? 0.4 : 0.02,
    plurals: 0.15,
    omits: 0.2,
    sku: pickWeighted(random, [['words', 4] as const, ['maker', 3] as const, ['number', 2] as const, ['handle', 1] as const]),
    scans: pick(random, [0.2, 0.6, 0.9]),
  };
}

/** Returns the habits of somebody who enters products at a till: short names for the screen and the receipt. */
function squareStyle(random: Random): EntryStyle {
  return {
    layout: pickWeighted(random, [['variants', 4] as const, ['flat', 4] as const, ['first axis', 1.5] as const, ['shelf', 1.5] as const]),
    brand: pickWeighted(random, [['first', 3] as const, ['short', 2.5] as const, ['none', 3.5] as const, ['last', 1] as const]),
    letters: pickWeighted(random, [['title', 5] as const, ['upper', 2] as const, ['lower', 1.5] as const, ['sentence', 1.5] as const]),
    joint: pick(random, [' ', ' ', ', ', ' - ', '-', '/']),
    comma: pick(random, [', ', ' ', ' / ', ' - ']),
    attributesReversed: random.chance(0.5),
    spelling: random.between(0, 5),
    nounFirst: random.chance(0.25),
    plainLetters: random.chance(0.8),
    longest: random.chance(0.25) ? random.between(20, 26) : null,
    usesSynonyms: random.chance(0.5),
    typos: 0.12,
    shortens: pick(random, [0.05, 0.3, 0.7]),
    plurals: 0.3,
    omits: 0.3,
    sku: pickWeighted(random, [
      ['number', 4] as const,
      ['barcode', 1.5] as const,
      ['maker', 2] as const,
      ['automatic', 2.5] as const,
      ['words', 1.5] as const,
    ]),
    scans: pick(random, [0.1, 0.6, 0.95]),
  };
}

/** People who entered products over the years, per side. */
const PEOPLE: Readonly<Record<Source, number>> = { shopify: 4, square: 6 };

/** Returns the habits of everybody who entered products on a side. */
export function drawStyles(random: Random, source: Source): EntryStyle[] {
  return Array.from({ length: PEOPLE[source] }, () => (source === 'shopify' ? shopifyStyle(random) : squareStyle(random)));
}

/** Writes as an attentive person would: everything in full, in a fixed order. For names that would otherwise not be unique. */
export const PLAIN: EntryStyle = {
  layout: 'flat',
  brand: 'first',
  letters: 'title',
  joint: ' ',
  comma: ' / ',
  attributesReversed: false,
  spelling: 0,
  nounFirst: false,
  plainLetters: false,
  longest: null,
  usesSynonyms: false,
  typos: 0,
  shortens: 0,
  plurals: 0,
  omits: 0,
  sku: 'maker',
  scans: 0.5,
};
