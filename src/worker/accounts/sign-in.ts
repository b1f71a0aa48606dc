import { saveShopInfo, signInAccount, type Account } from '../../db/accounts';
import type { AccountId } from '../../domain/account/account-id';
import type { Answer } from '../../domain/result';
import type { TokenGrant } from '../../durable/api/account-api';
import { within } from '../runtime/deadline';
import { reasonOf } from '../runtime/log';
import type { Services } from '../runtime/services';
import { pushEntitlement } from './entitlement';
import { snapshotAfterConnecting, type PendingSnapshotsDeps } from './pending-snapshots';

export type SignInDeps = PendingSnapshotsDeps & Pick<Services, 'billingMode'>;

/** How long the merchant waits for the shop's name to be read, ms; after that it is read later. */
const SHOP_INFO_MS = 3_000;

/**
 * Signs in a shop that has just granted access: finds or creates its account, opens its object, and stores the tokens and the entitlement
 * there. Refused when the object could not store the tokens. Safe to repeat.
 */
export async function admitShop(
  deps: SignInDeps,
  shopDomain: string,
  grant: TokenGrant,
  keepAlive: (work: Promise<void>) => void,
): Promise<Answer<Account>> {
  const account = await signInAccount(deps.db, shopDomain, deps.now());
  const object = deps.account(account.id);
  await object.open({ accountId: account.id, shopDomain });
  const before = await object.state();
  const connected = await object.connectShopify(grant);
  if (!connected.ok) return connected;
  await pushEntitlement(deps, account);
  await snapshotAfterConnecting(deps, account.id, 'shopify', before);
  const reading = refreshShopInfo(deps, account.id);
  keepAlive(reading);
  await within(reading, SHOP_INFO_MS);
  return { ok: true, value: account };
}

/** Reads the shop's name and mail address into the account's row. If the shop cannot be read now, a later day's check reads it. */
export async function refreshShopInfo(deps: Pick<SignInDeps, 'db' | 'log' | 'account'>, accountId: AccountId): Promise<void> {
  try {
    const info = await deps.account(accountId).shopInfo();
    if (info.ok) await saveShopInfo(deps.db, accountId, info.value);
    else deps.log.info('shop-info.refused', { account: accountId, why: info.error.code });
  } catch (thrown) {
    deps.log.warn('shop-info.failed', { account: accountId, reason: reasonOf(thrown) });
  }
}
