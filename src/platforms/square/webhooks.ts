import type { Result } from '../../domain/result';
import { err, ok } from '../../domain/result';
import type { PlatformConfig } from '../config';
import { squareNotificationUrl } from '../config';
import type { PlatformFailure } from '../failure';
import type { Http } from '../http';
import { at, listAt, textAt } from '../json';
import { PageGuard } from '../page-guard';
import { openSquare, readData } from './client';
import type { SquareClient } from './client';
import { cursorOf } from './inventory';

/** The event types that we subscribe to at Square, for all merchants at once: the subscription belongs to the application. */
export const SQUARE_EVENT_TYPES: readonly string[] = [
  'inventory.count.updated',
  'catalog.version.updated',
  'location.created',
  'location.updated',
  'oauth.authorization.revoked',
];

const PATH = '/v2/webhooks/subscriptions';

/** A subscription of the application. */
export interface SquareSubscription {
  readonly id: string;
  readonly enabled: boolean;
  readonly eventTypes: readonly string[];
  readonly notificationUrl: string;
}

/** The outcome of checking the application's subscription. */
export interface SquareSubscriptionRepair {
  readonly outcome: 'present' | 'created' | 'repaired';
  /** Shown once, at creation: the value for SQUARE_WEBHOOK_KEY. Null otherwise. */
  readonly signatureKey: string | null;
}

/** Creates the application's own client; null when no application token is configured. */
export function openSquareApplication(http: Http, config: PlatformConfig): SquareClient | null {
  const accessToken = config.square.appToken;
  return accessToken === null ? null : openSquare({ http, config: config.square, merchantId: '', accessToken });
}

/** Returns all subscriptions of the application, including disabled ones. */
export async function listSquareSubscriptions(client: SquareClient): Promise<Result<readonly SquareSubscription[], PlatformFailure>> {
  const found: SquareSubscription[] = [];
  let cursor: string | null = null;
  const pages = new PageGuard('webhook subscriptions');
  do {
    const query: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = readData(await client.get(`${PATH}?include_disabled=true${query}`), (data) => data);
    if (!page.ok) return err(page.error);
    for (const one of listAt(page.value, 'subscriptions') ?? []) {
      const id = textAt(one, 'id');
      const notificationUrl = textAt(one, 'notification_url');
      if (id === null || notificationUrl === null) continue;
      const eventTypes = (listAt(one, 'event_types') ?? []).filter((type) => typeof type === 'string');
      found.push({ id, notificationUrl, eventTypes, enabled: at(one, 'enabled') !== false });
    }
    cursor = cursorOf(page.value);
    const stuck = pages.problem(cursor);
    if (stuck !== null) return err(stuck);
  } while (cursor !== null);
  return ok(found);
}

/**
 * Ensures that the application is subscribed at our address to all required event types. `key` is the idempotency key
 * of a creation (at most 45 characters).
 */
export async function repairSquareSubscription(
  client: SquareClient,
  config: PlatformConfig,
  key: string,
): Promise<Result<SquareSubscriptionRepair, PlatformFailure>> {
  const url = squareNotificationUrl(config);
  const listed = await listSquareSubscriptions(client);
  if (!listed.ok) return listed;
  const ours = listed.value.find((one) => one.notificationUrl === url);
  const subscription = { name: 'Shelfbridge', enabled: true, event_types: SQUARE_EVENT_TYPES, notification_url: url };
  if (ours === undefined) {
    const wanted = { ...subscription, api_version: config.square.version };
    const made = readData(await client.post(PATH, { idempotency_key: key, subscription: wanted }), (data) => data);
    return made.ok ? ok({ outcome: 'created', signatureKey: textAt(made.value, 'subscription', 'signature_key') }) : made;
  }
  if (ours.enabled && SQUARE_EVENT_TYPES.every((type) => ours.eventTypes.includes(type)))
    return ok({ outcome: 'present', signatureKey: null });
  const repaired = readData(await client.put(`${PATH}/${encodeURIComponent(ours.id)}`, { subscription }), (data) => data);
  return repaired.ok ? ok({ outcome: 'repaired', signatureKey: null }) : repaired;
}
