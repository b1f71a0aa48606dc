import { useState } from 'react';

import type { WebhookSubscription, WebhookSubscriptionList } from '../../../gen/sh/admin_pb';
import { useCall, useToast } from '../../shared/state/calls';
import { useLoad, type Loaded } from '../../shared/state/load';
import { logNote } from '../../shared/state/log';
import { useOperatorApi } from '../../shared/state/operator-api';
import { webhooksAtom } from './state';
import { NO_WEBHOOK, withTarget, type WebhookType } from './webhook-state';

/** A customer's subscriptions, and what can be done with them. */
export interface Webhooks {
  readonly loaded: Loaded<WebhookSubscriptionList>;
  /** What is under way now. */
  readonly busy: 'saving' | 'deleting' | 'adding' | null;
  /** Makes or changes one, with the target of that type; answers whether it worked. Without one, nothing is done. */
  readonly save: (webhook: WebhookSubscription | null, type: WebhookType) => Promise<boolean>;
  readonly remove: (webhook: WebhookSubscription) => Promise<boolean>;
  /** Makes every subscription that is missing. */
  readonly addMissing: () => Promise<void>;
}

/** The Shopify webhook subscriptions of an account. A failure has been said by the time an action answers. */
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
  const done = (text: string) => {
    toast({ tone: 'good', text });
    loaded.reload();
  };
  return {
    loaded,
    busy,
    save: async (webhook, type) => {
      if (webhook === null) {
        logNote(NO_WEBHOOK);
        return false;
      }
      const subscription = withTarget(webhook, type);
      setBusy('saving');
      const answer = await call((_, options) => operators.admin.adminSaveWebhook({ accountId, delete: false, subscription }, options), {
        label: 'saving webhook',
      });
      setBusy(null);
      if (answer.ok) done('Webhook saved');
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
      if (answer.ok) done('Webhook deleted');
      return answer.ok;
    },
    addMissing: async () => {
      setBusy('adding');
      const answer = await call((_, options) => operators.admin.adminAddAllWebhooks({ id: Number(accountId) }, options), {
        label: 'adding missing webhooks',
      });
      setBusy(null);
      if (answer.ok) done('Missing webhooks added');
    },
  };
}
