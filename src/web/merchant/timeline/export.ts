import { ok, type Result } from '../../../domain/result';
import type { TimelineLine } from '../../../gen/sh/history_pb';
import { downloadCsv, toCsv } from '../../shared/csv';
import type { Failure } from '../../shared/rpc/failure';
import type { Call } from '../../shared/state/calls';
import { timelineRequest } from './timeline-query';
import { text } from './timeline.text';

/** Lines per request: the server's maximum. */
const BATCH_SIZE = 200;
/** The most rows in one file; spreadsheets still open this many easily. */
export const ROWS_LIMIT = 100_000;
/** The most characters of a SKU in a file's name: names have at most 255 bytes. */
const NAME_LIMIT = 60;

/** The lines for a file, and whether they are all of them. */
export interface ExportedTimeline {
  readonly lines: readonly TimelineLine[];
  readonly complete: boolean;
}

/** Reads every line of a SKU, newest first, page by page. */
export async function readTimeline(call: Call, sku: string, signal: AbortSignal): Promise<Result<ExportedTimeline, Failure>> {
  const lines: TimelineLine[] = [];
  let cursor = '';
  do {
    const request = timelineRequest({ sku, at: '', cursor }, BATCH_SIZE);
    const answer = await call((api, options) => api.history.getTimeline(request, options), { label: 'exporting timeline', signal });
    if (!answer.ok) return answer;
    lines.push(...answer.value.lines);
    cursor = answer.value.nextCursor;
  } while (cursor !== '' && lines.length < ROWS_LIMIT);
  return ok({ lines: lines.slice(0, ROWS_LIMIT), complete: cursor === '' && lines.length <= ROWS_LIMIT });
}

/** Saves a SKU's lines as a file, and returns what to say about it. */
export function saveTimeline(sku: string, { lines, complete }: ExportedTimeline) {
  downloadCsv(fileName(sku), timelineCsv(lines));
  return complete
    ? ({ tone: 'good', text: text.exported(lines.length) } as const)
    : ({ tone: 'warn', text: text.exportedNewest(ROWS_LIMIT) } as const);
}

/** Formats lines as CSV, with full timestamps. A number that is not known is an empty cell. */
export function timelineCsv(lines: readonly TimelineLine[]): string {
  const { csv } = text;
  return toCsv(
    [csv.date, csv.changedAt, csv.originator, csv.location, csv.message, csv.shopify, csv.square, csv.shopifyGap, csv.squareGap],
    lines.map(({ row, changedAt, shopifyQuantity, squareQuantity, shopifyGap, squareGap }) => [
      row?.date,
      changedAt,
      row?.originator,
      row?.locationName,
      row?.message,
      shopifyQuantity,
      squareQuantity,
      shopifyGap,
      squareGap,
    ]),
  );
}

/** Returns the name of the file of a SKU, without characters that a file's name may not have. */
export function fileName(sku: string): string {
  const safe = sku.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-').replaceAll(/^[-.]+|[-.]+$/gu, '');
  return safe === '' ? 'timeline.csv' : `timeline-${safe.slice(0, NAME_LIMIT)}.csv`;
}
