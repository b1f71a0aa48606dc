import { isLinked, type KnownRow } from '../../domain/catalog/joined';
import { NO_LABELS } from '../../domain/catalog/product-labels';
import type { Source } from '../../domain/source';
import type { UnlinkedPair, UnlinkedVariant } from '../api/unlinked-api';
import { variantSide } from './listing';
import type { Unlinked, UnlinkedStore } from './unlinked-store';

/** Maximum number of pairs that are listed at once. */
const MOST_LISTED = 500;

type Find = (source: Source, stockId: string) => KnownRow | null;

/** Lists the latest pairs with their variants as they are now. Reads two rows a pair. */
export function listUnlinked(store: UnlinkedStore, find: Find, limit: number): { total: number; pairs: UnlinkedPair[] } {
  const pairs = store.list(Math.min(limit, MOST_LISTED)).map((unlinked): UnlinkedPair => {
    const { at, why, shopify, square } = unlinked;
    return {
      id: `${shopify.stockId}:${square.stockId}`,
      at,
      why,
      shopify: variantOf('shopify', unlinked, find),
      square: variantOf('square', unlinked, find),
    };
  });
  return { total: store.count(), pairs };
}

function variantOf(source: Source, unlinked: Unlinked, find: Find): UnlinkedVariant {
  const { stockId, quantity, ...was } = unlinked[source];
  const row = find(source, stockId);
  const now = row?.[source] ?? null;
  if (row === null || now === null)
    return { side: { ...was, source, productStatus: 'active', labels: NO_LABELS, barcode: '', tracked: false }, quantity, state: 'gone' };
  return { side: variantSide(now), quantity, state: isLinked(row) ? 'linked' : 'waiting' };
}
