import type { InventoryView } from '../../../domain/catalog/joined';
import { writeSearch } from '../../../domain/catalog/search-query';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { InventoryCounts, InventoryProduct, InventoryResponse, InventoryVariant } from '../../../gen/sh/inventory_pb';
import { formatCount } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { inventoryText as text } from './inventory.text';
import { PAGE_SIZE, readListState, type ListState } from './list-query';

/** The current page of the list. */
export const inventoryAtom = atom<Query<InventoryResponse>>(idleQuery);

/** Returns the address of another state of the list. Another view, search or order starts at the first page. */
export function changeListState(params: URLSearchParams, change: Partial<ListState>): URLSearchParams {
  const before = readListState(params);
  const resets = change.page === undefined && ['view', 'query', 'filters', 'sort'].some((name) => name in change);
  const after = { ...before, ...change, ...(resets ? { page: 0 } : {}) };
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, absent: string) => (value === absent ? next.delete(name) : next.set(name, value));
  put('view', after.view, 'all');
  put('page', String(after.page), '0');
  put('q', after.query, '');
  put('filter', writeSearch({ text: '', filters: after.filters }), '');
  put('sort', after.sort, '');
  return next;
}

/** Returns the views, with their counts once these are known. Reasons for attention that nothing has are left out, unless they are shown. */
export function viewOptions(
  counts: InventoryCounts | null,
  status: Pick<AccountStatus, 'held' | 'blocked' | 'frozen' | 'writersHeld'> | null,
  shown: InventoryView,
): readonly { value: InventoryView; label: string; note?: string }[] {
  const needAttention = status === null ? undefined : status.held + status.blocked + status.frozen + status.writersHeld;
  const views: readonly (readonly [InventoryView, number | undefined])[] = [
    ['all', counts?.all],
    ['in_sync', counts?.inSync],
    ['out_of_sync', counts?.outOfSync],
    ['shopify_only', counts?.onlyShopify],
    ['square_only', counts?.onlySquare],
    ['not_tracked', counts?.notTracked],
    ['needs_attention', needAttention],
    ...(['held', 'another_writer'] as const).flatMap((view): (readonly [InventoryView, number | undefined])[] => {
      const count = status?.[view === 'held' ? 'held' : 'writersHeld'];
      return view === shown || (count ?? 0) > 0 ? [[view, count]] : [];
    }),
    // Zero is also what a page reads from a Worker that does not count them yet.
    ['archived', counts?.archived === 0 ? undefined : counts?.archived],
    ['excluded', counts?.excluded === 0 ? undefined : counts?.excluded],
  ];
  return views.map(([value, count]) => ({ value, label: text.views[value], ...(count === undefined ? {} : { note: formatCount(count) }) }));
}

/** One line of the table. */
export type InventoryRow =
  | { readonly kind: 'product'; readonly key: string; readonly name: string; readonly variants: number }
  | { readonly kind: 'empty'; readonly key: string }
  | { readonly kind: 'variant'; readonly key: string; readonly productName: string; readonly variant: InventoryVariant };

/** Returns the lines of a page: only variants (flat), or variants under a heading for each product. */
export function toRows(products: readonly InventoryProduct[], flat: boolean): readonly InventoryRow[] {
  return products.flatMap((product, index): InventoryRow[] => {
    const variants = product.variants.map((variant): InventoryRow => ({
      kind: 'variant',
      key: `v${variant.id}`,
      productName: product.name,
      variant,
    }));
    if (flat) return variants;
    const key = `p${index}:${product.name}`;
    const heading: InventoryRow = { kind: 'product', key, name: product.name, variants: variants.length };
    return variants.length === 0 ? [heading, { kind: 'empty', key: `${key}:empty` }] : [heading, ...variants];
  });
}

/** Counts the variants of a page. */
export function countVariants(products: readonly InventoryProduct[]): number {
  return products.reduce((sum, product) => sum + product.variants.length, 0);
}

/** Returns 'Showing X - Y' for a page (from 0) with this number of variants. */
export function showingText(page: number, rows: number): string {
  return text.showing(page * PAGE_SIZE + Math.min(1, rows), page * PAGE_SIZE + rows);
}
