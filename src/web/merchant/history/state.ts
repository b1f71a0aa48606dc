import type { HistoryResponse } from '../../../gen/sh/history_pb';
import { formatDay } from '../../shared/dates';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { NO_FILTERS, PAGE_SIZE, type Filters, type HistoryQuery } from './history-query';
import { text } from './history.text';

/** The current page of the history. */
export const historyAtom = atom<Query<HistoryResponse>>(idleQuery);

/** Returns the URL parameters of a page, a search, and filters; what is absent is not set. */
export function writeHistoryQuery(query: Partial<HistoryQuery>): URLSearchParams {
  const { page = 0, sku = '', cursor = '', from, until, source, originator, cause } = { ...NO_FILTERS, ...query };
  const values = { sku, from, until, source, cause, originator, page: page === 0 ? '' : String(page), cursor };
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''));
}

/** Returns 'Showing X - Y of Z items' for a page (from 0) with a number of rows. */
export function showingText(page: number, rows: number, total: number): string {
  return text.showing(page * PAGE_SIZE + Math.min(1, rows), page * PAGE_SIZE + rows, total);
}

/** Whether another page follows. */
export function hasNextPage(page: number, total: number): boolean {
  return (page + 1) * PAGE_SIZE < total;
}

/** Returns how many filters are set, for a label; the two days count as one. */
export function countFilters({ from, until, source, originator, cause }: Filters): number {
  return [from + until, source, originator, cause].filter((value) => value !== '').length;
}

/** Describes the filters that are set, in a list: 'from Nov 1 2026, cause “Damage and loss”'. */
export function describeFilters({ from, until, source, originator, cause }: Filters): string {
  const { active } = text;
  return [
    ...(from === '' ? [] : [active.from(formatDay(from))]),
    ...(until === '' ? [] : [active.until(formatDay(until))]),
    ...(source === '' ? [] : [active.source(source)]),
    ...(cause === '' ? [] : [active.cause(text.causes[cause])]),
    ...(originator === '' ? [] : [active.originator(text.originators[originator])]),
  ].join(', ');
}
