import type { HistoryResponse } from '../../../gen/sh/history_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { PAGE_SIZE, type HistoryQuery } from './history-query';
import { text } from './history.text';

/** The current page of the history. */
export const historyAtom = atom<Query<HistoryResponse>>(idleQuery);

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
