import { saveEntitlementSent, type Account } from '../../db/accounts';
import type { Instant } from '../../domain/instant';
import type { Entitlement } from '../../durable/api/account-api';
import type { BillingMode } from '../runtime/config';
import type { Services } from '../runtime/services';

/** Returns the entitlement that an account's billing gives. With billing off, every account counts as subscribed. */
export function entitlementOf(
  account: { readonly subscribed: boolean; readonly accessEnds: Instant | null },
  mode: BillingMode,
): Entitlement {
  return mode === 'none' ? { subscribed: true, accessEnds: null } : { subscribed: account.subscribed, accessEnds: account.accessEnds };
}

export type EntitlementDeps = Pick<Services, 'db' | 'billingMode' | 'account'>;

/** Sends the account's entitlement to its object, and records that the object has it. */
export async function pushEntitlement(deps: EntitlementDeps, account: Pick<Account, 'id' | 'subscribed' | 'accessEnds'>): Promise<void> {
  const entitlement = entitlementOf(account, deps.billingMode);
  await deps.account(account.id).setEntitlement(entitlement);
  await saveEntitlementSent(deps.db, account.id, JSON.stringify(entitlement));
}
