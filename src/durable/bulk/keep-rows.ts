import { ok, refuse, type Answer } from '../../domain/result';
import type { BulkChange, BulkKind, BulkRow } from '../../domain/sync/bulk-change';
import type { Account } from '../account/account';
import type { Editor } from '../api/edits-api';
import { BulkChangeStore, undoableFrom } from './bulk-change-store';

/** Maximum number of rows of a bulk change that is made in several calls. */
const MOST_ROWS = 100_000;

/** A call that makes a part of a bulk change: of which kind, and the bulk change that it continues; null begins one. */
interface Part {
  readonly kind: BulkKind;
  readonly bulkChange: number | null;
}

/**
 * Returns the bulk change that a call continues with `more` rows; null when it begins one. `not_found` when there is none of this kind to continue,
 * `failed_precondition` when it was undone, `invalid_argument` when it would have too many rows.
 */
export function begunChange(account: Account, { kind, bulkChange }: Part, more: number): Answer<BulkChange | null> {
  if (bulkChange === null) return ok(null);
  const begun = new BulkChangeStore(account.host.db).byId(bulkChange, undoableFrom(account));
  if (begun?.kind !== kind) return refuse('not_found', 'There is no such bulk change to continue.');
  if (begun.counts.undone > 0) return refuse('failed_precondition', 'The bulk change was undone, so it cannot continue.');
  if (begun.counts.rows + more > MOST_ROWS) return refuse('invalid_argument', `A bulk change can have at most ${MOST_ROWS} rows.`);
  return ok(begun);
}

/**
 * Stores rows, in the bulk change that has begun or in one of their own, and returns its number; null where it would be one that has changed
 * nothing. Part of the turn that makes the change.
 */
export function keepRows(
  account: Account,
  rows: readonly BulkRow[],
  { begun, by, kind }: { readonly begun: BulkChange | null; readonly by: Editor; readonly kind: BulkKind },
): number | null {
  if (begun === null && rows.every(({ state }) => state !== 'set')) return null;
  const store = new BulkChangeStore(account.host.db);
  // What the turn has ended before may be rows of the bulk change that continues: its counts are read again.
  const bulk = begun === null ? store.add({ at: account.host.now(), by, kind }) : (store.byId(begun.id, begun.at) ?? begun);
  store.append(bulk, rows);
  return bulk.id;
}
