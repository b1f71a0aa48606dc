import type { WebhookSubscription } from '../../../gen/sh/admin_pb';
import { webhooksText } from './webhooks.text';

/** The kind of target that receives a webhook. */
export type WebhookType = 'eventbridge' | 'pubsub' | 'http';

/** The types as the picker lists them. */
export const WEBHOOK_TYPES: readonly { readonly value: WebhookType; readonly label: string }[] = [
  { value: 'eventbridge', label: webhooksText.dialog.types.eventbridge },
  { value: 'pubsub', label: webhooksText.dialog.types.pubsub },
  { value: 'http', label: webhooksText.dialog.types.http },
];

/** A subscription that does not exist yet. */
export const NEW_WEBHOOK: WebhookSubscription = { id: '', topic: '', awsArn: '', googleProject: '', googleTopic: '', httpUrl: '' };

/** Returns the type of a subscription: EventBridge if the ARN is set, PubSub if the project is, otherwise HTTP. */
export function webhookType({ awsArn, googleProject }: WebhookSubscription): WebhookType {
  if (awsArn !== '') return 'eventbridge';
  return googleProject !== '' ? 'pubsub' : 'http';
}

/** Returns the subscription with the target of one type only. Values entered for the other types are not sent. */
export function withTarget(webhook: WebhookSubscription, type: WebhookType): WebhookSubscription {
  const { id, topic, awsArn, googleProject, googleTopic, httpUrl } = webhook;
  const bare = { ...NEW_WEBHOOK, id, topic: topic.trim().toUpperCase() };
  switch (type) {
    case 'eventbridge':
      return { ...bare, awsArn: awsArn.trim() };
    case 'pubsub':
      return { ...bare, googleProject: googleProject.trim(), googleTopic: googleTopic.trim() };
    case 'http':
      return { ...bare, httpUrl: httpUrl.trim() };
  }
}

/** Summarizes a subscription's target: 'Http: last two path parts', 'Aws: last two parts', 'GoogPubSub: project, topic', or '??'. */
export function targetSummary({ awsArn, googleProject, googleTopic, httpUrl }: WebhookSubscription): string {
  const { targets } = webhooksText;
  if (httpUrl !== '') return targets.http(lastTwo(httpUrl.replace(/[?#].*$/u, '')));
  if (awsArn !== '') return targets.eventbridge(lastTwo(awsArn));
  return googleProject === '' ? targets.unknown : targets.pubsub(googleProject, googleTopic);
}

function lastTwo(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '')
    .slice(-2)
    .join('/');
}

/** Returns the last path segment of a subscription's id. */
export function shortWebhookId(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

/** Sorts subscriptions by topic, and those of one topic by id. */
export function sortWebhooks(subscriptions: readonly WebhookSubscription[]): readonly WebhookSubscription[] {
  return subscriptions.toSorted((a, b) => compare(a.topic, b.topic) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
