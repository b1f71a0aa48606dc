import { useState } from 'react';

import { Button } from '../../shared/components/button';
import { Choice } from '../../shared/components/choice';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { TextField } from '../../shared/components/field';
import { useCall, useToast, type MakeCall } from '../../shared/state/calls';
import { useOperatorApi } from '../../shared/state/operator-api';
import {
  SIMULATED_WEBHOOKS,
  SUBSCRIPTION_STATUSES,
  type SimulatedWebhook,
  type SubscriptionStatus,
  type WebhookOwner,
} from './simulated-webhooks';
import { webhooksText } from './webhooks.text';

const text = webhooksText.simulated;
const STATUS_OPTIONS = SUBSCRIPTION_STATUSES.map((value) => ({ value, label: value }));

/** Simulates webhooks that a platform should have sent and did not. */
export function SimulatedWebhooksSection({ owner }: { readonly owner: WebhookOwner }) {
  const operators = useOperatorApi();
  const { busy, simulate } = useSimulate();
  const [confirming, setConfirming] = useState<SimulatedWebhook | null>(null);
  const run = async (webhook: SimulatedWebhook) => {
    await simulate(webhook.name, webhook.make(operators, owner));
    setConfirming(null);
  };
  return (
    <div className="px-4 pb-4">
      <p className="mb-2 max-w-prose text-sm text-muted">{text.lead}</p>
      <ul aria-label={text.label} className="divide-y divide-line">
        {SIMULATED_WEBHOOKS.map((webhook) => (
          <li key={webhook.name} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="font-medium">{webhook.name}</span> <span className="text-sm text-muted">{webhook.effect}</span>
            </span>
            <Button
              size="sm"
              busy={busy === webhook.name}
              disabled={webhook.source === 'square' && owner.merchantId === ''}
              onClick={async () => (webhook.endsAccess ? setConfirming(webhook) : run(webhook))}
            >
              {text.simulate}
              <span className="sr-only"> {webhook.name}</span>
            </Button>
          </li>
        ))}
      </ul>
      <SubscriptionForm domain={owner.domain} busy={busy === text.names.subscriptionChanged} simulate={simulate} />
      {confirming !== null && (
        <ConfirmDialog
          title={confirming.name}
          question={text.question(confirming.effect)}
          action={text.simulate}
          danger
          busy={busy === confirming.name}
          onConfirm={async () => run(confirming)}
          onClose={() => setConfirming(null)}
        />
      )}
    </div>
  );
}

type Simulate = (name: string, make: MakeCall<object, object>) => Promise<boolean>;

interface SubscriptionFormProps {
  readonly domain: string;
  readonly busy: boolean;
  readonly simulate: Simulate;
}

/** Simulates a change of the shop's subscription, with the status that Shopify reports. */
function SubscriptionForm({ domain, busy, simulate }: SubscriptionFormProps) {
  const operators = useOperatorApi();
  const [subscriptionId, setSubscriptionId] = useState('');
  const [status, setStatus] = useState<SubscriptionStatus>('ACTIVE');
  const name = text.names.subscriptionChanged;
  return (
    <form
      className="mt-2 flex flex-wrap items-end gap-3 border-t border-line pt-3"
      onSubmit={async (event) => {
        event.preventDefault();
        await simulate(name, (_, options) =>
          operators.admin.adminShopifyAppSubscriptionUpdated({ domain, subscriptionId: subscriptionId.trim(), status }, options),
        );
      }}
    >
      <div className="min-w-56 flex-1">
        <TextField
          label={name}
          placeholder={text.subscriptionId}
          spellCheck={false}
          value={subscriptionId}
          onChange={(event) => setSubscriptionId(event.target.value)}
        />
      </div>
      <Choice label={text.status} labelShown options={STATUS_OPTIONS} value={status} onChange={setStatus} />
      <Button type="submit" busy={busy} aria-disabled={subscriptionId.trim() === ''}>
        {text.simulate}
        <span className="sr-only"> {name}</span>
      </Button>
    </form>
  );
}

/** Simulates a webhook; the result says whether it was accepted. A refusal has been shown by then. */
function useSimulate(): { readonly busy: string | null; readonly simulate: Simulate } {
  const call = useCall();
  const toast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const simulate: Simulate = async (name, make) => {
    setBusy(name);
    const answer = await call(make, { label: `simulating “${name}”` });
    setBusy(null);
    if (answer.ok) toast({ tone: 'good', text: text.done(name) });
    return answer.ok;
  };
  return { busy, simulate };
}
