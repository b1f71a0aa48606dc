import { ok, refuse, type Answer } from '../../../domain/result';
import { SHOPIFY_TOPICS } from '../../../domain/shopify-topics';
import type { WebhookEntry } from '../../../durable/api/operator-api';
import type { WebhookSubscription } from '../../../gen/sh/admin_pb';

/** Shopify's own form: `arn:aws:events:{region}::event-source/aws.partner/shopify.com/{app}/{source}`. */
const EVENT_SOURCE = /^arn:aws[a-z-]{0,10}:events:[a-z0-9-]{4,30}::event-source\/aws\.partner\/shopify\.com(?:\.test)?\/[\w.\-/]{1,256}$/u;

/** Google's rules: a project id has 6 to 30 characters; a topic id has 3 to 255 and does not start with goog. */
const GOOGLE_PROJECT = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/u;
const GOOGLE_TOPIC = /^(?!goog)[A-Za-z][\w.~+%-]{2,254}$/u;

const PUBSUB = /^pubsub:\/\/(?<project>[^/]+):(?<topic>[^:/]+)$/u;

const SUBSCRIPTION_ID = /^(?:gid:\/\/shopify\/WebhookSubscription\/)?(?<number>[1-9]\d{0,18})$/u;

/** Returns a subscription as screens show it, with its target split into fields. */
export function toSubscription({ id, topic, uri }: WebhookEntry): WebhookSubscription {
  const target = { awsArn: '', googleProject: '', googleTopic: '', httpUrl: '' };
  if (uri.startsWith('arn:')) return { id, topic, ...target, awsArn: uri };
  const pubsub = PUBSUB.exec(uri)?.groups;
  if (pubsub === undefined) return { id, topic, ...target, httpUrl: uri };
  return { id, topic, ...target, googleProject: pubsub['project'] ?? '', googleTopic: pubsub['topic'] ?? '' };
}

/** Reads the GID of a subscription: the whole GID, or its number alone. */
export function readSubscriptionId(text: string): Answer<string> {
  const number = SUBSCRIPTION_ID.exec(text)?.groups?.['number'];
  if (number === undefined) return refuse('invalid_argument', "subscription.id must be the id of one of Shopify's webhook subscriptions.");
  return ok(`gid://shopify/WebhookSubscription/${number}`);
}

/** Reads a subscription to save; `ownAddress` is this installation's address for webhooks. */
export function readSubscription(given: WebhookSubscription, ownAddress: string): Answer<WebhookEntry> {
  const id = given.id === '' ? ok('') : readSubscriptionId(given.id);
  if (!id.ok) return id;
  const { topic } = given;
  if (topic === '') return refuse('invalid_argument', 'subscription.topic is missing.');
  if (!SHOPIFY_TOPICS.includes(topic)) {
    return refuse('invalid_argument', 'subscription.topic must be one of the topics of the Admin API, as in INVENTORY_LEVELS_UPDATE.');
  }
  const uri = readTarget(given, ownAddress);
  return uri.ok ? ok({ id: id.value, topic, uri: uri.value }) : uri;
}

function readTarget(given: WebhookSubscription, ownAddress: string): Answer<string> {
  const { awsArn, googleProject, googleTopic, httpUrl } = given;
  const named = [awsArn !== '', googleProject !== '' || googleTopic !== '', httpUrl !== ''].filter(Boolean).length;
  if (named === 0) {
    return refuse('invalid_argument', 'The subscription has no target: give aws_arn, google_project with google_topic, or http_url.');
  }
  if (named > 1) {
    return refuse(
      'invalid_argument',
      'The subscription has more than one target: give aws_arn, google_project with google_topic, or http_url.',
    );
  }
  if (awsArn !== '') return readArn(awsArn);
  return httpUrl === '' ? readPubSub(googleProject, googleTopic) : readAddress(httpUrl, ownAddress);
}

function readArn(arn: string): Answer<string> {
  if (EVENT_SOURCE.test(arn)) return ok(arn);
  return refuse(
    'invalid_argument',
    'aws_arn must name a partner event source of Shopify, as in arn:aws:events:us-east-1::event-source/aws.partner/shopify.com/123/source.',
  );
}

function readPubSub(project: string, topic: string): Answer<string> {
  if (project === '') return refuse('invalid_argument', 'google_project is missing: a Pub/Sub target needs project and topic.');
  if (topic === '') return refuse('invalid_argument', 'google_topic is missing: a Pub/Sub target needs project and topic.');
  if (!GOOGLE_PROJECT.test(project)) {
    return refuse('invalid_argument', 'google_project must be the id of a project: 6 to 30 lowercase letters, digits, and hyphens.');
  }
  if (!GOOGLE_TOPIC.test(topic)) {
    return refuse(
      'invalid_argument',
      'google_topic must be the id of a topic: 3 to 255 letters, digits and - . _ ~ + %, starting with a letter.',
    );
  }
  return ok(`pubsub://${project}:${topic}`);
}

/**
 * Reads an HTTP target, which must be this installation's own address: a webhook carries the merchant's data, and nothing but the
 * operator's statement would say who reads it at another address. Amazon and Google deliver only where the target's owner has allowed it.
 */
function readAddress(address: string, own: string): Answer<string> {
  if (address === own) return ok(own);
  if (!URL.canParse(address))
    return refuse('invalid_argument', `http_url is not an address. This installation receives webhooks at ${own}.`);
  const url = new URL(address);
  if (url.href === own) return ok(own);
  if (url.protocol !== 'https:')
    return refuse('invalid_argument', `http_url must start with https://. This installation receives webhooks at ${own}.`);
  return refuse(
    'invalid_argument',
    `http_url must be ${own}, where this installation receives webhooks: any other address would receive the merchant's data.`,
  );
}
