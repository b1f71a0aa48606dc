import { toUnits } from '../../../domain/quantity';
import { ok, refuse, type Answer } from '../../../domain/result';
import { isUndoable, UNDO_WITHIN_MS, type BulkChange, type QuantityKind } from '../../../domain/sync/bulk-change';
import type { NamedBulkRow } from '../../../durable/api/bulk-change-api';
import type { BulkChange as BulkChangeMessage, BulkChangeRow } from '../../../gen/sh/inventory_pb';
import { readOneOf } from './arguments';
import { toTimestamp } from './time';

const KINDS: readonly QuantityKind[] = ['level', 'count'];

/** Reads what a plan is listed as; '' means 'level'. */
export function readBulkKind(text: string): Answer<QuantityKind> {
  return readOneOf('kind', text || 'level', KINDS);
}

/** Reads the ID of a bulk change. */
export function readBulkChangeId(field: string, text: string): Answer<number> {
  return /^[1-9]\d{0,14}$/u.test(text)
    ? ok(Number(text))
    : refuse('invalid_argument', `${field} must be the ID of a bulk change, not "${text.slice(0, 40)}".`);
}

/** Reads the key of a bulk change that a caller has chosen; '' for none. */
export function readBulkKey(field: string, text: string): Answer<string> {
  return /^[\dA-Za-z-]{0,40}$/u.test(text)
    ? ok(text)
    : refuse('invalid_argument', `${field} must be at most 40 letters, digits, and hyphens, not "${text.slice(0, 40)}".`);
}

/** Returns a bulk change as calls answer it. */
export function toBulkChange({ id, at, by, kind, counts }: BulkChange): BulkChangeMessage {
  return { id: String(id), at: toTimestamp(at), by, kind, ...counts, undoableUntil: toTimestamp(at + UNDO_WITHIN_MS), tried: 0 };
}

/** Returns a row of a bulk change as calls answer it. */
export function toBulkChangeRow(row: NamedBulkRow): BulkChangeRow {
  const { state, problem, other } = row;
  const common = {
    productName: row.product,
    variantName: row.name,
    squareProductName: other.product,
    squareVariantName: other.name,
    state,
    undoable: isUndoable(row),
    problem,
    source: '',
    skuBefore: '',
    variants: 0,
    links: 0,
  };
  switch (row.kind) {
    case 'link':
      return { ...common, id: '', sku: row.sku };
    case 'sku':
      return { ...common, id: '', sku: row.after, source: row.source, skuBefore: row.before };
    case 'tracking':
    case 'copy':
      return { ...common, id: '', sku: row.sku, source: row.source };
    case 'exclude':
      return { ...common, id: '', sku: '', variants: row.variants, links: row.links };
    case undefined: {
      const { shopify, square } = row.before;
      return {
        ...common,
        id: String(row.key),
        sku: row.sku,
        ...(shopify === null ? {} : { shopifyQuantity: toUnits(shopify) }),
        ...(square === null ? {} : { squareQuantity: toUnits(square) }),
        to: toUnits(row.to),
      };
    }
  }
}
