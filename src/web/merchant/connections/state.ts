/** Which connections the list shows. */
export type ConnectionFilter = 'all' | 'shopify' | 'square';

/** The filter's choices, as the page words them. */
export const FILTERS: readonly { readonly value: ConnectionFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'shopify', label: 'Shopify' },
  { value: 'square', label: 'Square' },
];

/** Reads the filter from the address; what makes no sense shows all. */
export function readFilter(params: URLSearchParams): ConnectionFilter {
  return FILTERS.find(({ value }) => value === params.get('source'))?.value ?? 'all';
}

/** Whether a connection of this source passes the filter. */
export function showsSource(filter: ConnectionFilter, source: string): boolean {
  return filter === 'all' || filter === source;
}
