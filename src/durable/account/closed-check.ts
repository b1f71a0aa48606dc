import type { Instant } from '../../domain/instant';
import { readShop } from '../../platforms/shopify/shop';
import type { Account } from './account';

/** How long a shop that serves no request is left alone before it is asked whether it does again, in ms. */
const CHECK_MS = 5 * 60_000;

/** When a closed shop was asked last in this instance of the object. */
const askedAt = new WeakMap<Account, Instant>();

/** When the closed shop is to be asked next; null while it is open. Other calls notice it too, but none need be made. */
export function closedCheckAt(account: Account): Instant | null {
  const { connections } = account;
  if (connections.view('shopify').state !== 'connected' || connections.condition('shopify').closed === null) {
    askedAt.delete(account);
    return null;
  }
  const last = askedAt.get(account) ?? account.host.now();
  askedAt.set(account, last);
  return last + CHECK_MS;
}

/** Asks a closed shop whether it serves requests again; the answer itself changes what is known. */
export async function checkClosed(account: Account): Promise<void> {
  askedAt.set(account, account.host.now());
  await account.calls.shopify(readShop);
}
