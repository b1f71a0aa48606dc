import type { Described } from './described';
import { consonantsOf, type Weigh } from './words';

/** The most variants that are compared with one. */
const MOST_CANDIDATES = 30;
/** A word that more variants have is not followed: it tells nothing apart. */
const MOST_WITH_WORD = 2_000;
/** How many letters of a word find what begins like it. */
const BEGINNING = 3;

/** Finds the variants of one side that may be those of the other: by SKU, bar code, and words. */
export class WordIndex {
  /** How much a word tells; 1 for a word that every tenth variant has. */
  readonly weigh: Weigh;
  readonly #variants: Described[] = [];
  readonly #places = new Map<string, number[]>();

  /** `all`: the variants of both sides; they tell how rare a word is. */
  constructor(all: readonly Described[]) {
    const counts = new Map<string, number>();
    for (const { traits } of all) for (const word of traits.words) counts.set(word, (counts.get(word) ?? 0) + 1);
    this.weigh = (word) => Math.log10(1 + (all.length + 10) / (1 + (counts.get(word) ?? 0)));
  }

  /** Adds a variant that can be found. */
  add(variant: Described): void {
    const place = this.#variants.push(variant) - 1;
    for (const key of keysOf(variant)) {
      const places = this.#places.get(key);
      if (places === undefined) this.#places.set(key, [place]);
      else if (places.at(-1) !== place) places.push(place);
    }
  }

  /** Returns the variants that a variant is compared with. */
  candidates(variant: Described): Described[] {
    const weights = new Map<number, number>();
    for (const key of codeKeys(variant)) for (const place of this.#places.get(key) ?? []) weights.set(place, Infinity);
    for (const word of variant.traits.words) {
      const weight = this.weigh(word);
      const found = new Set(wordKeys(word).flatMap((key) => this.#followed(key)));
      for (const place of found) weights.set(place, (weights.get(place) ?? 0) + weight);
    }
    const ranked = [...weights].map(([place, weight]) => ({ place, rank: this.#rank(variant, place, weight) }));
    const best = ranked.toSorted((a, b) => (a.rank === b.rank ? a.place - b.place : b.rank - a.rank));
    return best.slice(0, MOST_CANDIDATES).flatMap(({ place }) => this.#variants[place] ?? []);
  }

  /** Among variants of one product, those of the same size, color, or amount come first. */
  #rank({ traits }: Described, place: number, weight: number): number {
    const other = this.#variants[place]?.traits;
    if (other === undefined || weight === Infinity) return weight;
    const shared = [
      ...traits.sizes.filter((text) => other.sizes.includes(text)),
      ...traits.colors.filter((text) => other.colors.includes(text)),
      ...traits.numbers.filter((text) => other.numbers.includes(text)),
      ...traits.amounts.filter(({ value }) => other.amounts.some((amount) => amount.value === value)),
    ];
    return weight + shared.length;
  }

  #followed(key: string): readonly number[] {
    const places = this.#places.get(key) ?? [];
    return places.length > MOST_WITH_WORD ? [] : places;
  }
}

function keysOf(variant: Described): string[] {
  return [...codeKeys(variant), ...variant.traits.words.flatMap(wordKeys)];
}

function codeKeys({ plainSku, barcode }: Described): string[] {
  const keys = barcode === null ? [] : [`b ${barcode.digits}`];
  if (plainSku !== '') keys.push(`s ${plainSku}`);
  return keys;
}

/** Returns what finds a word: itself, its beginning, and its consonants, for abbreviations and letters that are wrong. */
function wordKeys(word: string): string[] {
  return [`w ${word}`, `a ${word.slice(0, BEGINNING)}`, `c ${consonantsOf(word)}`];
}
