import type { Random } from '../sim/random.ts';
import { pick } from './draw.ts';

/** Short forms that many people use, by the word in lower case. */
const USUAL: Readonly<Record<string, string>> = {
  organic: 'Org',
  bottle: 'btl',
  chocolate: 'Choc',
  package: 'pkg',
  assorted: 'Asst',
  vanilla: 'Van',
  strawberry: 'Strwb',
  chardonnay: 'Chard',
  stainless: 'Stnls',
  extension: 'Ext',
  interior: 'Int',
  exterior: 'Ext.',
  leather: 'Lthr',
  cotton: 'Ctn',
  moisturizer: 'Moist',
  shampoo: 'Shamp',
  conditioner: 'Cond',
  with: 'w/',
};
/** Neighbors of letters on a keyboard. */
const NEAR: Readonly<Record<string, string>> = {
  a: 's',
  c: 'v',
  d: 'f',
  e: 'r',
  g: 'h',
  i: 'o',
  l: 'k',
  m: 'n',
  n: 'b',
  o: 'p',
  r: 't',
  s: 'a',
  t: 'y',
  u: 'i',
};

/** Letters that a word needs at least to be mistyped or abbreviated, so that it can still be recognized. */
const LONG_ENOUGH = 5;

/** Returns whether a word may be mistyped or abbreviated: digits and short words carry too much meaning. */
export const canSlip = (word: string): boolean => word.length >= LONG_ENOUGH && /^[\p{L}'’-]+$/u.test(word);

/** Returns a word with one slip of the keyboard. */
export function mistype(random: Random, word: string): string {
  // The first letter is usually right.
  const at = random.between(1, word.length - 2);
  const [before, letter, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)];
  switch (random.between(0, 3)) {
    case 0:
      return letter === next ? `${before}${next}${after}` : `${before}${next}${letter}${after}`;
    case 1:
      return `${before}${next}${after}`;
    case 2:
      return `${before}${letter}${letter}${next}${after}`;
    default:
      return `${before}${NEAR[letter.toLowerCase()] ?? ''}${next}${after}`;
  }
}

/** Returns a shorter form of a word: the usual one, its beginning, or its consonants. */
export function abbreviate(random: Random, word: string): string {
  const usual = USUAL[word.toLowerCase()];
  if (usual !== undefined) return usual;
  const consonants = word.charAt(0) + word.slice(1).replaceAll(/[aeiou]/giu, '');
  const forms = [word.slice(0, 4), `${word.slice(0, 3)}.`, `${word.slice(0, 4)}.`, ...(consonants.length >= 3 ? [consonants] : [])];
  return pick(random, forms);
}

/** Returns a noun in the other number: with an s if it has none, without if it has. */
export function otherNumber(noun: string): string {
  if (/ss$/iu.test(noun)) return noun;
  return /s$/iu.test(noun) ? noun.slice(0, -1) : `${noun}${/(?:x|ch|sh)$/iu.test(noun) ? 'es' : 's'}`;
}

/** Returns a text without the marks on its letters: "Rosé" as "Rose". */
export const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Returns a text with the first letter of each word in upper case. */
export const titleCase = (text: string): string =>
  text.replaceAll(/(^|[\s(/-])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
