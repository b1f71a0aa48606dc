import { ok, type Result } from '../../../domain/result';
import { parseSource, sourceName } from '../../../domain/source';
import type { BulkChange, BulkChangeRow } from '../../../gen/sh/inventory_pb';
import { downloadCsv, toCsv } from '../../shared/csv';
import type { Failure } from '../../shared/rpc/failure';
import type { Call } from '../../shared/state/calls';
import { variantTitle } from '../../shared/variant-names';
import { describeState, reasonOf, textsOf } from './state';

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
export function saveRows({ id, kind }: Pick<BulkChange, 'id' | 'kind'>, rows: readonly BulkChangeRow[]) {
  downloadCsv(`bulk-change-${id}.csv`, rowsCsv(kind, rows));
  return { tone: 'good', text: textsOf(kind).exported(rows.length) } as const;
}

/** Formats rows of a kind of bulk change as CSV. A number that was not known is an empty cell. */
export function rowsCsv(kind: string, rows: readonly BulkChangeRow[]): string {
  const cells = CELLS.get(kind) ?? quantityCells;
  return toCsv(
    textsOf(kind).csv,
    rows.map((row) => [...cells(row), describeState(kind, row), reasonOf(row)]),
  );
}

const CELLS = new Map([
  ['link', linkCells],
  ['sku', skuCells],
  ['tracking', (row: BulkChangeRow) => [...sideCells(row), row.sku]],
  ['copy', (row: BulkChangeRow) => [...sideCells(row), row.sku]],
  ['exclude', (row: BulkChangeRow) => [row.productName, row.variants, row.links]],
]);

function quantityCells(row: BulkChangeRow) {
  return [row.sku, row.productName, variantTitle(row.variantName), row.shopifyQuantity, row.squareQuantity, row.to];
}

function linkCells(row: BulkChangeRow) {
  return [row.sku, row.productName, variantTitle(row.variantName), row.squareProductName, variantTitle(row.squareVariantName)];
}

function skuCells(row: BulkChangeRow) {
  return [...sideCells(row), row.skuBefore, row.sku];
}

/** The platform and the names of its variant. */
function sideCells(row: BulkChangeRow) {
  const source = parseSource(row.source);
  return [source === null ? '' : sourceName(source), row.productName, variantTitle(row.variantName)];
}
