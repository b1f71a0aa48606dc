import { useId, useState } from 'react';

import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import { ConfirmDialog } from '../../shared/components/confirm-dialog';
import { useCall, useToast } from '../../shared/state/calls';
import { logNote } from '../../shared/state/log';
import { canCancel, REASON_LIMIT } from './state';
import { text } from './subscription.text';

interface CancelDialogProps {
  /** The current subscription: another tab may have canceled it while the dialog was open. */
  readonly subscription: Subscription | null;
  readonly onClose: () => void;
  readonly onCanceled: () => void;
}

/** Asks for a reason, explains what canceling means, and cancels the subscription. */
export function CancelDialog({ subscription, onClose, onCanceled }: CancelDialogProps) {
  const call = useCall();
  const toast = useToast();
  const id = useId();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);

  const cancel = async () => {
    if (!canCancel(subscription)) {
      logNote('cancelling subscription: there is no subscription to cancel');
      onClose();
      return;
    }
    setBusy(true);
    const answer = await call(
      (api) => api.subscriptions.cancelSubscription({ subscriptionId: subscription.shopifySubscriptionId, cancelReason: reason.trim() }),
      { label: 'cancelling subscription' },
    );
    setBusy(false);
    if (!answer.ok) return;
    toast({ tone: 'good', text: text.canceled });
    onCanceled();
    onClose();
  };

  return (
    <ConfirmDialog
      title={text.cancelSubscription}
      question={text.cancelLead}
      action={text.cancelMySubscription}
      cancel={text.keep}
      danger
      busy={busy}
      onConfirm={cancel}
      onClose={onClose}
    >
      <label htmlFor={id} className="mt-4 mb-1.5 block font-medium">
        {text.reason}
      </label>
      <textarea
        id={id}
        rows={4}
        maxLength={REASON_LIMIT}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        aria-describedby={`${id}-hint`}
        className="block w-full rounded-md border border-control bg-surface px-3 py-2 text-base text-ink shadow-card placeholder:text-faint"
      />
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        {text.reasonHint}
      </p>
    </ConfirmDialog>
  );
}
