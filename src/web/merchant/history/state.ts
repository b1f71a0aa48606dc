import type { HistoryResponse } from '../../../gen/sh/history_pb';
import { SEARCH_LIMIT } from '../../shared/components/search-box';
import { formatCount } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** The last page that an address can ask for; the protocol counts pages in 32 bits. */
const LAST_PAGE = 1_000_000;

/** Lines a page. */
export const PAGE_SIZE = 100;

/** The present page of history. */
export const historyAtom = atom<Query<HistoryResponse>>(idleQuery);

/** What the address says about the list. */
export interface HistoryQuery {
  /** From 0. */
  readonly page: number;
  readonly sku: string;
}

/** Reads the list's state from the address; what makes no sense counts as absent. */
export function readHistoryQuery(params: URLSearchParams): HistoryQuery {
  const page = Number(params.get('page') ?? '0');
  return {
    page: Number.isSafeInteger(page) && page >= 0 && page <= LAST_PAGE ? page : 0,
    sku: (params.get('sku') ?? '').slice(0, SEARCH_LIMIT),
  };
}

/** The address of another page or search. */
export function writeHistoryQuery({ page, sku }: HistoryQuery): URLSearchParams {
  const params = new URLSearchParams();
  if (sku !== '') params.set('sku', sku);
  if (page > 0) params.set('page', String(page));
  return params;
}

/** 'Showing X - Y of Z items' for a page (from 0) that holds so many lines. */
export function showingText(page: number, rows: number, total: number): string {
  return `Showing ${formatCount(page * PAGE_SIZE + Math.min(1, rows))} - ${formatCount(page * PAGE_SIZE + rows)} of ${formatCount(total)} items`;
}

/** Whether another page follows. */
export function hasNextPage(page: number, total: number): boolean {
  return (page + 1) * PAGE_SIZE < total;
}
