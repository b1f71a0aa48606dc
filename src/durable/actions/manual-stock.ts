import { describeRefusal } from '../../domain/history/message';
import { STEPS_PER_UNIT, type Quantity } from '../../domain/quantity';
import { ok, refuse, type Answer } from '../../domain/result';
import { SOURCES, sourceName, type Source } from '../../domain/source';
import type { LevelEntry } from '../../domain/sync/engine/context';
import { atRest } from '../../domain/sync/linked-level';
import { inPieces } from '../../domain/sync/pack-size';
import { dropHeld, sendHeld, requestSet } from '../../domain/sync/rebase';
import { describePause, pausesOf, type WritePause, type WriteStop } from '../../domain/sync/write-gate';
import type { Account } from '../account/account';
import type { Editor } from '../api/edits-api';
import type { QuantityToSave } from '../api/manual-stock-api';
import { endUndoing } from '../bulk/bulk-change-store';

/** How long a request waits for a saved quantity, in ms: as long as a person waits for a confirmation. The write continues afterward. */
const WAIT_MS = 2_000;

/** Largest quantity that a person may set, in units; Shopify's own limit is a billion. */
const LARGEST = 1_000_000;

/** Of several variants some may be gone and are skipped; when none is left, the request itself is wrong. */
export const NONE_THERE = 'There is no such variant.';

/** Where another app changes the same stock, a number that is set would be copied, or would wait. */
const ON_HOLD = 'Another app changes the stock of this variant, so it is on hold. Decide what to do about the app first.';
const ALL_ON_HOLD = 'Another app changes the stock of several variants, so all changes are on hold. Decide what to do about the app first.';

/** Sets a variant's quantity, and waits until it is written or a platform refuses it. */
export async function saveQuantity(account: Account, { source, variantId, quantity, by }: QuantityToSave): Promise<Answer<null>> {
  const found = account.catalog.listing.detail(source, variantId);
  if (!found.ok) return found;
  const entry = account.sync.store.byKey(found.value.key);
  if (entry === null) return refuse('not_found', NONE_THERE);
  const allowed = mayWrite(account, entry, quantity);
  if (!allowed.ok) return allowed;
  setNumber(account, entry, inPieces(entry.level.packs, source, quantity), by);
  const stands = (): boolean => {
    const cell = account.sync.store.byKey(entry.key)?.level;
    return cell === undefined || atRest(cell) || troubled(account, entry.key) !== null;
  };
  await account.sync.waiters.until(stands, WAIT_MS);
  const trouble = troubled(account, entry.key);
  return trouble === null ? ok(null) : refuse('failed_precondition', trouble);
}

/** Sends or drops held changes; without keys, those of all variants. `not_found` when none of those named exists. */
export function resolveHeld(account: Account, keys: readonly number[], send: boolean, by: Editor): Answer<number> {
  const { sync } = account;
  if (keys.length > 0 && keys.every((key) => sync.store.byKey(key) === null)) return refuse('not_found', NONE_THERE);
  const wanted = keys.length > 0 ? keys : sync.store.open();
  const pause = send ? pauseOver(account, wanted) : null;
  if (pause !== null) return refuse('failed_precondition', `${describePause(pause)}. Held changes stay on hold until then.`);
  return sync.turn(() => {
    let resolved = 0;
    for (const key of wanted) {
      const entry = sync.store.byKey(key);
      if (entry === null) continue;
      const step = send ? sendHeld(entry.level, by) : dropHeld(entry.level, by);
      if (step.facts.length === 0) continue;
      sync.put(key, step.cell);
      for (const fact of step.facts) sync.line(key, fact);
      resolved += 1;
    }
    return ok(resolved);
  });
}

/** Returns a pause of a platform that a held change of these variants would go to; null when there is none. */
function pauseOver(account: Account, keys: readonly number[]): WritePause | null {
  const paused = SOURCES.flatMap((source) => {
    const [pause] = pausesOf(account.writeSwitch.pauses, source);
    return pause === undefined ? [] : [{ source, pause }];
  });
  const over = paused.find(({ source }) => keys.some((key) => (account.sync.store.byKey(key)?.level[source].held ?? 0) !== 0));
  return over?.pause ?? null;
}

/** Records that the merchant approves what a snapshot or reconciliation has read. */
export function approve(account: Account, source: Source): Answer<null> {
  if (account.reconciler.doubtOf(source) !== '') {
    account.reconciler.approve(source);
    return ok(null);
  }
  const approved = account.snapshots.approve(source);
  return approved.ok ? ok(null) : approved;
}

/** Sets a variant's number by hand, in pieces if its sides count different units. What a bulk change had added is no part of it any more. */
export function setNumber(account: Account, entry: LevelEntry, to: Quantity, by: Editor): void {
  account.sync.turn(() => {
    wish(account, entry, to, by);
    endUndoing(account, new Set([entry.key]));
  });
}

/** Requests a number for a variant (in pieces, if its sides count different units), which is set once both sides have been read. The caller ends the undoing of earlier bulk changes. */
export function wish({ sync }: Account, entry: LevelEntry, to: Quantity, by: Editor): void {
  sync.turn(() => {
    const present = sync.store.byKey(entry.key);
    // A manually set quantity is the starting point of a variant that is not linked yet: levels stated before it are not changes.
    if (present !== null && !present.linked) sync.early.forget(present.stock);
    if (present !== null) sync.put(entry.key, requestSet(present.level, { to, by, sides: sync.sidesOf(present) }));
  });
}

/**
 * Returns whether a person may set this quantity now. `except`: a reason that ends with this very request.
 * `invalid_argument`: never; the other refusals say what has to happen first.
 */
export function mayWrite(account: Account, entry: LevelEntry, quantity: Quantity, except?: WriteStop['kind']): Answer<null> {
  if (!Number.isSafeInteger(quantity) || quantity < 0 || quantity > LARGEST * STEPS_PER_UNIT) {
    return refuse('invalid_argument', `The quantity must be from 0 to ${LARGEST}.`);
  }
  if (entry.stock.shopify !== null && quantity % STEPS_PER_UNIT !== 0) {
    return refuse('invalid_argument', 'Shopify counts whole units: the quantity must be a whole number.');
  }
  for (const source of account.sync.sidesOf(entry)) {
    const stop = account.stops(source).find(({ kind }) => kind !== except);
    if (stop !== undefined) return stopped(account, source, stop);
  }
  if (except !== 'another-writer' && account.writers.isHeld(entry)) return refuse('failed_precondition', ON_HOLD);
  return ok(null);
}

/** Explains to a shop owner why nothing may be sent to a platform. */
export function stopped(account: Account, source: Source, stop: WriteStop): Answer<never> {
  switch (stop.kind) {
    case 'not-entitled':
      return refuse('permission_denied', 'There is no active subscription.');
    case 'watching':
      return refuse(
        'failed_precondition',
        'You are only watching, so nothing is sent to either platform. Start syncing on the dashboard first.',
      );
    case 'paused':
      return refuse('failed_precondition', `${describePause(stop.pause)}. Nothing was changed; please try again later.`);
    case 'auto-sync-off':
      return refuse('failed_precondition', 'Auto-sync is off, so nothing is sent to either platform. Turn it on in Settings first.');
    case 'another-writer':
      return refuse('failed_precondition', ALL_ON_HOLD);
    case 'not-connected':
      return notConnected(account, source);
  }
}

/** Explains to a shop owner why a platform is not asked about stock. */
function notConnected(account: Account, source: Source): Answer<never> {
  const { connections } = account;
  if (account.locationId(source) === '') return refuse('failed_precondition', 'Choose the locations to keep in sync first.');
  const { state, problem } = connections.view(source);
  if (state !== 'connected') return refuse('failed_precondition', `${sourceName(source)} is not connected. Please reconnect it.`);
  if (connections.condition(source).closed !== null) return refuse('unavailable', `${problem} Nothing was changed.`);
  return refuse(
    'unavailable',
    'Shopify was just connected, and we are still reading its data. Nothing was changed. Please try again in a moment.',
  );
}

/** Explains to a shop owner why a quantity cannot arrive; null while it can. */
function troubled(account: Account, key: number): string | null {
  const cell = account.sync.store.byKey(key)?.level;
  if (cell === undefined) return null;
  for (const source of ['shopify', 'square'] as const) {
    const { blocked, indeterminate } = cell[source];
    if (blocked !== null) return `${sourceName(source)} refused the change: ${describeRefusal(blocked)}.`;
    if (indeterminate) return `We could not confirm that an earlier change reached ${sourceName(source)}.`;
  }
  return null;
}
