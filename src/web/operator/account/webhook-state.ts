import type { WebhookSubscription } from '../../../gen/sh/admin_pb';

/** Where a webhook goes. */
export type WebhookType = 'eventbridge' | 'pubsub' | 'http';

/** The types as the picker words them. */
export const WEBHOOK_TYPES: readonly { readonly value: WebhookType; readonly label: string }[] = [
  { value: 'eventbridge', label: 'EventBridge' },
  { value: 'pubsub', label: 'PubSub' },
  { value: 'http', label: 'HTTP' },
];

/** Asked before a webhook is deleted. */
export const DELETE_QUESTION = 'Are you sure you want to delete this webhook?';
/** Logged when there is nothing to save. */
export const NO_WEBHOOK = 'no editable webhook';

/** A subscription that is yet to be made. */
export const NEW_WEBHOOK: WebhookSubscription = { id: '', topic: '', awsArn: '', googleProject: '', googleTopic: '', httpUrl: '' };

/** The type of a subscription: EventBridge if the ARN is set, PubSub if the project is, otherwise HTTP. */
export function webhookType({ awsArn, googleProject }: WebhookSubscription): WebhookType {
  if (awsArn !== '') return 'eventbridge';
  return googleProject !== '' ? 'pubsub' : 'http';
}

/** The subscription with the target of one type alone: what was typed for the others is not sent. */
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

/** Where a subscription goes, in short: 'Http: last two path parts', 'Aws: last two parts', 'GoogPubSub: project, topic', or '??'. */
export function targetSummary({ awsArn, googleProject, googleTopic, httpUrl }: WebhookSubscription): string {
  if (httpUrl !== '') return `Http: ${lastTwo(httpUrl.replace(/[?#].*$/u, ''))}`;
  if (awsArn !== '') return `Aws: ${lastTwo(awsArn)}`;
  if (googleProject !== '') return `GoogPubSub: ${googleProject}, ${googleTopic}`;
  return '??';
}

function lastTwo(path: string): string {
  return path
    .split('/')
    .filter((part) => part !== '')
    .slice(-2)
    .join('/');
}

/** The part of a subscription's id that people tell it by: its last path segment. */
export function shortWebhookId(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1);
}

/** Subscriptions by topic; of one topic, the older first. */
export function sortWebhooks(subscriptions: readonly WebhookSubscription[]): readonly WebhookSubscription[] {
  return subscriptions.toSorted((a, b) => compare(a.topic, b.topic) || compare(a.id, b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
