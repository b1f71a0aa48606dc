/** The choices of the list's filter. */
export const FILTERS = ['all', 'shopify', 'square'] as const;

/** Which connections the list shows. */
export type ConnectionFilter = (typeof FILTERS)[number];

/** Reads the filter from the URL; an unknown value shows all. */
export function readFilter(params: URLSearchParams): ConnectionFilter {
  return FILTERS.find((filter) => filter === params.get('source')) ?? 'all';
}

/** Whether a connection of this source passes the filter. */
export function showsSource(filter: ConnectionFilter, source: string): boolean {
  return filter === 'all' || filter === source;
}
