import type { HistoryQuery } from '../../../db/history';
import type { HistorySearch } from '../../../db/history-search';
import { MAX_SKU } from '../../../domain/catalog/sku';
import { CAUSE_FILTERS, ORIGINATORS, type CauseFilter, type HistoryFilter } from '../../../domain/history/filter';
import { ok, refuse, type Answer } from '../../../domain/result';
import type { HistoryFilter as FilterMessage, HistoryRequest } from '../../../gen/sh/history_pb';
import { readCursor, readOneOf, readSource, readTable, readText, readTime } from './arguments';

/** How the lines of a page are found: by the page's number among all that are counted, or back from a line, without counting. */
export type HistoryPageRequest =
  | { readonly by: 'number'; readonly query: HistoryQuery }
  | { readonly by: 'cursor'; readonly search: HistorySearch };

/** Reads a request for a page of the history. */
export function readHistoryRequest(input: HistoryRequest): Answer<HistoryPageRequest> {
  const sku = readText('sku_query', input.skuQuery.trim(), MAX_SKU);
  if (!sku.ok) return sku;
  const table = readTable(input.table, { defaultLimit: 100, columns: ['date'], defaultSort: { column: 'date', descending: true } });
  if (!table.ok) return table;
  const { limit, page, sort } = table.value;
  if (!sort.descending) return refuse('invalid_argument', "table.sort must be '-date': history is listed newest first.");
  const filter = readFilter(input.filter);
  if (!filter.ok) return filter;
  const cursor = readCursor(input.cursor ?? '');
  if (!cursor.ok) return cursor;
  if (input.cursor === undefined && filter.value === null) return ok({ by: 'number', query: { sku: sku.value, limit, page } });
  if (page > 0) return refuse('invalid_argument', 'table.page must be 0 with a filter or a cursor: use next_cursor.');
  return ok({ by: 'cursor', search: { sku: sku.value, filter: filter.value ?? NO_FILTER, before: cursor.value, limit } });
}

const NO_FILTER: HistoryFilter = { from: null, until: null, source: null, originator: null, causes: [] };

/** Reads the filter; null when it sets no condition. */
function readFilter(message: FilterMessage | undefined): Answer<HistoryFilter | null> {
  if (message === undefined) return ok(null);
  const from = readTime('filter.from', message.from);
  if (!from.ok) return from;
  const until = readTime('filter.until', message.until);
  if (!until.ok) return until;
  if (from.value !== null && until.value !== null && from.value >= until.value) {
    return refuse('invalid_argument', 'filter.from must be before filter.until.');
  }
  const source = message.source === '' ? ok(null) : readSource('filter.source', message.source);
  if (!source.ok) return source;
  const originator = message.originator === '' ? ok(null) : readOneOf('filter.originator', message.originator, ORIGINATORS);
  if (!originator.ok) return originator;
  const causes = new Set<CauseFilter>();
  for (const text of message.causes) {
    const cause = readOneOf('filter.causes', text, CAUSE_FILTERS);
    if (!cause.ok) return cause;
    causes.add(cause.value);
  }
  const conditions = [from.value, until.value, source.value, originator.value];
  if (causes.size === 0 && conditions.every((condition) => condition === null)) return ok(null);
  return ok({ from: from.value, until: until.value, source: source.value, originator: originator.value, causes: [...causes] });
}
