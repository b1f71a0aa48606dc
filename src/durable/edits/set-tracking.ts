import { ok, refuse, type Answer, type Result } from '../../domain/result';
import { sourceName } from '../../domain/source';
import type { Account } from '../account/account';
import type { TrackingChange } from '../api/edits-api';
import { TrackingRows } from '../bulk/tracking-rows';
import { followSide, tell } from './follow';
import { trackingRefusal, writeTracking, type TrackingFailure } from './write-tracking';

/**
 * Turns a platform's stock tracking of a variant on or off: for all locations at Shopify, for the paired location at Square. As a part of a bulk
 * change it is turned on at most once: the same call again leaves alone what this has turned on.
 */
export async function setTracking(account: Account, change: TrackingChange): Promise<Answer<null>> {
  const { source, variantId, track, by } = change;
  const found = account.catalog.listing.detail(source, variantId);
  const side = found.ok ? found.value[source] : null;
  if (side === null) return refuse('not_found', `There is no such ${sourceName(source)} variant.`);
  return account.edits.run(async () => {
    const rows = new TrackingRows(account, side, change);
    const mayAdd = rows.check();
    if (!mayAdd.ok) return mayAdd;
    if (rows.isDone()) return ok(null);
    let sent = false;
    const sending = (): void => {
      if (!sent) rows.sending();
      sent = true;
    };
    const done = await writeTracking(account, side, { track, sending });
    const refused = done.ok ? null : trackingRefusal(side, done.error);
    account.sync.turn(() => {
      rows.settled({ done: done.ok, sent, uncertain: isUncertain(done), problem: refused?.error.message ?? '' });
      if (done.ok && side.tracked !== track) tell(account, side.sku, { kind: 'tracking', side: source, on: track, by });
    });
    if (done.ok && !track) account.askedEnds.note(source, variantId);
    if (done.ok || done.error.kind === 'gone') await followSide(account, side);
    return refused ?? ok(null);
  });
}

const isUncertain = (done: Result<null, TrackingFailure>): boolean =>
  !done.ok && (done.error.kind === 'uncertain' || done.error.kind === 'failed');
