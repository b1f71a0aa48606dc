import { ok, refuse, type Answer } from '../../domain/result';
import type { Account } from '../account/account';
import type { AccountSettings } from '../api/account-api';

/** Stores the settings, unless `version` is given and is not the current one. Returns the new version. */
export function saveSettings(account: Account, settings: AccountSettings, version?: number): Answer<number> {
  const { records } = account;
  if (version !== undefined && version !== records.settingsVersion()) {
    return refuse(
      'failed_precondition',
      'The settings were changed elsewhere in the meantime. Nothing was saved. Reload the settings and try again.',
    );
  }
  records.setSettings(settings);
  account.sync.resume();
  account.changed();
  return ok(records.settingsVersion());
}
