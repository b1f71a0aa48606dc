import { formatCount, plural } from '../../shared/formats';
import { catalog } from '../../shared/messages';

/** The texts about an account's webhooks: subscriptions, delivery, received and simulated ones. */
export const webhooksText = catalog({
  'en-US': {
    subscriptions: {
      label: 'Shopify Webhooks',
      failed: 'The webhooks could not be loaded.',
      none: 'No webhooks found',
      id: 'ID',
      topic: 'Topic',
      target: 'Target',
      edit: 'Edit',
      add: 'Add',
      addMissing: 'Auto-Add Missing Webhooks',
      saved: 'Webhook saved',
      deleted: 'Webhook deleted',
      missingAdded: 'Missing webhooks added',
    },

    dialog: {
      title: 'Update Webhook',
      save: 'Save',
      delete: 'Delete',
      topic: 'Topic',
      topicChanged: 'A different topic needs a new webhook. Saving creates it and deletes this one.',
      type: 'Type',
      types: { eventbridge: 'EventBridge', pubsub: 'PubSub', http: 'HTTP' },
      awsArn: 'AWS ARN',
      awsArnExample: 'arn:aws:events:…',
      googleProject: 'Google project',
      googleTopic: 'Google topic',
      httpUrl: 'HTTP URL',
      httpUrlExample: 'https://…',
      deleteTitle: 'Delete webhook',
      deleteQuestion: 'Are you sure you want to delete this webhook?',
    },

    /** Short descriptions of a subscription's target. */
    targets: {
      http: (path: string) => `Http: ${path}`,
      eventbridge: (arn: string) => `Aws: ${arn}`,
      pubsub: (project: string, topic: string) => `GoogPubSub: ${project}, ${topic}`,
      unknown: '??',
    },

    delivery: {
      failed: 'Webhook delivery could not be loaded.',
      lead: 'A platform sends a webhook for every stock change, including our own writes. A change without a webhook after ten minutes counts as missed.',
      silent: 'is not sending webhooks',
      last24Hours: (received: number, foundFirst: number, missed: number) =>
        `Last 24 hours: ${formatCount(received)} received, ${formatCount(foundFirst)} found first, ${formatCount(missed)} missed.`,
      lastReceived: 'Last received:',
      neverReceived: 'none yet',
      byHour: (platform: string) => `${platform} by hour`,
      hour: 'Hour',
      received: 'Received',
      foundFirst: 'Found first',
      foundFirstMeaning: 'Changes that we found by reading before a webhook arrived',
      missed: 'Missed',
      refresh: 'Refresh',
    },

    received: {
      title: 'Received webhooks',
      refresh: 'Refresh',
      period: 'Period',
      periods: { hour: 'Last hour', day: 'Last 24 hours', all: 'All (30 days)' },
      search: 'Search by type',
      failed: 'The webhooks could not be loaded.',
      none: { hour: 'No webhooks in the last hour', day: 'No webhooks in the last 24 hours', all: 'No webhooks in the last 30 days' },
      noneHint: 'Choose a longer period to see older webhooks.',
      noMatch: 'No matching webhooks',
      noMatchHint: (type: string) => `No webhook on this page has “${type}” in its type.`,
      count: (shown: number, onPage: number) =>
        shown === onPage
          ? plural(onPage, 'webhook', 'webhooks')
          : `${formatCount(shown)} of the ${plural(onPage, 'webhook', 'webhooks')} on this page`,
      type: 'Type',
      noType: 'No type',
      unreadable: 'unreadable',
      receivedAt: 'Received',
      characters: 'Characters',
      problem: 'Problem',
      receiptId: 'Receipt ID',
      payload: 'Payload',
      replay: 'Replay',
      replayTitle: 'Replay webhook',
      replayQuestion: (type: string) =>
        `Process this ${type} again? It goes through the same checks as when it arrived. Nothing is applied twice.`,
      replayed: (type: string) => `Replayed ${type}`,
    },

    simulated: {
      label: 'Simulated webhooks',
      lead: 'Use these when a webhook did not arrive. We process each one as if the platform had sent it. We end access only when the platform confirms it.',
      simulate: 'Simulate',
      done: (name: string) => `Simulated: ${name}`,
      question: (effect: string) => `Are you sure? ${effect}`,
      subscriptionId: 'Shopify subscription ID',
      status: 'Status',
      names: {
        shopifyLocationsChanged: 'Shopify locations changed',
        shopUpdated: 'Shop updated',
        appUninstalled: 'App uninstalled',
        squareLocationsChanged: 'Square locations changed',
        squareAccessRevoked: 'Square access revoked',
        subscriptionChanged: 'Subscription changed',
      },
      effects: {
        shopifyLocationsChanged: 'We read the locations from Shopify again.',
        shopUpdated: 'We read the shop’s name and email address again.',
        appUninstalled: 'If Shopify confirms it, we stop reading from and writing to the shop and end its sessions.',
        squareLocationsChanged: 'We read the locations from Square again.',
        squareAccessRevoked: 'If Square confirms it, we stop reading from and writing to Square.',
      },
    },
  },
});
