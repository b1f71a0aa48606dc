import type { Delivery, WorldApi } from '../../world-api';
import { stateTime } from '../wording';
import { wireTopic } from './topic';

/** One row of shopify_webhook. */
export type WebhookRow = {
  id: number;
  shop: string;
  topic: string;
  uri: string;
  format: string;
  include_fields: string;
  metafield_namespaces: string;
  name: string | null;
  api_version: string;
  created_at: number;
  updated_at: number;
};

/** Returns the topics with a subscription in a shop. */
export function subscribedTopics(world: WorldApi, shop: string): Set<string> {
  return new Set(
    world.db.rows<{ topic: string }>('select distinct topic from shopify_webhook where shop = ?', shop).map((row) => row.topic),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns a payload reduced to the fields of a subscription; `variants.id` keeps ids within a list. */
function narrowed(payload: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(payload)) return payload.map((one: unknown) => narrowed(one, fields));
  if (!isRecord(payload)) return payload;
  const kept: Record<string, unknown> = {};
  for (const field of fields) {
    const [head = '', ...rest] = field.split('.');
    if (!(head in payload)) continue;
    if (rest.length === 0) kept[head] = payload[head];
    else {
      const inner = narrowed(payload[head], [rest.join('.')]);
      const before = kept[head];
      kept[head] = before === undefined ? inner : merged(before, inner);
    }
  }
  return kept;
}

function merged(one: unknown, other: unknown): unknown {
  if (Array.isArray(one) && Array.isArray(other)) return one.map((entry: unknown, index): unknown => merged(entry, other[index]));
  return isRecord(one) && isRecord(other) ? { ...one, ...other } : one;
}

/** Returns a payload reduced as a subscription specifies. */
export function cutTo({ include_fields: stored }: WebhookRow, payload: object): unknown {
  const fields: unknown = JSON.parse(stored);
  return Array.isArray(fields) && fields.length > 0 ? narrowed(payload, fields.map(String)) : payload;
}

/**
 * Sends one event to every HTTPS subscription of its topic. EventBridge and Pub/Sub subscriptions have no receiver here and get nothing.
 */
export function emit(world: WorldApi, shop: string, topic: string, payload: object, eventId: string): void {
  const subscriptions = world.db.rows<WebhookRow>('select * from shopify_webhook where shop = ? and topic = ?', shop, topic);
  for (const subscription of subscriptions) {
    if (!/^https?:/.test(subscription.uri)) continue;
    const { uri: url, api_version: version, name } = subscription;
    const to = { url, subscription: String(subscription.id), version, name, eventId };
    sendTo(world, shop, to, topic, cutTo(subscription, payload));
  }
}

/** The destination and the subscription of a webhook. */
interface Receiver {
  readonly url: string;
  readonly subscription: string;
  readonly version: string;
  readonly name: string | null;
  readonly eventId: string;
}

/** Queues one webhook to an address. */
export function sendTo(world: WorldApi, shop: string, to: Receiver, topic: string, payload: unknown): void {
  world.sendWebhook({
    platform: 'shopify',
    owner: shop,
    topic: wireTopic(topic),
    url: to.url,
    subscription: to.subscription,
    headers: {
      'X-Shopify-Topic': wireTopic(topic),
      'X-Shopify-Shop-Domain': shop,
      'X-Shopify-API-Version': to.version,
      'X-Shopify-Webhook-Id': crypto.randomUUID(),
      'X-Shopify-Event-Id': to.eventId,
      'X-Shopify-Triggered-At': stateTime(world, world.now()),
      ...(to.name === null ? {} : { 'X-Shopify-Name': to.name }),
    },
    body: JSON.stringify(payload),
  });
}

const keys = new Map<string, Promise<CryptoKey>>();

/** Returns the key of a secret, imported once. */
function signingKey(secret: string): Promise<CryptoKey> {
  const known = keys.get(secret);
  if (known !== undefined) return known;
  const made = crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  keys.set(secret, made);
  return made;
}

/** Returns the base64 HMAC-SHA256 of a body under the client secret. */
async function signBody(secret: string, body: string): Promise<string> {
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', await signingKey(secret), new TextEncoder().encode(body)));
  return btoa(String.fromCharCode(...signature));
}

/** Returns the headers of one attempt, with its signature. */
export async function webhookHeaders(world: WorldApi, delivery: Delivery): Promise<Record<string, string>> {
  return { 'X-Shopify-Hmac-Sha256': await signBody(world.env.SHOPIFY_CLIENT_SECRET, delivery.body) };
}

/** Deletes a subscription whose delivery failed at all eight retries, as Shopify does. */
export function webhookAttemptEnded(world: WorldApi, delivery: Delivery, delivered: boolean, retries: number): void {
  if (delivered || delivery.attempt < retries) return;
  world.db.run('delete from shopify_webhook where id = ?', Number(delivery.subscription));
  world.log({
    platform: 'shopify',
    kind: 'webhook',
    owner: delivery.owner,
    title: delivery.topic,
    detail: `subscription deleted after ${retries} failed retries`,
    outcome: 'failed',
  });
}
