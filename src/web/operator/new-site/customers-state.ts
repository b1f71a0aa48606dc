import dayjs from 'dayjs';

import type { AccountSummaryList } from '../../../gen/sh/admin_pb';
import { readDate } from '../../shared/dates';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { text } from './new-site.text';

/** Rows per page unless the URL has another number. */
export const DEFAULT_LIMIT = 100;
/** The most rows that the URL can ask for. */
const MAX_LIMIT = 1000;
/** How long after the last keystroke the search starts, in ms (docs/spec/new-site.md, NEW-14). */
export const CUSTOMER_SEARCH_DEBOUNCE_MS = 1000;

/** The current page of customers. */
export const customersAtom = atom<Query<AccountSummaryList>>(idleQuery);

/** The state of the list in the URL. */
export interface CustomersQuery {
  readonly limit: number;
  /** Rows to skip. */
  readonly offset: number;
  readonly query: string;
  /** Only accounts with access. */
  readonly active: boolean;
}

function readInteger(value: string | null, min: number, max: number): number | null {
  if (value === null || !/^\d+$/u.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= min && number <= max ? number : null;
}

/** Reads the state of the list from the URL; invalid values count as absent. */
export function readCustomersQuery(params: URLSearchParams): CustomersQuery {
  return {
    limit: readInteger(params.get('limit'), 1, MAX_LIMIT) ?? DEFAULT_LIMIT,
    offset: readInteger(params.get('offset'), 0, 2 ** 31 - 1) ?? 0,
    query: params.get('query') ?? '',
    active: params.get('active') === 'true',
  };
}

/** Writes all four values of a state of the list into the URL. */
export function writeCustomersQuery(before: URLSearchParams, query: CustomersQuery): URLSearchParams {
  const params = new URLSearchParams(before);
  params.set('limit', String(query.limit));
  params.set('offset', String(query.offset));
  params.set('query', query.query);
  params.set('active', String(query.active));
  return params;
}

/** Returns the position of the page among all customers: 'Showing 101 - 200 of 1,000'. */
export function positionText({ offset }: CustomersQuery, rows: number, total: number): string {
  return text.customers.position(offset + Math.min(1, rows), offset + rows, total);
}

/** When access ends, as the list shows it. */
export interface Expiry {
  /** MM/DD/YY in the reader's time zone; '' when not known. */
  readonly date: string;
  /** It ended more than one day ago. */
  readonly expired: boolean;
}

/** Formats an expiry (RFC 3339) for the list; `now` is in ms since epoch. */
export function readExpiry(expires: string, now: number): Expiry {
  const end = readDate(expires);
  if (end === null) return { date: '', expired: false };
  return { date: end.format('MM/DD/YY'), expired: end.isBefore(dayjs(now).subtract(1, 'day')) };
}
