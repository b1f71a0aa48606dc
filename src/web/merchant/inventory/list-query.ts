import { ALL_VIEWS, type InventoryView } from '../../../domain/catalog/joined';
import { MAX_SEARCH, readSearch, writeSearch, type Filter } from '../../../domain/catalog/search-query';
import { MAX_SKU } from '../../../domain/catalog/sku';

/** The last page that an address can name. The protocol counts pages in 32 bits. */
const LAST_PAGE = 1_000_000;

/** Variants per page. */
export const PAGE_SIZE = 500;
/** The key in the browser's storage for the choice between a flat and a grouped table. */
export const FLAT_TABLE_KEY = 'flat-table';

const SORTS = ['name', 'sku', 'shopify_quantity', 'status', 'square_quantity'];

/** The state of the list in the address. */
export interface ListState {
  readonly view: InventoryView;
  /** From 0. */
  readonly page: number;
  /** As typed. */
  readonly query: string;
  readonly filters: readonly Filter[];
  /** A column, '-' before it for descending; '' for the default. */
  readonly sort: string;
}

/** Reads the list's state from the address. Ignores invalid values. */
export function readListState(params: URLSearchParams): ListState {
  const view = ALL_VIEWS.find((known) => known === params.get('view')) ?? 'all';
  const page = Number(params.get('page') ?? '0');
  const sort = params.get('sort') ?? '';
  return {
    view,
    page: Number.isSafeInteger(page) && page >= 0 && page <= LAST_PAGE ? page : 0,
    query: (params.get('q') ?? '').slice(0, MAX_SKU),
    filters: readSearch((params.get('filter') ?? '').slice(0, MAX_SEARCH - MAX_SKU - 1)).filters,
    sort: SORTS.includes(sort.replace(/^-/u, '')) ? sort : '',
  };
}

/** Returns the order that the table asks for: only a flat table can be sorted. */
export function sortOf(list: ListState, flat: boolean): string {
  return flat ? list.sort : '';
}

/** Returns the search for the server: the filters, then what was typed. */
export function searchOf({ query, filters }: Pick<ListState, 'query' | 'filters'>): string {
  return `${writeSearch({ text: '', filters })} ${query}`.trim();
}

/** Returns the request for a page of the list. */
export function inventoryRequest(list: ListState, sort: string) {
  const { view, page } = list;
  return { query: searchOf(list), view, table: { limit: PAGE_SIZE, page, ...(sort === '' ? {} : { sort }) } };
}
