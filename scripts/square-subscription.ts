import type { Addresses, Secrets } from './local-values.ts';

/** The events that Square sends us, for all merchants: one subscription belongs to the application. */
export const EVENTS = [
  'inventory.count.updated',
  'catalog.version.updated',
  'location.created',
  'location.updated',
  'oauth.authorization.revoked',
];

/** A webhook subscription at Square. */
export interface Subscription {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly event_types: readonly string[];
  readonly notification_url: string;
  readonly signature_key?: string;
}

/** The name by which the app finds its subscription. */
const NAME = 'Shelfbridge';

/**
 * Ensures that the application has its one webhook subscription, at the Worker's current address: creates it if absent, and updates it if
 * it points elsewhere (another PORT).
 */
export async function subscribeSquare(at: Addresses, vars: Pick<Secrets, 'SQUARE_APP_TOKEN'>): Promise<void> {
  const url = `${at.sandbox}/square/v2/webhooks/subscriptions`;
  const notification = `${at.worker}/webhooks/square`;
  const call = async (method: string, address: string, body?: object): Promise<unknown> => {
    const response = await fetch(address, {
      method,
      headers: { authorization: `Bearer ${vars.SQUARE_APP_TOKEN}`, 'content-type': 'application/json', 'square-version': '2026-09-16' },
      signal: AbortSignal.timeout(10_000),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok)
      throw new Error(`Square's webhook subscription: ${method} ${address} gave ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { subscriptions = [] } = (await call('GET', url)) as { subscriptions?: readonly Subscription[] };
  const own = subscriptions.find(({ name }) => name === NAME);
  const subscription = { name: NAME, enabled: true, event_types: EVENTS, notification_url: notification, api_version: '2026-09-16' };
  if (!own) await call('POST', url, { idempotency_key: `shelfbridge-${Date.now()}`, subscription });
  else if (own.notification_url !== notification || !own.enabled) await call('PUT', `${url}/${own.id}`, { subscription });
}
