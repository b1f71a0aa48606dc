import type { Instant } from '../../domain/instant';
import { readShop } from '../../platforms/shopify/shop';
import type { Account } from '../account/account';

/** How long a shop that serves no request is left alone before it is asked whether it does again, in ms. */
const CHECK_MS = 5 * 60_000;

/** The same after one of its webhooks has come: it may be served again. Not sooner, since a closed shop may send one for each sale. */
const HEARD_MS = 15_000;

/** When a closed shop was asked last in this instance of the object, and whether it was heard of since. */
const asked = new WeakMap<Account, { readonly at: Instant; readonly isHeard: boolean }>();

/** When the closed shop is to be asked next; null while it is open. Other calls notice it too, but none need be made. */
export function closedCheckAt(account: Account): Instant | null {
  const { connections } = account;
  if (connections.view('shopify').state !== 'connected' || connections.condition('shopify').closed === null) {
    asked.delete(account);
    return null;
  }
  const last = asked.get(account) ?? { at: account.host.now(), isHeard: false };
  asked.set(account, last);
  return last.at + (last.isHeard ? HEARD_MS : CHECK_MS);
}

/** A webhook of the shop has come: while it counts as closed, it is asked soon. */
export function hearOfClosed(account: Account): void {
  if (closedCheckAt(account) === null) return;
  asked.set(account, { at: asked.get(account)?.at ?? account.host.now(), isHeard: true });
  const due = closedCheckAt(account);
  if (due !== null) account.host.wake(due);
}

/** Asks a closed shop whether it serves requests again; the answer itself changes what is known. */
export async function checkClosed(account: Account): Promise<void> {
  asked.set(account, { at: account.host.now(), isHeard: false });
  await account.calls.shopify(readShop);
}
