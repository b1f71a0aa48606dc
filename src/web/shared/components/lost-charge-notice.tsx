import { useState } from 'react';
import { useSearchParams } from 'wouter';

import type { Subscription } from '../../../gen/sh/subscriptions_pb';
import { sharedText } from '../shared.text';
import { useAuthorizeCharge } from '../state/authorize-charge';
import { readStored, writeStored } from '../state/storage';
import { Button } from './button';
import { Notice } from './notice';

const text = sharedText.lostCharge;

/** Local storage key of the charge whose notice the merchant dismissed. */
const DISMISSED_KEY = 'charge-left';

interface LostChargeNoticeProps {
  readonly subscription: Pick<Subscription, 'lastCharge' | 'lastChargeId'> | null;
}

/** Shows that the last charge was not approved, with buttons to try again and to dismiss the notice. */
export function LostChargeNotice({ subscription }: LostChargeNoticeProps) {
  const [params] = useSearchParams();
  const { busy, authorize } = useAuthorizeCharge(params.has('test'));
  const [dismissed, setDismissed] = useState(() => readStored(DISMISSED_KEY));
  if (subscription === null || subscription.lastCharge === '' || subscription.lastChargeId === dismissed) return null;
  const { lastChargeId } = subscription;
  const declined = subscription.lastCharge === 'declined';
  const dismiss = () => {
    writeStored(DISMISSED_KEY, lastChargeId);
    setDismissed(lastChargeId);
  };
  return (
    <div className="mb-5">
      <Notice
        tone="warn"
        title={declined ? text.declined : text.expired}
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="sm" busy={busy} onClick={authorize}>
              {sharedText.tryAgain}
            </Button>
            <Button size="sm" kind="quiet" onClick={dismiss}>
              {sharedText.notNow}
            </Button>
          </span>
        }
      >
        {declined ? text.declinedAdvice : text.expiredAdvice}
      </Notice>
    </div>
  );
}
