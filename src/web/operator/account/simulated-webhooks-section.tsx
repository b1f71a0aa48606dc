import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { TextField } from '../../shared/components/field';
import { useCall, useToast, type MakeCall } from '../../shared/state/calls';
import { useOperatorApi } from '../../shared/state/operator-api';
import { PLATFORM_EVENTS, SUBSCRIPTION_STATUSES, type EventOwner, type PlatformEvent, type SubscriptionStatus } from './simulated-webhooks';

const STATUS_OPTIONS = SUBSCRIPTION_STATUSES.map((value) => ({ value, label: value }));

/** Says in a platform's stead what its own webhook should have said and did not, or not yet. */
export function EventsSection({ owner }: { readonly owner: EventOwner }) {
  const operators = useOperatorApi();
  const { busy, tell } = useTelling();
  const [asked, setAsked] = useState<PlatformEvent | null>(null);
  const send = async (event: PlatformEvent) => {
    await tell(event.name, event.make(operators, owner));
    setAsked(null);
  };
  return (
    <div className="px-4 pb-4">
      <p className="mb-2 max-w-prose text-sm text-muted">
        For webhooks that did not arrive: the same is done as if the platform had sent them. An access is never ended on your word alone.
      </p>
      <ul aria-label="Platform events" className="divide-y divide-line">
        {PLATFORM_EVENTS.map((event) => (
          <li key={event.name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="font-medium">{event.name}</span> <span className="text-sm text-muted">{event.effect}</span>
            </span>
            <Button
              size="sm"
              busy={busy === event.name}
              disabled={event.source === 'square' && owner.merchantId === ''}
              onClick={async () => (event.ends ? setAsked(event) : send(event))}
            >
              Tell<span className="sr-only"> {event.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <SubscriptionForm domain={owner.domain} busy={busy === SUBSCRIPTION_CHANGED} tell={tell} />
      {asked !== null && (
        <ConfirmDialog
          title={asked.name}
          question={`Are you sure? ${asked.effect}`}
          action="Tell"
          danger
          busy={busy === asked.name}
          onConfirm={async () => send(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

const SUBSCRIPTION_CHANGED = 'Subscription changed';

type Tell = (name: string, make: MakeCall<object, object>) => Promise<boolean>;

/** A subscription of the shop's that changed, with what Shopify says of it now. */
function SubscriptionForm({ domain, busy, tell }: { readonly domain: string; readonly busy: boolean; readonly tell: Tell }) {
  const operators = useOperatorApi();
  const [subscriptionId, setSubscriptionId] = useState('');
  const [status, setStatus] = useState<SubscriptionStatus>('ACTIVE');
  return (
    <form
      className="mt-2 flex flex-wrap items-end gap-3 border-t border-line pt-3"
      onSubmit={async (event) => {
        event.preventDefault();
        await tell(SUBSCRIPTION_CHANGED, (_, options) =>
          operators.admin.adminShopifyAppSubscriptionUpdated({ domain, subscriptionId: subscriptionId.trim(), status }, options),
        );
      }}
    >
      <div className="min-w-56 flex-1">
        <TextField
          label="Subscription changed"
          placeholder="Shopify’s id of the subscription"
          spellCheck={false}
          value={subscriptionId}
          onChange={(event) => setSubscriptionId(event.target.value)}
        />
      </div>
      <Choice label="Status" labelShown options={STATUS_OPTIONS} value={status} onChange={setStatus} />
      <Button type="submit" busy={busy} aria-disabled={subscriptionId.trim() === ''}>
        Tell<span className="sr-only"> {SUBSCRIPTION_CHANGED}</span>
      </Button>
    </form>
  );
}

/** Tells an event; answers whether it was taken. A refusal has been said. */
function useTelling(): { readonly busy: string | null; readonly tell: Tell } {
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const tell: Tell = async (name, make) => {
    setBusy(name);
    const answer = await call(make, { label: `telling “${name}”` });
    setBusy(null);
    if (answer.ok) toast({ tone: 'good', text: `Told: ${name}` });
    return answer.ok;
  };
  return { busy, tell };
}
