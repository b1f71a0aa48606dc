import { describeExclusion } from '../../domain/catalog/exclusion';
import type { SideVariant } from '../../domain/catalog/side-variant';
import { formatDecimal } from '../../domain/quantity';
import { ok, refuse, type Answer } from '../../domain/result';
import { sourceName, SOURCES, type Source } from '../../domain/source';
import { adjust, adjusted, belowZero, canAdjust, opposite } from '../../domain/sync/adjust';
import { changedBy, isUndoable, type BulkChange, type BulkRow, type QuantityRow } from '../../domain/sync/bulk-change';
import { expected } from '../../domain/sync/linked-level';
import type { Account } from '../account/account';
import { mayWrite, stopped } from '../actions/manual-stock';
import type { BulkChangePage, NamedBulkRow } from '../api/bulk-change-api';
import type { Editor } from '../api/edits-api';
import { pairId, pairOf } from '../sync/stock-pair';
import { BulkChangeStore, undoableFrom } from './bulk-change-store';

const NONE_THERE = 'There is no such bulk change. It can be undone for 30 days.';
/** Each row leads to what was there before its own change only. */
export const CHANGED_LATER = 'A later bulk change has changed this as well. Undo that one first.';

/** Returns the bulk changes that can still be undone, or were, the latest first. One that has changed nothing is none. */
export function bulkChanges({ host }: Account): BulkChange[] {
  return new BulkChangeStore(host.db).since(undoableFrom({ host })).filter(({ counts }) => counts.set > 0);
}

/** Returns one bulk change with some of its rows, and the variants' names. `not_found` when there is none, or it is too old. */
export function bulkChange(account: Account, id: number, { offset, limit }: { offset: number; limit: number }): Answer<BulkChangePage> {
  const store = new BulkChangeStore(account.host.db);
  const change = store.byId(id, undoableFrom(account));
  if (change === null) return refuse('not_found', NONE_THERE);
  return ok({ change, rows: namedRows(account, store.rows(id, offset, limit)) });
}

/** Returns rows with the present names of their variants. */
function namedRows(account: Account, rows: readonly BulkRow[]): NamedBulkRow[] {
  const keys = rows.flatMap((row) => (row.kind === undefined ? [row.key] : []));
  const variants = new Map(
    account
      .listing()
      .byKeys(keys)
      .map((variant) => [variant.key, variant]),
  );
  const sides = { shopify: sidesOf(account, 'shopify', rows), square: sidesOf(account, 'square', rows) };
  return rows.map((row): NamedBulkRow => {
    switch (row.kind) {
      case 'link':
        return { ...row, ...namesOf(sides.shopify.get(row.pair.shopify)), other: namesOf(sides.square.get(row.pair.square)) };
      case 'sku':
      case 'tracking':
        return { ...row, ...namesOf(sides[row.source].get(row.id)), other: NO_NAMES };
      case 'copy':
        return { ...row, other: NO_NAMES };
      case 'exclude':
        return { ...row, product: describeExclusion(row.excluded), name: '', other: NO_NAMES };
      case undefined: {
        const variant = variants.get(row.key);
        return { ...row, ...namesOf(variant?.shopify ?? variant?.square), other: NO_NAMES };
      }
    }
  });
}

/** Returns a platform's variants that rows name by their own IDs. */
function sidesOf(account: Account, source: Source, rows: readonly BulkRow[]): ReadonlyMap<string, SideVariant> {
  const ids = rows.flatMap((row) =>
    row.kind === 'link' ? [row.pair[source]] : (row.kind === 'sku' || row.kind === 'tracking') && row.source === source ? [row.id] : [],
  );
  const known = account.catalog.table.ofVariants(source, [...new Set(ids)]);
  return new Map(known.flatMap(({ [source]: side }) => (side === null ? [] : [[side.id, side]])));
}

const NO_NAMES = { product: '', name: '' } as const;

function namesOf(side: Pick<SideVariant, 'productName' | 'name'> | null | undefined): { readonly product: string; readonly name: string } {
  return side ? { product: side.productName, name: side.name } : NO_NAMES;
}

/** Returns a bulk change of which something is left to undo. `not_found` when there is none, `failed_precondition` when nothing is left. */
export function undoableChange(account: Account, id: number): Answer<BulkChange> {
  const change = new BulkChangeStore(account.host.db).byId(id, undoableFrom(account));
  if (change === null) return refuse('not_found', NONE_THERE);
  if (change.counts.undoable === 0) return refuse('failed_precondition', 'Nothing of this bulk change is left to undo.');
  return ok(change);
}

/**
 * Takes a bulk change of quantities back: each row's amounts are subtracted, so that what was sold or counted since stays. All rows are changed and
 * stored in one turn. A row that cannot be undone says why, and can be tried again; a row that was undone is never undone twice.
 * `failed_precondition` when nothing may be written now.
 */
export function undoQuantities(account: Account, change: BulkChange, by: Editor): Answer<BulkChange> {
  const store = new BulkChangeStore(account.host.db);
  for (const source of SOURCES) {
    const [stop] = account.stops(source);
    if (stop !== undefined) return stopped(account, source, stop);
  }
  return account.sync.turn(() => {
    const later = store.changedAfter(change.id);
    store.replace(change, (row) => {
      if (row.kind !== undefined || !isUndoable(row)) return row;
      return later.has(changedBy(row)) ? { ...row, problem: CHANGED_LATER } : undoOne(account, row, by);
    });
    return ok(store.byId(change.id, change.at) ?? change);
  });
}

function undoOne(account: Account, row: QuantityRow, by: Editor): QuantityRow {
  const entry = account.sync.store.byKey(row.key);
  if (row.amounts === null) return row;
  if (entry === null || !entry.linked || pairId(pairOf(entry)) !== pairId(row.stock))
    return { ...row, problem: 'The variant is no longer linked with the same variant of the other platform.' };
  const { level } = entry;
  if (!canAdjust(level))
    return { ...row, problem: 'A change of this variant is on hold, was refused, or is not certain. Set its quantity instead.' };
  const amounts = opposite(row.amounts);
  const below = belowZero(level, amounts);
  if (below !== null)
    return {
      ...row,
      problem: `Only ${formatDecimal(expected(level[below]))} are left on ${sourceName(below)}, so that it would fall below zero.`,
    };
  const allowed = mayWrite(account, entry, row.to);
  if (!allowed.ok) return { ...row, problem: allowed.error.message };
  const after = adjusted(level, amounts);
  account.sync.put(entry.key, adjust(level, amounts));
  account.sync.line(entry.key, {
    kind: 'undone',
    by,
    shopify: level.shopify.accounted,
    square: level.square.accounted,
    shopifyTo: after.shopify,
    squareTo: after.square,
  });
  return { ...row, state: 'undone', problem: '' };
}

/** Forgets what can no longer be undone. */
export function dropOldBulkChanges({ host }: Account): void {
  new BulkChangeStore(host.db).dropBefore(undoableFrom({ host }));
}
