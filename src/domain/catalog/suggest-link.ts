import { plainSku } from '../linking/codes';
import type { SideVariant } from './side-variant';

/** What a variant is recognized by. */
export type SuggestedVariant = Pick<SideVariant, 'productName' | 'name' | 'sku' | 'barcode'>;

/**
 * Why two variants may be the same. `barcode`: the same number. `sku`: the same letters and digits, written differently. `name`: most words of
 * product and variant.
 */
export type LinkReason = 'barcode' | 'sku' | 'name';

/** How alike two variants of two platforms are. */
export interface Resemblance {
  /** Never empty, in the order of `LinkReason`. */
  readonly reasons: readonly LinkReason[];
  /** 0 to 1: the share of words that both names have. */
  readonly words: number;
}

/** From this share of common words two names are alike. */
const ALIKE = 0.6;
/** A SKU of fewer letters and digits is too short to be recognized when it is written differently. */
const SHORTEST_SKU = 3;
/** The shortest bar code that is one: EAN-8 (GS1 General Specifications). Shops keep other notes in the field. */
const SHORTEST_BARCODE = 8;
/** Names that the platforms give to the only variant of a product. */
const UNNAMED = new Set(['default title', 'regular']);
/** Words by which candidates are searched. */
const MOST_WORDS = 2;

/**
 * Returns why two variants may be the same; null where nothing says so. Blank resembles nothing. Different bar codes speak against it: then only
 * a SKU counts.
 */
export function resemblance(one: SuggestedVariant, other: SuggestedVariant): Resemblance | null {
  const reasons: LinkReason[] = [];
  const [barcode, otherBarcode] = [plainBarcode(one.barcode), plainBarcode(other.barcode)];
  if (barcode !== '' && barcode === otherBarcode) reasons.push('barcode');
  const sku = plainSku(one.sku);
  if (sku.length >= SHORTEST_SKU && sku === plainSku(other.sku)) reasons.push('sku');
  const words = commonWords(wordsOf(one), wordsOf(other));
  const contradicts = barcode !== '' && otherBarcode !== '' && barcode !== otherBarcode;
  if (words >= ALIKE && !contradicts) reasons.push('name');
  return reasons.length === 0 ? null : { reasons, words };
}

/** Orders resemblances: by the strongest reason, then by the number of reasons, then by words. Negative: `a` comes first. */
export function compareResemblances(a: Resemblance, b: Resemblance): number {
  const [strongest, other] = [rankOf(a), rankOf(b)];
  return strongest - other || b.reasons.length - a.reasons.length || b.words - a.words;
}

const ORDER: readonly LinkReason[] = ['barcode', 'sku', 'name'];

function rankOf({ reasons }: Resemblance): number {
  const [first] = reasons;
  return first === undefined ? ORDER.length : ORDER.indexOf(first);
}

/** Returns the searches that find what resembles a variant, each of words that a candidate's texts contain. Empty where it has no text to go by. */
export function searchesFor(variant: SuggestedVariant): string[] {
  const searches: string[] = [];
  const barcode = plainBarcode(variant.barcode);
  if (barcode !== '') searches.push(barcode);
  const sku = plainSku(variant.sku);
  // Each run of letters or digits is in the text, whatever separates them.
  if (sku.length >= SHORTEST_SKU) searches.push((sku.match(/\p{L}+|\p{N}+/gu) ?? []).join(' '));
  // The product's words alone, too: the other platform may name the variant otherwise.
  for (const words of [wordsOf(variant), wordsOf({ ...variant, name: '' })]) {
    const longest = [...words].filter((word) => word.length > 2).toSorted((a, b) => b.length - a.length);
    if (longest.length > 0) searches.push(longest.slice(0, MOST_WORDS).join(' '));
  }
  return [...new Set(searches)];
}

/** Returns a bar code's digits without leading zeros, so that a UPC equals its EAN-13; '' for what is none. */
function plainBarcode(text: string): string {
  const digits = text.replaceAll(/[\s-]/gu, '');
  return digits.length >= SHORTEST_BARCODE && /^\d+$/u.test(digits) ? digits.replace(/^0+/u, '') : '';
}

/** Returns the words of the product's and the variant's names. */
function wordsOf({ productName, name }: SuggestedVariant): Set<string> {
  const own = UNNAMED.has(name.trim().toLowerCase()) ? '' : name;
  const text = `${productName} ${own}`.normalize('NFKC').toLowerCase();
  return new Set(text.match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Returns the share of words that two names have in common: twice the common ones of all (Sørensen–Dice); 0 where one has none. */
function commonWords(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size === 0 || other.size === 0) return 0;
  let common = 0;
  for (const word of one) if (other.has(word)) common += 1;
  return (2 * common) / (one.size + other.size);
}
