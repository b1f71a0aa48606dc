import type { Source } from '../source';
import type { Amount } from './amount';
import { COLORS, FILLERS, GENERIC, MARKERS, SIZES, UNITS, UNNAMED } from './vocabulary';

/** What the names of a product and its variant say. */
export interface Traits {
  /** The words that are none of the below, without endings, each once. */
  readonly words: readonly string[];
  readonly sizes: readonly string[];
  readonly colors: readonly string[];
  readonly amounts: readonly Amount[];
  /** Numbers that are no amount, without leading zeros: models, shades, years. */
  readonly numbers: readonly string[];
  /** Words that make it something else than the goods themselves, such as a sample or a refill. */
  readonly markers: readonly string[];
  /** How many pieces are sold as one; 1 where nothing is said. */
  readonly pieces: number;
}

/** The most characters of a name that are read: what is longer is no name. */
const LONGEST_NAME = 400;
const MOST_PIECES = 10_000;

/** How many pieces are sold as one is written in these ways; the first group is the number. */
const PACKS: readonly RegExp[] = [
  /\b(?:pack|case|box|set|bundle|crate|tray|carton|lot)\s+of\s+(\d+)\b/u,
  /\b(\d+)\s*(?:-\s*)?(?:er\s*)?(?:pack|packs|pk|pcs?|pieces?|ct|count|case|stk)\b/u,
  /\b(\d+)\s*x\s*(?=\d)/u,
  /(?:^|\s)x\s*(\d+)\b/u,
  /\b(?:pack|case|pk)\s*(\d+)\b/u,
];
const DOZENS: readonly (readonly [RegExp, number])[] = [
  [/\bhalf\s+dozen\b/u, 6],
  [/\bdozen\b/u, 12],
];
const AMOUNT = /(?<![\p{L}\p{N}.,])(\d+(?:[.,]\d+)?|\d+\/\d+)\s*(fl\.?\s*oz|[a-z]+|")(?![\p{L}])/gu;
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:extra|x)[\s-]+large\b/gu, 'xl'],
  [/\b(?:extra|x)[\s-]+small\b/gu, 'xs'],
  [/\b(?:do\s+not\s+use|not\s+for\s+sale|no\s+longer\s+sold)\b/gu, 'retired'],
  [/\b(?:one|1)\s+size(?:\s+fits\s+all)?\b/gu, 'onesize'],
];

/** Reads the names of a variant. The name that its platform gives to the only variant of a product says nothing. */
export function readTraits(source: Source, productName: string, name: string): Traits {
  const own = UNNAMED[source].has(name.trim().toLowerCase()) ? '' : name;
  let text = plain(`${productName} ${own}`.slice(0, LONGEST_NAME));
  for (const [pattern, word] of PHRASES) text = text.replaceAll(pattern, ` ${word} `);
  const pack = readPieces(text);
  const measured = readAmounts(pack.rest);
  return { ...sortWords(measured.rest), amounts: measured.amounts, pieces: pack.pieces };
}

/** Returns a text in lower case without accents and apostrophes. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/['’`]/gu, '')
    .replaceAll('×', 'x')
    .replaceAll(/[“”″]/gu, '"');
}

function readPieces(text: string): { readonly pieces: number; readonly rest: string } {
  for (const pattern of PACKS) {
    const found = pattern.exec(text);
    const pieces = Number(found?.[1]);
    if (found !== null && pieces >= 1 && pieces <= MOST_PIECES) return { pieces, rest: text.replace(pattern, ' ') };
  }
  for (const [pattern, pieces] of DOZENS) if (pattern.test(text)) return { pieces, rest: text.replace(pattern, ' ') };
  return { pieces: 1, rest: text };
}

function readAmounts(text: string): { readonly amounts: Amount[]; readonly rest: string } {
  const amounts: Amount[] = [];
  const rest = text.replaceAll(AMOUNT, (whole, number: string, unit: string) => {
    const known = UNITS.get(unit.replaceAll(/[\s.]/gu, ''));
    if (known === undefined) return whole;
    amounts.push({ kind: known.kind, value: numberOf(number) * known.factor });
    return ' ';
  });
  return { amounts, rest };
}

function numberOf(text: string): number {
  const [over, under] = text.split('/');
  return under === undefined ? Number(text.replace(',', '.')) : Number(over) / Number(under);
}

type Sorted = Pick<Traits, 'words' | 'sizes' | 'colors' | 'numbers' | 'markers'>;

/** Sorts the words of a text by what they say. */
function sortWords(text: string): Sorted {
  const found = { words: new Set<string>(), sizes: new Set<string>(), colors: new Set<string>(), numbers: new Set<string>() };
  const markers = new Set<string>();
  for (const token of text.match(/\p{N}+|\p{L}+(?:\p{N}+\p{L}*)*/gu) ?? []) {
    const stem = stemOf(token);
    const size = SIZES.get(token);
    const color = COLORS.get(token) ?? COLORS.get(stem);
    const marker = MARKERS.get(stem);
    if (FILLERS.has(token) || GENERIC.has(stem)) continue;
    if (/^\p{N}+$/u.test(token)) found.numbers.add(token.replace(/^0+(?=.)/u, ''));
    else if (size !== undefined) found.sizes.add(size);
    else if (color !== undefined) found.colors.add(color);
    else if (marker !== undefined) markers.add(marker);
    else found.words.add(stem);
  }
  return {
    words: [...found.words],
    sizes: [...found.sizes],
    colors: [...found.colors],
    numbers: [...found.numbers],
    markers: [...markers],
  };
}

/** Returns a word without the ending of its plural. */
export function stemOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|z|ch|sh)es$/u.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^s]s$/u.test(word) ? word.slice(0, -1) : word;
}
