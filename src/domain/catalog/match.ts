import { otherSource, type Source } from '../source';
import type { ProductStatus, SideVariant } from './side-variant';

/** Characters that JavaScript's `trim` removes; SQLite's `trim` removes only those that it is given. */
export const WHITE_SPACE =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** Returns true for a SKU that identifies nothing: empty, or only spaces. A blank SKU never matches another blank one. */
export function isBlankSku(sku: string): boolean {
  return sku.trim() === '';
}

/**
 * Returns a SKU without outer white space and in lower case: SKUs that may belong together have the same. Folds ASCII
 * letters only, as SQLite's `lower` does, so that the database finds the same ones.
 */
export function foldSku(sku: string): string {
  return sku.trim().replaceAll(/[A-Z]+/gu, (letters) => letters.toLowerCase());
}

/** Returns whether two SKUs differ in more than outer white space and case. Two blank SKUs do not differ. */
export function skusDiffer(a: string, b: string): boolean {
  return foldSku(a) !== foldSku(b);
}

/** What the competition for a SKU depends on. */
export type SkuHolder = Pick<SideVariant, 'source' | 'sku' | 'productStatus' | 'isExcluded'>;

/** The ranks in the competition for a SKU: a draft competes only where no active product has it, an archived one never. */
const RANKS = ['active', 'draft'] as const;
type Rank = (typeof RANKS)[number];

/** Returns the rank of a variant by its product's status, and whether it is excluded; null when it does not compete. */
export function rankOf(status: ProductStatus, isExcluded = false): Rank | null {
  if (isExcluded) return null;
  switch (status) {
    case 'active':
    case 'unlisted':
      return 'active';
    case 'draft':
      return 'draft';
    case 'archived':
      return null;
  }
}

/** The competitors for each SKU on both sides, by how the SKU is written or by its folded text. */
class Competition {
  /** A SKU's index into the lists below: one object per SKU would not fit in memory for a hundred thousand SKUs. */
  readonly #numbers = new Map<string, number>();
  /** How many variants of a rank have the SKU; 2 stands for "more than one". */
  readonly #counts = newLists();
  /** The place of the last variant added. */
  readonly #places = newLists();

  add(key: string, source: Source, rank: Rank, place: number): void {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#numbers.size;
      this.#numbers.set(key, number);
    }
    const counts = this.#counts[source][rank];
    counts[number] = Math.min(2, (counts[number] ?? 0) + 1);
    this.#places[source][rank][number] = place;
  }

  holds(key: string, source: Source, rank: Rank): boolean {
    const number = this.#numbers.get(key);
    return number !== undefined && (this.#counts[source][rank][number] ?? 0) > 0;
  }

  /** Returns each side's only competitor of the best rank; null unless both sides have one. `alone`: other ranks must have none. */
  winners(key: string, alone: boolean): Readonly<Record<Source, Winner>> | null {
    const number = this.#numbers.get(key);
    if (number === undefined) return null;
    const [shopify, square] = [this.#winner(number, 'shopify', alone), this.#winner(number, 'square', alone)];
    return shopify === null || square === null ? null : { shopify, square };
  }

  #winner(number: number, source: Source, alone: boolean): Winner | null {
    const [rank, ...others] = RANKS.filter((one) => (this.#counts[source][one][number] ?? 0) > 0);
    if (rank === undefined || this.#counts[source][rank][number] !== 1 || (alone && others.length > 0)) return null;
    return { rank, place: this.#places[source][rank][number] ?? 0 };
  }
}

interface Winner {
  readonly rank: Rank;
  readonly place: number;
}

function newLists(): Readonly<Record<Source, Readonly<Record<Rank, number[]>>>> {
  return { shopify: { active: [], draft: [] }, square: { active: [], draft: [] } };
}

/**
 * Index of the variants that have each SKU on both sides. Two variants match when each is the only one of its side that
 * competes for the SKU. Outer white space never counts; case does not count where each side has one variant with the SKU, in
 * whatever case. A blank SKU matches nothing, and a duplicate is never linked automatically. The result depends only
 * on the variants, not on the order in which they were read.
 */
export class SkuIndex {
  readonly #written = new Competition();
  readonly #folded = new Competition();

  /** Counts one variant; add each once. `place` is the caller's own note of where to find it. */
  add({ source, sku, productStatus, isExcluded }: SkuHolder, place = 0): void {
    const rank = rankOf(productStatus, isExcluded);
    if (rank === null || isBlankSku(sku)) return;
    this.#written.add(sku.trim(), source, rank, place);
    this.#folded.add(foldSku(sku), source, rank, place);
  }

  /** Returns a text that this variant has in common with its match alone; null when it matches none. */
  matchKey(holder: SkuHolder): string | null {
    return this.#matchOf(holder)?.key ?? null;
  }

  /** Returns the noted place of the variant that this one matches, which is on the other side; null when it matches none. */
  placeOfMatch(holder: SkuHolder): number | null {
    return this.#matchOf(holder)?.winners[otherSource(holder.source)].place ?? null;
  }

  /** Returns whether a variant of this side has the SKU, in whatever case, and competes for it at least like one with this status. */
  holds({ source, sku, productStatus }: SkuHolder): boolean {
    const ranks: readonly Rank[] = rankOf(productStatus) === 'active' ? ['active'] : RANKS;
    return ranks.some((rank) => this.#folded.holds(foldSku(sku), source, rank));
  }

  #matchOf({ source, sku, productStatus, isExcluded }: SkuHolder): {
    readonly key: string;
    readonly winners: Readonly<Record<Source, Winner>>;
  } | null {
    const rank = rankOf(productStatus, isExcluded);
    if (rank === null || isBlankSku(sku)) return null;
    const written = this.#written.winners(sku.trim(), false);
    if (written !== null && written[source].rank === rank) return { key: sku.trim(), winners: written };
    const folded = this.#folded.winners(foldSku(sku), true);
    return folded === null ? null : { key: foldSku(sku), winners: folded };
  }
}
