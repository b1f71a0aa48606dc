import type { Delivery, OutgoingWebhook, WorldApi } from '../world-api';
import { hasGrant } from './grants';
import { newId } from './ids';
import { writeInstant } from './instant';
import { countsOf, showCount } from './inventory-log';
import type { Json, JsonObject } from './json';
import { subscriptionsTo } from './subscriptions';

/** An event before it is put into an envelope. */
export interface SquareEvent {
  readonly type: string;
  readonly locationId?: string;
  readonly data: JsonObject;
}

/** The scope that the seller must have granted for the application to receive an event; null for none (OAuth permissions, x-webhook). */
const SCOPES: Readonly<Record<string, string | null>> = {
  'inventory.count.updated': 'INVENTORY_READ',
  'catalog.version.updated': 'ITEMS_READ',
  'location.created': 'MERCHANT_PROFILE_READ',
  'location.updated': 'MERCHANT_PROFILE_READ',
  'oauth.authorization.revoked': null,
};

/**
 * Sends an event about a seller to every subscription of the application for it, if the seller granted the application the required scope.
 * Stores the webhooks immediately, so call it within the transaction of the effect.
 */
export function emit(world: WorldApi, merchant: string, event: SquareEvent): void {
  if (!hasGrant(world, merchant, SCOPES[event.type] ?? null)) return;
  for (const subscription of subscriptionsTo(world, event.type)) {
    const envelope: Json = {
      merchant_id: merchant,
      ...(event.locationId === undefined ? {} : { location_id: event.locationId }),
      type: event.type,
      event_id: crypto.randomUUID(),
      created_at: writeInstant(world.now()),
      data: event.data,
    };
    world.sendWebhook({
      platform: 'square',
      owner: merchant,
      topic: event.type,
      url: subscription.url,
      subscription: subscription.id,
      headers: { 'content-type': 'application/json', 'user-agent': 'Square Connect v2', 'square-environment': 'Sandbox' },
      body: JSON.stringify(envelope),
    });
  }
}

/** Sends the event that the seller's catalog changed; Square names no objects. */
export function emitCatalog(world: WorldApi, merchant: string, version: number): void {
  emit(world, merchant, {
    type: 'catalog.version.updated',
    data: { type: 'catalog_version', id: newId(), object: { catalog_version: { updated_at: writeInstant(version) } } },
  });
}

/** Sends the event with the current counts. */
export function emitCounts(world: WorldApi, merchant: string, counts: readonly JsonObject[]): void {
  if (counts.length === 0) return;
  emit(world, merchant, {
    type: 'inventory.count.updated',
    data: { type: 'inventory_counts', id: crypto.randomUUID(), object: { inventory_counts: counts } },
  });
}

/** Sends the event that the application's access to the seller ended. Call it before the grant is deleted. */
export function emitRevocation(world: WorldApi, merchant: string, revoker: 'APPLICATION' | 'MERCHANT'): void {
  const revocation = { revoked_at: writeInstant(world.now()), revoker_type: revoker };
  emit(world, merchant, {
    type: 'oauth.authorization.revoked',
    data: { type: 'revocation', id: crypto.randomUUID(), object: { revocation } },
  });
}

/** Returns the body that a webhook would have if it were built now, with its current counts. Null for an event without counts. */
export function bodyNow(world: WorldApi, { topic, body }: OutgoingWebhook): string | null {
  if (topic !== 'inventory.count.updated') return null;
  // oxlint-disable-next-line no-unsafe-type-assertion -- this emulator built the body itself
  const envelope = JSON.parse(body) as { data: { object: { inventory_counts: readonly Stated[] } } };
  const { inventory_counts: stated } = envelope.data.object;
  const now = countsOf(
    world,
    stated.map((count) => count.catalog_object_id),
    stated.map((count) => count.location_id),
  );
  const counts = stated.map((count) => {
    const row = now.find(
      ({ variation, location, state }) => variation === count.catalog_object_id && location === count.location_id && state === count.state,
    );
    return row === undefined ? count : showCount(row);
  });
  return JSON.stringify({ ...envelope, data: { ...envelope.data, object: { inventory_counts: counts } } });
}

type Stated = { readonly catalog_object_id: string; readonly location_id: string; readonly state: string };

/** Returns Square's signature of a webhook: base64 of HMAC-SHA256 over the URL as registered and the raw body. */
export async function signWebhook(key: string, url: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const secret = await crypto.subtle.importKey('raw', encoder.encode(key), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', secret, encoder.encode(url + body));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}

/** Returns the headers of one attempt. */
export async function deliveryHeaders(world: WorldApi, delivery: Delivery): Promise<Record<string, string>> {
  return {
    'x-square-hmacsha256-signature': await signWebhook(world.env.SQUARE_WEBHOOK_KEY, delivery.url, delivery.body),
    'square-initial-delivery-timestamp': writeInstant(delivery.firstSentAt),
    ...(delivery.attempt === 0
      ? {}
      : {
          'square-retry-number': String(delivery.attempt),
          ...(delivery.lastFailure === null ? {} : { 'square-retry-reason': delivery.lastFailure }),
        }),
  };
}
