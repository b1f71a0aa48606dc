import type { Instant } from '../../domain/instant';
import { readShop } from '../../platforms/shopify/shop';
import type { Account } from '../account/account';

/** Interval between checks of whether Shopify serves a closed shop again, in ms. */
const CHECK_MS = 5 * 60_000;

/** The same after one of the shop's webhooks arrived, since it may be open again. Not shorter: a closed shop may send one for each sale. */
const HEARD_MS = 15_000;

/** When this instance last checked a closed shop, and whether a webhook has arrived since. */
const asked = new WeakMap<Account, { readonly at: Instant; readonly isHeard: boolean }>();

/** Returns when to check the closed shop next; null while it is open. Other calls notice a reopened shop too, but none may happen. */
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

/** Schedules an early check when a webhook arrives from a shop that counts as closed. */
export function hearOfClosed(account: Account): void {
  if (closedCheckAt(account) === null) return;
  asked.set(account, { at: asked.get(account)?.at ?? account.host.now(), isHeard: true });
  const due = closedCheckAt(account);
  if (due !== null) account.host.wake(due);
}

/** Asks whether Shopify serves a closed shop again; handling the answer updates the stored condition. */
export async function checkClosed(account: Account): Promise<void> {
  asked.set(account, { at: account.host.now(), isHeard: false });
  await account.calls.shopify(readShop);
}
