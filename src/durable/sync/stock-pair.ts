import { SOURCES, type Source } from '../../domain/source';
import type { LevelEntry } from '../../domain/sync/engine/context';
import type { NumberedLine } from './line';

/** The stock IDs of a linked variant. */
export type StockPair = Readonly<Record<Source, string>>;

/** Returns the stock IDs of a variant; a side that it lacks is ''. */
export function pairOf(entry: LevelEntry | null): StockPair {
  return { shopify: entry?.stock.shopify ?? '', square: entry?.stock.square ?? '' };
}

/** Returns a text that names a pair: the ID of what is stored about it. */
export function pairId({ shopify, square }: StockPair): string {
  return `${shopify}:${square}`;
}

/**
 * Returns whether a line sets a variant's numbers to others: what was sold before is in them. Most such lines name the variant by its SKU alone, and
 * count for every variant with that SKU.
 */
export function isRebase({ fact, stock, sku }: NumberedLine, pair: StockPair, wanted: string): boolean {
  switch (fact.kind) {
    case 'linked':
      return SOURCES.some((source) => stock === pair[source]);
    case 'set':
    case 'undone':
    case 'dropped':
    case 'unlinked':
    case 'copied':
      return sku === wanted;
    case 'held':
      return sku === wanted && fact.fate === 'dropped';
    default:
      return false;
  }
}
