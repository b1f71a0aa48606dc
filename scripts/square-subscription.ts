import { messageOf } from './failure.ts';
import type { Addresses } from './local-values.ts';
import { readSettings } from './worker-settings.ts';

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

/** The application at Square whose subscription is looked after. */
export interface SquareApplication {
  /** Square's origin, and a path prefix locally. */
  readonly origin: string;
  /** Square's API version, `YYYY-MM-DD`. */
  readonly version: string;
  /** The application's own token. */
  readonly token: string;
  /** The address that receives webhooks. */
  readonly notificationUrl: string;
}

/** Returns the sandbox's application of a local start. */
export const localApplication = (at: Addresses, token: string): SquareApplication => ({
  origin: `${at.sandbox}/square`,
  version: readSettings('wrangler.toml').vars['SQUARE_VERSION'] ?? '',
  token,
  notificationUrl: `${at.worker}/webhooks/square`,
});

/** What was done about the subscription, and the key that Square signs with. */
export interface Subscribed {
  readonly done: 'created' | 'repaired' | 'kept';
  /** '' when Square does not show it. */
  readonly signatureKey: string;
}

/**
 * Ensures that the application has its one webhook subscription, at the Worker's current address: creates it if absent, and repairs it if it
 * points elsewhere, is switched off, or lacks events. A repair keeps the signature key. Throws when Square refuses or cannot be reached.
 */
export async function subscribeSquare({ origin, version, token, notificationUrl }: SquareApplication): Promise<Subscribed> {
  const url = `${origin}/v2/webhooks/subscriptions`;
  const call = async (method: string, address: string, body?: object): Promise<unknown> => {
    const response = await fetch(address, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'square-version': version },
      signal: AbortSignal.timeout(10_000),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Error(`Square cannot be reached at ${origin} (${messageOf(error)})`, { cause: error });
    });
    if (response.status === 401) throw new Error(`Square refuses SQUARE_APP_TOKEN at ${origin}; is it the application's own access token?`);
    if (!response.ok)
      throw new Error(`Square's webhook subscription: ${method} ${address} gave ${response.status} ${await response.text()}`);
    return response.json();
  };
  // Square leaves disabled subscriptions out of the list unless it is asked for them.
  const { subscriptions = [] } = (await call('GET', `${url}?include_disabled=true`)) as { subscriptions?: readonly Subscription[] };
  const own = subscriptions.find((one) => one.notification_url === notificationUrl) ?? subscriptions.find(({ name }) => name === NAME);
  const subscription = { name: NAME, enabled: true, event_types: EVENTS, notification_url: notificationUrl, api_version: version };
  if (!own) {
    const created = (await call('POST', url, { idempotency_key: `shelfbridge-${Date.now()}`, subscription })) as Answer;
    return { done: 'created', signatureKey: created.subscription?.signature_key ?? '' };
  }
  const isWell = own.notification_url === notificationUrl && own.enabled && EVENTS.every((event) => own.event_types.includes(event));
  if (!isWell) await call('PUT', `${url}/${own.id}`, { subscription });
  // The list does not show the key.
  const { subscription: shown } = (await call('GET', `${url}/${own.id}`)) as Answer;
  return { done: isWell ? 'kept' : 'repaired', signatureKey: shown?.signature_key ?? '' };
}

/** Has Square sign the application's webhooks with a new key from now on; returns that key, which Square generates. */
export async function replaceSignatureKey({ origin, version, token, notificationUrl }: SquareApplication): Promise<string> {
  const url = `${origin}/v2/webhooks/subscriptions`;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'square-version': version };
  const call = async (address: string, init: RequestInit): Promise<unknown> => {
    const response = await fetch(address, { ...init, headers, signal: AbortSignal.timeout(10_000) }).catch((error: unknown) => {
      throw new Error(`Square cannot be reached at ${origin} (${messageOf(error)})`, { cause: error });
    });
    if (!response.ok) throw new Error(`Square's webhook subscription: ${address} gave ${response.status} ${await response.text()}`);
    return response.json();
  };
  const { subscriptions = [] } = (await call(`${url}?include_disabled=true`, {})) as { subscriptions?: readonly Subscription[] };
  const own = subscriptions.find((one) => one.notification_url === notificationUrl);
  if (own === undefined)
    throw new Error(`Square has no subscription for ${notificationUrl}: npm run setup creates it, with a key of its own`);
  const body = JSON.stringify({ idempotency_key: crypto.randomUUID() });
  const answer = (await call(`${url}/${own.id}/signature-key`, { method: 'POST', body })) as { signature_key?: string };
  if (!answer.signature_key)
    throw new Error('Square answered without the new key; look it up in its developer console, and run npm run setup');
  return answer.signature_key;
}

/** Square's answer about one subscription. */
interface Answer {
  readonly subscription?: Subscription;
}
