import type { Source } from '../../src/domain/source.ts';
import type { WritingMark } from './catalogs.ts';
import type { EntryStyle } from './entry-style.ts';
import type { Good, LooseEntry, Product } from './goods.ts';

/** A variant of one side while it is made: first its texts, then its SKU, its barcode, and its price. */
export interface Draft {
  readonly source: Source;
  /** Null for an entry that is no goods. */
  readonly product: Product | null;
  readonly good: Good | null;
  /** Null for goods. */
  readonly loose: LooseEntry | null;
  /** `retired`: an old entry of the goods beside the one in use. */
  readonly role: 'in use' | 'retired';
  readonly style: EntryStyle;
  /** The same for variants of one product of the side. */
  readonly productKey: string;
  productName: string;
  name: string;
  readonly marks: readonly WritingMark[];
  /** The attributes as they are written, in the order of the goods'. */
  readonly spelled: readonly string[];
  sku: string;
  barcode: string;
  /** Decimal text; '' for a price that is entered at each sale. */
  price: string;
}

/** A variant of each side that are the same goods. */
export interface Pair {
  readonly shopify: Draft;
  readonly square: Draft;
}

/** Returns the pairs of goods that both sides have in use, in the order of Shopify's. */
export function pairsOf(drafts: readonly Draft[]): Pair[] {
  const square = new Map<Good, Draft>();
  for (const draft of drafts)
    if (draft.source === 'square' && draft.good !== null && draft.role === 'in use') square.set(draft.good, draft);
  return drafts.flatMap((shopify) => {
    if (shopify.source !== 'shopify' || shopify.good === null) return [];
    const other = square.get(shopify.good);
    return other === undefined ? [] : [{ shopify, square: other }];
  });
}
