import { isEntitled, type Entitlement } from '../../domain/account/entitlement';
import type { Account } from '../account/account';

/** Delay until an entitlement that started or ended is reported, in ms. */
const WORD_SOON_MS = 1_000;

/** Stores the current entitlement. When the account is entitled again, a new baseline starts: earlier pending changes are dropped. */
export function setEntitlement(account: Account, entitlement: Entitlement): void {
  const { records, sync, host } = account;
  const before = isEntitled(records.entitlement(), host.now());
  records.setEntitlement(entitlement);
  const after = isEntitled(entitlement, host.now());
  if (!before && after) account.restart();
  // The alarm reports it.
  if (before !== after) host.wake(host.now() + WORD_SOON_MS);
  sync.resume();
  account.changed();
}
