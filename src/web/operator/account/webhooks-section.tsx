import { lazy, useState } from 'react';

import type { WebhookSubscription } from '../../../gen/sh/admin_pb';
import { Button } from '../../shared/components/button';
import { LazyPart } from '../../shared/components/lazy-part';
import { SectionContent } from './section-content';
import { useWebhooks } from './use-webhooks';
import { NEW_WEBHOOK, shortWebhookId, sortWebhooks, targetSummary } from './webhook-state';
import { webhooksText } from './webhooks.text';

const text = webhooksText.subscriptions;

const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog')).WebhookDialog }));

/** Lists the account's Shopify webhook subscriptions by topic, to add, change and delete them. */
export function WebhooksSection({ accountId }: { readonly accountId: string }) {
  const webhooks = useWebhooks(accountId);
  const [edited, setEdited] = useState<WebhookSubscription | null>(null);
  return (
    <>
      <SectionContent loaded={webhooks.loaded} failed={text.failed}>
        {({ subscriptions }) => <Subscriptions subscriptions={subscriptions} onEdit={setEdited} />}
      </SectionContent>
      <div className="flex flex-wrap gap-2 px-4 pb-4">
        <Button size="sm" onClick={() => setEdited(NEW_WEBHOOK)}>
          {text.add}
        </Button>
        <Button size="sm" busy={webhooks.busy === 'adding'} onClick={webhooks.addMissing}>
          {text.addMissing}
        </Button>
      </div>
      {edited !== null && (
        <LazyPart onClose={() => setEdited(null)}>
          <WebhookDialog key={edited.id} webhook={edited} webhooks={webhooks} onClose={() => setEdited(null)} />
        </LazyPart>
      )}
    </>
  );
}

interface SubscriptionsProps {
  readonly subscriptions: readonly WebhookSubscription[];
  readonly onEdit: (webhook: WebhookSubscription) => void;
}

function Subscriptions({ subscriptions, onEdit }: SubscriptionsProps) {
  if (subscriptions.length === 0) return <p className="text-muted">{text.none}</p>;
  return (
    <table aria-label={text.label} className="w-full table-fixed text-sm">
      <thead>
        <tr className="[&_th]:border-b [&_th]:border-line [&_th]:py-2 [&_th]:pr-3 [&_th]:text-left [&_th]:font-medium [&_th]:text-muted">
          <th scope="col" className="w-32 max-sm:hidden">
            {text.id}
          </th>
          <th scope="col">{text.topic}</th>
          <th scope="col" className="max-sm:hidden">
            {text.target}
          </th>
          <th scope="col" className="w-16">
            <span className="sr-only">{text.edit}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sortWebhooks(subscriptions).map((webhook) => (
          <tr
            key={webhook.id}
            data-topic={webhook.topic}
            className="[&_td]:border-b [&_td]:border-line [&_td]:py-1.5 [&_td]:pr-3 [&_td]:align-middle"
          >
            <td className="truncate text-muted max-sm:hidden" title={webhook.id}>
              {shortWebhookId(webhook.id)}
            </td>
            <td>
              <span className="font-mono text-xs break-all">{webhook.topic}</span>
              <span className="block text-xs break-words text-muted sm:hidden">
                {shortWebhookId(webhook.id)}, {targetSummary(webhook)}
              </span>
            </td>
            <td className="break-all max-sm:hidden">{targetSummary(webhook)}</td>
            <td className="text-right">
              <Button size="sm" kind="quiet" onClick={() => onEdit(webhook)}>
                {text.edit}
                <span className="sr-only"> {webhook.topic}</span>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
