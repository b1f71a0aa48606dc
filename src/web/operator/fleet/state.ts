import { parseHealthProblem, HEALTH_PROBLEMS } from '../../../domain/account/health-problem';
import type { FleetPage } from '../../../gen/sh/operations_pb';
import { atom } from '../../shared/state/jotai';
import { idleQuery, type Query } from '../../shared/state/remote';
import { describeHealthProblem } from '../health-problems';
import { text } from './fleet.text';

/** Customers per page. */
export const PAGE_SIZE = 100;
/** How often the visible fleet is loaded again, in ms; less often while that fails. */
export const REFRESH_MS = 15_000;
export const RETRY_MS = 60_000;

/** The current page of the fleet. */
export const fleetAtom = atom<Query<FleetPage>>(idleQuery);

/** The customers with a health problem; only their number is used. */
export const unhealthyAtom = atom<Query<FleetPage>>(idleQuery);

/** The state of the list in the URL. */
export interface FleetQuery {
  /** A kind of health problem, 'any', or '' for all customers. */
  readonly problem: string;
  readonly query: string;
  /** A column's name, '-' before it for descending; '' for the worst first. */
  readonly sort: string;
  /** Zero-based. */
  readonly page: number;
}

/** Columns that the first click sorts in descending order. */
const DESCENDING_FIRST: ReadonlySet<string> = new Set([
  'lag_p95_ms',
  'oldest_under_way_ms',
  'held',
  'blocked',
  'frozen',
  'missing_webhooks',
]);
const SORTS: ReadonlySet<string> = new Set([...DESCENDING_FIRST, 'domain', 'since']);

/** Reads the state of the list from the URL; invalid values count as absent. */
export function readFleetQuery(params: URLSearchParams): FleetQuery {
  const problem = params.get('trouble') ?? '';
  const sort = params.get('sort') ?? '';
  const page = Number(params.get('page') ?? '0');
  return {
    problem: problem === 'any' || parseHealthProblem(problem) !== null ? problem : '',
    query: params.get('q') ?? '',
    sort: SORTS.has(sort.replace(/^-/u, '')) ? sort : '',
    page: Number.isSafeInteger(page) && page >= 0 ? page : 0,
  };
}

/** Writes a changed state of the list for the URL. Every change but that of the page goes to the first page. */
export function changeFleetQuery(params: URLSearchParams, change: Partial<FleetQuery>): URLSearchParams {
  const { problem, query, sort, page } = { ...readFleetQuery(params), page: 0, ...change };
  const next = new URLSearchParams();
  if (problem !== '') next.set('trouble', problem);
  if (query !== '') next.set('q', query);
  if (sort !== '') next.set('sort', sort);
  if (page > 0) next.set('page', String(page));
  return next;
}

/** Returns the order after a click on a column's header, which requests `requested` while the list is sorted by `current`. */
export function nextSort(current: string, requested: string): string {
  const column = requested.replace(/^-/u, '');
  if (!DESCENDING_FIRST.has(column) || current.replace(/^-/u, '') === column) return requested;
  return `-${column}`;
}

/** One of the filters above the list. */
export interface FleetFilter {
  readonly problem: string;
  readonly label: string;
  /** Customers; null when not known. */
  readonly count: number | null;
}

/** Returns the filters: all, any health problem, and each kind that a customer has or that is selected, the worst first. */
export function fleetFilters(page: FleetPage | null, unhealthy: number | null, selected: string): readonly FleetFilter[] {
  const counts = new Map(page?.troubles.map(({ trouble, accounts }) => [trouble, accounts]));
  return [
    { problem: '', label: text.allCustomers, count: null },
    { problem: 'any', label: text.needsAttention, count: unhealthy },
    ...HEALTH_PROBLEMS.filter((kind) => (counts.get(kind) ?? 0) > 0 || kind === selected).map((kind) => ({
      problem: kind,
      label: describeHealthProblem(kind).name,
      count: counts.get(kind) ?? 0,
    })),
  ];
}

/** Returns 'Showing X - Y of Z customers' for a zero-based page with `rows` rows. */
export function showingText(page: number, rows: number, total: number): string {
  const first = page * PAGE_SIZE;
  return text.showing(first + Math.min(1, rows), first + rows, total);
}
