import type { WorldApi } from '../world-api';
import { writeInstant } from './instant';
import { isList, parseJson, type JsonObject } from './json';

/** A webhook subscription of the application, for all sellers at once. */
export interface Subscription {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly eventTypes: readonly string[];
  readonly url: string;
  readonly apiVersion: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

type Row = {
  id: string;
  name: string;
  enabled: number;
  event_types: string;
  notification_url: string;
  api_version: string;
  created_at: number;
  updated_at: number;
};

/** Returns all subscriptions, oldest first. */
export function subscriptions(world: WorldApi): Subscription[] {
  const rows = world.db.rows<Row>(
    `select id, name, enabled, event_types, notification_url, api_version, created_at, updated_at
       from square_subscription order by position`,
  );
  return rows.map((row) => {
    const types = parseJson(row.event_types);
    return {
      id: row.id,
      name: row.name,
      enabled: row.enabled !== 0,
      eventTypes: isList(types) ? types.filter((type) => typeof type === 'string') : [],
      url: row.notification_url,
      apiVersion: row.api_version,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    };
  });
}

/** Returns the enabled subscriptions to an event. */
export function subscriptionsTo(world: WorldApi, type: string): Subscription[] {
  return subscriptions(world).filter((subscription) => subscription.enabled && subscription.eventTypes.includes(type));
}

/** Stores a new or changed subscription. */
export function saveSubscription(world: WorldApi, subscription: Subscription): void {
  world.db.run(
    `insert into square_subscription (id, position, name, enabled, event_types, notification_url, api_version, created_at, updated_at)
     values (?, (select coalesce(max(position), 0) + 1 from square_subscription), ?, ?, ?, ?, ?, ?, ?)
     on conflict (id) do update set name = excluded.name, enabled = excluded.enabled, event_types = excluded.event_types,
       notification_url = excluded.notification_url, api_version = excluded.api_version, updated_at = excluded.updated_at`,
    subscription.id,
    subscription.name,
    subscription.enabled ? 1 : 0,
    JSON.stringify(subscription.eventTypes),
    subscription.url,
    subscription.apiVersion,
    subscription.createdAt,
    subscription.updatedAt,
  );
}

/** Deletes a subscription. */
export function removeSubscription(world: WorldApi, id: string): void {
  world.db.run('delete from square_subscription where id = ?', id);
}

/** Returns a subscription in the API's format. The key is the configured one, for every subscription. */
export function showSubscription(world: WorldApi, subscription: Subscription, withKey: boolean): JsonObject {
  return {
    id: subscription.id,
    name: subscription.name,
    enabled: subscription.enabled,
    event_types: subscription.eventTypes,
    notification_url: subscription.url,
    api_version: subscription.apiVersion,
    ...(withKey ? { signature_key: world.env.SQUARE_WEBHOOK_KEY } : {}),
    created_at: writeInstant(subscription.createdAt),
    updated_at: writeInstant(subscription.updatedAt),
  };
}
