import { ok, type Answer } from '../../domain/result';
import { sourceName } from '../../domain/source';
import { changedBy, isUndoable, type BulkRow, type TrackingRow } from '../../domain/sync/bulk-change';
import type { Account } from '../account/account';
import type { UndoneChange } from '../api/bulk-change-api';
import type { Editor } from '../api/edits-api';
import { CHANGED_LATER } from '../bulk/bulk-changes';
import { followSide, tell } from './follow';
import { sideOf, undoOneByOne, type UndoPlace } from './undo-one-by-one';
import { trackingRefusal, writeTracking } from './write-tracking';

/**
 * Turns off again the tracking that a bulk change has turned on, where it is still on; a row that was changed since says so. Each row notes before the
 * call is sent that it asks for it: one that is found off without that note was turned off by somebody else. `unavailable` and `failed_precondition`
 * when a platform cannot be written to now.
 */
export async function undoTracking(account: Account, id: number, by: Editor, tried: number): Promise<Answer<UndoneChange>> {
  return undoOneByOne(account, id, tried, async (place) => undoAt(account, place, by));
}

const isLeft = (row: BulkRow | undefined): row is TrackingRow => row?.kind === 'tracking' && isUndoable(row);

async function undoAt(account: Account, { store, now, later, at }: UndoPlace, by: Editor): Promise<Answer<null>> {
  const [row] = store.rows(now().id, at, 1);
  if (!isLeft(row)) return ok(null);
  const { source, id } = row;
  const keep = (change: Partial<TrackingRow>): void =>
    store.replace(now(), (one) => (isLeft(one) && changedBy(one) === changedBy(row) ? { ...one, ...change } : one), {
      from: at,
      to: at + 1,
    });
  const leave = (problem: string, isFinal = false): Answer<null> => {
    account.sync.turn(() => keep({ problem, isFinal, isEnding: false }));
    return ok(null);
  };
  const gone = `${sourceName(source)} has no such variant any more.`;
  if (later.has(changedBy(row))) return leave(CHANGED_LATER);
  const side = sideOf(account, row);
  if (side === null) return leave(gone);
  // Kept from a call that was killed after it had asked for it.
  let asked = row.isEnding === true;
  const sending = (): void => {
    asked = true;
    account.sync.turn(() => keep({ isEnding: true }));
  };
  const done = await writeTracking(account, side, { track: false, sending });
  if (!done.ok) {
    switch (done.error.kind) {
      case 'gone':
        return leave(gone);
      case 'refused':
        return leave(`${sourceName(source)} did not accept that tracking is turned off.`);
      case 'managed':
      case 'derived':
        return leave(trackingRefusal(side, done.error).error.message);
      default:
        return trackingRefusal(side, done.error);
    }
  }
  if (!asked) {
    if (row.state === 'set') return leave('Tracking was turned off since.', true);
    account.sync.turn(() => keep({ state: 'refused', problem: 'The platform did not turn it on.' }));
    return ok(null);
  }
  account.sync.turn(() => {
    keep({ state: 'undone', problem: '' });
    tell(account, side.sku, { kind: 'tracking', side: source, on: false, by });
  });
  account.askedEnds.note(source, id);
  await followSide(account, side);
  return ok(null);
}
