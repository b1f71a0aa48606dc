/** Rows per page. */
export const LOCATION_PAGE_SIZE = 1000;

/** The views of a location's stock. */
export const VIEWS = ['all', 'in_sync', 'out_of_sync', 'shopify_only', 'square_only', 'not_tracked'] as const;
/** A view of a location's stock. */
export type LocationView = (typeof VIEWS)[number];
const SORTS = ['name', 'sku', 'shopify_quantity', 'square_quantity', 'status'];

/** The list's state in the URL. */
export interface LocationQuery {
  readonly view: LocationView;
  readonly query: string;
  /** A column, '-' before it for descending; '' for the default. */
  readonly sort: string;
  /** From 0. */
  readonly page: number;
}

/** Reads the list's state from the URL; an invalid value counts as absent. */
export function readLocationQuery(params: URLSearchParams): LocationQuery {
  const page = Number(params.get('page') ?? '0');
  const sort = params.get('sort') ?? '';
  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'all',
    query: params.get('q') ?? '',
    sort: SORTS.includes(sort.replace(/^-/u, '')) ? sort : '',
    page: Number.isSafeInteger(page) && page >= 0 ? page : 0,
  };
}

/** Returns the request for a page of a location's stock. */
export function locationRequest(locationId: string, { query, view, page, sort }: LocationQuery) {
  return { locationId, query, view, table: { limit: LOCATION_PAGE_SIZE, page, ...(sort === '' ? {} : { sort }) } };
}
