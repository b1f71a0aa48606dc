import { askShopify } from './outside';
import type { Addresses } from './sign-in';

/** Two tasks that were given up an hour ago, and an alert that was raised then. */
export function givenUpWork(account: string): string[] {
  const then = Date.now() - 3_600_000;
  const columns = 'name, account, source, state, attempts, queued_at, due, started_at, finished_at, error';
  const given = ['square', 'shopify'].map(
    (source) => `('locations', ${account}, '${source}', 'failed', 6, ${then}, ${then}, ${then}, ${then}, 'Square did not answer.')`,
  );
  return [
    `insert into tasks (${columns}) values ${given.join(', ')};`,
    `insert into alerts (account, kind, message, raised_at, cleared_at) values (${account}, 'unreachable', 'Square did not answer for ten minutes.', ${then}, ${then + 60_000});`,
  ];
}

/** A webhook subscription at Shopify. */
interface Subscription {
  readonly id: string;
  readonly topic: string;
  readonly uri: string;
}

/** The shop's webhook subscriptions as reported by Shopify. */
export async function subscriptionsOf(app: Addresses): Promise<Subscription[]> {
  const { webhookSubscriptions } = await askShopify<{ webhookSubscriptions: { nodes: Subscription[] } }>(
    app,
    '{ webhookSubscriptions(first: 100) { nodes { id topic uri } } }',
  );
  return webhookSubscriptions.nodes;
}
