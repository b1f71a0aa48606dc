import { ALL_VIEWS, type InventoryView } from '../../../domain/catalog/joined';
import type { AccountStatus } from '../../../gen/sh/account_pb';
import type { InventoryCounts, InventoryProduct, InventoryResponse, InventoryVariant } from '../../../gen/sh/inventory_pb';
import { SEARCH_LIMIT } from '../../shared/components/search-box';
import { formatCount } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** The last page that an address can ask for; the protocol counts pages in 32 bits. */
const LAST_PAGE = 1_000_000;

/** Variants a page. */
export const PAGE_SIZE = 500;
/** Where the choice between a flat and a grouped table is kept in the browser. */
export const FLAT_TABLE_KEY = 'flat-table';

/** The present page of the list. */
export const inventoryAtom = atom<Query<InventoryResponse>>(idleQuery);

const SORTS = ['name', 'shopify_quantity', 'status', 'square_quantity'];

/** What the address says about the list. */
export interface ListState {
  readonly view: InventoryView;
  /** From 0. */
  readonly page: number;
  readonly query: string;
  /** A column, '-' before it for descending; '' for the default. */
  readonly sort: string;
}

/** Reads the list's state from the address; what makes no sense counts as absent. */
export function readListState(params: URLSearchParams): ListState {
  const view = ALL_VIEWS.find((known) => known === params.get('view')) ?? 'all';
  const page = Number(params.get('page') ?? '0');
  const sort = params.get('sort') ?? '';
  return {
    view,
    page: Number.isSafeInteger(page) && page >= 0 && page <= LAST_PAGE ? page : 0,
    query: (params.get('q') ?? '').slice(0, SEARCH_LIMIT),
    sort: SORTS.includes(sort.replace(/^-/u, '')) ? sort : '',
  };
}

/** The address of another state of the list. A change of view, search or order begins at the first page again. */
export function changeListState(params: URLSearchParams, change: Partial<ListState>): URLSearchParams {
  const before = readListState(params);
  const resets = change.page === undefined && (change.view !== undefined || change.query !== undefined || change.sort !== undefined);
  const after = { ...before, ...change, ...(resets ? { page: 0 } : {}) };
  const next = new URLSearchParams(params);
  const put = (name: string, value: string, absent: string) => (value === absent ? next.delete(name) : next.set(name, value));
  put('view', after.view, 'all');
  put('page', String(after.page), '0');
  put('q', after.query, '');
  put('sort', after.sort, '');
  return next;
}

/** The views with their counts, as far as these are known. */
export function viewOptions(
  counts: InventoryCounts | null,
  status: Pick<AccountStatus, 'held' | 'blocked' | 'frozen'> | null,
): readonly { value: InventoryView; label: string; note?: string }[] {
  const needing = status === null ? undefined : status.held + status.blocked + status.frozen;
  const labels: readonly [InventoryView, string, number | undefined][] = [
    ['all', 'All', counts?.all],
    ['in_sync', 'In Sync', counts?.inSync],
    ['out_of_sync', 'Out of Sync', counts?.outOfSync],
    ['shopify_only', 'Only in Shopify', counts?.onlyShopify],
    ['square_only', 'Only in Square', counts?.onlySquare],
    ['not_tracked', 'Not Tracked', counts?.notTracked],
    ['needs_attention', 'Needs Attention', needing],
  ];
  return labels.map(([value, label, count]) => (count === undefined ? { value, label } : { value, label, note: formatCount(count) }));
}

/** One line of the table. */
export type InventoryRow =
  | { readonly kind: 'product'; readonly key: string; readonly name: string; readonly variants: number }
  | { readonly kind: 'empty'; readonly key: string }
  | { readonly kind: 'variant'; readonly key: string; readonly productName: string; readonly variant: InventoryVariant };

/** The lines of a page: flat, variants alone; grouped, under a heading for each product. */
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

/** How many variants a page holds. */
export function countVariants(products: readonly InventoryProduct[]): number {
  return products.reduce((sum, product) => sum + product.variants.length, 0);
}

/** 'Showing X - Y' for a page (from 0) that holds so many variants. */
export function showingText(page: number, rows: number): string {
  return `Showing ${formatCount(page * PAGE_SIZE + Math.min(1, rows))} - ${formatCount(page * PAGE_SIZE + rows)}`;
}

/** A variant's own name; '' where the platform only fills the field ('Default Title' is Shopify's word for no variants). */
export function variantTitle(name: string): string {
  return name === 'Default Title' ? '' : name;
}
