import { ok, type Answer } from '../../domain/result';
import type { Source } from '../../domain/source';
import type { BulkChange } from '../../domain/sync/bulk-change';
import type { Account } from '../account/account';
import type { VariantSide } from '../api/account-api';
import type { UndoneChange } from '../api/bulk-change-api';
import { BulkChangeStore } from '../bulk/bulk-change-store';
import { undoableChange } from '../bulk/bulk-changes';

/** How long one call undoes rows that wait for their platforms, in ms. */
const UNDO_FOR_MS = 15_000;

/** A row of a bulk change that is undone: its place, and what its kind needs to look it up and to store it. */
export interface UndoPlace {
  readonly store: BulkChangeStore;
  /** Returns the bulk change as it is stored now. */
  readonly now: () => BulkChange;
  /** What later bulk changes have changed. */
  readonly later: ReadonlySet<string>;
  readonly at: number;
}

/**
 * Undoes the rows of a bulk change from the last to the first, each in a turn of the edits of its own, so that others need not wait for all of them.
 * Stops after a while: the answer says how many rows were tried, and the next call goes on there. Ends at the first row that `undoAt` refuses.
 * `not_found` when there is none, `failed_precondition` when nothing is left to undo.
 */
export async function undoOneByOne(
  account: Account,
  id: number,
  tried: number,
  undoAt: (place: UndoPlace) => Promise<Answer<null>>,
): Promise<Answer<UndoneChange>> {
  const found = undoableChange(account, id);
  if (!found.ok) return found;
  const store = new BulkChangeStore(account.host.db);
  const now = (): BulkChange => store.byId(id, found.value.at) ?? found.value;
  // What is changed later than this differs at its platform, where each row looks.
  const later = store.changedAfter(id);
  const until = account.host.now() + UNDO_FOR_MS;
  for (let done = tried; done < found.value.counts.rows; done += 1) {
    if (done > tried && account.host.now() >= until) return ok({ ...now(), separated: [], tried: done });
    const at = found.value.counts.rows - 1 - done;
    const undone = await account.edits.run(async () => undoAt({ store, now, later, at }));
    if (!undone.ok) return undone;
  }
  return ok({ ...now(), separated: [], tried: found.value.counts.rows });
}

/** Returns a platform's variant as the catalog knows it; null when it has none. */
export function sideOf(account: Account, { source, id }: { readonly source: Source; readonly id: string }): VariantSide | null {
  const found = account.catalog.listing.detail(source, id);
  return found.ok ? found.value[source] : null;
}
