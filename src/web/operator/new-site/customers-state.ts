import dayjs from 'dayjs';

import type { AccountSummaryList } from '../../../gen/sh/admin_pb';
import { readDate } from '../../shared/dates';
import { formatCount } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';

/** Rows where the address names no other number. */
export const DEFAULT_LIMIT = 100;
/** The most rows that the address may ask for. */
const MOST = 1000;
/** How long after the last key the customers are searched, in ms (specification, document 2, section 9). */
export const CUSTOMER_SEARCH_DEBOUNCE_MS = 1000;

/** The page of customers in sight. */
export const customersAtom = atom<Query<AccountSummaryList>>(idleQuery);

/** What the address says about the list. */
export interface CustomersQuery {
  readonly limit: number;
  /** Rows to skip. */
  readonly offset: number;
  readonly query: string;
  /** Those with access alone. */
  readonly active: boolean;
}

function readWhole(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^\d+$/u.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) && number >= least && number <= most ? number : null;
}

/** Reads the list's state from the address; what makes no sense counts as absent. */
export function readCustomersQuery(params: URLSearchParams): CustomersQuery {
  return {
    limit: readWhole(params.get('limit'), 1, MOST) ?? DEFAULT_LIMIT,
    offset: readWhole(params.get('offset'), 0, 2 ** 31 - 1) ?? 0,
    query: params.get('query') ?? '',
    active: params.get('active') === 'true',
  };
}

/** The address of a state of the list: the address before it, with all four values written out. */
export function writeCustomersQuery(before: URLSearchParams, query: CustomersQuery): URLSearchParams {
  const params = new URLSearchParams(before);
  params.set('limit', String(query.limit));
  params.set('offset', String(query.offset));
  params.set('query', query.query);
  params.set('active', String(query.active));
  return params;
}

/** '{n} accounts shown.' */
export function shownText(accounts: number): string {
  return `${formatCount(accounts)} accounts shown.`;
}

/** Where the page stands among all customers: 'Showing 101 - 200 of 1,000'. */
export function positionText({ offset }: CustomersQuery, rows: number, total: number): string {
  return `Showing ${formatCount(offset + Math.min(1, rows))} - ${formatCount(offset + rows)} of ${formatCount(total)}`;
}

/** When access ends, as the list words it. */
export interface Expiry {
  /** MM/DD/YY in the reader's time zone; '' when no end is known. */
  readonly text: string;
  /** It ended more than one day ago. */
  readonly expired: boolean;
}

/** An expiry (RFC 3339) as the list shows it; `now` in ms since epoch. */
export function readExpiry(expires: string, now: number): Expiry {
  const date = readDate(expires);
  if (date === null) return { text: '', expired: false };
  return { text: date.format('MM/DD/YY'), expired: date.isBefore(dayjs(now).subtract(1, 'day')) };
}
