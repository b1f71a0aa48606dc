import { routeOf } from '../../db/accounts';
import { insertCompliance } from '../../db/compliance';
import type { TaskQueueDeps } from '../runtime/task-queue';
import { enqueueTask } from '../runtime/task-queue';
import type { LifecycleDeps } from './lifecycle';

export type ComplianceDeps = LifecycleDeps & TaskQueueDeps;

/** A privacy request, which every Shopify app must answer. */
export interface PrivacyRequest {
  readonly topic: string;
  readonly shopDomain: string;
  /** Shopify's number of the request; '' when absent. */
  readonly request: string;
  /** The numbers of the orders to forget (`orders_to_redact`); none for other topics. */
  readonly orders: readonly string[];
}

/**
 * Answers a privacy request. Of a shop's customers, Shelfbridge stores the numbers of orders at most, where the shop lets it read
 * orders: the two requests about customers are complete on arrival.
 * `shop/redact` deletes the account, unless the app is installed again: Shopify sends it 48 hours after a removal, whatever has happened
 * since. Throws when D1 or the shop is unavailable: Shopify repeats the request.
 */
export async function answerPrivacyRequest(deps: ComplianceDeps, wish: PrivacyRequest): Promise<void> {
  const account = await routeOf(deps.db, 'shopify', wish.shopDomain);
  if (account === null) {
    deps.log.info('compliance.unknown-shop', { topic: wish.topic });
    return;
  }
  const now = deps.now();
  const { orders, ...request } = wish;
  const entry = { received: now, account, ...request };
  if (wish.topic !== 'shop/redact') {
    const forgotten = orders.length === 0 ? 0 : await deps.account(account).forgetOrders(orders);
    await insertCompliance(deps.db, { ...entry, completed: now, outcome: outcomeFor(wish.topic, forgotten) });
    return;
  }
  const connected = await deps.account(account).stillConnected('shopify');
  if (connected === 'unknown') throw new Error('cannot tell whether the app is installed again: the shop cannot be reached');
  if (connected === 'yes') {
    await insertCompliance(deps.db, { ...entry, completed: now, outcome: 'The app is installed again: nothing was deleted.' });
    return;
  }
  await insertCompliance(deps.db, { ...entry, completed: null, outcome: '' });
  await enqueueTask(deps, 'erase', account, '');
}

function outcomeFor(topic: string, forgotten: number): string {
  const nothing = 'Nothing about customers is stored.';
  if (topic === 'customers/redact')
    return forgotten === 0 ? nothing : `${nothing} Numbers of orders removed from the history: ${forgotten}.`;
  return `${nothing} Numbers of orders, where the shop lets us read them, stand in its history.`;
}
