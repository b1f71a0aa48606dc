import type { Random } from '../sim/random.ts';
import type { WritingMark } from './catalogs.ts';
import { pick, sample } from './draw.ts';
import type { EntryStyle } from './entry-style.ts';
import type { Product } from './goods.ts';
import { abbreviate, canSlip, mistype, otherNumber, titleCase, withoutAccents } from './slips.ts';

/** A text with what was done to it. */
export interface Written {
  readonly text: string;
  readonly marks: readonly WritingMark[];
}

/** Returns a text in a person's usual letters. */
export function inLetters(text: string, style: EntryStyle): string {
  const plain = style.plainLetters ? withoutAccents(text) : text;
  switch (style.letters) {
    case 'upper':
      return plain.toUpperCase();
    case 'lower':
      return plain.toLowerCase();
    case 'title':
      return titleCase(plain);
    case 'sentence':
      return plain;
  }
}

/** Returns the words as a person types them: up to half of those that can be are shortened, or one is mistyped. */
export function writeWords(random: Random, text: string, style: EntryStyle): Written {
  const words = text.split(' ');
  const marks: WritingMark[] = [];
  const indexes = [...words.keys()].filter((index) => canSlip(words[index] ?? ''));
  if (indexes.length > 0 && random.chance(style.shortens)) {
    for (const index of sample(random, indexes, Math.ceil(words.length / 2))) words[index] = abbreviate(random, words[index] ?? '');
    marks.push('abbreviated');
  } else if (indexes.length > 0 && random.chance(style.typos)) {
    const index = pick(random, indexes);
    words[index] = mistype(random, words[index] ?? '');
    marks.push('typo');
  }
  return { text: words.join(' '), marks };
}

/** Returns a brand's short form: initials around an ampersand, its first word, or its first letters. */
function shortBrand(brand: string): string {
  const words = brand.split(' ').filter((word) => word !== '&');
  if (brand.includes(' & ')) return words.map((word) => word.charAt(0)).join('&');
  const [first = brand] = words;
  return words.length > 1 ? first : first.slice(0, 4);
}

/** How a name states its brand; `none` where it has none to state. */
function brandPlace({ brand }: Product, style: EntryStyle, needsBrand: boolean): EntryStyle['brand'] {
  if (brand === '') return 'none';
  return needsBrand && (style.brand === 'none' || style.brand === 'short') ? 'first' : style.brand;
}

function withBrand(random: Random, words: string, brand: string, place: EntryStyle['brand']): string {
  switch (place) {
    case 'none':
      return words;
    case 'first':
      return `${brand} ${words}`;
    case 'short':
      return `${shortBrand(brand)} ${words}`;
    case 'last':
      return pick(random, [`${words} - ${brand}`, `${words} by ${brand}`, `${words} | ${brand}`]);
    case 'brackets':
      return pick(random, [`${words} (${brand})`, `[${brand}] ${words}`]);
  }
}

/** Returns the noun as a person writes it: another word for it, or another number. */
function writeNoun(random: Random, product: Product, style: EntryStyle): Written {
  const marks: WritingMark[] = [];
  let noun = product.noun;
  if (product.synonym !== '' && style.usesSynonyms && random.chance(0.6)) {
    noun = product.synonym;
    marks.push('synonym');
  }
  if (random.chance(style.plurals)) {
    noun = otherNumber(noun);
    marks.push('plural');
  }
  return { text: noun, marks };
}

/** Returns a name cut where an old system cut it, but never within the line. */
function cut(random: Random, whole: string, line: string, longest: number | null): string {
  const at = line === '' ? -1 : whole.toLowerCase().indexOf(line.toLowerCase());
  if (longest === null || whole.length <= longest || at < 0) return whole;
  return whole.slice(0, Math.max(longest, at + line.length + random.between(3, 5))).trimEnd();
}

/** Returns the words of a product, without attributes, as a person writes them. `needsBrand`: without its brand it would be another's name. */
export function writePhrase(random: Random, product: Product, usual: EntryStyle, needsBrand: boolean): Written {
  const marks: WritingMark[] = [];
  const noun = writeNoun(random, product, usual);
  // Another word is recognized only if it is written in full.
  const style = noun.marks.includes('synonym') ? { ...usual, shortens: 0, typos: 0, longest: null } : usual;
  marks.push(...noun.marks);
  const nounFirst = style.nounFirst && product.line !== '';
  if (nounFirst) marks.push('noun first');
  const both = product.line === '' ? noun.text : `${product.line} ${noun.text}`;
  const typed = writeWords(random, nounFirst ? `${noun.text}, ${product.line}` : both, style);
  marks.push(...typed.marks);
  const ampersand = random.chance(0.3) ? typed.text.replace(' and ', ' & ') : typed.text;
  const words = style.letters === 'sentence' ? ampersand.toLowerCase() : ampersand;
  const place = brandPlace(product, style, needsBrand);
  if (place === 'none' && product.brand !== '') marks.push('no brand');
  if (place === 'short') marks.push('short brand');
  const whole = withBrand(random, words, product.brand, place);
  const text = needsBrand ? whole : cut(random, whole, product.line, style.longest);
  if (text !== whole) marks.push('cut');
  return { text: inLetters(text.charAt(0).toUpperCase() + text.slice(1), style), marks };
}
