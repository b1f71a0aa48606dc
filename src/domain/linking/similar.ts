import { plainSku, readBarcode } from './codes';
import { describe, type Described, type RecognizedVariant } from './described';
import { comparePairs, scorePair, similarPair, type SimilarPair } from './score';
import { FILLERS, UNNAMED } from './vocabulary';
import { WordIndex } from './word-index';

/** Shorter SKUs find too much. */
const SHORTEST_SKU = 3;
/** Words by which a name is searched. */
const MOST_WORDS = 2;

/** Returns which of the other platform's variants may be the same as `own`, the likeliest first. */
export function similarTo(own: RecognizedVariant, others: readonly RecognizedVariant[]): SimilarPair[] {
  const mine = describe(own);
  const theirs = others.map(describe);
  const { weigh } = new WordIndex([mine, ...theirs]);
  const score = (other: Described) => (own.source === 'shopify' ? scorePair(mine, other, weigh) : scorePair(other, mine, weigh));
  const pairs = theirs.flatMap((other) => score(other) ?? []);
  return pairs.toSorted(comparePairs).map(similarPair);
}

/** Returns the searches that find what may be the same as a variant, each of words that a candidate's texts contain. Empty where it says nothing. */
export function searchesFor({ source, productName, name, sku, barcode }: RecognizedVariant): string[] {
  const searches: string[] = [];
  const code = readBarcode(barcode);
  if (code !== null) searches.push(code.digits);
  const plain = plainSku(sku);
  // Each run of letters or digits is in the text, whatever separates them.
  if (plain.length >= SHORTEST_SKU) searches.push((plain.match(/\p{L}+|\p{N}+/gu) ?? []).join(' '));
  const own = UNNAMED[source].has(name.trim().toLowerCase()) ? '' : name;
  const names = [wordsOf(`${productName} ${own}`), wordsOf(productName)];
  // All words find the one among many of its kind, the longest what is named otherwise.
  searches.push(...names.map((words) => words.join(' ')));
  for (const words of names)
    searches.push(
      words
        .toSorted((a, b) => b.length - a.length)
        .slice(0, MOST_WORDS)
        .join(' '),
    );
  return [...new Set(searches)].filter((search) => search !== '');
}

/** Returns the words of a name that are worth a search, without the endings of plurals, each once. */
function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const telling = words.filter((word) => word.length > 2 && !FILLERS.has(word));
  return [...new Set(telling.map((word) => (word.length > 4 ? word.replace(/(?:ies|es|s|y)$/u, '') : word)))];
}
