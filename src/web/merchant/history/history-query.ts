import { MAX_SKU } from '../../../domain/catalog/sku';

/** The last page that a URL can request; the protocol's page numbers have 32 bits. */
const LAST_PAGE = 1_000_000;

/** Rows per page. */
export const PAGE_SIZE = 100;

/** The list's state in the URL. */
export interface HistoryQuery {
  /** From 0. */
  readonly page: number;
  readonly sku: string;
}

/** Reads the list's state from the URL; an invalid value counts as absent. */
export function readHistoryQuery(params: URLSearchParams): HistoryQuery {
  const page = Number(params.get('page') ?? '0');
  return {
    page: Number.isSafeInteger(page) && page >= 0 && page <= LAST_PAGE ? page : 0,
    sku: (params.get('sku') ?? '').slice(0, MAX_SKU),
  };
}

/** Returns the request for a page of the history. */
export function historyRequest({ page, sku }: HistoryQuery) {
  return { table: { limit: PAGE_SIZE, page }, skuQuery: sku };
}
