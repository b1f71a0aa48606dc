import { saveEntitlementSent, type Account } from '../../db/accounts';
import type { Db } from '../../db/database';
import type { Instant } from '../../domain/instant';
import type { AccountApi, Entitlement } from '../../durable/api/account-api';
import type { BillingMode } from '../runtime/config';

/** What an account's billing comes to. Where billing is off, everybody counts as subscribed. */
export function entitlementOf(
  account: { readonly subscribed: boolean; readonly accessEnds: Instant | null },
  mode: BillingMode,
): Entitlement {
  return mode === 'none' ? { subscribed: true, accessEnds: null } : { subscribed: account.subscribed, accessEnds: account.accessEnds };
}

export interface EntitlementDeps {
  readonly db: Db;
  readonly billingMode: BillingMode;
  account(accountId: number): AccountApi;
}

/** Tells the account's object what the account is entitled to, and notes that it knows. */
export async function pushEntitlement(deps: EntitlementDeps, account: Pick<Account, 'id' | 'subscribed' | 'accessEnds'>): Promise<void> {
  const entitlement = entitlementOf(account, deps.billingMode);
  await deps.account(account.id).setEntitlement(entitlement);
  await saveEntitlementSent(deps.db, account.id, JSON.stringify(entitlement));
}
