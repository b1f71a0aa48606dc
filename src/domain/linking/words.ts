/** How much a word of a name tells: rare words tell more. */
export type Weigh = (word: string) => number;

/** How surely two words that are not written alike are the same one. */
const ABBREVIATED = 0.75;
const MISTYPED = 0.8;
const CONSONANTS = 0.7;
/** Shorter words are too easily part of another, or one letter away from one. */
const SHORTEST = { prefix: 3, mistyped: 5, consonants: 3 } as const;

/** The words that two names have in common, and what is left of each. */
export interface CommonWords {
  /** 0 to 1: twice the weight of the common words of the weight of all (Sørensen–Dice); 0 where one name has none. */
  readonly share: number;
  /** The weight of the words of each that the other does not have. */
  readonly left: readonly [number, number];
}

/** Compares two names by their words, each once. */
export function commonWords(one: readonly string[], other: readonly string[], weigh: Weigh): CommonWords {
  const open = new Set(other);
  const left: string[] = [];
  let common = 0;
  for (const word of one) {
    if (open.delete(word)) common += 2 * weigh(word);
    else left.push(word);
  }
  const rest = new Set(left);
  common += joined(rest, open, other, weigh) + joined(open, rest, one, weigh);
  for (const word of rest) {
    let best: { readonly like: string; readonly sureness: number } | null = null;
    for (const candidate of open) {
      const sureness = sameWord(word, candidate);
      if (sureness > (best?.sureness ?? 0)) best = { like: candidate, sureness };
    }
    if (best === null) continue;
    rest.delete(word);
    open.delete(best.like);
    common += best.sureness * (weigh(word) + weigh(best.like));
  }
  const total = sum(one, weigh) + sum(other, weigh);
  return { share: one.length === 0 || other.length === 0 ? 0 : common / total, left: [sum(rest, weigh), sum(open, weigh)] };
}

/** Takes away the words that the other name writes as two: "tshirt" and "t shirt". Returns their weight. */
function joined(whole: Set<string>, parts: Set<string>, order: readonly string[], weigh: Weigh): number {
  let common = 0;
  for (const [place, first] of order.entries()) {
    const second = order[place + 1];
    if (second === undefined || !parts.has(first) || !parts.has(second) || !whole.delete(first + second)) continue;
    parts.delete(first);
    parts.delete(second);
    common += weigh(first + second) + weigh(first) + weigh(second);
  }
  return common;
}

function sum(words: Iterable<string>, weigh: Weigh): number {
  let total = 0;
  for (const word of words) total += weigh(word);
  return total;
}

/** Returns how surely two words of different letters are the same one, 0 to 1. */
export function sameWord(one: string, other: string): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short[0] !== long[0]) return isMistyped(short, long) ? MISTYPED : 0;
  if (isMistyped(short, long)) return MISTYPED;
  if (short.length >= SHORTEST.prefix && long.startsWith(short)) return ABBREVIATED;
  const skeleton = consonantsOf(short);
  return skeleton.length >= SHORTEST.consonants && skeleton === consonantsOf(long) ? CONSONANTS : 0;
}

/** Returns a word's first letter and its consonants: "shrt" for "shirt". */
export function consonantsOf(word: string): string {
  return word.slice(0, 1) + word.slice(1).replaceAll(/[aeiouy]/gu, '');
}

/** Returns whether one letter is missing, added, another one, or two neighbors are swapped. */
function isMistyped(short: string, long: string): boolean {
  if (short.length < SHORTEST.mistyped || long.length - short.length > 1 || /\p{N}/u.test(short + long)) return false;
  let from = 0;
  while (from < short.length && short[from] === long[from]) from += 1;
  if (short.length < long.length) return short.slice(from) === long.slice(from + 1);
  const isSwapped = short[from] === long[from + 1] && short[from + 1] === long[from] && short.slice(from + 2) === long.slice(from + 2);
  return isSwapped || short.slice(from + 1) === long.slice(from + 1);
}
