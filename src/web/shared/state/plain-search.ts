import { useSearch } from 'wouter/use-browser-location';

/**
 * Returns the query string for the router. The router decodes it once too often, which would change a SKU such as 'A%20B', so
 * percent signs are escaped.
 */
export function usePlainSearch(): string {
  return useSearch().replaceAll('%', '%25');
}
