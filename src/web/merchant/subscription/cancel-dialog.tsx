import { useId, useState } from 'react';

import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import { Button } from '../../shared/components/button';
import { Dialog } from '../../shared/components/dialog';
import { useCall, useToast } from '../../shared/state/calls';
import { logNote } from '../../shared/state/log';
import { canCancel, REASON_LIMIT } from './state';

interface CancelDialogProps {
  /** As it is known now: another tab may have ended it while the dialog stood open. */
  readonly subscription: Subscription | null;
  readonly onClose: () => void;
  readonly onCancelled: () => void;
}

/** Asks why, says what cancelling means, and cancels. */
export function CancelDialog({ subscription, onClose, onCancelled }: CancelDialogProps) {
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
    toast({ tone: 'good', text: 'Your subscription is cancelled.' });
    onCancelled();
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title="Cancel Subscription"
      lead="Your access and the sync of your stock continue to the end of the billing cycle. Nothing is charged after that."
      footer={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button kind="danger" busy={busy} onClick={cancel}>
            Cancel My Subscription
          </Button>
        </>
      }
    >
      <label htmlFor={id} className="mt-4 mb-1.5 block font-medium">
        Why are you leaving?
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
        In your own words, if you like. We read every one.
      </p>
    </Dialog>
  );
}
