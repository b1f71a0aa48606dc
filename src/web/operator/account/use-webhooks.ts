import { useState } from 'react';

import type { WebhookSubscription, WebhookSubscriptionList } from '../../../gen/sh/admin_pb';
import { useCall, useToast } from '../../shared/state/calls';
import { useLoad, type Loaded } from '../../shared/state/load';
import { logNote } from '../../shared/state/log';
import { useOperatorApi } from '../../shared/state/operator-api';
import { webhooksAtom } from './state';
import { withTarget, type WebhookType } from './webhook-state';
import { webhooksText } from './webhooks.text';

const text = webhooksText.subscriptions;

/** An account's webhook subscriptions and the actions on them. */
export interface Webhooks {
  readonly loaded: Loaded<WebhookSubscriptionList>;
  /** The action in progress. */
  readonly busy: 'saving' | 'deleting' | 'adding' | null;
  /** Creates or changes a subscription, with its target of that type. Returns whether it worked; without a subscription it does nothing. */
  readonly save: (webhook: WebhookSubscription | null, type: WebhookType) => Promise<boolean>;
  readonly remove: (webhook: WebhookSubscription) => Promise<boolean>;
  /** Creates all missing subscriptions. */
  readonly addMissing: () => Promise<void>;
}

/** Loads the Shopify webhook subscriptions of an account. Its actions show their failures before they return. */
export function useWebhooks(accountId: string): Webhooks {
  const operators = useOperatorApi();
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState<Webhooks['busy']>(null);
  const loaded = useLoad({
    atom: webhooksAtom,
    key: accountId,
    label: 'getting webhooks',
    make: (_, options) => operators.admin.adminGetWebhooks({ id: accountId }, options),
  });
  const onDone = (message: string) => {
    toast({ tone: 'good', text: message });
    loaded.reload();
  };
  return {
    loaded,
    busy,
    save: async (webhook, type) => {
      if (webhook === null) {
        logNote('no editable webhook');
        return false;
      }
      const subscription = withTarget(webhook, type);
      setBusy('saving');
      const answer = await call((_, options) => operators.admin.adminSaveWebhook({ accountId, delete: false, subscription }, options), {
        label: 'saving webhook',
      });
      setBusy(null);
      if (answer.ok) onDone(text.saved);
      return answer.ok;
    },
    remove: async (webhook) => {
      setBusy('deleting');
      const answer = await call(
        (_, options) => operators.admin.adminSaveWebhook({ accountId, delete: true, subscription: webhook }, options),
        {
          label: 'deleting webhook',
        },
      );
      setBusy(null);
      if (answer.ok) onDone(text.deleted);
      return answer.ok;
    },
    addMissing: async () => {
      setBusy('adding');
      const answer = await call((_, options) => operators.admin.adminAddAllWebhooks({ id: Number(accountId) }, options), {
        label: 'adding missing webhooks',
      });
      setBusy(null);
      if (answer.ok) onDone(text.missingAdded);
    },
  };
}
