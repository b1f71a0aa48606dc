import { formatDecimal } from '../../domain/quantity';
import { ok, refuse, type Answer } from '../../domain/result';
import { sourceName, SOURCES } from '../../domain/source';
import { adjust, adjusted, belowZero, canAdjust, opposite } from '../../domain/sync/adjust';
import { isUndoable, type BulkChange, type BulkRow } from '../../domain/sync/bulk-change';
import { expected } from '../../domain/sync/linked-level';
import type { Account } from '../account/account';
import { mayWrite, stopped } from '../actions/manual-stock';
import type { BulkChangePage } from '../api/bulk-change-api';
import type { Editor } from '../api/edits-api';
import { pairId, pairOf } from '../sync/stock-pair';
import { BulkChangeStore, undoableFrom } from './bulk-change-store';

const NONE_THERE = 'There is no such bulk change. It can be undone for 30 days.';
/** Each amount leads to the number of its own change only. */
const CHANGED_LATER = 'A later bulk change has changed this variant as well. Undo that one first.';

/** Returns the bulk changes that can still be undone, or were, the latest first. */
export function bulkChanges({ host }: Account): BulkChange[] {
  return new BulkChangeStore(host.db).since(undoableFrom({ host }));
}

/** Returns one bulk change with some of its rows, and the variants' names. `not_found` when there is none, or it is too old. */
export function bulkChange(account: Account, id: number, { offset, limit }: { offset: number; limit: number }): Answer<BulkChangePage> {
  const store = new BulkChangeStore(account.host.db);
  const change = store.byId(id, undoableFrom(account));
  if (change === null) return refuse('not_found', NONE_THERE);
  const rows = store.rows(id, offset, limit);
  const variants = new Map(
    account
      .listing()
      .byKeys(rows.map(({ key }) => key))
      .map((variant) => [variant.key, variant]),
  );
  return ok({ change, rows: rows.map((row) => ({ ...row, ...namesOf(variants.get(row.key)) })) });
}

function namesOf(variant: ReturnType<ReturnType<Account['listing']>['byKeys']>[number] | undefined): { product: string; name: string } {
  const side = variant?.shopify ?? variant?.square;
  return { product: side?.productName ?? '', name: side?.name ?? '' };
}

/**
 * Takes a bulk change back: each row's amounts are subtracted, so that what was sold or counted since stays. All rows are changed and stored in one
 * turn. A row that cannot be undone says why, and can be tried again; a row that was undone is never undone twice. `failed_precondition` when
 * nothing may be written now, or nothing is left to undo.
 */
export function undoBulkChange(account: Account, id: number, by: Editor): Answer<BulkChange> {
  const store = new BulkChangeStore(account.host.db);
  const change = store.byId(id, undoableFrom(account));
  if (change === null) return refuse('not_found', NONE_THERE);
  if (change.counts.undoable === 0) return refuse('failed_precondition', 'Nothing of this bulk change is left to undo.');
  for (const source of SOURCES) {
    const [stop] = account.stops(source);
    if (stop !== undefined) return stopped(account, source, stop);
  }
  return account.sync.turn(() => {
    const later = store.changedAfter(change.id);
    store.replace(change, (row) => {
      if (!isUndoable(row)) return row;
      return later.has(row.key) ? { ...row, problem: CHANGED_LATER } : undoOne(account, row, by);
    });
    return ok(store.byId(id, change.at) ?? change);
  });
}

function undoOne(account: Account, row: BulkRow, by: Editor): BulkRow {
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
