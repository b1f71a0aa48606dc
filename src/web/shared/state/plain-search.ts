import { useSearch } from 'wouter/use-browser-location';

/**
 * The address's search as it stands, for the router. The router decodes what it is given once more than the query's own rules
 * do, which would turn a SKU such as 'A%20B' into another one: percent signs are made to survive that.
 */
export function usePlainSearch(): string {
  return useSearch().replaceAll('%', '%25');
}
