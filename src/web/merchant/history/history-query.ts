import { MAX_SKU } from '../../../domain/catalog/sku';
import type { Originator } from '../../../domain/history/fact';
import { ORIGINATORS, type CauseFilter } from '../../../domain/history/filter';
import { parseSource, type Source } from '../../../domain/source';
import { readDay, startOfDay } from '../../shared/dates';

/** The last page that a URL can request; the protocol's page numbers have 32 bits. */
const LAST_PAGE = 1_000_000;

/** Rows per page. */
export const PAGE_SIZE = 100;

/** The causes that the page offers, in its order, and what the platforms call them. */
export const CAUSE_GROUPS = {
  sales: ['sold', 'ordered', 'reserved'],
  returns: ['returned', 'canceled'],
  counts: ['counted'],
  received: ['received', 'added'],
  losses: ['lost'],
  removed: ['removed'],
  transfers: ['transferred'],
  'set-aside': ['set-aside', 'released'],
  several: ['merged'],
  unknown: ['unknown'],
} as const satisfies Readonly<Record<string, readonly CauseFilter[]>>;

/** A group of causes. */
export type CauseGroup = keyof typeof CAUSE_GROUPS;

/** All of them, in the order of the page. */
// oxlint-disable-next-line no-unsafe-type-assertion -- the keys of a constant
export const CAUSES = Object.keys(CAUSE_GROUPS) as readonly CauseGroup[];

/** Conditions on the lines that the page lists; '' for none. */
export interface Filters {
  /** The first day in the user's time zone, as 2026-11-20. */
  readonly from: string;
  /** The last day, included. */
  readonly until: string;
  readonly source: Source | '';
  readonly originator: Originator | '';
  readonly cause: CauseGroup | '';
}

export const NO_FILTERS: Filters = { from: '', until: '', source: '', originator: '', cause: '' };

/** The list's state in the URL. */
export interface HistoryQuery extends Filters {
  /** From 0; with filters, pages have cursors instead. */
  readonly page: number;
  readonly sku: string;
  /** Where the page starts with filters; '' for the newest lines. */
  readonly cursor: string;
}

/** Reads the list's state from the URL; an invalid value counts as absent. */
export function readHistoryQuery(params: URLSearchParams): HistoryQuery {
  const get = (name: string): string => params.get(name) ?? '';
  const page = Number(get('page'));
  const [from, until] = [readDay(get('from')), readDay(get('until'))];
  return {
    page: Number.isSafeInteger(page) && page >= 0 && page <= LAST_PAGE ? page : 0,
    sku: get('sku').slice(0, MAX_SKU),
    from,
    until: until < from ? '' : until,
    source: parseSource(get('source')) ?? '',
    originator: ORIGINATORS.find((known) => known === get('originator')) ?? '',
    cause: CAUSES.find((known) => known === get('cause')) ?? '',
    cursor: /^[1-9]\d{0,14}$/u.test(get('cursor')) ? get('cursor') : '',
  };
}

/** Returns whether any filter is set. */
export function isFiltered({ from, until, source, originator, cause }: Filters): boolean {
  return [from, until, source, originator, cause].some((value) => value !== '');
}

/** Returns the request for a page of the history. */
export function historyRequest(query: HistoryQuery, limit = PAGE_SIZE) {
  const { page, sku, from, until, source, originator, cause, cursor } = query;
  if (!isFiltered(query)) return { table: { limit, page }, skuQuery: sku };
  return {
    table: { limit, page: 0 },
    skuQuery: sku,
    filter: {
      from: startOfDay(from),
      until: startOfDay(until, 1),
      source,
      originator,
      causes: cause === '' ? [] : [...CAUSE_GROUPS[cause]],
    },
    cursor,
  };
}
