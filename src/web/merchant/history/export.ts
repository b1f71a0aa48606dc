import { ok, type Result } from '../../../domain/result';
import type { HistoryRow } from '../../../gen/sh/history_pb';
import { downloadCsv, toCsv } from '../../shared/csv';
import type { Failure } from '../../shared/rpc/failure';
import type { Call } from '../../shared/state/calls';
import { historyRequest, type HistoryQuery } from './history-query';
import { text } from './history.text';

/** Rows per request: the server's maximum. */
const BATCH_SIZE = 1000;
/** The most rows in one file; spreadsheets still open this many easily. */
const ROWS_LIMIT = 100_000;

/** The rows for a file, and whether they are all of them. */
export interface ExportedHistory {
  readonly rows: readonly HistoryRow[];
  readonly complete: boolean;
}

/**
 * Reads every row that a search finds, newest first, page by page. Rows added meanwhile shift the pages; none is read twice. With filters,
 * each request goes on where the one before stopped.
 */
export async function readHistory(call: Call, query: HistoryQuery, signal: AbortSignal): Promise<Result<ExportedHistory, Failure>> {
  const rows: HistoryRow[] = [];
  let previousTotal: number | null = null;
  let cursor = '';
  for (let page = 0; rows.length < ROWS_LIMIT; page += 1) {
    const request = historyRequest({ ...query, page, cursor }, BATCH_SIZE);
    const answer = await call((api, options) => api.history.getHistory(request, options), { label: 'exporting history', signal });
    if (!answer.ok) return answer;
    const { historyRows, totalItems, nextCursor } = answer.value;
    // Each row added since the last page was read pushes one of that page's rows onto this one.
    rows.push(...historyRows.slice(previousTotal === null ? 0 : Math.max(0, totalItems - previousTotal)));
    previousTotal = totalItems;
    cursor = nextCursor ?? '';
    const isLast = nextCursor === undefined ? historyRows.length < BATCH_SIZE : nextCursor === '';
    if (isLast) return ok({ rows: rows.slice(0, ROWS_LIMIT), complete: rows.length <= ROWS_LIMIT });
  }
  return ok({ rows: rows.slice(0, ROWS_LIMIT), complete: rows.length <= ROWS_LIMIT && previousTotal === rows.length });
}

/** Saves rows as a file, and returns what to say about it. */
export function saveHistory({ rows, complete }: ExportedHistory) {
  downloadCsv('history.csv', historyCsv(rows));
  return complete
    ? ({ tone: 'good', text: text.exported(rows.length) } as const)
    : ({ tone: 'warn', text: text.exportedNewest(ROWS_LIMIT) } as const);
}

/** Formats rows as CSV: the columns of the page, with full timestamps. */
export function historyCsv(rows: readonly HistoryRow[]): string {
  const { columns } = text;
  return toCsv(
    [columns.date, columns.originator, columns.location, columns.sku, columns.message],
    rows.map(({ date, originator, locationName, sku, message }) => [date, originator, locationName, sku, message]),
  );
}
