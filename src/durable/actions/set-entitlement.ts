import { isEntitled, type Entitlement } from '../../domain/account/entitlement';
import type { Account } from '../account/account';

/** How soon word is left of an entitlement that began or ended, in ms. */
const WORD_SOON_MS = 1_000;

/** Takes what the account is entitled to now. Entitled again: a new baseline, what was owed before is not pushed any more. */
export function setEntitlement(account: Account, entitlement: Entitlement): void {
  const { records, sync, host } = account;
  const before = isEntitled(records.entitlement(), host.now());
  records.setEntitlement(entitlement);
  const after = isEntitled(entitlement, host.now());
  if (!before && after) account.restart();
  // The alarm leaves word of it.
  if (before !== after) host.wake(host.now() + WORD_SOON_MS);
  sync.resume();
  account.changed();
}
