import { ok, type Result } from '../../../domain/result';
import type { BulkChangeRow } from '../../../gen/sh/inventory_pb';
import { downloadCsv, toCsv } from '../../shared/csv';
import type { Failure } from '../../shared/rpc/failure';
import type { Call } from '../../shared/state/calls';
import { variantTitle } from '../../shared/variant-names';
import { text } from './bulk-changes.text';
import { describeState, reasonOf } from './state';

/** Rows per request: the server's maximum. */
const BATCH_SIZE = 1_000;

/** Reads every row of a bulk change. */
export async function readRows(call: Call, id: string, signal: AbortSignal): Promise<Result<readonly BulkChangeRow[], Failure>> {
  const rows: BulkChangeRow[] = [];
  for (;;) {
    const request = { id, offset: rows.length, limit: BATCH_SIZE };
    const answer = await call((api, options) => api.inventory.getBulkChange(request, options), {
      label: 'exporting a bulk change',
      signal,
    });
    if (!answer.ok) return answer;
    rows.push(...answer.value.rows);
    if (answer.value.rows.length < BATCH_SIZE) return ok(rows);
  }
}

/** Saves the rows of a bulk change as a file, and returns what to say about it. */
export function saveRows(id: string, rows: readonly BulkChangeRow[]) {
  downloadCsv(`bulk-change-${id}.csv`, rowsCsv(rows));
  return { tone: 'good', text: text.one.exported(rows.length) } as const;
}

/** Formats rows as CSV. A number that was not known is an empty cell. */
export function rowsCsv(rows: readonly BulkChangeRow[]): string {
  return toCsv(
    text.csv,
    rows.map((row) => [
      row.sku,
      row.productName,
      variantTitle(row.variantName),
      row.shopifyQuantity,
      row.squareQuantity,
      row.to,
      describeState(row),
      reasonOf(row),
    ]),
  );
}
