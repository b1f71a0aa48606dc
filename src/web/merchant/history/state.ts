import type { HistoryResponse } from '../../../gen/sh/history_pb';
import { SEARCH_LIMIT } from '../../shared/components/search-box';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { text } from './history.text';

/** The last page that a URL can request; the protocol's page numbers have 32 bits. */
const LAST_PAGE = 1_000_000;

/** Rows per page. */
export const PAGE_SIZE = 100;

/** The current page of the history. */
export const historyAtom = atom<Query<HistoryResponse>>(idleQuery);

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
    sku: (params.get('sku') ?? '').slice(0, SEARCH_LIMIT),
  };
}

/** Returns the URL parameters of a page and search. */
export function writeHistoryQuery({ page, sku }: HistoryQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (sku !== '') params.set('sku', sku);
  if (page > 0) params.set('page', String(page));
  return params;
}

/** Returns 'Showing X - Y of Z items' for a page (from 0) with a number of rows. */
export function showingText(page: number, rows: number, total: number): string {
  return text.showing(page * PAGE_SIZE + Math.min(1, rows), page * PAGE_SIZE + rows, total);
}

/** Whether another page follows. */
export function hasNextPage(page: number, total: number): boolean {
  return (page + 1) * PAGE_SIZE < total;
}
