import type { SideVariant } from '../../../src/domain/catalog/side-variant';

/** What lets a careful person say that two variants are the same. */
export type Evidence = 'sku' | 'barcode' | 'name';

/** The texts that a person sees. */
type Seen = Pick<SideVariant, 'productName' | 'name' | 'sku' | 'barcode'>;

/** Names that say nothing about the goods. */
const UNNAMED = new Set(['default title', 'regular', 'each', 'default', 'standard', 'single', 'original']);
/** Letters and digits that two SKUs must have in common to be recognized. */
const SHORTEST = 4;

/** Returns a SKU's letters and digits without the zeros before numbers, in lower case. */
const plainSku = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/(^|\D)0+(?=\d)/gu, '$1')
    .replaceAll(/[^a-z0-9]/gu, '');

/** Returns a barcode's digits without zeros before them; '' for a note. */
function plainBarcode(text: string): string {
  const plain = text.replaceAll(/[\s-]/gu, '');
  return /^\d{8,14}$/u.test(plain) ? plain.replace(/^0+/u, '') : '';
}

/** Returns in how many places two texts of one length differ; infinity for texts of different lengths. */
const differences = (one: string, other: string): number =>
  one.length === other.length ? Array.from(one).filter((char, index) => char !== other[index]).length : Infinity;

function sharesSku(one: Seen, other: Seen): boolean {
  const [a, b] = [plainSku(one.sku), plainSku(other.sku)];
  if (a.length >= SHORTEST && b.length >= SHORTEST && (a.includes(b) || b.includes(a))) return true;
  const crossed = [plainBarcode(one.sku) === plainBarcode(other.barcode), plainBarcode(one.barcode) === plainBarcode(other.sku)];
  return (crossed[0] === true && plainBarcode(one.sku) !== '') || (crossed[1] === true && plainBarcode(other.sku) !== '');
}

function sharesBarcode(one: Seen, other: Seen): boolean {
  const [a, b] = [plainBarcode(one.barcode), plainBarcode(other.barcode)];
  return a !== '' && differences(a, b) <= 1;
}

/** Words that say how much or how large, or nothing: names are recognized by the others. */
const FILLERS = new Set(
  'by of the and case pack pk ct dozen ml cl oz fl gr grams kg lb in inch ft foot mm cm size us limited edition best seller new taxable'.split(
    ' ',
  ),
);
const SIZES = new Set('xs xsmall small sm sml med medium large lg lrg xl xlarge xxl extra one os'.split(' '));

/** Words for the same thing, which a person knows: all but the first are replaced by it. */
export type Synonyms = readonly (readonly [noun: string, synonym: string])[];

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Returns the words and screw threads by which a person recognizes a variant, without accents; all words if no others are left. */
function words({ productName, name }: Seen, synonyms: Synonyms): string[] {
  const own = UNNAMED.has(name.toLowerCase()) ? '' : name;
  let text = plain(`${productName} ${own}`);
  for (const [noun, synonym] of synonyms) text = text.replace(plain(synonym), plain(noun));
  const all: readonly string[] = text.match(/[a-z]{2,}|\d+\/\d+-\d+/gu) ?? [];
  const telling = all.filter((word) => !FILLERS.has(word) && !SIZES.has(word));
  return telling.length > 0 ? telling : [...all];
}

/** Returns whether a word's letters all occur in another in their order, from its first letter on: "blk" in "black". */
function isShortFor(short: string, long: string): boolean {
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return short[0] === long[0] && at === short.length;
}

/** Returns whether one text becomes the other by one letter too many, missing, or wrong, or by two that changed places. */
function isOneSlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const [a, b] = [short.slice(at), long.slice(at)];
  return b.slice(1) === a || b.slice(1) === a.slice(1) || (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0]);
}

/** Returns a longer word without the s at its end. */
const singular = (word: string): string => (word.length > 3 ? word.replace(/s$/u, '') : word);

/** Returns whether a person takes two words for the same: with a slip, or one of them shortened. */
function alike(one: string, other: string): boolean {
  const [a, b] = [singular(one), singular(other)];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short === long || (short.length >= 2 && long.startsWith(short))) return true;
  if (short.length >= 3 && isShortFor(short, long)) return true;
  return short.length >= 4 && (isOneSlip(short, long) || short.slice(0, 4) === long.slice(0, 4));
}

/** Returns the share of words of the shorter name that the longer one has, too: 0 to 1. */
function nameShare(one: Seen, other: Seen, synonyms: Synonyms): number {
  const [few, many] = [words(one, synonyms), words(other, synonyms)].toSorted((a, b) => a.length - b.length);
  if (few === undefined || many === undefined || few.length === 0) return 0;
  return few.filter((word) => many.some((candidate) => alike(word, candidate))).length / few.length;
}

/** The share of words that is enough of a name. */
const ENOUGH = 0.5;

/** Returns what two variants have in common that a careful person would notice. */
export function evidenceOf(one: Seen, other: Seen, synonyms: Synonyms): Evidence[] {
  const found: Evidence[] = [];
  if (sharesSku(one, other)) found.push('sku');
  if (sharesBarcode(one, other)) found.push('barcode');
  if (nameShare(one, other, synonyms) >= ENOUGH) found.push('name');
  return found;
}
