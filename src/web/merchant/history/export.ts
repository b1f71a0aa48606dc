import { ok, type Result } from '../../../domain/result';
import type { HistoryRow } from '../../../gen/sh/history_pb';
import { toCsv } from '../../shared/csv';
import type { Failure } from '../../shared/rpc/failure';
import type { Call } from '../../shared/state/calls';

/** Lines asked for at once: the most that the server gives. */
const LINES_AT_ONCE = 1000;
/** The most lines that one file holds; what a spreadsheet still opens with ease. */
export const LINES_LIMIT = 100_000;

/** What was gathered, and whether there was more than a file holds. */
export interface GatheredHistory {
  readonly rows: readonly HistoryRow[];
  readonly complete: boolean;
}

/** Every line that a search finds, the newest first, page after page. Lines that come meanwhile push the rest on: none is taken twice. */
export async function gatherHistory(call: Call, sku: string, signal: AbortSignal): Promise<Result<GatheredHistory, Failure>> {
  const rows: HistoryRow[] = [];
  let before: number | null = null;
  for (let page = 0; rows.length < LINES_LIMIT; page += 1) {
    const answer = await call((api, options) => api.history.getHistory({ table: { limit: LINES_AT_ONCE, page }, skuQuery: sku }, options), {
      label: 'exporting history',
      signal,
    });
    if (!answer.ok) return answer;
    const { historyRows, totalItems } = answer.value;
    // As many lines as came since the last page was read begin this page once more.
    rows.push(...historyRows.slice(before === null ? 0 : Math.max(0, totalItems - before)));
    before = totalItems;
    if (historyRows.length < LINES_AT_ONCE) return ok({ rows: rows.slice(0, LINES_LIMIT), complete: rows.length <= LINES_LIMIT });
  }
  return ok({ rows: rows.slice(0, LINES_LIMIT), complete: rows.length <= LINES_LIMIT && before === rows.length });
}

/** History as a file: the columns of the page, with whole times. */
export function historyCsv(rows: readonly HistoryRow[]): string {
  return toCsv(
    ['Timestamp', 'Originated By', 'Location', 'Sku', 'Message'],
    rows.map(({ date, originator, locationName, sku, message }) => [date, originator, locationName, sku, message]),
  );
}
