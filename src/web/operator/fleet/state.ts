import { parseTrouble, TROUBLES } from '../../../domain/account/trouble';
import type { FleetPage } from '../../../gen/sh/operations_pb';
import { formatCount } from '../../shared/formats';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { troubleWords } from '../health-problems';

/** Customers a page. */
export const PAGE_SIZE = 100;
/** How often a fleet in sight is asked for anew, in ms; more rarely while that fails. */
export const REFRESH_MS = 15_000;
export const RETRY_MS = 60_000;

/** The present page of the fleet. */
export const fleetAtom = atom<Query<FleetPage>>(idleQuery);

/** The customers in trouble, of whom only their number is wanted. */
export const troubledAtom = atom<Query<FleetPage>>(idleQuery);

/** What the address says about the list. */
export interface FleetQuery {
  /** A kind of trouble, 'any', or '' for every customer. */
  readonly trouble: string;
  readonly query: string;
  /** A column's name, '-' before it for descending; '' for the worst first. */
  readonly sort: string;
  /** From 0. */
  readonly page: number;
}

/** Columns that are read from the greatest down, so that the first press sorts them so. */
const GREATEST_FIRST: ReadonlySet<string> = new Set(['lag_p95_ms', 'oldest_under_way_ms', 'held', 'blocked', 'frozen', 'missing_webhooks']);
const SORTS: ReadonlySet<string> = new Set([...GREATEST_FIRST, 'domain', 'since']);

/** Reads the list's state from the address; what makes no sense counts as absent. */
export function readFleetQuery(params: URLSearchParams): FleetQuery {
  const trouble = params.get('trouble') ?? '';
  const sort = params.get('sort') ?? '';
  const page = Number(params.get('page') ?? '0');
  return {
    trouble: trouble === 'any' || parseTrouble(trouble) !== null ? trouble : '',
    query: params.get('q') ?? '',
    sort: SORTS.has(sort.replace(/^-/u, '')) ? sort : '',
    page: Number.isSafeInteger(page) && page >= 0 ? page : 0,
  };
}

/** The address of another state of the list. Anything but another page begins at the first page again. */
export function changeFleetQuery(params: URLSearchParams, change: Partial<FleetQuery>): URLSearchParams {
  const { trouble, query, sort, page } = { ...readFleetQuery(params), page: 0, ...change };
  const next = new URLSearchParams();
  if (trouble !== '') next.set('trouble', trouble);
  if (query !== '') next.set('q', query);
  if (sort !== '') next.set('sort', sort);
  if (page > 0) next.set('page', String(page));
  return next;
}

/** The order after a press on a column's head, which asks for `wished` while `present` holds: figures begin with the greatest. */
export function nextSort(present: string, wished: string): string {
  const column = wished.replace(/^-/u, '');
  if (!GREATEST_FIRST.has(column) || present.replace(/^-/u, '') === column) return wished;
  return `-${column}`;
}

/** One of the filters above the list. */
export interface FleetFilter {
  readonly trouble: string;
  readonly label: string;
  /** Customers; null where it is not known. */
  readonly count: number | null;
}

/** The filters: all, any trouble, and each kind that some customer has, or that is chosen, the worst first. */
export function fleetFilters(page: FleetPage | null, troubled: number | null, chosen: string): readonly FleetFilter[] {
  const counts = new Map(page?.troubles.map(({ trouble, accounts }) => [trouble, accounts]));
  return [
    { trouble: '', label: 'All customers', count: null },
    { trouble: 'any', label: 'In trouble', count: troubled },
    ...TROUBLES.filter((kind) => (counts.get(kind) ?? 0) > 0 || kind === chosen).map((kind) => ({
      trouble: kind,
      label: troubleWords(kind).name,
      count: counts.get(kind) ?? 0,
    })),
  ];
}

/** 'Showing X - Y of Z customers' for a page (from 0) that holds so many. */
export function showingText(page: number, rows: number, total: number): string {
  const first = page * PAGE_SIZE;
  return `Showing ${formatCount(first + Math.min(1, rows))} - ${formatCount(first + rows)} of ${formatCount(total)} customers`;
}
