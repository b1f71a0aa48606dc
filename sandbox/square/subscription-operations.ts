import { once, type Call, type Operation } from './call';
import events from './description/events.json';
import { bad, done, notFound, type Outcome } from './errors';
import { newId } from './ids';
import { flagOf, objectOf, textOf, textsOf, type JsonObject } from './json';
import { removeSubscription, saveSubscription, showSubscription, subscriptions, type Subscription } from './subscriptions';
import { CURRENT_VERSION } from './versions';

const EVENTS: ReadonlySet<string> = new Set(events);

/** Operations on the application's subscriptions; they require its own token, not a seller's (Webhook Subscriptions API). */
export const SUBSCRIPTION_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    path: '/v2/webhooks/subscriptions',
    scope: 'application',
    body: null,
    run: ({ world, query }) => {
      const all = subscriptions(world).filter((subscription) => subscription.enabled || query['include_disabled'] === 'true');
      const shown = query['sort_order'] === 'DESC' ? all.toReversed() : all;
      return done(shown.length === 0 ? {} : { subscriptions: shown.map((subscription) => showSubscription(world, subscription, false)) });
    },
  },
  {
    method: 'POST',
    path: '/v2/webhooks/subscriptions',
    scope: 'application',
    body: 'CreateWebhookSubscriptionRequest',
    run: (call) => once(call, 'CreateWebhookSubscription', () => create(call)),
  },
  {
    method: 'GET',
    path: '/v2/webhooks/subscriptions/{subscription_id}',
    scope: 'application',
    body: null,
    run: (call) => withSubscription(call, (subscription) => done({ subscription: showSubscription(call.world, subscription, true) })),
  },
  {
    method: 'PUT',
    path: '/v2/webhooks/subscriptions/{subscription_id}',
    scope: 'application',
    body: 'UpdateWebhookSubscriptionRequest',
    run: (call) => withSubscription(call, (subscription) => save(call, subscription)),
  },
  {
    method: 'DELETE',
    path: '/v2/webhooks/subscriptions/{subscription_id}',
    scope: 'application',
    body: null,
    run: (call) =>
      withSubscription(call, (subscription) => {
        removeSubscription(call.world, subscription.id);
        return done({});
      }),
  },
];

function withSubscription(call: Call, then: (subscription: Subscription) => Outcome<JsonObject>): Outcome<JsonObject> {
  const id = call.params['subscription_id'];
  const subscription = subscriptions(call.world).find((candidate) => candidate.id === id);
  return subscription === undefined ? notFound('Subscription not found.', 'subscription_id') : then(subscription);
}

function create(call: Call): Outcome<JsonObject> {
  const given = objectOf(call.body, 'subscription') ?? {};
  for (const name of ['name', 'event_types', 'notification_url']) {
    if (given[name] === undefined || given[name] === null)
      return bad('MISSING_REQUIRED_PARAMETER', `Missing required parameter: ${name}.`, `subscription.${name}`);
  }
  const fresh: Subscription = {
    id: `wbhk_${newId(32).toLowerCase()}`,
    name: '',
    enabled: true,
    eventTypes: [],
    url: '',
    apiVersion: CURRENT_VERSION,
    createdAt: call.now,
    updatedAt: call.now,
  };
  return save(call, fresh);
}

/** Stores a subscription with the members of the body; omitted members stay unchanged. */
function save(call: Call, before: Subscription): Outcome<JsonObject> {
  const given = objectOf(call.body, 'subscription') ?? {};
  const next: Subscription = {
    ...before,
    name: textOf(given, 'name') ?? before.name,
    enabled: flagOf(given, 'enabled') ?? before.enabled,
    eventTypes: textsOf(given, 'event_types') ?? before.eventTypes,
    url: textOf(given, 'notification_url') ?? before.url,
    apiVersion: textOf(given, 'api_version') ?? before.apiVersion,
    updatedAt: call.now,
  };
  const unknown = next.eventTypes.find((type) => !EVENTS.has(type));
  if (next.eventTypes.length === 0) return bad('ARRAY_EMPTY', 'At least one event type is needed.', 'subscription.event_types');
  if (unknown !== undefined) return bad('INVALID_VALUE', `Unknown event type ${unknown.slice(0, 60)}.`, 'subscription.event_types');
  if (!URL.canParse(next.url) || !/^https?:\/\//u.test(next.url))
    return bad('INVALID_VALUE', 'The notification URL is not a web address.', 'subscription.notification_url');
  saveSubscription(call.world, next);
  return done({ subscription: showSubscription(call.world, next, true) });
}
