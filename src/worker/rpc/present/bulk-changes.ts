import { toUnits } from '../../../domain/quantity';
import { ok, refuse, type Answer } from '../../../domain/result';
import { isUndoable, UNDO_WITHIN_MS, type BulkChange, type BulkKind } from '../../../domain/sync/bulk-change';
import type { NamedBulkRow } from '../../../durable/api/bulk-change-api';
import type { BulkChange as BulkChangeMessage, BulkChangeRow } from '../../../gen/sh/inventory_pb';
import { readOneOf } from './arguments';
import { toTimestamp } from './time';

const KINDS: readonly BulkKind[] = ['level', 'count'];

/** Reads what a plan is listed as; '' means 'level'. */
export function readBulkKind(text: string): Answer<BulkKind> {
  return readOneOf('kind', text || 'level', KINDS);
}

/** Reads the ID of a bulk change. */
export function readBulkChangeId(field: string, text: string): Answer<number> {
  return /^[1-9]\d{0,14}$/u.test(text)
    ? ok(Number(text))
    : refuse('invalid_argument', `${field} must be the ID of a bulk change, not "${text.slice(0, 40)}".`);
}

/** Returns a bulk change as calls answer it. */
export function toBulkChange({ id, at, by, kind, counts }: BulkChange): BulkChangeMessage {
  return { id: String(id), at: toTimestamp(at), by, kind, ...counts, undoableUntil: toTimestamp(at + UNDO_WITHIN_MS) };
}

/** Returns a row of a bulk change as calls answer it. */
export function toBulkChangeRow(row: NamedBulkRow): BulkChangeRow {
  const { shopify, square } = row.before;
  return {
    id: String(row.key),
    sku: row.sku,
    productName: row.product,
    variantName: row.name,
    ...(shopify === null ? {} : { shopifyQuantity: toUnits(shopify) }),
    ...(square === null ? {} : { squareQuantity: toUnits(square) }),
    to: toUnits(row.to),
    state: row.state,
    undoable: isUndoable(row),
    problem: row.problem,
  };
}
