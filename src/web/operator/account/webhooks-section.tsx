import { lazy, useState } from 'react';

import type { WebhookSubscription } from '../../../gen/sh/admin_pb';
import { Button } from '../../shared/components/button';
import { LazyPart } from '../../shared/components/lazy-part';
import { latest } from '../../shared/state/remote';
import { SectionFailure } from './section-failure';
import { useWebhooks, type Webhooks } from './use-webhooks';
import { NEW_WEBHOOK, shortWebhookId, sortWebhooks, targetSummary } from './webhook-state';

const WebhookDialog = lazy(async () => ({ default: (await import('./webhook-dialog')).WebhookDialog }));

/** The customer's Shopify webhook subscriptions by topic, and the ways to add, change and delete them. */
export function WebhooksSection({ accountId }: { readonly accountId: string }) {
  const webhooks = useWebhooks(accountId);
  const [edited, setEdited] = useState<WebhookSubscription | null>(null);
  return (
    <div className="px-4 pb-4">
      <Rows webhooks={webhooks} onEdit={setEdited} />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => setEdited(NEW_WEBHOOK)}>
          Add
        </Button>
        <Button size="sm" busy={webhooks.busy === 'adding'} onClick={webhooks.addMissing}>
          Auto-Add Missing Webhooks
        </Button>
      </div>
      {edited !== null && (
        <LazyPart onClose={() => setEdited(null)}>
          <WebhookDialog key={edited.id} webhook={edited} webhooks={webhooks} onClose={() => setEdited(null)} />
        </LazyPart>
      )}
    </div>
  );
}

function Rows({ webhooks, onEdit }: { readonly webhooks: Webhooks; readonly onEdit: (webhook: WebhookSubscription) => void }) {
  const { remote, reload } = webhooks.loaded;
  const list = latest(remote);
  if (list === null) {
    return remote.state === 'failed' ? (
      <div className="-mx-4">
        <SectionFailure title="The webhooks could not be read." failure={remote.failure} onRetry={reload} />
      </div>
    ) : (
      <p className="text-muted">Loading...</p>
    );
  }
  if (list.subscriptions.length === 0) return <p className="text-muted">No webhooks found</p>;
  return (
    <table aria-label="Shopify Webhooks" className="w-full table-fixed text-sm">
      <thead>
        <tr className="[&_th]:border-b [&_th]:border-line [&_th]:py-2 [&_th]:pr-3 [&_th]:text-left [&_th]:font-medium [&_th]:text-muted">
          <th scope="col" className="w-32 max-sm:hidden">
            Id
          </th>
          <th scope="col">Topic</th>
          <th scope="col" className="max-sm:hidden">
            Target
          </th>
          <th scope="col" className="w-16">
            <span className="sr-only">Edit</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {sortWebhooks(list.subscriptions).map((webhook) => (
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
                Edit<span className="sr-only"> {webhook.topic}</span>
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
