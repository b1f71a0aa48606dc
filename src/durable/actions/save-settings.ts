import { ok, refuse, type Answer } from '../../domain/result';
import { LANDING_CLOCKS_MS } from '../../domain/sync/limits';
import type { Account } from '../account/account';
import type { SettingsChange } from '../api/account-api';
import { waitingCells } from './account-state';

/** Stores the settings, unless `version` is given and is not the current one. Returns the new version. */
export function saveSettings(account: Account, change: SettingsChange, version?: number): Answer<number> {
  const { records, host } = account;
  if (version !== undefined && version !== records.settingsVersion()) {
    return refuse(
      'failed_precondition',
      'The settings were changed elsewhere in the meantime. Nothing was saved. Reload the settings and try again.',
    );
  }
  const before = records.settings();
  const { watching = before.watching } = change;
  const begins = watching && !before.watching;
  const ends = before.watching && !watching;
  if (begins && hasBegun(account)) {
    return refuse(
      'failed_precondition',
      'Syncing has begun, so it is too late to only watch. Nothing was saved. To stop changes from being sent, turn auto-sync off.',
    );
  }
  account.sync.turn(() => {
    // What is dated right before the start may have come after it: it is passed on, unless it was heard of before.
    const watchedUntil = begins ? null : ends ? host.now() - LANDING_CLOCKS_MS : before.watchedUntil;
    records.setSettings({ ...change, watching, watchedUntil });
    if (begins) account.watch.begin(host.now());
    if (!ends) return;
    account.watch.end();
    // Changes that no webhook reported are found while their platforms' times still show that they are older.
    account.reconciler.doubt();
  });
  account.sync.resume();
  account.changed();
  return ok(records.settingsVersion());
}

/** Returns whether stock is being kept in sync, or a change from such a time still waits. */
function hasBegun(account: Account): boolean {
  const { entitled, watching } = account.rules();
  const { owed, held, blocked, frozen } = waitingCells(account);
  return owed + held + blocked + frozen > 0 || (account.locations.pair() !== null && entitled && watching !== true);
}
